"""Decides which of several equally near parts of a text is the one to show.

In this order: no space at an edge, whole graphemes at both ends, whole words at both ends, the length nearest
the quote's, the first. Every pair of a start and an end is weighed; only where a text repeats itself without
end (over 64 equally near ends with different surroundings in one stretch) the best-looking ends are, and the
first of those. Offsets are code points.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice
from typing import Final

from verification.core.text.edges import Edges
from verification.core.text.scan import Scanner
from verification.core.text.starts import Starts

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
# So many of the starts that an end may have are tried before its own are looked up.
_TRIES: Final = 24


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
        starts = Starts(self._text, self._quote, self._scanner, (start, end), distance, ends)
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
        likely = starts.likely(bound[-1])
        if likely is None:
            return self._best_of_its_own(bound, starts, best)
        tries = 0
        for rank in self._ranks(bound, likely):
            if best and best <= rank:
                return best
            if starts.may_hold(*rank[-2:]):
                if tries == _TRIES:
                    return self._best_of_its_own(bound, starts, best)
                if starts.hold(*rank[-2:]):
                    return rank
                tries += 1
        return None

    def _best_of_its_own(self, bound: Rank, starts: Starts, best: Rank | None) -> Rank | None:
        """The same, by the starts of this end alone."""
        for rank in self._ranks(bound, starts.of(bound[-1])):
            if best and best <= rank:
                return best
            if self._scanner.looks == 1 or starts.hold(*rank[-2:]):
                return rank
        return None

    def _ranks(self, bound: Rank, starts: list[int]) -> Iterator[Rank]:
        """In order, and worked out as they are asked for: mostly the first is the one."""
        faults, _, _, at = bound
        others: dict[int, list[Rank]] = {}
        for start in _outwards(starts, at - self._size):
            rank = faults | self._edges.start(start), abs(at - start - self._size), start, at
            if rank[0] == faults:
                yield rank
            else:
                others.setdefault(rank[0], []).append(rank)
        for worse in sorted(others):
            yield from others[worse]

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


def _outwards(starts: list[int], ideal: int) -> Iterator[int]:
    """The nearest to `ideal` first; of two as near, the first in the text."""
    right = bisect_left(starts, ideal)
    left = right - 1
    while left >= 0 or right < len(starts):
        if right == len(starts) or (left >= 0 and ideal - starts[left] <= starts[right] - ideal):
            yield starts[left]
            left -= 1
        else:
            yield starts[right]
            right += 1


def _where(faults: int, all_faults: bytes, ends: list[int]) -> Iterator[int]:
    at = all_faults.find(faults)
    while at >= 0:
        yield ends[at]
        at = all_faults.find(faults, at + 1)
