"""Decides what `var()` stands for: CSS Custom Properties Level 1, an element's own and those it inherits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from tinycss2.ast import FunctionBlock

from verification.core.page.css.values import Token, keyword, significant

Tokens: TypeAlias = Sequence[Token]

_MOST: Final = 100  # tokens that a value may come to: variables of variables grow without end
_DEPTH: Final = 20


class Pending(NamedTuple):
    """The value of a declaration of `name` until its variables are known."""

    name: str
    tokens: Tokens


@dataclass(frozen=True, eq=False, slots=True)
class Variables:
    """The custom properties of one element, all of their own variables replaced. Told apart by identity."""

    values: dict[str, Tokens] = field(default_factory=dict)

    def with_own(self, own: Mapping[str, Tokens]) -> Variables:
        """Those of a child that declares `own`."""
        values = dict(self.values)
        waiting: dict[str, Tokens] = {}
        for name, tokens in own.items():
            word = keyword(tokens[0]) if len(tokens) == 1 else None
            if word == "initial":
                values.pop(name, None)
            elif word not in ("inherit", "unset", "revert", "revert-layer"):
                values.pop(name, None)
                waiting[name] = tokens
        for name in list(waiting):
            _define(name, waiting, values, 0)
        return Variables(values)

    def replaced(self, tokens: Tokens) -> Tokens | None:
        """`tokens` without any `var()`; None where that makes no value."""
        try:
            return _replaced(tokens, self.values, {}, 0)
        except _NoValue:
            return None


class _NoValue(Exception):
    """A variable without a value or a fallback, or one that goes on for ever."""


def _define(name: str, waiting: dict[str, Tokens], values: dict[str, Tokens], depth: int) -> None:
    """Each is tried once: one that depends on itself, or on what has no value, has none."""
    tokens = waiting.pop(name, None)
    if tokens is not None:
        with suppress(_NoValue):
            values[name] = _replaced(tokens, values, waiting, depth)


def _replaced(tokens: Tokens, values: dict[str, Tokens], waiting: dict[str, Tokens], depth: int) -> list[Token]:
    """`waiting`: definitions that `values` is still to take in."""
    if depth > _DEPTH:
        raise _NoValue
    found: list[Token] = []
    for node in tokens:
        if node.type == "function" and node.lower_name == "var":
            found += _value(node, values, waiting, depth + 1)
        elif node.type == "function" and next(used(node.arguments), None):
            inner = _replaced(node.arguments, values, waiting, depth + 1)
            found.append(FunctionBlock(node.source_line, node.source_column, node.name, inner))
        else:
            found.append(node)
        if len(found) > _MOST:
            raise _NoValue
    return found


def _value(node: Token, values: dict[str, Tokens], waiting: dict[str, Tokens], depth: int) -> Tokens:
    given = significant(node.arguments)
    name = given[0].value if given and given[0].type == "ident" else ""
    _define(name, waiting, values, depth)
    if name in values:
        return values[name]
    if len(given) < 2 or given[1] != ",":
        raise _NoValue
    return _replaced(given[2:], values, waiting, depth)


def used(tokens: Iterable[Token]) -> Iterator[str]:
    """The names of all variables that a value mentions, at any depth."""
    left = list(tokens)
    while left:
        node = left.pop()
        inner = getattr(node, "arguments", None) or getattr(node, "content", None) or ()
        if node.type == "function" and node.lower_name == "var":
            yield from (part.value for part in significant(inner)[:1] if part.type == "ident")
        left.extend(inner)


def wanted(styles: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """The custom properties on which a value in `styles` depends."""
    definitions: dict[str, list[Tokens]] = {}
    names: list[str] = []
    for style in styles:
        for name, value in style.items():
            if isinstance(value, Pending):
                names.extend(used(value.tokens))
            elif name.startswith("--"):
                definitions.setdefault(name, []).append(value)
    found: set[str] = set()
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            names.extend(inner for tokens in definitions.get(name, ()) for inner in used(tokens))
    return frozenset(found)
