"""Answers about one quote for the tests of how they are shown, made by the matching itself."""

from __future__ import annotations

import json
from typing import Any

from verification.core.contracts.text_quote.answer import of_text
from verification.core.contracts.text_quote.request import parse_text

TERMS = {"quote_sha256": "c" * 64, "match": "fuzzy", "case_sensitive": False, "threshold": "0.9", "slice": None}


def of(text: str, quote: str, **more: Any) -> dict[str, Any]:
    """What is answered to `quote` on a supplied `text`."""
    return of_text(parse_text(json.dumps({"text": text, "quote": quote, **more}).encode()))


def on_page(text: str, quote: str, **more: Any) -> dict[str, Any]:
    """The same, as if the text were that of a page."""
    answer = of(text, quote, **more)
    answer["result"]["source"] = source()
    return answer


def source(**changes: Any) -> dict[str, Any]:
    return {
        "kind": "url",
        "url": "https://docs.x402.org/a",
        "final_url": "https://docs.x402.org/a",
        "fetched_at": "2026-11-30T10:20:30.123Z",
        "http_status": 200,
        "content_type": "text/html",
        "source_bytes": 2048,
        "content_sha256": "a" * 64,
        "extraction": "static_html",
        "reason": None,
        "extraction_sha256": "b" * 64,
        "code_points": 900,
        **changes,
    }
