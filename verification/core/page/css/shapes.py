"""Decides when clipping leaves nothing of a box to see, and how far a transform moves it.

CSS Masking (`clip`, `clip-path`) and CSS Transforms. Only what needs no layout is decided: a box's own size
isn't known, so a share of it counts where two sides together cut it all away.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from verification.core.page.css.values import Length, Token, arguments, keyword, length, number

_ALL: Final = 99.0  # percent: `inset(0 0 99.9% 99.9%)` is a known way to leave one pixel


class Move(NamedTuple):
    """By how much a transform moves a box, and whether it scales it to nothing."""

    right: Length = Length()
    down: Length = Length()
    vanishes: bool = False


def clip_leaves_nothing(value: list[Token]) -> bool | None:
    """`clip: rect(top, right, bottom, left)`: at most one pixel between two opposite edges."""
    if len(value) == 1 and keyword(value[0]) == "auto":
        return False
    if len(value) != 1 or value[0].type != "function" or value[0].lower_name != "rect":
        return None
    edges = arguments(value[0].arguments)
    if len(edges) != 4:
        return None
    top, right, bottom, left = map(length, edges)
    return _thin(top, bottom) or _thin(left, right)


def _thin(near: Length | None, far: Length | None) -> bool:
    return near is not None and far is not None and far.pixels - near.pixels <= 1 and not far.texts


def path_leaves_nothing(value: list[Token]) -> bool | None:
    shapes = [node for node in value if node.type == "function"]
    if not shapes:
        return False if any(keyword(node) for node in value) or value[0].type == "url" else None
    decide = _SHAPES.get(shapes[0].lower_name)
    return decide(shapes[0].arguments) if decide else False


def _inset(tokens: list[Token]) -> bool:
    sides = []
    for node in arguments(tokens):
        if keyword(node) == "round":
            break
        sides.append(length(node) or Length())
    if not 1 <= len(sides) <= 4:
        return False
    top, right = sides[0], sides[min(1, len(sides) - 1)]
    bottom = sides[2] if len(sides) > 2 else top
    left = sides[3] if len(sides) > 3 else right
    return top.percent + bottom.percent >= _ALL or left.percent + right.percent >= _ALL


def _radius(tokens: list[Token]) -> bool:
    """circle() and ellipse(): a radius of nothing."""
    words = [keyword(node) for node in arguments(tokens)]
    radii = arguments(tokens)[: words.index("at") if "at" in words else None]
    return any(length(node) == Length() for node in radii)


def _polygon(tokens: list[Token]) -> bool:
    """A polygon without an area: all its points in one line along an axis."""
    points = [length(node) for node in arguments(tokens) if length(node) is not None]
    return len(points) >= 2 and (len(set(points[::2])) == 1 or len(set(points[1::2])) == 1)


def _rectangle(tokens: list[Token]) -> bool:
    top, right, bottom, left = [*map(length, arguments(tokens)), None, None, None, None][:4]
    return _thin(top, bottom) or _thin(left, right)


def _box(tokens: list[Token]) -> bool:
    """xywh(): x, y, width, height."""
    return any(length(node) == Length() for node in arguments(tokens)[2:4])


_SHAPES: Final = {
    "inset": _inset,
    "circle": _radius,
    "ellipse": _radius,
    "polygon": _polygon,
    "rect": _rectangle,
    "xywh": _box,
}


def moves(value: list[Token]) -> Move | None:
    """A `transform`'s or `translate`'s way; functions that need the box's own size move by nothing."""
    if all(node.type != "function" for node in value):
        steps = [length(node) or Length() for node in value if keyword(node) != "none"]
        right, down = [*steps, Length(), Length()][:2]
        return Move(_known(right), _known(down))
    total = Move()
    for step in (_move(node) for node in value if node.type == "function"):
        total = Move(_sum(total.right, step.right), _sum(total.down, step.down), total.vanishes or step.vanishes)
    return total


def _move(function: Token) -> Move:
    given = arguments(function.arguments)
    steps = [_known(length(node) or Length()) for node in given]
    right, down = [*steps, Length(), Length()][:2]
    name = function.lower_name
    if name in ("translate", "translate3d"):
        return Move(right, down)
    if name == "translatex":
        return Move(right=right)
    if name == "translatey":
        return Move(down=right)
    return Move(vanishes=name in ("scale", "scalex", "scaley", "scale3d") and _has_zero(given[:2]))


def _known(step: Length) -> Length:
    """Percentages refer to the box's own size."""
    return step._replace(percent=0.0)


def _sum(one: Length, other: Length) -> Length:
    return Length(*(mine + its for mine, its in zip(one, other, strict=True)))


def scales_to_nothing(value: list[Token]) -> bool:
    return _has_zero(value[:2])


def _has_zero(tokens: list[Token]) -> bool:
    return any(number(node) == 0 for node in tokens)
