"""Decides what `calc()`, `min()`, `max()` and `clamp()` come to, where they mix no units that need a layout.

CSS Values Level 4, "Mathematical Expressions". The result is a plain value, as if it stood there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import tinycss2

from verification.core.page.css.values import PIXELS, TEXT_SIZES, Token, significant

_FUNCTIONS: Final = frozenset({"calc", "-webkit-calc", "min", "max", "clamp"})
_DEPTH: Final = 20


class _Quantity(NamedTuple):
    """`unit`: "" for a number, "%", "px" for every absolute length, or one of the text's own."""

    value: float
    unit: str


def calculated(node: Token) -> Token:
    """The plain value that a function comes to; whatever isn't one, or can't be known, is left as it is."""
    if node.type != "function" or node.lower_name not in _FUNCTIONS:
        return node
    result = _function(node, 0)
    if result is None or abs(result.value) > 1e12:
        return node
    return tinycss2.parse_one_component_value(f"{result.value:.6f}{result.unit}")


def _function(node: Token, depth: int) -> _Quantity | None:
    given = [_sum(part, depth + 1) for _, part in _parts(significant(node.arguments), ",")]
    known = [quantity for quantity in given if quantity is not None]
    if node.lower_name not in _FUNCTIONS or len(known) != len(given) or len({part.unit for part in known}) != 1:
        return None
    if node.lower_name == "clamp":
        return max(known[0], min(known[1], known[2])) if len(known) == 3 else None
    if node.lower_name in ("min", "max"):
        return min(known) if node.lower_name == "min" else max(known)
    return known[0] if len(known) == 1 else None


def _sum(tokens: Sequence[Token], depth: int) -> _Quantity | None:
    total: _Quantity | None = None
    for sign, part in _parts(tokens, "+-"):
        term = _product(part, depth)
        if term is None or (total is not None and total.unit != term.unit):
            return None
        value = -term.value if sign == "-" else term.value
        total = _Quantity(value + (total.value if total else 0.0), term.unit)
    return total


def _product(tokens: Sequence[Token], depth: int) -> _Quantity | None:
    total = _Quantity(1.0, "")
    for sign, part in _parts(tokens, "*/"):
        factor = _operand(part[0], depth) if len(part) == 1 else None
        if factor is None or (factor.unit and total.unit):
            return None
        if sign == "/":
            if factor.unit or not factor.value:
                return None
            factor = _Quantity(1 / factor.value, "")
        total = _Quantity(total.value * factor.value, total.unit or factor.unit)
    return total


def _operand(node: Token, depth: int) -> _Quantity | None:
    if depth > _DEPTH:
        return None
    if node.type == "number":
        return _Quantity(node.value, "")
    if node.type == "percentage":
        return _Quantity(node.value, "%")
    if node.type == "dimension" and node.lower_unit in PIXELS:
        return _Quantity(node.value * PIXELS[node.lower_unit], "px")
    if node.type == "dimension" and node.lower_unit in TEXT_SIZES:
        return _Quantity(node.value, node.lower_unit)
    if node.type == "() block":
        return _sum(significant(node.content), depth + 1)
    return _function(node, depth + 1) if node.type == "function" else None


def _parts(tokens: Sequence[Token], signs: str) -> Iterator[tuple[str, list[Token]]]:
    """What stands between the signs, each with the sign before it."""
    sign, part = "", list[Token]()
    for node in tokens:
        if node.type == "literal" and node.value in signs:
            yield sign, part
            sign, part = node.value, []
        else:
            part.append(node)
    yield sign, part
