"""Decides how often a quote stands in a text to the letter, white space aside.

Both sides are collapsed (whitespace.py) and compared code point by code point: no case, punctuation,
composition or meaning is folded. Occurrences may overlap: `aa` stands twice in `aaa`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from verification.core.text.intervals import merged
from verification.core.text.whitespace import Collapsed, normalise


@dataclass(frozen=True, slots=True)
class Literal:
    """What was found: `count` is 0, 1, or 2 for two and more; `spans` are the first `count` of them.

    A span is raw code points, end exclusive, without white space at its ends; the raw text of every span
    normalises to the normalised quote. `verbatim`: the only occurrence is the quote exactly as it was sent.
    """

    count: int
    spans: tuple[tuple[int, int], ...]
    verbatim: bool


def find(collapsed: Collapsed, quote: str) -> Literal:
    """Look for `quote`, as sent; ValueError if it holds nothing but white space."""
    wanted = _wanted(quote)
    first = collapsed.text.find(wanted)
    second = collapsed.text.find(wanted, first + 1) if first >= 0 else -1
    spans = tuple(collapsed.raw_span(at, at + len(wanted)) for at in (first, second) if at >= 0)
    verbatim = len(spans) == 1 and collapsed.raw[slice(*spans[0])] == quote
    return Literal(len(spans), spans, verbatim)


def touches(collapsed: Collapsed, quote: str, ranges: Iterable[tuple[int, int]]) -> bool:
    """Whether any occurrence, the uncounted ones too, shares a character with one of the raw ranges.

    Occurrences are not listed one by one (a text of one letter holds as many as characters): those that
    touch a range start in a known window, and the merged windows together are at most twice the text.
    """
    wanted = _wanted(quote)
    windows = (
        (max(0, collapsed.position(start) - len(wanted) + 1), collapsed.position(end))
        for start, end in ranges
        if start < end
    )
    return any(
        collapsed.text.find(wanted, first, beyond + len(wanted) - 1) >= 0 for first, beyond in merged(windows)
    )


def _wanted(quote: str) -> str:
    wanted = normalise(quote)
    if not wanted:
        raise ValueError("a quote needs a character that isn't white space")
    return wanted
