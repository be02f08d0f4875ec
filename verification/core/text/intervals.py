"""Decides which stretches of a text are one: those that meet, or share an offset. Half-open, in code points."""

from __future__ import annotations

from collections.abc import Iterable


def merged(stretches: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stretches in order, those that meet made one, empty ones left out."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(each for each in stretches if each[0] < each[1]):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found
