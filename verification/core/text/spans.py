"""Decides which of several equally near parts of a text is the one to show.

In this order: no space at an edge, whole graphemes at both ends, whole words at both ends, the length nearest
the quote's, the first. Every pair of a start and an end is weighed; only where a text repeats itself without
end (over 64 equally near ends with different surroundings in one stretch) the best-looking ends are, and the
first of those. Offsets are code points.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from rapidfuzz.distance import Levenshtein

from verification.core.text.edges import Edges
from verification.core.text.scan import Scanner

# Faults of its edges (edges.py), how far its length is off, start, end: the least is the best.
Rank = tuple[int, int, int, int]

# More ends than this have their edges looked at all at once.
_BULK: Final = 64
_MOST_ENDS: Final = 64
_FEWEST_ENDS: Final = 4
_MOST_EQUALS: Final = 32
# What weighing ends may cost in all, in steps of a 64-bit word; a call of the scanner costs as much as _CALL.
_BUDGET: Final = 4_000_000
_CALL: Final = 1_500
# From so many ends close to one another on the starts of all are looked up at once; so many are then tried.
_CLOSE: Final = 1
_TRIES: Final = 24
_REFUTED: Final = 16


class Starts:
    """Where the parts of one stretch at one distance may begin, given all the ends they may have."""

    def __init__(
        self, scanner: Scanner, stretch: tuple[int, int], reach: int, distance: int, ends: list[int]
    ) -> None:
        self.distance = distance
        self._scanner = scanner
        self._start, self._end = stretch
        self._reach = reach
        self._ends = ends
        self._known = (0, 0)
        self._starts: list[int] = []
        self._refuted: deque[tuple[int, int, int]] = deque(maxlen=_REFUTED)

    def of(self, at: int) -> list[int]:
        """Of the parts that end at `at`."""
        return self._scanner.starts(self.low(at), at, self.distance)

    def likely(self, at: int) -> list[int] | None:
        """The same and those of parts with other ends, if many ends lie close and it is quick to tell."""
        low, high = self.low(at), min(self._end, at + self._reach // 2)
        if not (self._known[0] <= low and at <= self._known[1]):
            last = bisect_right(self._ends, high) - 1
            if self._scanner.looks == 1 or last - bisect_left(self._ends, at) < _CLOSE:
                return None
            high = self._ends[last]
            self._known = low, high
            self._starts = self._scanner.all_starts(low, high, self.distance)
        return self._starts[bisect_left(self._starts, low) : bisect_left(self._starts, at)]

    def may_begin(self, start: int, at: int) -> bool:
        """Whether what is known of parts that begin and end close by doesn't speak against it."""
        return all(abs(start - one) + abs(at - other) >= off for one, other, off in self._refuted)

    def refute(self, start: int, at: int, off: int) -> None:
        """Take in that a part is `off` farther away: so many more edits at most a step at either end is worth."""
        self._refuted.append((start, at, off))

    def low(self, at: int) -> int:
        """Where the longest part that ends at `at` may begin."""
        return max(self._start, at - self._reach)


class Picker:
    """Picks spans of one text for one quote."""

    def __init__(self, text: str, quote: str, scanner: Scanner) -> None:
        self._text = text
        self._quote = quote
        self._size = len(quote)
        self._scanner = scanner
        self._edges = Edges(text)
        self._budget = _BUDGET
        # From where on no part that ends there is at the distance.
        self._no_ends: dict[tuple[int, int], int] = {}

    def bound(self, start: int, ends: list[int]) -> Rank:
        """A rank that no span from `start` on with one of these ends betters."""
        if len(ends) <= _BULK:
            return 0, 0, start, start
        return min(self._edges.ends[ends[0] : ends[-1] + 1]), 0, start, start

    def pick(self, start: int, end: int, distance: int, ends: list[int]) -> Rank | None:
        """The best span within text[start:end], given the smallest distance there and all ends that have it.

        None if that isn't the truth, or can't be told; never after the last look.
        """
        best: Rank | None = None
        reach = self._size + distance
        starts = Starts(self._scanner, (start, end), reach, distance, ends)
        for bound in self._weighable(start, reach, ends):
            if best and best <= bound:
                break
            found = self._best_known(bound, starts, best)
            if found is None and len(ends) > _BULK:
                return None
            best = found or best
        return best

    def _best_known(self, bound: Rank, starts: Starts, best: Rank | None) -> Rank | None:
        """As `_best_from`; what turned out to be no end of a long part isn't one of a shorter part either."""
        low, end = starts.low(bound[-1]), (bound[-1], starts.distance)
        if low >= self._no_ends.get(end, low + 1):
            return None
        found = self._best_from(bound, starts, best)
        if found is None:
            self._no_ends[end] = low
        return found

    def _best_from(self, bound: Rank, starts: Starts, best: Rank | None) -> Rank | None:
        """The best span with the end of `bound`, or the best so far; None if the end isn't one, to the letter."""
        at = bound[-1]
        if (likely := starts.likely(at)) is not None:
            tries = 0
            for rank in self._ranks(bound, likely):
                if best and best <= rank:
                    return best
                if starts.may_begin(*rank[-2:]):
                    off = self._off(starts.distance, *rank[-2:])
                    if not off:
                        return rank
                    starts.refute(*rank[-2:], off)
                    tries += 1
                    if tries == _TRIES:
                        break
            else:
                return None
        for rank in self._ranks(bound, starts.of(at)):
            if best and best <= rank:
                return best
            if self._scanner.looks == 1 or self._is_at(starts.distance, *rank[-2:]):
                return rank
        return None

    def _ranks(self, bound: Rank, starts: Iterable[int]) -> list[Rank]:
        faults, _, _, at = bound
        return sorted(
            (faults | self._edges.start(start), abs(at - start - self._size), start, at) for start in starts
        )

    def _off(self, distance: int, start: int, end: int) -> int:
        return Levenshtein.distance(self._quote, self._text[start:end]) - distance

    def _is_at(self, distance: int, start: int, end: int) -> bool:
        part = self._text[start:end]
        return Levenshtein.distance(self._quote, part, score_cutoff=distance) <= distance

    def _weighable(self, start: int, reach: int, ends: list[int]) -> Iterator[Rank]:
        """What each end can come to at best, in order; of ends alike in all that matters, the first."""
        cost = _CALL + self._size * reach // 64
        affordable = max(_FEWEST_ENDS, min(_MOST_ENDS, self._budget // cost))
        for bound in islice(self._differing(start, reach, ends), affordable):
            self._budget -= cost
            yield bound

    def _differing(self, start: int, reach: int, ends: list[int]) -> Iterator[Rank]:
        text, seen = self._text, set()
        for bound in self._bounds(start, ends):
            at = bound[-1]
            low = max(start, at - reach)
            surroundings = bound[0], text[max(0, low - 2) : low], text[low:at], text[at : at + 1]
            if surroundings not in seen:
                seen.add(surroundings)
                yield bound

    def _bounds(self, start: int, ends: list[int]) -> Iterator[Rank]:
        """The best ranks the ends allow, in order: those with room for the quote's length, then the nearest."""
        room = bisect_left(ends, start + self._size)
        short, long = ends[room - 1 :: -1] if room else [], ends[room:]
        faults_short, faults_long = self._faults(short), self._faults(long)
        most = len(ends) if len(ends) <= _BULK else _MOST_EQUALS
        for faults in sorted({*faults_short, *faults_long}):
            for at in islice(_where(faults, faults_long, long), most):
                yield faults, 0, at - self._size, at
            for at in islice(_where(faults, faults_short, short), most):
                yield faults, start + self._size - at, start, at

    def _faults(self, ends: list[int]) -> bytes:
        one = self._edges.end if len(ends) <= _BULK else self._edges.ends.__getitem__
        return bytes(map(one, ends))


def _where(faults: int, all_faults: bytes, ends: list[int]) -> Iterator[int]:
    at = all_faults.find(faults)
    while at >= 0:
        yield ends[at]
        at = all_faults.find(faults, at + 1)
