"""Decides when clipping leaves nothing of a box to see, and how far a transform moves it.

CSS Masking (`clip`, `clip-path`) and CSS Transforms. Only what needs no layout is decided: a box's own size
isn't known, so a share of it counts where two sides together cut it all away.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from verification.core.page.css.values import TEXT_SIZE, Length, Token, arguments, keyword, length, number

_TURNS: Final = {"deg": 360.0, "grad": 400.0, "rad": 2 * math.pi, "turn": 1.0}
_MINUTE: Final = 0.05  # a scale at which text of the usual size is less than a pixel high
_BEYOND: Final = 2_000.0  # pixels: more than the screen has in any direction
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
    return any(
        near.percent + far.percent >= _ALL or max(near.resolve(TEXT_SIZE, 0), far.resolve(TEXT_SIZE, 0)) > _BEYOND
        for near, far in ((top, bottom), (left, right))
    )


def _radius(tokens: list[Token]) -> bool:
    """circle() and ellipse(): a radius of nothing."""
    words = [keyword(node) for node in arguments(tokens)]
    radii = arguments(tokens)[: words.index("at") if "at" in words else None]
    return any(length(node) == Length() for node in radii)


def _polygon(tokens: list[Token]) -> bool:
    """A polygon without an area (all its points in one line along an axis), or one that ends before the box."""
    points = [point for node in arguments(tokens) if (point := length(node)) is not None]
    across, down = points[::2], points[1::2]
    return any(
        len(axis) >= 1 and (len(set(axis)) == 1 or all(max(place) <= 0 and min(place) < 0 for place in axis))
        for axis in (across, down)
    )


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
    if name == "matrix":
        return _matrix([number(node) for node in given])
    turned = name in ("rotatex", "rotatey") and len(given) == 1 and _edge_on(given[0])
    return Move(vanishes=turned or (name in ("scale", "scalex", "scaley", "scale3d") and _has_zero(given[:2])))


def _matrix(numbers: list[float | None]) -> Move:
    if len(numbers) != 6 or None in numbers:
        return Move()
    a, b, c, d, right, down = (value or 0.0 for value in numbers)
    return Move(Length(right), Length(down), abs(a * d - b * c) < _MINUTE**2)


def _edge_on(angle: Token) -> bool:
    """A quarter of a turn about an axis of the screen's plane shows a box from its side."""
    turn = _TURNS.get(angle.lower_unit) if angle.type == "dimension" else None
    return turn is not None and abs(abs(angle.value / turn) % 0.5 - 0.25) < 0.001


def _known(step: Length) -> Length:
    """Percentages refer to the box's own size."""
    return step._replace(percent=0.0)


def _sum(one: Length, other: Length) -> Length:
    return Length(*(mine + its for mine, its in zip(one, other, strict=True)))


def scales_to_nothing(value: list[Token]) -> bool:
    return _has_zero(value[:2])


def _has_zero(tokens: list[Token]) -> bool:
    return any(size is not None and abs(size) < _MINUTE for size in map(number, tokens))
