"""Decides what a CSS value comes to in pixels, as far as hiding a text is concerned.

CSS Values and Units on a screen of 1280 x 720 px with 16 px text. What depends on the layout (`auto`, percentages
of an unknown box, a computation that mixes them with lengths) has no value here and hides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from verification.core.page.words import words

Token: TypeAlias = Any  # tinycss2 has no types

SCREEN_WIDTH: Final = 1280.0
SCREEN_HEIGHT: Final = 720.0
TEXT_SIZE: Final = 16.0

_VW, _VH = SCREEN_WIDTH / 100, SCREEN_HEIGHT / 100
PIXELS: Final = {
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 96 / 25.4,
    "q": 96 / 101.6,
    "rem": TEXT_SIZE,
    "rlh": TEXT_SIZE * 1.2,
    **{prefix + "vw": _VW for prefix in ("", "s", "l", "d")},
    **{prefix + "vh": _VH for prefix in ("", "s", "l", "d")},
    **{prefix + "vi": _VW for prefix in ("", "s", "l", "d")},
    **{prefix + "vb": _VH for prefix in ("", "s", "l", "d")},
    **{prefix + "vmin": min(_VW, _VH) for prefix in ("", "s", "l", "d")},
    **{prefix + "vmax": max(_VW, _VH) for prefix in ("", "s", "l", "d")},
}
TEXT_SIZES: Final = {"em": 1.0, "ex": 0.5, "ch": 0.5, "ic": 1.0, "cap": 0.7, "lh": 1.2}


class Length(NamedTuple):
    """`pixels`, plus `texts` times the text's own size, plus `percent` of whatever it refers to."""

    pixels: float = 0.0
    texts: float = 0.0
    percent: float = 0.0

    def resolve(self, text_size: float, whole: float) -> float:
        return self.pixels + self.texts * text_size + self.percent / 100 * whole

    @property
    def negative(self) -> bool:
        return min(self) < 0


def length(node: Token) -> Length | None:
    """A length or percentage; None for anything else."""
    if node.type == "percentage":
        return Length(percent=node.value)
    if node.type == "number":
        return Length() if node.value == 0 else None
    if node.type != "dimension":
        return None
    unit = node.lower_unit
    if unit in PIXELS:
        return Length(pixels=node.value * PIXELS[unit])
    return Length(texts=node.value * TEXT_SIZES[unit]) if unit in TEXT_SIZES else None


def number(node: Token) -> float | None:
    """A number, or a percentage as a share of one."""
    if node.type == "number":
        return float(node.value)
    return float(node.value) / 100 if node.type == "percentage" else None


def keyword(node: Token) -> str | None:
    return str(node.lower_value) if node.type == "ident" else None


def significant(tokens: Iterable[Token]) -> list[Token]:
    return [node for node in tokens if node.type not in ("whitespace", "comment")]


def arguments(tokens: Iterable[Token]) -> list[Token]:
    """A function's arguments, whether commas or spaces stand between them."""
    return [node for node in significant(tokens) if node != ","]


def computed(tokens: Sequence[Token]) -> bool:
    """Whether a function stands in the value whose result isn't known here."""
    return any(node.type == "function" and node.lower_name in _COMPUTED for node in tokens)


_COMPUTED: Final = words("""
        var env attr calc min max clamp abs sign round mod rem if anchor calc-size anchor-size
        random sibling-index sibling-count progress hypot pow sqrt
    """)
