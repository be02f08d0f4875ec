"""Decides which visible elements are no part of the page's text: navigation, permalinks, line numbers.

What documentation generators put round a text for its readers' convenience, and what nobody quotes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Final

from lxml.etree import _Element

from verification.core.page.scope import Scope
from verification.core.page.tags import CELLS, HEADINGS
from verification.core.page.words import names_in

LINE_NUMBERS: Final = frozenset(
    ("linenos", "lineno", "linenumber", "linenumbers", "line-number", "line-numbers", "ln", "lnt")
)
_ONLY_IN_CODE: Final = frozenset({"ln", "lnt"})
PERMALINK_CLASS: Final = "headerlink"
# Classes that make an element worth a closer look.
NOTABLE: Final = LINE_NUMBERS | {PERMALINK_CLASS}
# What a permalink may be the link to; a section's own heading is one of the first four.
TITLES: Final = HEADINGS | {"dt", "caption", "figcaption", "legend", "summary"}
_SIGNS: Final = frozenset({"¶", "#", "§"})


def is_navigation(attributes: Mapping[str, str]) -> bool:
    return "navigation" in names_in(attributes.get("role", "").lower())


def is_line_number(element: _Element, classes: frozenset[str], scope: Scope) -> bool:
    """A cell of line numbers beside a listing, what fills such a cell, or the number of a line of code."""
    named = classes & LINE_NUMBERS
    if not named or not (scope.code or (named - _ONLY_IN_CODE and _in_gutter(element))):
        return False
    return not any(character.isalpha() for character in _characters(element))


def _in_gutter(element: _Element) -> bool:
    parent = element.getparent()
    return element.tag in CELLS or (parent is not None and parent.tag in CELLS)


def is_wordless(element: _Element) -> bool:
    return not any(character.isalnum() for character in _characters(element))


def permalink_target(element: _Element, href: str) -> str:
    """The id that a link reading ¶, # or § leads to; "" for any other link."""
    target = href.partition("#")[2]
    if len((element.text or "").strip()) > 1:
        return ""
    text = "".join(islice(_characters(element), 2)) if target else ""
    return target if text in _SIGNS else ""


def names_of_title(title: _Element) -> frozenset[str]:
    """The ids that mean a title: its own, and of what it holds, surrounds it and stands beside it."""
    holders = (*title.iter(), *title.iterancestors(), *_beside(title))
    return frozenset(name for holder in holders for name in names_of(holder))


def title_of(link: _Element) -> _Element | None:
    """The title that a link stands in, or beside."""
    beside = (neighbour for neighbour in _beside(link) if neighbour.tag in TITLES)
    return next(chain(link.iterancestors(*TITLES), beside), None)


def _beside(element: _Element) -> Iterator[_Element]:
    for neighbour in (element.getprevious(), element.getnext()):
        if neighbour is not None:
            yield neighbour


def names_of(element: _Element) -> list[str]:
    return [name for attribute in ("id", "name") if (name := element.get(attribute))]


def _characters(element: _Element) -> Iterator[str]:
    """All characters inside that aren't white space."""
    for text in element.itertext():
        yield from "".join(str(text).split())
