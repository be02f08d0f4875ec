"""From a body to the text that a reader sees, or to the reason why there is none, in the contract's order."""

from __future__ import annotations

import time
from datetime import UTC, datetime
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
from verification.fetching import Fetched
from verification.trail import Unread

_SLACK: Final = 0.25  # seconds: the extractor's own limit may end a little before the check's


def read(fetched: Fetched, *, deadline: float, max_chars: int) -> tuple[PageText, Controls]:
    """The text and what may be shown of it. `max_chars` in UTF-16 units. Raises Unread, OutOfTime."""
    page = _page(fetched, deadline)
    if utf16_length(page.text) > max_chars:
        raise Unread("source_too_large")
    controls = excerpts.controls(fetched.robots_tags, page.robots_meta, datetime.now(UTC))
    if controls.refuses:
        raise Unread("source_disallows_excerpts")
    if gates.gate(page):
        raise Unread("source_unavailable")
    reason = gates.shell_or_empty(page)
    if reason is not None:
        raise Unread(reason)
    return page, controls


def _page(fetched: Fetched, deadline: float) -> PageText:
    try:
        text = encoding.decode(fetched.body, fetched.content_type, fetched.is_html)
        return extractor.read(text, deadline=deadline) if fetched.is_html else PageText(text)
    except UnsupportedEncoding:
        raise Unread("unsupported_encoding") from None
    except ExtractionUncertain:
        raise Unread("extraction_uncertain") from None
    except ExtractorUnavailable as error:
        if time.monotonic() >= deadline - _SLACK:
            raise OutOfTime("the extractor was cut short") from error
        raise Unread("html_runtime_unavailable") from error
