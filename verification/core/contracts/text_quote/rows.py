"""Decides what of a check of one quote is kept in rows beside its sealed answer: nothing that it doesn't show.

Rows count UTF-16 code units. Of a supplied text they hold its hash and its lengths, of the quote that was
compared with it the hash alone: a quote that is found is a piece of the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from verification.core.contracts.canonical import canonical
from verification.core.contracts.text_quote.request import Question
from verification.core.contracts.text_quote.subject import sha256
from verification.core.page.pagetext import Span
from verification.core.text.units import utf8_length, utf16_length

SUPPLIED: Final = "supplied"


def supplied_source(text: str, source: Mapping[str, Any]) -> dict[str, Any]:
    """A supplied text as a source of its check; `source` as the answer shows it."""
    unknown = dict.fromkeys(("http_status", "content_type", "content_sha256", "reason"))
    return {
        **unknown,
        **dict.fromkeys(("url", "final_url", "fetched_at"), ""),
        "extraction": SUPPLIED,
        "source_bytes": utf8_length(text),
        "extraction_sha256": source["text_sha256"],
        "extracted_chars": utf16_length(text),
    }


def fetched_source(text: str | None, source: Mapping[str, Any]) -> dict[str, Any]:
    """A fetched source; `text` is its extracted text, None where it wasn't read."""
    return {**source, "extracted_chars": None if text is None else utf16_length(text)}


def verdict(result: Mapping[str, Any]) -> dict[str, Any]:
    """What was found, and where."""
    found = result["match"] in ("exact", "fuzzy")
    return {
        "source_index": 0,
        "status": result["match"],
        "reason": result["reason"] or "",
        "occurrences": "" if result["occurrences"] is None else str(result["occurrences"]),
        "evidence": [_evidence(result)] if found else [],
    }


def pair_verdict(result: Mapping[str, Any]) -> dict[str, Any]:
    """The same for a pair of a check of a text's quotes: of an undecided one, why."""
    if result["match"] is not None:
        return verdict(result) | {"source_index": result["source_index"]}
    unknown = {"status": "unknown", "occurrences": "unknown", "evidence": []}
    return unknown | {"source_index": result["source_index"], "reason": result["reason"]}


def _evidence(result: Mapping[str, Any]) -> dict[str, Any]:
    start, context = result["raw_start_utf16"], None
    if result["context"] is not None:
        first = start - utf16_length(result["context"][: result["raw_start"] - result["context_start"]])
        last = first + utf16_length(result["context"])
        context = {"text": result["context"], "start_char": first, "end_char": last}
    return {
        "start_char": start,
        "end_char": result["raw_end_utf16"],
        "anchor_fragment": None,
        "context": context,
    }


def terms(question: Question, declared: Span | None) -> bytes:
    """How the quote was compared, as its receipt says it; `threshold` and scores are strings there."""
    return canonical({**_manner(question), "quote_sha256": sha256(question.quote), "slice": declared})


def shared_terms(question: Question) -> bytes:
    """How every quote of a text was compared: as this one."""
    return canonical(_manner(question))


def _manner(question: Question) -> dict[str, Any]:
    fuzzy = question.match == "fuzzy"
    return {
        "match": question.match,
        "case_sensitive": question.case_sensitive,
        "threshold": canonical(float(question.threshold)).decode() if fuzzy else None,
    }
