"""Decides whether `@media` and `@supports` hold, as for someone reading in an up-to-date Chromium.

A screen of 1280 x 720 px, light, one device pixel a pixel, a mouse, no preferences set, scripts run. A feature
that isn't known here makes its query unknown, and an unknown query doesn't hold (Media Queries Level 4, §3.2).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from verification.core.page.css.calc import calculated
from verification.core.page.css.properties import READERS, longhands
from verification.core.page.css.values import (
    SCREEN_HEIGHT,
    SCREEN_WIDTH,
    TEXT_SIZE,
    Token,
    keyword,
    length,
    significant,
)

Truth: TypeAlias = bool | None  # None: unknown
_Leaf: TypeAlias = Callable[[Token], Truth]

_DEPTH: Final = 20
_TYPES: Final = {"all": True, "screen": True}
_NUMBERS: Final = {
    "width": SCREEN_WIDTH,
    "height": SCREEN_HEIGHT,
    "device-width": SCREEN_WIDTH,
    "device-height": SCREEN_HEIGHT,
    "aspect-ratio": SCREEN_WIDTH / SCREEN_HEIGHT,
    "device-aspect-ratio": SCREEN_WIDTH / SCREEN_HEIGHT,
    "color": 8.0,
    "color-index": 0.0,
    "monochrome": 0.0,
    "grid": 0.0,
    "resolution": 1.0,
    "-webkit-device-pixel-ratio": 1.0,
}
_WORDS: Final = {
    "orientation": {"landscape"},
    "prefers-color-scheme": {"light"},
    "prefers-reduced-motion": {"no-preference"},
    "prefers-reduced-transparency": {"no-preference"},
    "prefers-reduced-data": {"no-preference"},
    "prefers-contrast": {"no-preference"},
    "forced-colors": {"none"},
    "inverted-colors": {"none"},
    "hover": {"hover"},
    "any-hover": {"hover"},
    "pointer": {"fine"},
    "any-pointer": {"fine"},
    "scripting": {"enabled"},
    "display-mode": {"browser"},
    "update": {"fast"},
    "overflow-block": {"scroll"},
    "overflow-inline": {"scroll"},
    "scan": {"progressive"},
    "color-gamut": {"srgb"},
    "dynamic-range": {"standard"},
}
_NOTHING: Final = frozenset({"none", "no-preference"})  # these words are false when a feature stands alone
_COMPARE: Final[dict[str, Callable[[float, float], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
}
_MIRRORED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
_RESOLUTIONS: Final = {"dppx": 1.0, "x": 1.0, "dpi": 1 / 96, "dpcm": 2.54 / 96}


def media_holds(tokens: Sequence[Token]) -> bool:
    """A media query list: one query that holds is enough, and an empty list holds."""
    queries: list[list[Token]] = [[]]
    for node in significant(tokens):
        if node == ",":
            queries.append([])
        else:
            queries[-1].append(node)
    return queries == [[]] or any(_query(query) is True for query in queries)


def _query(tokens: list[Token]) -> Truth:
    words = [keyword(node) for node in tokens]
    negated = words[:1] == ["not"] and len(words) > 1 and words[1] is not None
    if negated or words[:1] == ["only"]:
        tokens, words = tokens[1:], words[1:]
    if not tokens:
        return None
    if words[0] is None or words[0] == "not":
        return _condition(tokens, _feature, 0)
    truth: Truth = _TYPES.get(words[0], False)
    if len(tokens) > 1:
        truth = _both(truth, _condition(tokens[2:], _feature, 0) if words[1] == "and" else None)
    return _opposite(truth) if negated else truth


def supports_holds(tokens: Sequence[Token]) -> bool:
    return _condition(significant(tokens), _supported, 0) is True


def _condition(tokens: list[Token], leaf: _Leaf, depth: int) -> Truth:
    """`not X`, `X and Y …`, `X or Y …`, where X is in parentheses or a function."""
    if not tokens or depth > _DEPTH:
        return None
    if keyword(tokens[0]) == "not":
        return _opposite(_operand(tokens[1], leaf, depth)) if len(tokens) == 2 else None
    truth = _operand(tokens[0], leaf, depth)
    if len({keyword(node) for node in tokens[1::2]}) > 1 or len(tokens) % 2 == 0:
        return None  # `and` and `or` don't mix without parentheses
    for at in range(1, len(tokens), 2):
        join = {"and": _both, "or": _either}.get(keyword(tokens[at]) or "")
        truth = join(truth, _operand(tokens[at + 1], leaf, depth)) if join else None
    return truth


def _operand(node: Token, leaf: _Leaf, depth: int) -> Truth:
    if node.type == "() block":
        content = significant(node.content)
        nested = content and (content[0].type in ("() block", "function") or keyword(content[0]) == "not")
        if nested:
            return _condition(content, leaf, depth + 1)
    return leaf(node)


def _both(one: Truth, other: Truth) -> Truth:
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


def _either(one: Truth, other: Truth) -> Truth:
    return _opposite(_both(_opposite(one), _opposite(other)))


def _opposite(truth: Truth) -> Truth:
    return None if truth is None else not truth


def _supported(node: Token) -> Truth:
    """A declaration is supported unless its value is known to be invalid or it carries another browser's prefix.

    So are the functions' claims.
    """
    if node.type == "function":
        return node.lower_name in ("selector", "font-tech", "font-format")
    if node.type != "() block":
        return None
    content = significant(node.content)
    names = [keyword(part) or "" for part in content]
    if len(content) > 2 and names[0] in READERS and content[1] == ":":
        return next(longhands(names[0], content[2:]), None) is not None
    return bool(names) and not any(name.startswith(("-moz-", "-ms-", "-o-")) for name in names)


def _feature(node: Token) -> Truth:
    if node.type != "() block":
        return None
    content = significant(node.content)
    name = keyword(content[0]) if content else None
    if name is not None and len(content) == 1:
        return _alone(name)
    if name is not None and len(content) > 2 and content[1] == ":":
        return _plain(name, content[2:])
    return _range(content)


def _alone(name: str) -> Truth:
    if name in _NUMBERS:
        return _NUMBERS[name] != 0
    return not _WORDS[name] & _NOTHING if name in _WORDS else None


def _plain(name: str, value: list[Token]) -> Truth:
    if name in _WORDS:
        return keyword(value[0]) in _WORDS[name]
    sign = "="
    for prefix, meaning in (("min-", ">="), ("max-", "<=")):
        if name.startswith((prefix, "-webkit-" + prefix)):
            name, sign = name.replace(prefix, "", 1), meaning
    wanted = _quantity(value)
    if name not in _NUMBERS or wanted is None:
        return None
    return _COMPARE[sign](_NUMBERS[name], wanted)


def _range(content: list[Token]) -> Truth:
    """`width >= 600px`, `600px <= width`, `400px < width < 900px`."""
    parts, signs = _sides(content)
    at = next((place for place, part in enumerate(parts) if part and keyword(part[0]) in _NUMBERS), None)
    if at is None or len(parts) not in (2, 3):
        return None
    have = _NUMBERS[keyword(parts[at][0]) or ""]
    truth: Truth = True
    for place, part in enumerate(parts):
        wanted = _quantity(part)
        if place != at and wanted is not None and abs(place - at) == 1:
            sign = signs[at] if place > at else _MIRRORED[signs[place]]
            truth = _both(truth, _COMPARE[sign](have, wanted))
        elif place != at:
            truth = None
    return truth


def _sides(content: list[Token]) -> tuple[list[list[Token]], list[str]]:
    parts: list[list[Token]] = [[]]
    signs: list[str] = []
    for node in content:
        if node in ("<", ">"):
            signs.append(node.value)
            parts.append([])
        elif node == "=" and signs and not parts[-1]:
            signs[-1] += "="
        elif node == "=":
            signs.append("=")
            parts.append([])
        else:
            parts[-1].append(node)
    return parts, signs


def _quantity(value: list[Token]) -> float | None:
    """Pixels, a plain number, a ratio, or a resolution in dots per pixel."""
    if len(value) == 3 and value[1] == "/" and value[0].type == value[2].type == "number":
        return value[0].value / value[2].value if value[2].value else None
    if len(value) != 1:
        return None
    node = calculated(value[0])
    if node.type == "number":
        return float(node.value)
    if node.type == "dimension" and node.lower_unit in _RESOLUTIONS:
        return float(node.value) * _RESOLUTIONS[node.lower_unit]
    size = length(node)
    return None if size is None or size.percent else size.resolve(TEXT_SIZE, 0)
