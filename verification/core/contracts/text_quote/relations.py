"""Decides whether an answer keeps its contract: the published schema, and the relations no schema can state.

Nothing counts as a result before it has passed: what fails is a fault of the service and is never charged. The
relations are followed from the raw text and the quote, by ways of their own. Messages name relations, never text.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final, TypeAlias

from jsonschema_rs import Draft202012Validator
from rapidfuzz.distance import Levenshtein

from verification.core.contracts.quoteproof.answer import Source
from verification.core.contracts.quoteproof.evidence import broken
from verification.core.contracts.quoteproof.relations import InvalidOutput
from verification.core.contracts.text_quote.document import PAGE_OUTPUT, TEXT_OUTPUT
from verification.core.contracts.text_quote.excerpts import excerpt_relations
from verification.core.contracts.text_quote.request import PageRequest, Question, TextRequest
from verification.core.contracts.text_quote.subject import Subject, fetched, sha256, supplied
from verification.core.page.pagetext import Span
from verification.core.text.profile import normalise
from verification.core.text.units import utf8_length, utf16_length

Json: TypeAlias = dict[str, Any]
_JOINS: Final = frozenset({"line_end_hyphen", "cjk_line_wrap"})
_MATCHES: Final = {
    "exact": frozenset({"exact", "none"}),
    "fuzzy": frozenset({"exact", "fuzzy", "none"}),
    "passages": frozenset({"passages"}),
}
_PLACE: Final = ("start", "end")
_RAW_PLACE: Final = tuple(f"raw_{edge}{unit}" for unit in ("", "_utf16", "_utf8") for edge in ("start", "end"))
_CONTEXT: Final = ("context", "context_start", "context_end")
_ROUNDED: Final = Decimal("0.001")


def _validator(output_schema: Json) -> Draft202012Validator:
    """For an answer that doesn't name its check and its receipt yet."""
    required = ["result", "injection_flags", "advice"]
    return Draft202012Validator({**output_schema, "required": required})


_TEXT, _PAGE = _validator(TEXT_OUTPUT), _validator(PAGE_OUTPUT)


def check_text(answer: Json, request: TextRequest) -> None:
    """Raise InvalidOutput unless `answer` is a valid and true answer to `request`."""
    _check(_TEXT, answer, request.question, supplied(request.text), request.slice)


def check_page(answer: Json, request: PageRequest, source: Source) -> None:
    """The same for an answer about the page that `source` is."""
    subject = fetched(source)
    if subject is None:
        raise InvalidOutput("an unread page has no answer")
    _check(_PAGE, answer, request.question, subject, None)


def _check(
    validator: Draft202012Validator, answer: Json, question: Question, subject: Subject, declared: Span | None
) -> None:
    if not validator.is_valid(answer):
        raise InvalidOutput("schema")
    if failed := failures(answer, question, subject, declared):
        raise InvalidOutput(", ".join(failed))


def failures(answer: Json, question: Question, subject: Subject, declared: Span | None) -> list[str]:
    """The names of the relations that don't hold of a `result` and its `injection_flags`."""
    result = answer["result"]
    failed = [*_kind(result, question, subject), *_places(result, subject, declared)]
    return failed or [*_facts(result, question, subject.text), *excerpt_relations(answer, question, subject)]


def _found(result: Json) -> bool:
    return result["match"] in ("exact", "fuzzy")


def _kind(result: Json, question: Question, subject: Subject) -> Iterator[str]:
    """What kind of answer it is, and which members that kind has."""
    match, score, found = result["match"], result["score"], _found(result)
    unscored = match == "passages" or (match == "none" and question.match == "exact")
    return broken(
        {
            "the match is of the kind asked for": match in _MATCHES[question.match],
            "pages prove no absence": match != "none" or subject.proves_absence,
            "what is compared is scored": (score is None) == unscored,
            "one is the score of exact alone": (score == 1) == (match == "exact"),
            "what is found is counted": (result["occurrences"] or 0) > 0 if found else not result["occurrences"],
            "only what is found is cut or verbatim": _told(result, ("raw_exact", "truncated")) == found,
            "only what is found is folded": found or not result["folds"],
            "near means different": (match == "fuzzy") == bool(result["differences"]),
            "short quotes are not found": result["reason"] is None or match == "none",
            "passages are what was asked for": match == "passages" or not result["passages"],
            "the source is described as it is": result["source"] == subject.source,
        }
    )


def _places(result: Json, subject: Subject, declared: Span | None) -> Iterator[str]:
    """Which places are told: that of a match, or the slice that was declared."""
    found, contexts = _found(result), {_found(result)} | ({False} if subject.is_page else set())
    return broken(
        {
            "a match has its place": _told(result, _PLACE) == (found and declared is None),
            "a match or a slice has its raw place": _told(result, _RAW_PLACE) == (found or declared is not None),
            "a match has its context": _told(result, _CONTEXT) in contexts,
            "the slice is told": result["declared"] == _declared(subject.text, declared, found),
            "the slice is the place": declared is None or (result["raw_start"], result["raw_end"]) == declared,
        }
    )


def _told(result: Json, names: tuple[str, ...]) -> bool | None:
    """Whether these members are there; None if only some are, which fits nothing."""
    given = {result[name] is not None for name in names}
    return given.pop() if len(given) == 1 else None


def _declared(text: str, declared: Span | None, found: bool) -> Json | None:
    if declared is None:
        return None
    start, end = declared
    return {"start": start, "end": end, "slice_sha256": sha256(text[start:end]), "slice_matches": found}


def _facts(result: Json, question: Question, text: str) -> Iterator[str]:
    """What the text and the quote themselves show."""
    if result["raw_start"] is not None:
        yield from _offsets(result, text)
    if question.match == "fuzzy":
        yield from _threshold(result, question.threshold)
    if _found(result):
        yield from _says(result, question, text)


def _offsets(result: Json, text: str) -> Iterator[str]:
    start, end = result["raw_start"], result["raw_end"]
    inside = 0 <= start < end <= len(text)
    yield from broken({"the place lies in the text": inside})
    for name, length in (("utf16", utf16_length), ("utf8", utf8_length)) if inside else ():
        first, last = result[f"raw_start_{name}"], result[f"raw_end_{name}"]
        same = first == length(text[:start]) and last - first == length(text[start:end])
        yield from broken({f"the place in {name} is the same": same})


def _threshold(result: Json, threshold: Decimal) -> Iterator[str]:
    score = Decimal(str(result["score"]))
    decided = {
        "exact": True,
        "fuzzy": threshold - _ROUNDED < score,
        "none": score < threshold or result["reason"] == "short_quote",
    }
    yield from broken({"the score and the threshold decide": decided[result["match"]]})


def _says(result: Json, question: Question, text: str) -> Iterator[str]:
    """What stands at the place, normalised anew, against the quote."""
    part = text[result["raw_start"] : result["raw_end"]]
    given = normalise(part, case_sensitive=question.case_sensitive).text
    wanted = normalise(question.quote, case_sensitive=question.case_sensitive).text
    joined = not _JOINS.isdisjoint(result["folds"])
    if result["match"] == "exact":
        says = _letters(wanted) in _letters(given) if joined else wanted in given
        verbatim = part == question.quote or (result["declared"] is not None and question.quote in part)
        yield from broken(
            {
                "an exact match says the quote": says,
                "verbatim means verbatim": verbatim or not result["raw_exact"],
                "what is verbatim isn't folded": not result["raw_exact"] or not result["folds"],
                # A match may begin or end inside a character that is folded into several.
                "a match is verbatim or folded": bool(result["raw_exact"] or result["folds"] or given != wanted),
            }
        )
    elif not joined and len(given) == (result["end"] or len(given)) - (result["start"] or 0):
        score = max(0, (len(wanted) - Levenshtein.distance(wanted, given)) * 1000 // len(wanted))
        yield from broken({"the score is that of the place": round(result["score"] * 1000) == score})


def _letters(text: str) -> str:
    return text.replace("-", "").replace(" ", "")
