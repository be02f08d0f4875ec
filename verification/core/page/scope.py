"""Decides what an element hands down to what stands in it: CSS's inherited values, and where in the page it is."""

from __future__ import annotations

from typing import Final, NamedTuple

from verification.core.page.css.values import TEXT_SIZE
from verification.core.page.css.variables import Variables
from verification.core.page.ink import Ink
from verification.core.page.writer import COLLAPSE

_NO_VARIABLES: Final = Variables()


class Scope(NamedTuple):
    visible: bool = True  # CSS visibility
    text_size: float = TEXT_SIZE  # pixels
    indent: float = 0.0  # text-indent, pixels
    off_screen: bool = False  # the enclosing block's first line is indented off the screen
    spaces: str = COLLAPSE
    blockifies: bool = False  # children are flex or grid items
    tabular: bool = False  # directly inside table, tr and the like
    case: str = ""  # text-transform, as casing names it
    mute: bool = False  # directly inside an element that shows no text of its own
    code: bool = False  # inside pre or code
    foreign: str = ""  # "svg" or "math"
    ink: Ink | None = None  # where colours count
    variables: Variables = _NO_VARIABLES  # CSS custom properties

    @property
    def shown(self) -> bool:
        seen = self.visible and self.text_size >= 1 and not self.off_screen and not self.mute
        return seen and not (self.ink and self.ink.is_lost)
