"""Decides what one element does to the text of a page: nothing, be left out, set apart, hand something down.

The browser's own rules for the tag first (tags), then the page's styles (visibility), then what is visible but no
text (leftout).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, cast

import tinycss2
from lxml.etree import _Element

from verification.core.page.css.cascade import Attributes, Cascade
from verification.core.page.css.properties import Style, longhands
from verification.core.page.css.rules import parsed
from verification.core.page.leftout import (
    NOTABLE,
    TITLES,
    is_line_number,
    is_navigation,
    is_permalink,
    near_title,
)
from verification.core.page.scope import Scope
from verification.core.page.superscripts import SUBSCRIPTS, SUPERSCRIPTS
from verification.core.page.tags import (
    CODE,
    INLINE,
    KINDS,
    LEFT_OUT,
    LEFT_OUT_OF_SVG,
    PREFORMATTED,
    REGIONS,
    ROLE_REGIONS,
    TABLE_PARTS,
    TABLE_STRUCTURE,
    Kind,
)
from verification.core.page.visibility import (
    NONE,
    VISUALLY_HIDDEN,
    display,
    hidden_box,
    hidden_by_class,
    inherit,
    text_size,
)
from verification.core.page.writer import PRESERVE

_TELLING: Final = frozenset({"id", "style", "hidden", "role", "popover", "data-nosnippet"})
_TELLING_CLASSES: Final = NOTABLE | VISUALLY_HIDDEN
_RAISED: Final = {"sup": SUPERSCRIPTS, "super": SUPERSCRIPTS, "sub": SUBSCRIPTS}
_FOREIGN: Final = frozenset({"svg", "math"})
_IN_LINE: Final = ("inline", "contents", "ruby", "ruby-text", "run-in", "inline-math", "math")
_IN_LINE_BOXES: Final = ("inline-block", "inline-flex", "inline-grid", "inline-table", "-webkit-inline-box")
_SEPARATIONS: Final = {
    "table-row": "row",
    "table-cell": "cell",
    **dict.fromkeys(_IN_LINE, ""),
    **dict.fromkeys(_IN_LINE_BOXES, "box"),
}
_PRESENTATION: Final = ("display", "visibility", "opacity", "font-size")


class Effect(NamedTuple):
    """`separation`: "", "line", "box", "block" (of `breaks` lines), "row" or "cell".

    `scope`: what it hands down to its content, if that changes.
    """

    separation: str = ""
    breaks: int = 1
    scope: Scope | None = None
    raised: Mapping[int, str] | None = None
    region: str = ""
    nosnippet: bool = False
    id: str = ""
    left_out: bool = False  # a permalink, whose id may be the only one its heading has


PLAIN: Final = Effect()

_NOTHING: Final[Mapping[str, str]] = {}


class Effects:
    """What elements do on one page. Raises TooCostly."""

    def __init__(self, cascade: Cascade) -> None:
        self._cascade = cascade
        self._by_tag: dict[str, Effect | None] = {}  # in this scope:
        self._scope = Scope()
        self._by_scope = {self._scope: self._by_tag}

    def of(self, element: _Element, scope: Scope) -> Effect | None:
        """None: the element and all it holds is left out."""
        tag = element.tag
        if tag in LEFT_OUT:
            return None
        attributes = cast(Attributes, element.items())
        if _telling(element, tag, attributes, scope) or self._cascade.concerns(tag, attributes):
            return self._by_attributes(element, tag, attributes, scope)
        if scope is not self._scope:
            self._scope, self._by_tag = scope, self._by_scope.setdefault(scope, {})
        if tag not in self._by_tag:
            self._by_tag[tag] = _styled(element, tag, _NOTHING, {}, scope)
        return self._by_tag[tag]

    def _by_attributes(self, element: _Element, tag: str, attributes: Attributes, scope: Scope) -> Effect | None:
        named = dict(attributes)
        words = frozenset(named.get("class", "").split())
        if is_navigation(named) or hidden_by_class(words) or is_line_number(element, words, scope):
            return None
        if is_permalink(element, named, words, scope):
            return Effect(id=named.get("id", ""), left_out=True)
        return _styled(element, tag, named, self._cascade.declared(element, tag, attributes), scope)


def _telling(element: _Element, tag: str, attributes: Attributes, scope: Scope) -> bool:
    """Whether more than the tag and the scope decides, styles aside."""
    for name, value in attributes:
        if name in _TELLING or (name == "class" and not _TELLING_CLASSES.isdisjoint(value.split())):
            return True
    if tag == "a":
        return scope.heading is not None or near_title(element) is not None
    return tag in TITLES or tag == "dialog" or scope.foreign == "svg"


def _styled(element: _Element, tag: str, named: Mapping[str, str], style: Style, scope: Scope) -> Effect | None:
    if scope.foreign == "svg":
        if tag in LEFT_OUT_OF_SVG:
            return None
        style = {**_presentation(named), **style}
    kind = KINDS.get(tag, INLINE)
    shown_as = display(style, kind, tag, named, scope)
    if shown_as == NONE or hidden_box(style, shown_as, text_size(style, scope)):
        return None
    made = Effect(
        *_separation(tag, kind, shown_as, scope),
        scope=_handed_down(element, tag, style, shown_as, scope),
        raised=_RAISED.get(style.get("vertical-align", tag)) or _RAISED.get(tag),
        region=REGIONS.get(tag) or ROLE_REGIONS.get(named.get("role", "").strip().lower(), ""),
        nosnippet="data-nosnippet" in named,
        id=named.get("id", ""),
    )
    return PLAIN if made == PLAIN else made


def _presentation(named: Mapping[str, str]) -> Style:
    """SVG's attributes that stand for styles; any rule beats them."""
    style: dict[str, Any] = {}
    for name in _PRESENTATION:
        if name in named:
            style.update(longhands(name, parsed(tinycss2.parse_component_value_list, named[name])))
    return style


def _separation(tag: str, kind: Kind, shown_as: str, scope: Scope) -> tuple[str, int]:
    separation = "line" if tag == "br" else _SEPARATIONS.get(shown_as, "block")
    stray = scope.tabular and tag not in TABLE_PARTS  # a browser moves it out of the table
    if not separation and (stray or scope.foreign == "math" or (scope.foreign == "svg" and tag == "text")):
        separation = "block"
    return separation, kind.breaks


def _handed_down(element: _Element, tag: str, style: Style, shown_as: str, outer: Scope) -> Scope | None:
    scope = outer
    if style or outer.blockifies or outer.indent:
        scope = inherit(style, shown_as, outer)
    if tag in PREFORMATTED and "white-space" not in style:
        scope = scope._replace(spaces=PRESERVE)
    if tag in CODE and not outer.code:
        scope = scope._replace(code=True)
    if outer.tabular != (tag in TABLE_STRUCTURE):
        scope = scope._replace(tabular=not outer.tabular)
    if tag in TITLES:
        scope = scope._replace(heading=element)
    if tag in _FOREIGN or tag == "foreignobject":
        scope = scope._replace(foreign=tag if tag in _FOREIGN else "")
    return None if scope is outer else scope
