"""Decides what of a context is the quote and what stands beside it.

Offsets are UTF-16 code units of the source's extracted text, as in the contract's output.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Passage:
    """A context in three parts. `cut`: it ends before the quote does, so `match` is only its head."""

    before: str
    match: str
    after: str
    cut: bool


def passage(evidence: Mapping[str, Any]) -> Passage | None:
    """The three parts of an occurrence's context; None where it has none."""
    context = evidence["context"]
    if context is None:
        return None
    units = context["text"].encode("utf-16-le", "surrogatepass")
    base, last = context["start_char"], context["end_char"]
    start = min(max(evidence["start_char"], base), last) - base
    end = min(max(evidence["end_char"], base), last) - base
    return Passage(
        _slice(units, 0, start),
        _slice(units, start, end),
        _slice(units, end, last - base),
        cut=evidence["end_char"] > last,
    )


def _slice(units: bytes, start: int, end: int) -> str:
    """Two bytes a unit; half a surrogate pair, which no valid answer has, is shown as U+FFFD."""
    return units[2 * start : 2 * end].decode("utf-16-le", "replace")
