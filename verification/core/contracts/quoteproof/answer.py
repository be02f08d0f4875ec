"""Decides what is said of each quote: the output of the QuoteProof contract, version 0.1.1.

A verdict is about the letters of a text, never about truth. On a page, absence can't be shown; on a complete
plain text it can. Offsets leave here as UTF-16 code units of the extracted text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from verification.core.contracts.limits import CONTEXT_WORDS_PER_SOURCE
from verification.core.contracts.published import schema
from verification.core.contracts.quoteproof.fitting import fitted
from verification.core.contracts.quoteproof.request import QuoteRequest
from verification.core.page.anchors import anchor_fragment
from verification.core.page.context import allot
from verification.core.page.pagetext import PageText, Span
from verification.core.text import literal
from verification.core.text.units import Utf16Index, utf16_length
from verification.core.text.whitespace import Collapsed, collapse

OUTPUT_SCHEMA: Final = schema("quoteproof-output")
_CONSTANTS: Final = {
    name: OUTPUT_SCHEMA["properties"][name]["const"] for name in ("source_content", "scope", "normalization")
}
PLAIN_TEXT: Final = "complete_plain_text"
STATIC_HTML: Final = "static_html"


class Source(Protocol):
    """What became of one URL; it counts as read, and has a `page`, where `reason` is None."""

    @property
    def url(self) -> str: ...
    @property
    def final_url(self) -> str: ...
    @property
    def fetched_at(self) -> str: ...
    @property
    def http_status(self) -> int | None: ...
    @property
    def content_type(self) -> str | None: ...
    @property
    def source_bytes(self) -> int | None: ...
    @property
    def content_sha256(self) -> str | None: ...
    @property
    def extraction(self) -> str: ...
    @property
    def reason(self) -> str | None: ...
    @property
    def page(self) -> PageText | None: ...
    @property
    def max_snippet(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of one quote; `spans` are the code points of its evidence."""

    status: str
    reason: str
    occurrences: str
    spans: tuple[Span, ...] = ()


def answer(request: QuoteRequest, sources: Sequence[Source]) -> dict[str, Any]:
    """The contract's output for `sources`, one for each of the request's URLs, in their order."""
    results: dict[int, dict[str, Any]] = {}
    for index, source in enumerate(sources):
        asked = {at: quote.text for at, quote in enumerate(request.quotes) if quote.source_index == index}
        results.update(_results(index, source, asked))
    unknown = sum(result["status"] == "unknown" for result in results.values())
    return fitted(
        {
            **_CONSTANTS,
            "sources": [described(index, source) for index, source in enumerate(sources)],
            "results": [results[at] for at in range(len(request.quotes))],
            "summary": {"decisive": len(results) - unknown, "unknown": unknown},
        }
    )


def read_page(source: Source) -> PageText | None:
    """The page of a source that counts as read."""
    return source.page if source.reason is None else None


def described(index: int, source: Source) -> dict[str, Any]:
    """What the output says of a source."""
    page = read_page(source)
    text = None if page is None else page.text
    return {
        "source_index": index,
        "url": source.url,
        "final_url": source.final_url,
        "fetched_at": source.fetched_at,
        "http_status": source.http_status,
        "content_type": source.content_type,
        "source_bytes": source.source_bytes,
        "content_sha256": source.content_sha256,
        "extraction_sha256": None if text is None else hashlib.sha256(text.encode()).hexdigest(),
        "extraction": source.extraction,
        "extracted_chars": None if text is None else utf16_length(text),
        "reason": source.reason,
    }


def _results(index: int, source: Source, asked: Mapping[int, str]) -> dict[int, dict[str, Any]]:
    verdicts = _verdicts(source, asked)
    evidence = _evidence(source, verdicts)
    return {
        at: {
            "quote_index": at,
            "source_index": index,
            "status": verdict.status,
            "reason": verdict.reason,
            "occurrences": verdict.occurrences,
            "evidence": [evidence[span_at] for span_at in _ordered({at: verdict})],
        }
        for at, verdict in verdicts.items()
    }


def _verdicts(source: Source, asked: Mapping[int, str]) -> dict[int, Verdict]:
    page = read_page(source)
    if page is None:
        return dict.fromkeys(asked, Verdict("unknown", source.reason or "", "unknown"))
    collapsed = collapse(page.text)
    return {at: _verdict(source.extraction, page, collapsed, quote) for at, quote in asked.items()}


def _verdict(extraction: str, page: PageText, collapsed: Collapsed, quote: str) -> Verdict:
    found = literal.find(collapsed, quote)
    if not found.count and extraction == PLAIN_TEXT:
        return Verdict("absent", "complete_text", "0")
    if not found.count:
        return Verdict("unknown", "html_absence_unverifiable", "unknown")
    if literal.touches(collapsed, quote, page.nosnippet):
        return Verdict("unknown", "source_disallows_excerpts", "unknown")
    if found.count > 1:
        return Verdict("ambiguous", "repeated_occurrence", "2_or_more", found.spans)
    status = "exact_match" if found.verbatim else "whitespace_normalized_match"
    return Verdict(status, "single_occurrence", "1", found.spans)


def _ordered(verdicts: Mapping[int, Verdict]) -> list[tuple[int, int]]:
    """The quotes' occurrences as contexts are allotted: all first ones in quote order, then the second ones."""
    return [(at, n) for n in (0, 1) for at, verdict in verdicts.items() if len(verdict.spans) > n]


def _evidence(source: Source, verdicts: Mapping[int, Verdict]) -> dict[tuple[int, int], dict[str, Any]]:
    page, order = read_page(source), _ordered(verdicts)
    if page is None or not order:
        return {}
    units = Utf16Index(page.text)
    spans = [verdicts[at].spans[n] for at, n in order]
    words, most = CONTEXT_WORDS_PER_SOURCE, source.max_snippet
    contexts = allot(page.text, spans, words=words, units=most, nosnippet=page.nosnippet)
    return {
        key: {
            **_offsets(units, span),
            "anchor_fragment": anchor_fragment(page, *span) if source.extraction == STATIC_HTML else None,
            "context": context and {"text": page.text[slice(*context)], **_offsets(units, context)},
        }
        for key, span, context in zip(order, spans, contexts, strict=True)
    }


def _offsets(units: Utf16Index, span: Span) -> dict[str, int]:
    return {"start_char": units.at(span[0]), "end_char": units.at(span[1])}
