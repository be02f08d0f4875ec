"""Decides which declared value of each property wins for an element (the cascade of a page's own styles)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final, TypeAlias

from lxml.etree import _Element

from verification.core.page.css.budget import Budget
from verification.core.page.css.properties import READERS, Style
from verification.core.page.css.rules import Block, Rule, RuleReader, inline_blocks
from verification.core.page.css.selector import ANYTHING, Key

Attributes: TypeAlias = Sequence[tuple[str, str]]

_CONCERN: Final = re.compile("|".join(sorted(READERS)) + r"|\\", re.IGNORECASE)  # an escape may spell any of them
_place = attrgetter("place")


class Cascade:
    """The styles of one page. Raises TooCostly, from any method, once they have taken too many steps."""

    def __init__(self, sheets: Iterable[tuple[str, str]], steps: int) -> None:
        """`sheets`: the text and the `media` attribute of each style element, in document order."""
        self._budget = Budget(steps)
        reader = RuleReader(self._budget)
        for sheet, media in sheets:
            if _CONCERN.search(sheet):
                reader.read(sheet, media)
        self._rules: dict[Key, list[Rule]] = {}
        for rule in reader.rules:
            self._rules.setdefault(rule.selector.key, []).append(rule)
        self._candidates: dict[tuple[str, tuple[tuple[str, str], ...]], list[Rule]] = {}
        self._none: Style = {}
        self._styles: dict[tuple[tuple[int, ...], str | None], Style] = {}

    def declared(self, element: _Element, tag: str, attributes: Attributes) -> Style:
        """The winning value of each property that is declared for the element.

        Elements with the same declarations get the same object.
        """
        if not (attributes or self._rules):
            return self._none
        rules = self._matching(element, tag, attributes) if self._rules else []
        inline = None
        for name, value in attributes:
            if name == "style":
                inline = value
        if not rules and inline is None:
            return self._none
        key = (tuple([rule.order for rule in rules]), inline)
        if key not in self._styles:
            blocks = [block for rule in rules for block in rule.blocks]
            self._styles[key] = _winners([*blocks, *inline_blocks(inline or "")])
        return self._styles[key]

    def _matching(self, element: _Element, tag: str, attributes: Attributes) -> list[Rule]:
        key = (tag, tuple(attributes))
        if key not in self._candidates:
            self._candidates[key] = [rule for key in _keys(tag, attributes) for rule in self._rules.get(key, ())]
        candidates = self._candidates[key]
        self._budget.spend(len(candidates))
        return [rule for rule in candidates if rule.selector.told_by_key or rule.selector.matches(element)]


def _winners(blocks: Iterable[Block]) -> Style:
    winners: dict[str, Any] = {}
    for block in sorted(blocks, key=_place):
        winners.update(block.style)
    return winners


def _keys(tag: str, attributes: Attributes) -> Iterator[Key]:
    """All keys under which a selector that matches such an element may stand, each once."""
    yield ANYTHING
    yield Key("tag", tag)
    for name, value in attributes:
        yield Key("attribute", name)
        if name == "class":
            yield from (Key("class", word) for word in dict.fromkeys(value.split()))
        elif name == "id":
            yield Key("id", value)
