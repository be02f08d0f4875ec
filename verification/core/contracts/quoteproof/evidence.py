"""Decides whether the evidence of one result can be true: its offsets, its context and the quote agree.

Offsets are UTF-16 code units and are followed in UTF-16 here, not through the code-point maps of answer.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from verification.core.contracts.quoteproof.answer import STATIC_HTML
from verification.core.page.anchors import anchor_fragment
from verification.core.page.context import CONTEXT_UNITS
from verification.core.page.pagetext import PageText
from verification.core.text.units import utf16_length
from verification.core.text.whitespace import normalise

_ANCHOR: Final = re.compile(r"#(?:[A-Za-z0-9\-._!$&'()*+,;=:@/?]|%[0-9A-F]{2})+")


class Utf16Text:
    """A text that is cut by UTF-16 offsets; a cut through a surrogate pair leaves half of it."""

    def __init__(self, text: str) -> None:
        self._units = text.encode("utf-16-le", "surrogatepass")

    def cut(self, start: int, end: int) -> str:
        return self._units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


def broken(relations: Mapping[str, bool]) -> Iterator[str]:
    """The names of the relations that don't hold."""
    return (name for name, holds in relations.items() if not holds)


def evidence_relations(evidence: dict[str, Any], quote: str, status: str, source: dict[str, Any]) -> Iterator[str]:
    """What doesn't hold between one piece of evidence, the quote as sent, and the output's source."""
    start, end, anchor = evidence["start_char"], evidence["end_char"], evidence["anchor_fragment"]
    yield from broken(
        {
            "evidence lies in the text": start < end <= (source["extracted_chars"] or 0),
            "evidence is as long as the quote": end - start >= utf16_length(normalise(quote)),
            "an exact match has the quote's length": status != "exact_match" or end - start == utf16_length(quote),
            "anchors are of pages": anchor is None or source["extraction"] == STATIC_HTML,
            "anchors are percent-encoded": anchor is None or bool(_ANCHOR.fullmatch(anchor)),
        }
    )
    if evidence["context"] is not None:
        yield from _context_relations(evidence["context"], start, end, quote, status, source)


def _context_relations(
    context: dict[str, Any], start: int, end: int, quote: str, status: str, source: dict[str, Any]
) -> Iterator[str]:
    first, last, units = context["start_char"], context["end_char"], utf16_length(context["text"])
    fits = first <= start < last <= (source["extracted_chars"] or 0)
    yield from broken(
        {
            "contexts have their text's length": last - first == units,
            "contexts are short": 0 < units <= CONTEXT_UNITS,
            "contexts are around the match": fits and (end <= last or end - first > CONTEXT_UNITS),
        }
    )
    if fits and last - first == units:
        shown = Utf16Text(context["text"]).cut(start - first, min(end, last) - first)
        yield from broken(says(shown, quote, status, whole=end <= last))


def says(shown: str, quote: str, status: str, *, whole: bool) -> dict[str, bool]:
    """Whether a match's text, or its head, is the quote in the sense of the result's status."""
    wanted, given = normalise(quote), normalise(shown)
    same = shown == quote if whole else quote.startswith(shown)
    return {
        "matches say the quote": given == wanted if whole else wanted.startswith(given),
        "matches have no white space at their ends": given[:1] == shown[:1]
        and (given[-1:] == shown[-1:] or not whole),
        "exact means as sent": {"exact_match": same, "whitespace_normalized_match": not (whole and same)}.get(
            status, True
        ),
    }


def evidence_facts(
    evidence: dict[str, Any], quote: str, status: str, page: PageText, text: Utf16Text
) -> Iterator[str]:
    """What doesn't hold between one piece of evidence and the page, and its text, that it was taken from."""
    start, end, anchor = evidence["start_char"], evidence["end_char"], evidence["anchor_fragment"]
    context = evidence["context"]
    matched, before = text.cut(start, end), len(text.cut(0, start))
    yield from broken(
        {
            **says(matched, quote, status, whole=True),
            "contexts are slices of the text": context is None
            or text.cut(context["start_char"], context["end_char"]) == context["text"],
            "anchors are of the place": anchor is None
            or anchor == anchor_fragment(page, before, before + len(matched)),
        }
    )
