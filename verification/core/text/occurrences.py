"""Decides how often a quote stands in a text, near enough: disjoint spans, the best first.

The best span is taken, then the best that shares no character with it, and so on. A text is looked at in
stretches; what a span taken cuts out of one is looked at anew, the rest stays known. Offsets are code points.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

from verification.core.text.scan import Scanner
from verification.core.text.spans import Picker, Rank

# A stretch with more equally near ends than this is cut up before they are compared.
_MANY: Final = 64
_SHORTEST_PIECE: Final = 1_024

_Stretch = tuple[int, int]
# Distance, the best rank that may come of it, how often its stretch was cut, the stretch, its ends: None once they
# are compared and the rank is that of a span, empty if the stretch is still to be scanned; which look they are of.
_Entry = tuple[int, Rank, int, _Stretch, list[int] | None, int]


@dataclass(frozen=True, slots=True)
class Found:
    """A span of the text and its distance from the quote."""

    distance: int
    span: tuple[int, int]


class Occurrences:
    """The disjoint spans of one text at up to `allowed` edits from one quote, found one after another."""

    def __init__(self, scanner: Scanner, picker: Picker, size: int, allowed: int) -> None:
        self._scanner = scanner
        self._picker = picker
        self._allowed = allowed
        self._shortest = size - allowed
        self._reach = size + allowed
        self._piece = max(self._reach, _SHORTEST_PIECE)
        self._heap: list[_Entry] = []
        self._taken: list[_Stretch] = []

    def look(self, start: int, end: int, cuts: int = 0) -> None:
        """Take text[start:end] in; stretches may overlap, but every span must lie inside one of them."""
        if end - start < self._shortest:
            return
        bound = self._scanner.bound(start, end)
        if bound is None:
            self._scan(start, end, cuts)
        elif bound <= self._allowed:
            self._push(bound, cuts, (start, end), [])

    def _scan(self, start: int, end: int, cuts: int) -> None:
        found = self._scanner.nearest(start, end, self._allowed, 0)
        if found is None:
            return
        distance, ends = found
        if len(ends) > _MANY and end - start > 2 * self._piece:
            self._divide(start, end, cuts, distance, ends)
        else:
            self._push(distance, cuts, (start, end), ends)

    def _push(self, distance: int, cuts: int, stretch: _Stretch, ends: list[int], look: int = 0) -> None:
        heappush(self._heap, (distance, self._picker.bound(stretch[0], ends), cuts, stretch, ends, look))

    def _divide(self, start: int, end: int, cuts: int, distance: int, ends: list[int]) -> None:
        """Pieces, each with those ends whose spans can't lie in the piece before it."""
        done = 0
        for piece in self._pieces(start, end):
            upto = bisect_right(ends, piece[1])
            if done < upto:
                self._push(distance, cuts, piece, ends[done:upto])
            else:
                self._push(distance + 1, cuts, piece, [])
            done = upto

    def _pieces(self, start: int, end: int) -> Iterator[_Stretch]:
        for at in range(start, max(start + 1, end - self._reach), self._piece):
            yield at, min(end, at + self._piece + self._reach)

    def take_out(self, span: _Stretch) -> None:
        """Count a span as taken that was found elsewhere."""
        self._taken.append(span)

    def all_over(self, distance: int) -> bool:
        """Whether all that is still to be taken is farther away than `distance`."""
        return not self._heap or self._heap[0][0] > distance

    def take(self) -> Found | None:
        """The next best span."""
        while self._heap:
            distance, rank, cuts, stretch, ends, look = heappop(self._heap)
            if self._overlapped(stretch):
                self._look_again(stretch, cuts)
            elif ends == []:
                self._scan(*stretch, cuts)
            elif ends is not None:
                picked = self._picker.pick(*stretch, distance, ends)
                if picked:
                    heappush(self._heap, (distance, picked, cuts, stretch, None, look))
                else:
                    self._look_closely(*stretch, cuts, distance, look + 1)
            else:
                self._taken.append(rank[-2:])
                self._look_again(stretch, cuts + 1)
                return Found(distance, rank[-2:])
        return None

    def _overlapped(self, stretch: _Stretch) -> bool:
        return any(start < stretch[1] and stretch[0] < end for start, end in self._taken)

    def _look_closely(self, start: int, end: int, cuts: int, distance: int, look: int) -> None:
        """Once a stretch has turned out to have nothing at a distance that it seemed to have."""
        if end - start > 2 * self._piece and self._scanner.worth_cutting:
            for piece in self._pieces(start, end):
                self.look(*piece, cuts)
            return
        for closer in range(look, self._scanner.looks):
            found = self._scanner.nearest(start, end, self._allowed, closer)
            if found is None:
                return
            if found[0] > distance or closer == self._scanner.looks - 1:
                return self._push(found[0], cuts, (start, end), found[1], closer)

    def _look_again(self, stretch: _Stretch, cuts: int) -> None:
        for start, end in self._free(stretch):
            if cuts > 1 and end - start > 2 * self._piece:
                for piece in self._pieces(start, end):
                    self.look(*piece, cuts)
            else:
                self.look(start, end, cuts)

    def _free(self, stretch: _Stretch) -> Iterator[_Stretch]:
        """What is left of a stretch between the spans taken."""
        at, end = stretch
        for taken_start, taken_end in sorted(self._taken):
            if taken_end > at and taken_start < end:
                yield at, taken_start
                at = max(at, taken_end)
        yield at, end
