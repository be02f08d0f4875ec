"""Decides which rules of a style sheet count, and where each stands in the cascade.

CSS Syntax, Conditional Rules, Nesting, and Cascade Level 5 (importance, the style attribute, layers, specificity,
order). `@container`, `@scope`, `@starting-style` and imported sheets aren't read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import tinycss2

from verification.core.page.css.budget import Budget, TooCostly
from verification.core.page.css.conditions import media_holds, supports_holds
from verification.core.page.css.properties import Style, longhands
from verification.core.page.css.selector import Specificity
from verification.core.page.css.selectors import Selectors, split
from verification.core.page.css.values import Token, keyword, significant

Place: TypeAlias = tuple[Any, ...]  # of a block of declarations in the cascade: the greater one wins
_Layer: TypeAlias = tuple[str, ...]

_DEPTH: Final = 12
_UNLAYERED: Final = float("inf")


class Block(NamedTuple):
    place: Place
    style: Style


class Rule(NamedTuple):
    """The declarations of one style rule, without and with `!important`, and the path of its layers."""

    selectors: Selectors
    styles: tuple[Style, Style]
    layers: tuple[float, ...]

    def blocks(self, specificity: Specificity, order: int) -> tuple[Block, ...]:
        """What it declares for a selector of its own; `order` is the rule's place among all."""
        places = (
            (0, 0, self.layers, specificity, order),
            (1, 0, tuple(-step for step in self.layers), specificity, order),
        )
        return tuple(Block(place, style) for place, style in zip(places, self.styles, strict=True) if style)


class RuleReader:
    """Reads the style sheets of one page in their order. Raises TooCostly."""

    def __init__(self, budget: Budget) -> None:
        self.rules: list[Rule] = []
        self._budget = budget
        self._layers: dict[_Layer, int] = {}
        self._anonymous = 0

    def read(self, sheet: str, media: str = "") -> None:
        """Take in one sheet that holds for `media` (a media query list)."""
        if media_holds(parsed(tinycss2.parse_component_value_list, media)):
            self._nodes(parsed(tinycss2.parse_stylesheet, sheet), None, (), 0)

    def _nodes(self, nodes: Sequence[Any], within: Selectors | None, layer: _Layer, depth: int) -> None:
        """The nodes inside the style rule of the selectors `within`, if any, and inside `layer`."""
        if depth > _DEPTH:
            raise TooCostly
        pending: list[Any] = []  # declarations, up to the next rule nested among them
        for node in nodes:
            if node.type == "declaration":
                pending.append(node)
            elif node.type in ("qualified-rule", "at-rule"):
                self._declarations(pending, within, layer)
                pending = []
            if node.type == "qualified-rule":
                selectors = Selectors(node.prelude, within, self._budget)
                self._nodes(parsed(tinycss2.parse_blocks_contents, node.content), selectors, layer, depth + 1)
            elif node.type == "at-rule":
                self._at_rule(node, within, layer, depth)
        self._declarations(pending, within, layer)

    def _declarations(self, nodes: Sequence[Any], within: Selectors | None, layer: _Layer) -> None:
        styles = blocks_of(nodes)
        if within and any(styles):
            path = (*(self._layers[layer[: depth + 1]] for depth in range(len(layer))), _UNLAYERED)
            self.rules.append(Rule(within, styles, path))

    def _at_rule(self, node: Any, within: Selectors | None, layer: _Layer, depth: int) -> None:
        name = node.lower_at_keyword
        if name == "layer":
            layer = self._layer(node, layer)
        holds = _CONDITIONS.get(name)
        if node.content is not None and holds is not None and holds(node.prelude):
            read = tinycss2.parse_rule_list if within is None else tinycss2.parse_blocks_contents
            self._nodes(parsed(read, node.content), within, layer, depth + 1)

    def _layer(self, node: Any, outer: _Layer) -> _Layer:
        """Note the layers the rule names, in order of first sight; the layer its block belongs to."""
        layer = outer
        for names in split(significant(node.prelude), ","):
            words = [word for word in map(keyword, names) if word]
            if not words:
                self._anonymous += 1
                words = [f"({self._anonymous})"]
            layer = (*outer, *words)
            for depth in range(len(layer)):
                self._layers.setdefault(layer[: depth + 1], len(self._layers))
        return layer


def inline_blocks(text: str) -> tuple[Block, ...]:
    """What a style attribute declares: it beats every rule of the same importance. Raises TooCostly."""
    styles = blocks_of(parsed(tinycss2.parse_blocks_contents, text))
    return tuple(Block((important, 1), style) for important, style in enumerate(styles) if style)


def blocks_of(nodes: Iterable[Any]) -> tuple[Style, Style]:
    """What the declarations among `nodes` set: without and with `!important`; later ones win."""
    styles: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for node in nodes:
        if node.type == "declaration":
            name = node.name if node.name.startswith("--") else node.lower_name
            styles[node.important].update(longhands(name, node.value))
    return styles


def parsed(parse: Callable[..., Iterable[Any]], source: str | Sequence[Token]) -> list[Any]:
    """tinycss2's nodes; it fails on numbers of thousands of digits and on very deep nesting."""
    try:
        return list(parse(source, skip_comments=True))
    except (ValueError, RecursionError):
        raise TooCostly from None


def _always(prelude: Sequence[Token]) -> bool:
    return True


_CONDITIONS: Final = {"media": media_holds, "supports": supports_holds, "layer": _always}
