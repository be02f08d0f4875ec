"""Decides where the bars of a small chart stand. Plain numbers for an SVG: no style, no script; integers only.

A chart repeats a table that stands beside it, so it needs no axis and is hidden from screen readers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

STEP, BAR, HEIGHT = 20, 16, 100
"""Units of the drawing: from one column to the next, a column's width, the highest column's height."""
LEAST: Final = 1
"""What is there is seen, however little it is."""


@dataclass(frozen=True, slots=True)
class Bar:
    x: int
    y: int
    width: int
    height: int
    tone: str
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    width: int
    height: int
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One column, of parts that stand on each other: (tone, count). `told`: how a count is written."""

    label: str
    parts: tuple[tuple[str, int], ...]
    told: Callable[[int], str] = str

    @property
    def total(self) -> int:
        return sum(count for _, count in self.parts)


def columns(data: Sequence[Column]) -> Chart:
    """Columns side by side, the highest as high as the drawing."""
    highest = max((each.total for each in data), default=0)
    bars = [bar for at, each in enumerate(data) for bar in _stacked(at, each, highest)]
    return Chart(max(len(data), 1) * STEP, HEIGHT, tuple(bars))


def share(part: int, whole: int, width: int = 100) -> int:
    """How long a bar of `part` is where `whole` is `width` long."""
    return max(part * width // whole, LEAST if part else 0) if whole > 0 else 0


def _stacked(at: int, column: Column, highest: int) -> list[Bar]:
    bars, floor = [], HEIGHT
    for tone, count in column.parts:
        height = min(share(count, highest, HEIGHT), floor)
        floor -= height
        if height:
            label = f"{column.label}: {column.told(count)}"
            bars.append(Bar(at * STEP + (STEP - BAR) // 2, floor, BAR, height, tone, label))
    return bars
