"""Decides what a quote is compared with, and what an answer says of it: a supplied text, or the text of a page."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final

from verification.core.contracts.quoteproof.answer import STATIC_HTML, Source, read_page
from verification.core.page.pagetext import Span


@dataclass(frozen=True, slots=True)
class Subject:
    """A text and the answer's `source`. `nosnippet`: raw code points that no answer shows or matches;
    `max_snippet`: UTF-16 units of the text that one answer may show in all (None: no cap)."""

    text: str
    source: dict[str, Any]
    is_page: bool = False
    nosnippet: tuple[Span, ...] = ()
    max_snippet: int | None = None

    @property
    def proves_absence(self) -> bool:
        """Whether what isn't found isn't there: a page never shows that."""
        return self.source.get("extraction") != STATIC_HTML


def supplied(text: str) -> Subject:
    """A text that came with the request."""
    source = {"kind": "supplied", "text_sha256": sha256(text), "code_points": len(text)}
    return Subject(text, source)


def fetched(source: Source) -> Subject | None:
    """The text of a page; None where it couldn't be read."""
    page = read_page(source)
    if page is None:
        return None
    return Subject(page.text, described(source), True, page.nosnippet, source.max_snippet)


_FETCHED: Final = (
    *("url", "final_url", "fetched_at", "http_status", "content_type", "source_bytes", "content_sha256"),
    *("extraction", "reason"),
)


def described(source: Source) -> dict[str, Any]:
    """What an answer or a report says of a fetched source."""
    page = read_page(source)
    return {
        "kind": "url",
        **{name: getattr(source, name) for name in _FETCHED},
        "extraction_sha256": None if page is None else sha256(page.text),
        "code_points": None if page is None else len(page.text),
    }


def sha256(text: str) -> str:
    """Of the text's UTF-8, in lower-case hex."""
    return hashlib.sha256(text.encode()).hexdigest()
