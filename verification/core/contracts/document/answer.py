"""Decides what is answered to a check of the quotes of a text: the contract `document`.

Each pair is answered as the contract `quote` answers it alone; what a page allows to be shown of it is shared by
all its pairs, in their order. A pair of which nothing can be decided says why, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from verification.core.contracts.document.request import DocumentRequest, Pair
from verification.core.contracts.quoteproof.answer import Source
from verification.core.contracts.text_quote.answer import Undecided, advised, decided, flags_of
from verification.core.contracts.text_quote.result import Result, blank
from verification.core.contracts.text_quote.snippets import Allowance
from verification.core.contracts.text_quote.subject import Subject, described, fetched, sha256
from verification.core.text.profile import normalise
from verification.core.text.units import utf16_length

Json: TypeAlias = dict[str, Any]
_AT_THE_TIME: Final = "This speaks of the page's text at the time it was fetched, not of whether it is true."
_ADVICE: Final = {
    "html_absence_unverifiable": "Neither this quote nor anything close enough to it is in the page's text. A "
    f"browser may show more of an HTML page than that, so nothing is decided. {_AT_THE_TIME}",
    "source_disallows_excerpts": "The page asks that it, or the passage that comes closest to this quote, not "
    f"be shown as an excerpt, so nothing is decided. {_AT_THE_TIME}",
}
_UNREAD: Final = "The page could not be read, so nothing is decided of this quote."


@dataclass(frozen=True, slots=True)
class _Page:
    """What one source comes to: the results of its pairs by their index, the flags of its text."""

    results: dict[int, Json]
    flags: list[Json]


def answer(request: DocumentRequest, sources: Sequence[Source]) -> Json | Undecided:
    """The output for `sources`, one for each of the request's URLs in their order. Raises MatchTooCostly."""
    pages = [_page(request, index, source) for index, source in enumerate(sources)]
    found = {at: result for page in pages for at, result in page.results.items()}
    results = [found[at] for at in range(len(request.pairs))]
    read = [described_source(index, source) for index, source in enumerate(sources)]
    decisive = sum(result["match"] is not None for result in results)
    if not decisive:
        return Undecided(results[0]["reason"], {"sources": read})
    return {
        "results": results,
        "sources": read,
        "summary": {"decisive": decisive, "unknown": len(results) - decisive},
        "injection_flags": [flag for page in pages for flag in page.flags],
    }


def described_source(index: int, source: Source) -> Json:
    """What an answer or a report says of a page."""
    subject = fetched(source)
    text = None if subject is None else subject.text
    return {
        "source_index": index,
        **described(source),
        "extracted_chars": None if text is None else utf16_length(text),
        "normalised_sha256": None if text is None else sha256(normalise(text).text),
    }


def subject_of(subject: Subject, pair: Pair) -> Subject:
    """The page as a pair names it: its URL may have a fragment of its own."""
    return replace(subject, source=subject.source | {"url": pair.url})


def _page(request: DocumentRequest, index: int, source: Source) -> _Page:
    asked = [(at, pair) for at, pair in enumerate(request.pairs) if pair.source_index == index]
    subject = fetched(source)
    if subject is None:
        told = described(source)
        return _Page({at: _undecided(at, pair, source.reason or "", told) for at, pair in asked}, [])
    allowance = Allowance(subject.max_snippet, subject.nosnippet)
    found = [(at, pair, decided(pair.question, subject_of(subject, pair), None, allowance)) for at, pair in asked]
    flags = [{"source_index": index, **flag} for flag in flags_of(subject, normalise(subject.text), allowance)]
    results = {
        at: _undecided(at, pair, each, subject.source)
        if isinstance(each, str)
        else _told(at, pair, each, allowance)
        for at, pair, each in found
    }
    return _Page(results, flags)


def _told(at: int, pair: Pair, found: Result, allowance: Allowance) -> Json:
    told = {"pair_index": at, "source_index": pair.source_index, **found.members}
    return told | {"advice": advised(found, allowance)}


def _undecided(at: int, pair: Pair, reason: str, source: Json) -> Json:
    return {
        **blank(),
        "pair_index": at,
        "source_index": pair.source_index,
        "reason": reason,
        "normalised_sha256": None,
        "source": source | {"url": pair.url},
        "advice": _ADVICE.get(reason, _UNREAD),
    }
