"""Decides which declared value of each property wins for an element (the cascade of a page's own styles)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

from lxml.etree import _Element

from verification.core.page.css.budget import Budget
from verification.core.page.css.colours import COLOURED, may_hide
from verification.core.page.css.computed import Resolver
from verification.core.page.css.properties import READERS, Style
from verification.core.page.css.relevance import may_hide_box, relevant_everywhere
from verification.core.page.css.rules import Block, Rule, RuleReader, inline_blocks
from verification.core.page.css.selector import ANYTHING, Key, Selector
from verification.core.page.css.variables import Pending, wanted
from verification.core.page.words import names_in

Attributes: TypeAlias = Sequence[tuple[str, str]]

_CONCERN: Final = re.compile(
    "|".join(sorted(READERS)) + r"|--|\\", re.IGNORECASE
)  # an escape may spell any of them
_SELECTORS: Final = 1_000_000  # more than a rule of any page has
_place = attrgetter("place")


class _Entry(NamedTuple):
    """A rule for one of its selectors. `number`: no other entry has it."""

    number: int
    selector: Selector
    blocks: tuple[Block, ...]
    may_hide_box: bool


class Cascade:
    """The styles of one page. Raises TooCostly, from any method, once they have taken too many steps."""

    def __init__(
        self, sheets: Iterable[tuple[str, str]], inline: Iterable[str], steps: int, *, coloured: bool = False
    ) -> None:
        """`sheets`: text and `media` attribute of each style element, in order; `inline`: the style attributes.

        `coloured`: whether colours count, whatever the styles say of them.
        """
        self.coloured = coloured
        self._budget = Budget(steps)
        self._inline = {text: inline_blocks(text) for text in inline}
        reader = RuleReader(self._budget)
        for sheet, media in sheets:
            if _CONCERN.search(sheet):
                reader.read(sheet, media)
        self.has_variables = False
        self.resolver = Resolver(self._budget)
        self._telling, self._others = self._parted(self._counting(reader.rules))
        self._none: Style = {}
        self._styles: dict[tuple[tuple[int, ...], str], Style] = {}

    def _counting(self, rules: Sequence[Rule]) -> Sequence[Rule]:
        """The rules without what nothing here depends on: colours and custom properties of most pages."""
        styles = self._all_styles(rules)
        self.coloured = self.coloured or may_hide(styles)
        if not self.coloured:
            rules = self._without(rules, COLOURED.__contains__)
        styles = self._all_styles(rules)
        self.has_variables = any(isinstance(value, Pending) for style in styles for value in style.values())
        names = wanted(styles)
        return self._without(rules, lambda name: name.startswith("--") and name not in names)

    def _all_styles(self, rules: Iterable[Rule]) -> list[Style]:
        inline = (block.style for blocks in self._inline.values() for block in blocks)
        return [*(style for rule in rules for style in rule.styles), *inline]

    def _without(self, rules: Iterable[Rule], idle: Callable[[str], bool]) -> list[Rule]:
        """The rules, and the style attributes, without the properties that are `idle`."""

        def kept(style: Style) -> Style:
            if not any(map(idle, style)):
                return style
            return {name: value for name, value in style.items() if not idle(name)}

        for text, blocks in self._inline.items():
            cleaned = (Block(block.place, kept(block.style)) for block in blocks)
            self._inline[text] = tuple(block for block in cleaned if block.style)
        remaining = (rule._replace(styles=(kept(rule.styles[0]), kept(rule.styles[1]))) for rule in rules)
        return [rule for rule in remaining if any(rule.styles)]

    def _parted(self, rules: Sequence[Rule]) -> tuple[_Index, _Index]:
        """The rules that every element is looked up in, and those for elements with a box that may be hidden."""
        everywhere = relevant_everywhere(self._all_styles(rules), coloured=self.coloured)
        telling, others = _Index(self._budget), _Index(self._budget)
        for order, rule in enumerate(rules):
            tells = any(may_hide_box(style) or not everywhere.isdisjoint(style) for style in rule.styles)
            (telling if tells else others).add(order, rule)
        return telling, others

    def declared(self, element: _Element, tag: str, attributes: Attributes) -> Style:
        """The winning value of each property that is declared for the element and worth knowing.

        Elements with the same declarations get the same object.
        """
        if self._telling.empty and not (attributes and self._inline):
            return self._none
        entries = self._telling.matching(element, tag, attributes)
        inline = next((value for name, value in attributes if name == "style"), "")
        if not (entries or inline):
            return self._none
        own = self._inline.get(inline, ())
        if any(entry.may_hide_box for entry in entries) or any(may_hide_box(block.style) for block in own):
            entries = [*entries, *self._others.matching(element, tag, attributes)]
        key = (tuple([entry.number for entry in entries]), inline)
        if key not in self._styles:
            self._styles[key] = _winners([*(block for entry in entries for block in entry.blocks), *own])
        return self._styles[key]


class _Index:
    """Rules by what an element must have to match one; their selectors are compiled at the first question."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._waiting: list[tuple[int, Rule]] = []
        self._entries: dict[Key, list[_Entry]] = {}
        self._candidates: dict[tuple[str, tuple[tuple[str, str], ...]], list[_Entry]] = {}
        self.empty = True

    def add(self, order: int, rule: Rule) -> None:
        self._waiting.append((order, rule))
        self.empty = False

    def matching(self, element: _Element, tag: str, attributes: Attributes) -> list[_Entry]:
        if self.empty:
            return []
        if self._waiting:
            self._compile()
        key = (tag, tuple(attributes))
        if key not in self._candidates:
            keys = _keys(tag, attributes)
            self._candidates[key] = [entry for key in keys for entry in self._entries.get(key, ())]
        candidates = self._candidates[key]
        self._budget.spend(len(candidates))
        return [entry for entry in candidates if entry.selector.told_by_key or entry.selector.matches(element)]

    def _compile(self) -> None:
        for order, rule in self._waiting:
            hides = any(map(may_hide_box, rule.styles))
            for number, selector in enumerate(rule.selectors.compiled()):
                blocks = rule.blocks(selector.specificity, order)
                entry = _Entry(order * _SELECTORS + number, selector, blocks, hides)
                self._entries.setdefault(selector.key, []).append(entry)
        self._waiting.clear()


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
            yield from (Key("class", word) for word in dict.fromkeys(names_in(value)))
        elif name == "id":
            yield Key("id", value)
