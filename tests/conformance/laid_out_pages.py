"""Random small pages of nested blocks, tables, inline elements and white space: material for comparing the text
with Chromium's. Well-formed, because the two parsers mend broken markup in different ways."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

_INLINE = ("b", "i", "em", "span", "code", "kbd", "abbr", "x-y", "label", "u", "mark", "var")
_INTERACTIVE = ("a href=x", "button")  # which end where one of their kind begins
_BLOCKS = (
    ("div",),
    ("section",),
    ("article",),
    ("ul", "li"),
    ("ol", "li"),
    ("blockquote",),
    ("dl", "dt"),
    ("dl", "dd"),
    ("figure",),
    ("figure", "figcaption"),
    ("details open", "summary"),
    ("fieldset", "legend"),
    ("address",),
    ("main",),
    ("header",),
    ("aside",),
    ("center",),
    ("form",),
    ("h2",),
    ("h3",),
)
_SPACES = ("", "", " ", "\n", "  ", "\n  ", "&nbsp;", "\t", "<!-- c -->")
_DISPLAYS = ("block", "inline-block", "flex", "none", "inline-flex", "grid", "table")


class Maker:
    """One page a seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._words = 0
        self._interactive = False

    def page(self) -> str:
        return f"<!doctype html><html><head><title>t</title></head><body>{self._blocks(0)}</body></html>"

    def _some(self, least: int, most: int, make: Callable[[], str]) -> str:
        return "".join(make() for _ in range(self._random.randint(least, most)))

    def _spaced(self, text: str) -> str:
        return self._random.choice(_SPACES) + text + self._random.choice(_SPACES)

    def _word(self) -> str:
        self._words += 1
        return self._random.choice(("w{}", "w{} x", "w{}\n y")).format(self._words)

    def _inline(self, depth: int) -> str:
        return self._some(1, 4, lambda: self._phrase(depth))

    def _phrase(self, depth: int) -> str:
        choice = self._random
        roll = choice.random()
        if roll < 0.5 or depth > 3:
            return self._spaced(self._word())
        if roll < 0.85:
            return _element(choice.choice(_INLINE), self._inline(depth + 1))
        if roll < 0.9:
            return self._link_or_button(depth)
        if roll < 0.95:
            return "<br>"
        return _element(f"span style='display:{choice.choice(_DISPLAYS)}'", self._inline(depth + 1))

    def _link_or_button(self, depth: int) -> str:
        if self._interactive:
            return self._word()
        self._interactive = True
        made = _element(self._random.choice(_INTERACTIVE), self._inline(depth + 1))
        self._interactive = False
        return made

    def _blocks(self, depth: int) -> str:
        return self._some(1, 3, lambda: self._block(depth))

    def _block(self, depth: int) -> str:
        choice = self._random
        roll = choice.random()
        if depth > 3 or roll < 0.3:
            return self._spaced(_element("p", self._inline(1)))
        if roll < 0.45:
            return self._inline(1)
        if roll < 0.8:
            text = self._blocks(depth + 1) if choice.random() < 0.5 else self._inline(1)
            for tag in reversed(choice.choice(_BLOCKS)):
                text = _element(tag, text)
            return text
        return self._table(depth) if roll < 0.95 else "<hr>"

    def _table(self, depth: int) -> str:
        caption = _element("caption", self._inline(2)) if self._random.random() < 0.3 else ""
        return _element("table", caption + self._some(1, 3, lambda: self._row(depth)))

    def _row(self, depth: int) -> str:
        return _element("tr", self._some(1, 3, lambda: self._cell(depth) + "\n"))

    def _cell(self, depth: int) -> str:
        choice = self._random
        filled = (self._inline(2), self._inline(2), self._blocks(depth + 2), "")
        return _element(choice.choice(("td", "td", "th")), choice.choice(filled))


def _element(tag: str, content: str) -> str:
    return f"<{tag}>{content}</{tag.split()[0]}>"
