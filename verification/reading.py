"""From a body to the text that a reader sees, or to the reason why there is none, in the contract's order."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Final

from verification.adapters import extractor
from verification.adapters.extractor import ExtractorUnavailable
from verification.adapters.faults import OutOfTime
from verification.core.page import encoding, excerpts, gates
from verification.core.page.encoding import UnsupportedEncoding
from verification.core.page.excerpts import Controls
from verification.core.page.extract import ExtractionUncertain
from verification.core.page.pagetext import PageText
from verification.core.text.units import utf16_length
from verification.fetched import Fetched
from verification.trail import Unread

Extract = Callable[[str], PageText]
"""From a decoded page to its text. ExtractionUncertain, ExtractorUnavailable."""
_SLACK: Final = 0.25  # seconds: the extractor's own limit may end a little before the check's


def read(fetched: Fetched, *, deadline: float, max_chars: int) -> tuple[PageText, Controls]:
    """A page that was just fetched: as `read_as_of`, by `deadline` (time.monotonic). Raises Unread, OutOfTime."""
    try:
        return read_as_of(datetime.now(UTC), fetched, partial(extractor.read, deadline=deadline), max_chars)
    except ExtractorUnavailable as error:
        if time.monotonic() >= deadline - _SLACK:
            raise OutOfTime("the extractor was cut short") from error
        raise Unread("html_runtime_unavailable") from error


def read_as_of(at: datetime, fetched: Fetched, extract: Extract, max_chars: int) -> tuple[PageText, Controls]:
    """The text and what may be shown of it, by the page's controls as they stood at `at`.

    `max_chars` in UTF-16 units. Raises Unread, ExtractorUnavailable.
    """
    page = _page(fetched, extract)
    if utf16_length(page.text) > max_chars:
        raise Unread("source_too_large")
    controls = excerpts.controls(fetched.robots_tags, page.robots_meta, at)
    if controls.refuses:
        raise Unread("source_disallows_excerpts")
    if gates.gate(page):
        raise Unread("source_unavailable")
    reason = gates.shell_or_empty(page)
    if reason is not None:
        raise Unread(reason)
    return page, controls


def _page(fetched: Fetched, extract: Extract) -> PageText:
    try:
        text = encoding.decode(fetched.body, fetched.content_type, fetched.is_html)
        return extract(text) if fetched.is_html else PageText(text)
    except UnsupportedEncoding:
        raise Unread("unsupported_encoding") from None
    except ExtractionUncertain:
        raise Unread("extraction_uncertain") from None
