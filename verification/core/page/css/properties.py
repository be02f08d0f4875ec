"""Decides which declarations bear on whether a text is seen, and what each one says.

Shorthands are taken apart and logical names replaced by physical ones (left to right, top to bottom). A value
that isn't valid CSS is dropped here, because an invalid declaration doesn't override an earlier valid one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from verification.core.page.casing import CAPITALS, LOWER, UPPER
from verification.core.page.css.calc import calculated
from verification.core.page.css.colours import colour, ground, is_image
from verification.core.page.css.shapes import clip_leaves_nothing, moves, path_leaves_nothing, scales_to_nothing
from verification.core.page.css.values import (
    TEXT_SIZE,
    Length,
    Token,
    arguments,
    computed,
    keyword,
    length,
    number,
    significant,
)
from verification.core.page.css.variables import Pending, used
from verification.core.page.words import words

Style: TypeAlias = Mapping[str, Any]
_Reader: TypeAlias = Callable[[list[Token]], Any]

WIDE: Final = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
UNKNOWN: Final = "unknown"  # valid, but its value depends on what isn't known here

_OUTSIDE: Final = frozenset({"block", "inline"})
_INSIDE: Final = frozenset({"flow", "flow-root", "table", "flex", "grid", "ruby", "math"})
_DISPLAYS: Final = words("""
        none contents block inline inline-block list-item flow-root flow flex inline-flex
        grid inline-grid -webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex table
        inline-table table-row table-cell table-caption table-row-group table-header-group
        table-footer-group table-column table-column-group ruby ruby-text math
    """)
_FONT_SIZES: Final = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": TEXT_SIZE,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
    "xxx-large": 48.0,
}
_RELATIVE_FONT_SIZES: Final = {"smaller": Length(texts=1 / 1.2), "larger": Length(texts=1.2)}
_SYSTEM_FONTS: Final = frozenset({"caption", "icon", "menu", "message-box", "small-caption", "status-bar"})
_SIZE_WORDS: Final = frozenset({"auto", "none", "min-content", "max-content", "fit-content", "stretch", "content"})
_PRESERVING: Final = frozenset({"pre", "pre-wrap", "break-spaces", "preserve"})
_LINE_KEEPING: Final = frozenset({"pre-line", "preserve-breaks"})
_CASES: Final = frozenset({UPPER, LOWER, CAPITALS})
_OTHER_TRANSFORMS: Final = frozenset({"none", "full-width", "full-size-kana", "math-auto"})
_COLLAPSING: Final = frozenset({"normal", "collapse", "wrap", "balance", "pretty", "stable"})
_ASIDE: Final = frozenset({"left", "right", "inline-start", "inline-end"})
_FAINT: Final = 0.01  # a share of the opacity
_MINUTE: Final = 0.05  # a scale at which text of the usual size is less than a pixel high


def longhands(name: str, tokens: list[Token]) -> Iterator[tuple[str, Any]]:
    """What one declaration sets and to what; nothing if it is invalid or of no concern.

    `name` in lower case, unless it is a custom property.
    """
    if name.startswith("--"):
        yield name, significant(tokens)
        return
    read = READERS.get(name)
    value = [calculated(node) for node in significant(tokens)] if read else []
    if read is None or not value:
        return
    names = _EVERY if name == "all" else _PARTS.get(name, (_ALIASES.get(name, name),))
    wide = keyword(value[0]) if len(value) == 1 else None
    if wide in WIDE or computed(value):
        unknown = Pending(name, value) if next(used(value), None) else UNKNOWN
        yield from ((part, wide if wide in WIDE else unknown) for part in names)
    elif name in _SIDES:
        yield from zip(names, _sides(name, [read([node]) for node in value]), strict=False)
    else:
        result = read(value)
        yield from ((part, result) for part in names if result is not None)


def _sides(name: str, values: list[Any]) -> list[Any]:
    """One to four values as those of the sides that `_PARTS` names; none if one of them is invalid."""
    if len(values) > 4 or any(value is None for value in values):
        return []
    if name in ("inset", "margin", "padding"):
        top, right, bottom, left = (values[index if index < len(values) else -1] for index in range(4))
        if len(values) < 4:
            left = right
        if len(values) < 3:
            bottom = top
        return [top, right, bottom, left]
    return [values[0], values[-1]] if len(values) < 3 else []


def _one_of(*words: str) -> _Reader:
    allowed = frozenset(words)

    def read(value: list[Token]) -> str | None:
        word = keyword(value[0])
        return word if len(value) == 1 and word in allowed else None

    return read


def _display(value: list[Token]) -> str | None:
    words = [keyword(node) or "" for node in value]
    if len(words) == 1:
        return words[0] if words[0] in _DISPLAYS else None
    outside = [word for word in words if word in _OUTSIDE]
    inside = [word for word in words if word in _INSIDE]
    if "list-item" in words:
        return "list-item" if len(outside) + len(inside) == len(words) - 1 else None
    if len(words) != 2 or len(outside) != 1 or len(inside) != 1:
        return None
    if inside[0] == "flow":
        return outside[0]
    if outside[0] == "inline":
        return {"flow-root": "inline-block", "ruby": "ruby"}.get(inside[0], f"inline-{inside[0]}")
    return "block" if inside[0] == "math" else inside[0]


def _opacity(value: list[Token]) -> float | None:
    return number(value[0]) if len(value) == 1 else None


def _length(value: list[Token]) -> Length | str | None:
    if len(value) != 1:
        return None
    word = keyword(value[0])
    return word if word == "auto" else length(value[0])


def _size(value: list[Token]) -> Length | str | None:
    if len(value) == 1 and value[0].type == "function":
        return UNKNOWN
    if len(value) == 1 and keyword(value[0]) in _SIZE_WORDS:
        return "auto"
    result = length(value[0]) if len(value) == 1 else None
    return None if result is None or result.negative else result


def _font_size(value: list[Token]) -> Length | None:
    word = keyword(value[0])
    if len(value) != 1 or word is None:
        size = length(value[0]) if len(value) == 1 else None
        return None if size is None or size.negative else size
    return Length(pixels=_FONT_SIZES[word]) if word in _FONT_SIZES else _RELATIVE_FONT_SIZES.get(word)


def _font(value: list[Token]) -> Length | None:
    """The size in a `font` shorthand: the first length there (a weight is a number of 1 or more)."""
    if len(value) == 1 and keyword(value[0]) in _SYSTEM_FONTS:
        return Length(pixels=TEXT_SIZE)
    sizes = [size for node in value[:-1] if (size := _font_size([node])) is not None]
    return sizes[0] if sizes else None


def _text_indent(value: list[Token]) -> Length | None:
    sizes = [length(node) for node in value if keyword(node) not in ("hanging", "each-line")]
    return sizes[0] if len(sizes) == 1 else None


def _spaces(value: list[Token]) -> str | None:
    """How white space is kept: the names of writer.py's modes, and "nowrap" for collapse without breaks."""
    words = {keyword(node) for node in value}
    if words & _PRESERVING:
        return "preserve"
    if words & _LINE_KEEPING:
        return "lines"
    if "nowrap" in words:
        return "nowrap"
    return "collapse" if words & _COLLAPSING else None


def _case(value: list[Token]) -> str | None:
    """Which letters text is shown in: casing's names, or "none"; the other ways to transform it don't count."""
    word = keyword(value[0]) if len(value) == 1 else None
    return "none" if word in _OTHER_TRANSFORMS else word if word in _CASES else None


def _vertical_align(value: list[Token]) -> str | None:
    return keyword(value[0]) or "baseline" if len(value) == 1 else None


def _filter(value: list[Token]) -> bool:
    """Whether the filter takes all the opacity."""
    shares = (
        number(argument)
        for node in value
        if node.type == "function" and node.lower_name == "opacity"
        for argument in arguments(node.arguments)
    )
    return any(share is not None and share < _FAINT for share in shares)


def _float(value: list[Token]) -> str | None:
    """Whether the box floats; one that does may have a size though it is in line."""
    word = keyword(value[0]) if len(value) == 1 else None
    return word if word == "none" else "aside" if word in _ASIDE else None


def _text_clip(value: list[Token]) -> str:
    return "text" if any(keyword(node) == "text" for node in value) else "box"


def _zoom(value: list[Token]) -> bool | None:
    """Whether nothing is left to read; zero is no zoom at all."""
    if len(value) == 1 and keyword(value[0]) in ("normal", "reset"):
        return False
    share = number(value[0]) if len(value) == 1 else None
    return None if share is None or share < 0 else 0 < share < _MINUTE


_OVERFLOW = _one_of("visible", "hidden", "clip", "scroll", "auto", "overlay")
READERS: Final[Mapping[str, _Reader]] = {
    "all": lambda value: None,
    "display": _display,
    "visibility": _one_of("visible", "hidden", "collapse"),
    "opacity": _opacity,
    "filter": _filter,
    "float": _float,
    "color": colour,
    "-webkit-text-fill-color": colour,
    "background": ground,
    "background-color": colour,
    "background-image": is_image,
    "text-shadow": is_image,
    "-webkit-text-stroke": is_image,
    "background-clip": _text_clip,
    "-webkit-background-clip": _text_clip,
    "zoom": _zoom,
    "content-visibility": _one_of("visible", "auto", "hidden"),
    "font-size": _font_size,
    "font": _font,
    "clip": clip_leaves_nothing,
    "clip-path": path_leaves_nothing,
    "-webkit-clip-path": path_leaves_nothing,
    "transform": moves,
    "-webkit-transform": moves,
    "translate": moves,
    "scale": scales_to_nothing,
    "text-indent": _text_indent,
    "white-space": _spaces,
    "white-space-collapse": _spaces,
    "vertical-align": _vertical_align,
    "text-transform": _case,
    "position": _one_of("static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky"),
    **dict.fromkeys(("overflow", "overflow-x", "overflow-y", "overflow-inline", "overflow-block"), _OVERFLOW),
    **dict.fromkeys(("width", "max-width", "min-width", "height", "max-height", "min-height"), _size),
    **dict.fromkeys(("inline-size", "max-inline-size", "min-inline-size"), _size),
    **dict.fromkeys(("block-size", "max-block-size", "min-block-size"), _size),
    **dict.fromkeys(("top", "right", "bottom", "left", "inset", "inset-inline", "inset-block"), _length),
    **dict.fromkeys(("inset-inline-start", "inset-inline-end", "inset-block-start", "inset-block-end"), _length),
    **dict.fromkeys(("margin", "margin-top", "margin-left", "margin-inline", "margin-block"), _length),
    **dict.fromkeys(("margin-inline-start", "margin-block-start"), _length),
    **dict.fromkeys(("padding", "padding-top", "padding-bottom", "padding-block"), _size),
    **dict.fromkeys(("padding-left", "padding-right", "padding-inline"), _size),
}
_SIDES: Final = words("""
        overflow inset margin padding inset-inline inset-block margin-inline margin-block
        padding-inline padding-block
    """)
_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "overflow": ("overflow-x", "overflow-y"),
    "inset": ("top", "right", "bottom", "left"),
    "inset-inline": ("left", "right"),
    "inset-block": ("top", "bottom"),
    "margin": ("margin-top", "margin-right", "margin-bottom", "margin-left"),
    "margin-inline": ("margin-left", "margin-right"),
    "margin-block": ("margin-top", "margin-bottom"),
    "padding": ("padding-top", "padding-right", "padding-bottom", "padding-left"),
    "padding-inline": ("padding-left", "padding-right"),
    "padding-block": ("padding-top", "padding-bottom"),
}
_ALIASES: Final[Mapping[str, str]] = {
    "background": "background-color",
    "-webkit-background-clip": "background-clip",
    "font": "font-size",
    "-webkit-clip-path": "clip-path",
    "-webkit-transform": "transform",
    "white-space-collapse": "white-space",
    "overflow-inline": "overflow-x",
    "overflow-block": "overflow-y",
    "inline-size": "width",
    "max-inline-size": "max-width",
    "min-inline-size": "min-width",
    "block-size": "height",
    "max-block-size": "max-height",
    "min-block-size": "min-height",
    "inset-inline-start": "left",
    "inset-inline-end": "right",
    "inset-block-start": "top",
    "inset-block-end": "bottom",
    "margin-inline-start": "margin-left",
    "margin-block-start": "margin-top",
}
# What `all` sets, which takes the CSS-wide keywords only.
_EVERY: Final = tuple({part for name in READERS for part in _PARTS.get(name, (_ALIASES.get(name, name),))})
