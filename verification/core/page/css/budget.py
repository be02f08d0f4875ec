"""Decides when a page's style is too much work to be read: hostile style sheets cost more the longer one looks."""

from __future__ import annotations


class TooCostly(Exception):
    """What the style hides can't be said at a sensible cost."""


class Budget:
    """Counted steps: tests of one element, or looks at one neighbour of it."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def spend(self, steps: int = 1) -> None:
        self._left -= steps
        if self._left < 0:
            raise TooCostly
