"""Decides the schema of an answer about the quotes of a text: made from that about one quote, pair by pair."""

from __future__ import annotations

from typing import Any, Final

from verification.core.contracts.document.request import MAX_PAIRS
from verification.core.contracts.limits import MAX_URLS
from verification.core.contracts.text_quote.document import FETCHED, PAGE_OUTPUT

UNDECIDED: Final = ("html_absence_unverifiable", "source_disallows_excerpts")
"""Why nothing may be decided of a pair whose page was read."""
_RESULT: Final[dict[str, Any]] = PAGE_OUTPUT["properties"]["result"]
_MEMBERS: Final[dict[str, Any]] = _RESULT["properties"]
_SOURCE: Final[dict[str, Any]] = FETCHED["properties"]
_INDEX: Final = {"type": "integer", "minimum": 0}
_HASH: Final = {"type": ["string", "null"], "pattern": "^[a-f0-9]{64}$"}


def _object(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": "object",
        **more,
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_REASONS: Final = ("short_quote", *(reason for reason in _SOURCE["reason"]["enum"] if reason), UNDECIDED[0])
_PAIR: Final = _object(
    {
        "pair_index": _INDEX,
        "source_index": _INDEX,
        **_MEMBERS,
        "match": {
            "description": "null: nothing could be decided, and `reason` says why.",
            "enum": ["exact", "fuzzy", "none", None],
        },
        "reason": {
            "description": "Of an undecided pair: the page's own reason, or why its text decides nothing. "
            "short_quote: too short for a near match to mean anything.",
            "enum": [*_REASONS, None],
        },
        "normalised_sha256": _MEMBERS["normalised_sha256"] | {"type": ["string", "null"]},
        "advice": {"type": "string", "minLength": 1},
    },
    description="As the answer about one quote on a page, for this pair.",
)
_READ: Final = _object(
    {
        "source_index": _INDEX,
        **_SOURCE,
        "extracted_chars": {
            "description": "UTF-16 code units of the extracted text.",
            **_SOURCE["code_points"],
        },
        "normalised_sha256": {
            "description": "Of the normalised text that `start` and `end` of the flags refer to.",
            **_HASH,
        },
    }
)
_FLAG: Final = _object({"source_index": _INDEX, **PAGE_OUTPUT["$defs"]["flag"]["properties"]})
_SUMMARY: Final = _object(
    {name: {"type": "integer", "minimum": 0, "maximum": MAX_PAIRS} for name in ("decisive", "unknown")}
)
_REST: Final = {name: PAGE_OUTPUT["properties"][name] for name in ("receipt", "tier", "check")}
OUTPUT_SCHEMA: Final[dict[str, Any]] = {
    "$schema": PAGE_OUTPUT["$schema"],
    **_object(
        {
            "results": {
                "description": "One for each pair, in their order.",
                "type": "array",
                "items": {"$ref": "#/$defs/pair"},
                "minItems": 1,
                "maxItems": MAX_PAIRS,
            },
            "sources": {
                "description": "One for each different page, in the order in which they are first named.",
                "type": "array",
                "items": {"$ref": "#/$defs/read"},
                "minItems": 1,
                "maxItems": MAX_URLS,
            },
            "summary": _SUMMARY,
            "injection_flags": {
                "description": "Instruction-like text in the pages: advisory, never part of a verdict.",
                "type": "array",
                "items": {"$ref": "#/$defs/flag"},
            },
            **_REST,
        }
    ),
    "$defs": {**PAGE_OUTPUT["$defs"], "pair": _PAIR, "read": _READ, "flag": _FLAG},
}
