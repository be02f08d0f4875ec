"""Decides which element every character belongs to, as far as anchors, excerpts and regions ask for it.

Positions are the writer's run indices until `finish` turns them into code points.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from lxml.etree import _Element

from verification.core.page.pagetext import Mark, Region, Span
from verification.core.page.tags import LANDMARKS, LEAVES

LOGIN: Final = "login"  # a form that asks for a password: a region for the gates only


class Found(NamedTuple):
    elements: tuple[Mark, ...]
    nosnippet: tuple[Span, ...]
    regions: tuple[Region, ...]


class Holder(Protocol):
    """An element that is being read, and the position at which it began."""

    @property
    def element(self) -> _Element: ...
    @property
    def start(self) -> int: ...


@dataclass(slots=True)
class _Mark:
    """A Mark in the making: positions instead of offsets."""

    tag: str
    start: int
    id: str | None
    end: int = 0
    last: int = 0


class Outline:
    """`unique`: the ids that stand once on the page."""

    def __init__(self, unique: Collection[str]) -> None:
        self._unique = unique
        self._marks: list[_Mark] = []
        self.open: list[_Mark] = []  # those of the elements being read, outermost first
        self.nosnippet: list[Span] = []
        self.regions: list[Region] = []

    def enter(self, holders: Sequence[Holder], tag: str, position: int, name: str) -> None:
        """An element with the id `name` begins inside `holders`, the outermost first."""
        if name not in self._unique:
            return
        for holder in holders[len(self.open) :]:
            self._add(_Mark(holder.element.tag, holder.start, None))
        self._add(_Mark(tag, position, name))

    def _add(self, mark: _Mark) -> None:
        self.open.append(mark)
        self._marks.append(mark)

    def leave(self, depth: int, position: int) -> None:
        """The element inside `depth` others ends."""
        while len(self.open) > depth:
            mark = self.open.pop()
            mark.end, mark.last = position, len(self._marks) - 1

    def finish(self, starts: Sequence[int], ends: Sequence[int]) -> Found:
        """`starts`, `ends`: the writer's."""

        def span(start: int, end: int) -> Span:
            return starts[start], ends[end] if end > start else starts[start]

        def placed(mark: _Mark) -> Mark:
            start, end = span(mark.start, mark.end)
            return Mark(start, end, mark.last, mark.tag in LANDMARKS, mark.tag in LEAVES, mark.id)

        regions = [
            (*span(start, end), kind)
            for start, end, kind in _outer_first(self.regions)
            if start < end and kind != LOGIN
        ]
        nosnippet = [span(start, end) for start, end in sorted(self.nosnippet) if start < end]
        return Found(tuple(map(placed, self._marks)), tuple(nosnippet), tuple(regions))


def _outer_first(regions: Sequence[Region]) -> list[Region]:
    """Of two with the same edges the outer one ends later."""
    ranked = sorted(enumerate(regions), key=lambda ranked: (ranked[1][0], -ranked[1][1], -ranked[0]))
    return [region for _, region in ranked]
