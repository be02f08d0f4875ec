"""Decides which colour a value names, and whether text of one colour can be told from a ground of another.

CSS Color Level 4, as far as sRGB goes; of other colours it's known only whether they are transparent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any, Final, NamedTuple

from tinycss2.color4 import parse_color

from verification.core.page.css.values import Token, keyword
from verification.core.page.css.variables import Pending

_FAINT: Final = 0.01
_PAIRS: Final = 10_000  # of colours; with more of them some will be alike
_ALIKE: Final = 3 / 255  # of each channel: nobody tells such colours apart


class Colour(NamedTuple):
    """Red, green, blue and opacity, each from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    @property
    def is_transparent(self) -> bool:
        return self.alpha < _FAINT

    def is_lost_on(self, ground: Colour) -> bool:
        """Whether text of this colour can't be told from what is behind it."""
        return self.is_transparent or all(abs(self[at] - ground[at]) <= _ALIKE for at in range(3))


BLACK: Final = Colour(0.0, 0.0, 0.0)
WHITE: Final = Colour(1.0, 1.0, 1.0)
LINK: Final = Colour(0.0, 0.0, 238 / 255)
CLEAR: Final = Colour(0.0, 0.0, 0.0, 0.0)
CURRENT: Final = "currentcolor"
OTHER: Final = "other"  # a colour that isn't known here, or an image
INKS: Final = ("color", "-webkit-text-fill-color")
COLOURED: Final = frozenset(
    {*INKS, "background-color", "background-image", "background-clip", "text-shadow", "-webkit-text-stroke"}
)
_SYSTEM: Final = {"canvas": WHITE, "canvastext": BLACK, "linktext": LINK}
_FUNCTIONS: Final = frozenset({"color-mix", "light-dark", "device-cmyk", "contrast-color"})


def colour(value: list[Token]) -> Colour | str | None:
    """None for what is no colour."""
    if len(value) != 1:
        return None
    named = _SYSTEM.get(keyword(value[0]) or "")
    if named is not None:
        return named
    if value[0].type == "function" and value[0].lower_name in _FUNCTIONS:
        return OTHER
    parsed = parse_color(value[0])
    if parsed is None or isinstance(parsed, str):
        return CURRENT if parsed else None
    if parsed.alpha < _FAINT:
        return CLEAR
    try:
        red, green, blue = parsed.to("srgb").coordinates
    except NotImplementedError:
        return OTHER
    return Colour(red, green, blue, parsed.alpha)


def ground(value: list[Token]) -> Colour | str:
    """The colour in a `background` shorthand; nothing to see where it names none."""
    if any(node.type in ("url", "function") and colour([node]) is None for node in value):
        return OTHER
    named = [found for node in value if (found := colour([node])) is not None]
    return named[0] if named else CLEAR


def is_image(value: list[Token]) -> bool:
    """Whether there is one; shadows and outlines are as easily told from none."""
    return keyword(value[0]) != "none"


def may_hide(styles: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a text colour that one of the styles declares may be lost on a ground of any other."""
    inks: set[Colour] = {BLACK, LINK}
    grounds: set[Colour] = {WHITE}
    for style in styles:
        said = {name: style[name] for name in (*INKS, "background-color") if name in style}
        if any(isinstance(value, Pending) for value in said.values()):
            return True
        if CURRENT in said.values():
            return True
        inks.update(said[name] for name in INKS if isinstance(said.get(name), Colour))
        if isinstance(said.get("background-color"), Colour):
            grounds.add(said["background-color"])
    opaque = [each for each in grounds if each.alpha == 1]
    return (
        len(inks) * len(opaque) > _PAIRS
        or any(ink.is_transparent for ink in inks)
        or any(ink.is_lost_on(each) for ink, each in product(inks, opaque))
    )
