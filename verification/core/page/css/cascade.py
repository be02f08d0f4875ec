"""Decides which declared value of each property wins for an element (the cascade of a page's own styles)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final, TypeAlias

from lxml.etree import _Element

from verification.core.page.css.budget import Budget
from verification.core.page.css.properties import READERS, Style
from verification.core.page.css.rules import Block, Rule, RuleReader, inline_blocks
from verification.core.page.css.selector import ANYTHING, Key

Attributes: TypeAlias = Sequence[tuple[str, str]]

STEPS: Final = 1_000_000  # about one second
_CONCERN: Final = re.compile("|".join(sorted(READERS)) + r"|\\", re.IGNORECASE)  # an escape may spell any of them
_NOTHING: Final[Style] = {}
_place = attrgetter("place")


class Cascade:
    """The styles of one page. Raises TooCostly, from any method, once they have taken too many steps."""

    def __init__(self, sheets: Iterable[tuple[str, str]], steps: int = STEPS) -> None:
        """`sheets`: the text and the `media` attribute of each style element, in document order."""
        reader = RuleReader(Budget(steps))
        for sheet, media in sheets:
            if _CONCERN.search(sheet):
                reader.read(sheet, media)
        self._rules: dict[Key, list[Rule]] = defaultdict(list)
        for rule in reader.rules:
            self._rules[rule.selector.key].append(rule)
        self._inline: dict[str, tuple[Block, ...]] = {}

    def concerns(self, tag: str, attributes: Attributes) -> bool:
        """Whether a rule may match such an element; its style attribute aside."""
        return bool(self._rules) and any(True for _ in self._candidates(tag, attributes))

    def declared(self, element: _Element, tag: str, attributes: Attributes) -> Style:
        """The winning value of each property that is declared for the element."""
        blocks = [
            block
            for rule in self._candidates(tag, attributes)
            if rule.selector.matches(element)
            for block in rule.blocks
        ]
        blocks.extend(block for name, value in attributes if name == "style" for block in self._attribute(value))
        if not blocks:
            return _NOTHING
        winners: dict[str, Any] = {}
        for block in sorted(blocks, key=_place):
            winners.update(block.style)
        return winners

    def _candidates(self, tag: str, attributes: Attributes) -> Iterator[Rule]:
        rules = self._rules
        if rules:
            for key in _keys(tag, attributes):
                if key in rules:
                    yield from rules[key]

    def _attribute(self, text: str) -> tuple[Block, ...]:
        if text not in self._inline:
            self._inline[text] = inline_blocks(text)
        return self._inline[text]


def _keys(tag: str, attributes: Attributes) -> Iterator[Key]:
    yield ANYTHING
    yield Key("tag", tag)
    for name, value in attributes:
        yield Key("attribute", name)
        if name == "class":
            for word in set(value.split()):
                yield Key("class", word)
        elif name == "id":
            yield Key("id", value)
