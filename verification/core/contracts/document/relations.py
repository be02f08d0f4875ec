"""Decides whether an answer keeps the contract `document`: the published schema, and what no schema can state.

Each decided pair must be a true answer by the relations of the contract `quote`; what a page allows to be shown
counts for all its pairs together. Messages name relations, never text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from jsonschema_rs import Draft202012Validator

from verification.core.contracts.document.answer import described_source, subject_of
from verification.core.contracts.document.output import OUTPUT_SCHEMA, UNDECIDED
from verification.core.contracts.document.request import DocumentRequest, Pair, asked
from verification.core.contracts.quoteproof.answer import Source
from verification.core.contracts.quoteproof.evidence import broken
from verification.core.contracts.quoteproof.relations import InvalidOutput
from verification.core.contracts.text_quote.excerpts import excerpt_relations, units_shown
from verification.core.contracts.text_quote.relations import failures
from verification.core.contracts.text_quote.result import blank
from verification.core.contracts.text_quote.subject import Subject, described, fetched

Json: TypeAlias = dict[str, Any]
# An answer doesn't name its check and its receipt yet.
_VALIDATOR: Final = Draft202012Validator(
    {**OUTPUT_SCHEMA, "required": ["results", "sources", "summary", "injection_flags"]}
)
_OWN: Final = frozenset({"pair_index", "source_index", "reason", "source", "advice", "normalisation"})


def check(answer: Json, request: DocumentRequest, sources: Sequence[Source]) -> None:
    """Raise InvalidOutput unless `answer` is a valid and true answer to `request`."""
    if not _VALIDATOR.is_valid(answer):
        raise InvalidOutput("schema")
    failed = list(_whole(answer, request, sources))
    if not failed:
        for index, source in enumerate(sources):
            failed += _page(answer, request, index, source)
    if failed:
        raise InvalidOutput(", ".join(failed))


def _whole(answer: Json, request: DocumentRequest, sources: Sequence[Source]) -> Iterator[str]:
    results, read = answer["results"], answer["sources"]
    decisive = sum(result["match"] is not None for result in results)
    named = [(at, pair.source_index) for at, pair in enumerate(request.pairs)]
    flagged = [flag["source_index"] for flag in answer["injection_flags"]]
    return broken(
        {
            "results are the pairs in order": [(each["pair_index"], each["source_index"]) for each in results]
            == named,
            "URLs are as sent": [each["url"] for each in read] == list(request.urls),
            "sources are described as they are": read
            == [described_source(index, source) for index, source in enumerate(sources)],
            "the summary adds up": answer["summary"] == {"decisive": decisive, "unknown": len(results) - decisive},
            "something is decided": decisive > 0,
            "flags stand in the order of their sources": flagged == sorted(flagged),
        }
    )


def _page(answer: Json, request: DocumentRequest, index: int, source: Source) -> Iterator[str]:
    """The relations of one source's pairs and flags."""
    subject = fetched(source)
    flags = [flag for flag in answer["injection_flags"] if flag["source_index"] == index]
    here = [
        (result, pair)
        for result, pair in zip(answer["results"], request.pairs, strict=True)
        if pair.source_index == index
    ]
    for result, pair in here:
        if result["match"] is None:
            yield from _undecided(result, pair, source, read=subject is not None)
        elif subject is None:
            yield "an unread page has no answer"
        else:
            yield from _decided(result, pair, subject_of(subject, pair))
    yield from _shown([result for result, _ in here], flags, subject)


def _decided(result: Json, pair: Pair, subject: Subject) -> Iterator[str]:
    yield from broken({"what is decided has its text's hash": result["normalised_sha256"] is not None})
    yield from failures({"result": result, "injection_flags": []}, pair.question, subject, None)


def _undecided(result: Json, pair: Pair, source: Source, *, read: bool) -> Iterator[str]:
    silent = blank() | {"normalised_sha256": None}
    return broken(
        {
            "what is undecided says nothing": all(
                result[name] == value for name, value in silent.items() if name not in _OWN
            ),
            "what is undecided has its reason": result["reason"] in UNDECIDED
            if read
            else result["reason"] == source.reason,
            "an undecided pair names its source": result["source"] == described(source) | {"url": pair.url},
        }
    )


def _shown(results: list[Json], flags: list[Json], subject: Subject | None) -> Iterator[str]:
    if subject is None:
        yield from broken({"an unread page has no flags": not flags})
        return
    units = sum(units_shown(result, []) for result in results) + units_shown(blank(), flags)
    most = subject.max_snippet
    yield from broken({"a page shows no more than it allows": most is None or units <= most})
    yield from excerpt_relations({"result": blank(), "injection_flags": flags}, asked(""), subject)
