"""Outputs of the QuoteProof contract for the tests of how they are shown."""

from __future__ import annotations

from typing import Any

URL = "https://docs.x402.org/core-concepts/retries"


def source(**changes: Any) -> dict[str, Any]:
    return {
        "source_index": 0,
        "url": URL,
        "final_url": URL,
        "fetched_at": "2026-11-30T10:20:30.123Z",
        "http_status": 200,
        "content_type": "text/html",
        "source_bytes": 2048,
        "content_sha256": "a" * 64,
        "extraction_sha256": "b" * 64,
        "extraction": "static_html",
        "extracted_chars": 900,
        "reason": None,
        **changes,
    }


def evidence(text: str, quote: str, *, base: int = 100, anchor: str | None = "#waiting") -> dict[str, Any]:
    """One occurrence of `quote` in the context `text`, which stands at `base` (UTF-16 code units)."""
    start = base + units(text[: text.index(quote)])
    return {
        "start_char": start,
        "end_char": start + units(quote),
        "anchor_fragment": anchor,
        "context": {"text": text, "start_char": base, "end_char": base + units(text)},
    }


def result(status: str, reason: str, *found: dict[str, Any], index: int = 0) -> dict[str, Any]:
    return {
        "quote_index": index,
        "source_index": 0,
        "status": status,
        "reason": reason,
        "occurrences": "unknown",
        "evidence": list(found),
    }


def output(*results: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"sources": [source(**changes)], "results": list(results)}


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
