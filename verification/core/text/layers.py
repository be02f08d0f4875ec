"""Decides where a character of a rewritten text came from: one layer is one rewriting, with the way back.

Between its edits the two sides of a layer run side by side; inside an edit everything that came out belongs
to everything that went in. All offsets are code points.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import add, sub


@dataclass(frozen=True, slots=True)
class Layer:
    """The edits of one rewriting, in order and disjoint: where each stood, and what it became."""

    old_starts: list[int]
    old_ends: list[int]
    new_starts: list[int]
    new_ends: list[int]

    def back(self, start: int, end: int) -> tuple[int, int]:
        """The old span of the new characters from `start` up to `end`; `start` < `end`."""
        return self._origin(start)[0], self._origin(end - 1)[1]

    def forth(self, start: int, end: int) -> tuple[int, int]:
        """The new span of what became of the old characters from `start` up to `end`: empty if all fell away."""
        if start == end:
            return (self._outcome(start)[0],) * 2
        return self._outcome(start)[0], self._outcome(end - 1)[1]

    def _origin(self, position: int) -> tuple[int, int]:
        return _cross(self.new_starts, self.new_ends, self.old_starts, self.old_ends, position)

    def _outcome(self, position: int) -> tuple[int, int]:
        return _cross(self.old_starts, self.old_ends, self.new_starts, self.new_ends, position)


def rewrite(text: str, spans: Sequence[tuple[int, int]], new: str | Sequence[str]) -> tuple[str, Layer | None]:
    """`text` with each span (in order, disjoint) replaced, by one string or by one each, and the layer made."""
    if not spans:
        return text, None
    starts, ends = map(list, zip(*spans, strict=True))
    kept = [text[start:end] for start, end in zip([0, *ends], [*starts, len(text)], strict=True)]
    if isinstance(new, str):
        return new.join(kept), layer_of(starts, ends, [len(new)] * len(spans))
    pieces = [""] * (2 * len(spans) + 1)
    pieces[::2], pieces[1::2] = kept, new
    return "".join(pieces), layer_of(starts, ends, list(map(len, new)))


def layer_of(starts: list[int], ends: list[int], lengths: list[int]) -> Layer:
    """The layer of edits that stood at `starts` up to `ends` and came to have `lengths`."""
    grown = map(sub, map(add, starts, lengths), ends)
    new_starts = list(map(add, starts, accumulate(grown, initial=0)))
    return Layer(starts, ends, new_starts, list(map(add, new_starts, lengths)))


def _cross(
    here_starts: list[int], here_ends: list[int], there_starts: list[int], there_ends: list[int], at: int
) -> tuple[int, int]:
    """The span on the other side of the one character at `at` on this side."""
    last = bisect_right(here_starts, at) - 1
    if last < 0:
        return at, at + 1
    if at < here_ends[last]:
        return there_starts[last], there_ends[last]
    moved = there_ends[last] + at - here_ends[last]
    return moved, moved + 1
