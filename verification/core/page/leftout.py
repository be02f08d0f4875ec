"""Decides which visible elements are no part of the page's text: navigation, permalinks, line numbers.

What documentation generators put round a text for its readers' convenience, and what nobody quotes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from lxml.etree import _Element

from verification.core.page.scope import Scope
from verification.core.page.tags import CELLS, HEADINGS

LINE_NUMBERS: Final = frozenset(
    ("linenos", "lineno", "linenumber", "linenumbers", "line-number", "line-numbers", "ln", "lnt")
)
PERMALINK: Final = "headerlink"
# Classes that make an element worth a closer look.
NOTABLE: Final = LINE_NUMBERS | {PERMALINK}
# What a permalink may be the link to; a section's own heading is one of the first four.
TITLES: Final = HEADINGS | {"dt", "caption", "figcaption", "legend", "summary"}
_SIGNS: Final = frozenset({"¶", "#", "§"})


def is_navigation(attributes: Mapping[str, str]) -> bool:
    return "navigation" in attributes.get("role", "").lower().split()


def is_line_number(element: _Element, words: frozenset[str], scope: Scope) -> bool:
    """A cell of line numbers beside a listing, or the number at the start of a line of code."""
    named = words & LINE_NUMBERS
    if not named or not (scope.code or (element.tag in CELLS and named - {"ln", "lnt"})):
        return False
    return not any(character.isalpha() for character in _text(element))


def is_permalink(element: _Element, attributes: Mapping[str, str], words: frozenset[str], scope: Scope) -> bool:
    """An `a` with the class headerlink and no words, or one to its own heading that reads ¶, # or §."""
    if element.tag != "a":
        return False
    text = _text(element).strip()
    if PERMALINK in words:
        return not any(character.isalnum() for character in text)
    target = attributes.get("href", "").partition("#")[2]
    return text in _SIGNS and bool(target) and target in set(_own_names(element, scope.heading))


def _text(element: _Element) -> str:
    return "".join(str(text) for text in element.itertext())


def _own_names(element: _Element, heading: _Element | None) -> Iterator[str]:
    """The ids that mean the link's own heading: its own, of what it holds, surrounds it, stands beside it."""
    heading = near_title(element) if heading is None else heading
    if heading is None:
        return
    yield from _names(element)
    for holder in (*heading.iter(), *heading.iterancestors(), *_beside(heading)):
        yield from _names(holder)


def near_title(element: _Element) -> _Element | None:
    return next((beside for beside in _beside(element) if beside.tag in TITLES), None)


def _beside(element: _Element) -> Iterator[_Element]:
    for neighbour in (element.getprevious(), element.getnext()):
        if neighbour is not None:
            yield neighbour


def _names(element: _Element) -> Iterator[str]:
    for attribute in ("id", "name"):
        name = element.get(attribute)
        if name:
            yield name
