"""Decides which declarations of a page are worth looking at, since most hide nothing.

A box is hidden by a value that clips, moves or shrinks it: without such a value on the element itself, the sizes,
margins and paddings that most rules set don't matter. What elements inherit matters everywhere, but only if any
value on the page could hide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from verification.core.page.casing import CAPITALS, LOWER, UPPER
from verification.core.page.css.colours import COLOURED
from verification.core.page.css.properties import Style
from verification.core.page.css.shapes import Move
from verification.core.page.css.values import SCREEN_HEIGHT, SCREEN_WIDTH, TEXT_SIZE, Length
from verification.core.page.css.variables import Pending

_ALWAYS: Final = frozenset({"display", "position"})  # they part words as well
_PIXELS_LEFT: Final = 4.0  # a little more than what counts as nothing
_PIXELS_OFF: Final = 200.0  # far less than what counts as off the screen: the text's size isn't known yet


def _tiny(value: Any) -> bool:
    return isinstance(value, Length) and value.resolve(TEXT_SIZE, SCREEN_WIDTH) < _PIXELS_LEFT


def _far(value: Any) -> bool:
    steps = (value.right, value.down) if isinstance(value, Move) else (value,)
    known = [step.resolve(TEXT_SIZE, SCREEN_WIDTH) for step in steps if isinstance(step, Length)]
    return any(step < -_PIXELS_OFF or step >= SCREEN_HEIGHT for step in known)


def _one_of(*values: Any) -> Callable[[Any], bool]:
    return lambda value: value in values


# The values by which a property may hide its own box, and those by which one that is inherited (or, in one case,
# just rare) may matter.
_BOX: Final[Mapping[str, Callable[[Any], bool]]] = {
    "opacity": lambda value: isinstance(value, float) and value < 0.1,
    "transform": lambda value: isinstance(value, Move) and (value.vanishes or _far(value)),
    "content-visibility": _one_of("hidden"),
    **dict.fromkeys(("filter", "clip", "clip-path", "scale", "zoom"), _one_of(True)),
    **dict.fromkeys(("translate", "top", "right", "bottom", "left", "margin-top", "margin-left"), _far),
    "text-indent": _far,
    **dict.fromkeys(("width", "height", "max-width", "max-height"), _tiny),
}
_INHERITED: Final[Mapping[str, Callable[[Any], bool]]] = {
    "visibility": _one_of("hidden", "collapse"),
    "font-size": _tiny,
    "text-indent": _far,
    "white-space": _one_of("preserve", "lines"),
    "vertical-align": _one_of("super", "sub"),
    "text-transform": _one_of(UPPER, LOWER, CAPITALS),
}


def may_hide_box(style: Style) -> bool:
    return any(name in _BOX and (isinstance(value, Pending) or _BOX[name](value)) for name, value in style.items())


def relevant_everywhere(styles: Iterable[Style], *, coloured: bool = False) -> frozenset[str]:
    """The properties that count on every element of a page that declares `styles`, colours if it is `coloured`."""
    found = {*_ALWAYS, *(COLOURED if coloured else ())}
    for style in styles:
        for name, value in style.items():
            if name.startswith("--") or (name in _INHERITED and _may_matter(name, value)):
                found.add(name)
    return frozenset(found)


def _may_matter(name: str, value: Any) -> bool:
    return isinstance(value, Pending) or _INHERITED[name](value)
