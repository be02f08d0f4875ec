"""Decides where the parts of one stretch of a text may begin that are at one distance from a quote.

Where many ends lie close the starts of all are looked up at once, which tells for each end where at most its
parts begin; what has turned out to be no such part rules out those that begin and end close by. Offsets are code
points.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from typing import Final

from rapidfuzz.distance import Levenshtein

from verification.core.text.scan import Scanner

# From so many more ends close by on the starts of all are looked up at once.
_CLOSE: Final = 1
# Beyond so many edits more it doesn't matter how far a part is off.
_FAR_OFF: Final = 32
# How many parts that aren't at the distance are kept in mind.
_REFUTED: Final = 16


class Starts:
    """Those of text[start:end], given the smallest distance there and all ends that parts at it may have."""

    def __init__(
        self, text: str, quote: str, scanner: Scanner, stretch: tuple[int, int], distance: int, ends: list[int]
    ) -> None:
        self.distance = distance
        self._text = text
        self._quote = quote
        self._scanner = scanner
        self._start, self._end = stretch
        self._reach = len(quote) + distance
        self._ends = ends
        self._known = (0, 0)
        self._starts: list[int] = []
        self._refuted: deque[tuple[int, int, int]] = deque(maxlen=_REFUTED)

    def low(self, at: int) -> int:
        """Where the longest part that ends at `at` may begin."""
        return max(self._start, at - self._reach)

    def of(self, at: int) -> list[int]:
        """Those of parts that end at `at`; if the scanner takes more than one look, others as well."""
        return self._scanner.starts(self.low(at), at, self.distance)

    def likely(self, at: int) -> list[int] | None:
        """The same and those of parts with other ends, if many ends lie close and it is quick to tell."""
        low, high = self.low(at), min(self._end, at + self._reach // 2)
        if not (self._known[0] <= low and at <= self._known[1]):
            last = bisect_right(self._ends, high) - 1
            if self._scanner.looks == 1 or last - bisect_left(self._ends, at) < _CLOSE:
                return None
            self._known = low, self._ends[last]
            self._starts = self._scanner.all_starts(*self._known, self.distance)
        return self._starts[bisect_left(self._starts, low) : bisect_left(self._starts, at)]

    def may_hold(self, start: int, end: int) -> bool:
        """Whether no part known to be farther away tells that this one is: each edge counts for what it is off."""
        return all(abs(start - one) + abs(end - other) >= off for one, other, off in self._refuted)

    def hold(self, start: int, end: int) -> bool:
        """Whether text[start:end] is at the distance to the letter; kept in mind if it isn't."""
        most = self.distance + _FAR_OFF
        off = Levenshtein.distance(self._quote, self._text[start:end], score_cutoff=most) - self.distance
        if off:
            self._refuted.append((start, end, off))
        return not off
