"""Decides which element every character belongs to, as far as anchors, excerpts and regions ask for it.

Positions are the writer's run indices until `finish` turns them into code points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, Protocol

from lxml.etree import _Element

from verification.core.page.pagetext import Mark, Region, Span
from verification.core.page.tags import LANDMARKS, LEAVES


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


class Outline:
    """`unique`: the ids that stand once on the page."""

    def __init__(self, unique: Collection[str]) -> None:
        self._unique = unique
        self._marks: list[Mark] = []
        self._open: list[int] = []  # of the elements being walked, outermost first, which mark is whose
        self.nosnippet: list[Span] = []
        self.regions: list[Region] = []
        self.forms: list[Span] = []

    def enter(self, holders: Sequence[Holder], tag: str, position: int, name: str) -> None:
        """An element with the id `name` begins inside `holders`, the outermost first."""
        if name not in self._unique:
            return
        for holder in holders[len(self._open) :]:
            self._add(holder.element.tag, holder.start, None)
        self._add(tag, position, name)

    def _add(self, tag: str, start: int, name: str | None) -> None:
        self._open.append(len(self._marks))
        self._marks.append(Mark(start, start, 0, tag in LANDMARKS, tag in LEAVES, name))

    def leave(self, depth: int, position: int) -> None:
        """The element inside `depth` others ends."""
        while len(self._open) > depth:
            index = self._open.pop()
            self._marks[index] = self._marks[index]._replace(end=position, last=len(self._marks) - 1)

    def finish(self, starts: Sequence[int], ends: Sequence[int]) -> Found:
        """`starts`, `ends`: the writer's."""

        def span(start: int, end: int) -> Span:
            return starts[start], ends[end] if end > start else starts[start]

        def placed(mark: Mark) -> Mark:
            start, end = span(mark.start, mark.end)
            return mark._replace(start=start, end=end)

        regions = ((*span(start, end), kind) for start, end, kind in _outer_first(self.regions) if start < end)
        return Found(
            tuple(map(placed, self._marks)),
            tuple(span(start, end) for start, end in sorted(self.nosnippet) if start < end),
            tuple(regions),
        )


def _outer_first(regions: Iterable[Region]) -> list[Region]:
    return sorted(regions, key=lambda region: (region[0], -region[1]))
