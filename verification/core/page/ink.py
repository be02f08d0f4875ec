"""Decides whether text can be told from what is behind it: its colour, and the nearest ground that is declared.

Only what is sure counts: an image, a shade or a box that is laid over others makes the ground unknown, and an
unknown one hides nothing but transparent text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import tinycss2

from verification.core.page.css.colours import BLACK, CURRENT, LINK, OTHER, Colour, colour
from verification.core.page.css.properties import WIDE, Style

_OWN_COLOURS: Final = frozenset({"button", "select", "mark", "input", "meter", "progress"})
_HINTS: Final = {("font", "color"): "color", ("body", "text"): "color"}
_UNCHANGED: Final = ("inherit", "unset", CURRENT)


class Ink(NamedTuple):
    """The colours of a text and of what is behind it; None: not known."""

    text: Colour | None
    ground: Colour | None

    @property
    def is_lost(self) -> bool:
        if self.text is None:
            return False
        return self.text.is_transparent if self.ground is None else self.text.is_lost_on(self.ground)

    def inside(self, tag: str, style: Style, *, has_box: bool) -> Ink:
        """In an element of that style; without a box of its own it has no ground either."""
        text = self._text(tag, style)
        return Ink(text, self._ground(tag, style, text) if has_box else self.ground)

    def _text(self, tag: str, style: Style) -> Colour | None:
        if tag == "svg" or _is_drawn_otherwise(style):
            return None
        fill = style.get("-webkit-text-fill-color", CURRENT)
        said = style.get("color") if fill in WIDE or fill == CURRENT else fill
        if isinstance(said, Colour):
            return said
        if said is None or said == "revert":
            return LINK if tag == "a" else None if tag in _OWN_COLOURS else self.text
        return self.text if said in _UNCHANGED else BLACK if said == "initial" else None

    def _ground(self, tag: str, style: Style, text: Colour | None) -> Colour | None:
        said = text if style.get("background-color") == CURRENT else style.get("background-color")
        if style.get("background-image") is True:
            return None
        if isinstance(said, Colour) and not said.is_transparent:
            return said if said.alpha == 1 else None
        if tag in _OWN_COLOURS or style.get("position") in ("absolute", "fixed"):
            return None
        # `inherit` too: whatever is opaque or clear looks the same once more.
        return self.ground if said is None or isinstance(said, Colour) or said in WIDE else None


def _is_drawn_otherwise(style: Style) -> bool:
    """By a shadow, an outline, or as a hole through which the ground shows."""
    drawn = any(style.get(name) is True for name in ("text-shadow", "-webkit-text-stroke"))
    return drawn or style.get("background-clip") == "text"


def hints(tag: str, attributes: Mapping[str, str]) -> Style:
    """What old attributes say of colours; any rule beats them."""
    style: dict[str, Any] = {}
    for name, value in attributes.items():
        target = "background-color" if name == "bgcolor" else _HINTS.get((tag, name))
        if target:
            style[target] = _named(value) or _named(f"#{value}") or OTHER
        elif name == "background":
            style["background-image"] = True
    return style


def _named(value: str) -> Colour | str | None:
    node = tinycss2.parse_one_component_value(value)
    return None if node.type == "error" else colour([node])
