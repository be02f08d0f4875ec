"""Decides what one element does to the text of a page: nothing, be left out, set apart, hand something down.

The browser's own rules for the tag first (tags), then the page's styles (visibility), then what is visible but no
text (leftout).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import tinycss2
from lxml.etree import _Element

from verification.core.page.css.cascade import Attributes, Cascade
from verification.core.page.css.properties import Style, longhands
from verification.core.page.css.rules import parsed
from verification.core.page.ink import hints
from verification.core.page.leftout import (
    NOTABLE,
    PERMALINK_CLASS,
    is_line_number,
    is_navigation,
    is_wordless,
    names_of,
    names_of_title,
    permalink_target,
    title_of,
)
from verification.core.page.outline import LOGIN
from verification.core.page.scope import Scope
from verification.core.page.superscripts import SUBSCRIPTS, SUPERSCRIPTS
from verification.core.page.tags import (
    AS_WRITTEN,
    BREAKS_OUT,
    CODE,
    INLINE,
    KINDS,
    LEFT_OUT,
    LEFT_OUT_OF_SVG,
    MUTE,
    PREFORMATTED,
    REGIONS,
    ROLE_REGIONS,
    SPEAKING,
    TABLE_PARTS,
    TABLE_STRUCTURE,
    TRANSPARENT,
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
from verification.core.page.words import names_in
from verification.core.page.writer import PRESERVE

_TELLING: Final = frozenset({"hidden", "role", "popover", "data-nosnippet", "bgcolor", "background"})
_SPECIAL: Final = frozenset({"dialog", "form", "font", "body"})  # more than their tag decides
_TELLING_CLASSES: Final = NOTABLE | VISUALLY_HIDDEN
_RAISED: Final = {"sup": SUPERSCRIPTS, "super": SUPERSCRIPTS, "sub": SUBSCRIPTS}
_FIRST_ALONE: Final = frozenset({"semantics", "maction"})
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

    `scope`: what it hands down to its content, if that changes. `void`: it is none, though libxml2 takes it for a
    container. `marks`: whether one of `raised`, `region` and `nosnippet` is set.
    """

    separation: str = ""
    breaks: int = 1
    scope: Scope | None = None
    void: bool = False
    marks: bool = False
    raised: Mapping[int, str] | None = None
    region: str = ""
    nosnippet: bool = False


PLAIN: Final = Effect()
PERMALINK: Final = Effect(region="permalink")  # left out, but its id may be the only one its heading has
APART: Final = Effect(region="apart")  # left out, but on the screen it parts what stands before and after it

_UNKNOWN: Final = Effect(region="unknown")
_VOID: Final = Effect(void=True)
_NOTHING: Final[Mapping[str, str]] = {}
_NO_STYLE: Final[Style] = {}


class Effects:
    """What elements do on one page. Raises TooCostly."""

    def __init__(self, cascade: Cascade) -> None:
        self._cascade = cascade
        self._scope = Scope()
        self._known: dict[tuple[str, int], Effect | None] = {}  # in this scope, by tag and style
        self._by_scope = {self._scope: self._known}
        self._telling_classes: dict[str, bool] = {}
        self._titles: dict[_Element, frozenset[str]] = {}

    def of(self, element: _Element, scope: Scope) -> Effect | None:
        """None: the element and all it holds is left out."""
        tag = element.tag
        if tag in LEFT_OUT:
            return APART if tag == "nav" else None
        attributes: Any = element.items()  # of strings: the page was parsed as text
        style = self._cascade.declared(element, tag, attributes)
        if not self._cascade.has_variables:
            return self._made(element, tag, attributes, style, scope)
        style, variables = self._cascade.resolver.resolved(style, scope.variables)
        if variables is scope.variables:
            return self._made(element, tag, attributes, style, scope)
        inner = scope._replace(variables=variables)
        made = self._made(element, tag, attributes, style, inner)
        return made if made is None or made in (PERMALINK, APART) else made._replace(scope=made.scope or inner)

    def _made(
        self, element: _Element, tag: str, attributes: Attributes, style: Style, scope: Scope
    ) -> Effect | None:
        if scope.foreign == "math" and _is_alternative(element):
            return None
        if scope is not self._scope:
            self._scope, self._known = scope, self._by_scope.setdefault(scope, {})
        if (attributes and self._telling(element, tag, attributes)) or tag in _SPECIAL or scope.foreign == "svg":
            return self._by_attributes(element, tag, dict(attributes), style, scope)
        key = (tag, id(style))  # the cascade keeps its styles, so no other one gets this id
        known = self._known.get(key, _UNKNOWN)
        if known is _UNKNOWN:
            known = _styled(tag, _NOTHING, style, scope) if style else _unstyled(tag, scope)
            self._known[key] = known
        return known

    def _telling(self, element: _Element, tag: str, attributes: Attributes) -> bool:
        """Whether more than the tag, the scope and the style decides."""
        for name, value in attributes:
            if name == "class":
                told = self._telling_classes.get(value)
                if told is None:
                    told = self._telling_classes[value] = not _TELLING_CLASSES.isdisjoint(names_in(value))
                if told:
                    return True
            elif name in _TELLING or (name == "href" and tag == "a" and permalink_target(element, value)):
                return True
        return False

    def _by_attributes(
        self, element: _Element, tag: str, named: Mapping[str, str], style: Style, scope: Scope
    ) -> Effect | None:
        classes = frozenset(names_in(named.get("class", "")))
        if hidden_by_class(classes) or is_line_number(element, classes, scope):
            return None
        if is_navigation(named):
            return APART if KINDS.get(tag, INLINE).display == "block" else None
        if tag == "a" and self._is_permalink(element, named, classes):
            return PERMALINK
        made = _styled(tag, named, style, scope)
        if made is not None and tag == "form" and _asks_for_password(element):
            return made._replace(region=LOGIN, marks=True)
        return made

    def _is_permalink(self, element: _Element, named: Mapping[str, str], classes: frozenset[str]) -> bool:
        if PERMALINK_CLASS in classes:
            return is_wordless(element)
        target = permalink_target(element, named.get("href", ""))
        title = title_of(element) if target else None
        if title is None or target in names_of(element):
            return title is not None
        if title not in self._titles:
            self._titles[title] = names_of_title(title)
        return target in self._titles[title]


@lru_cache(maxsize=2_000)
def _unstyled(tag: str, scope: Scope) -> Effect | None:
    return _styled(tag, _NOTHING, _NO_STYLE, scope)


def _is_alternative(element: _Element) -> bool:
    """Whether MathML shows another form of it: the first one."""
    parent = element.getparent()
    return parent is not None and parent.tag in _FIRST_ALONE and element.getprevious() is not None


def _asks_for_password(form: _Element) -> bool:
    return any((field.get("type") or "").strip().lower() == "password" for field in form.iter("input"))


def _styled(tag: str, named: Mapping[str, str], style: Style, scope: Scope) -> Effect | None:
    if scope.foreign == "svg":
        if tag in LEFT_OUT_OF_SVG:
            return None
        style = {**_presentation(named), **style}
    if tag in TRANSPARENT:
        return _VOID
    if scope.ink and named:
        style = {**hints(tag, named), **style}
    kind = KINDS.get(tag, INLINE)
    shown_as = display(style, kind, tag, named, scope)
    if shown_as == NONE or hidden_box(style, shown_as, text_size(style, scope)):
        return None
    raised = _RAISED.get(style.get("vertical-align", tag)) or _RAISED.get(tag)
    region = REGIONS.get(tag) or ROLE_REGIONS.get(named.get("role", "").strip().lower(), "")
    nosnippet = "data-nosnippet" in named
    made = Effect(
        *_separation(tag, kind, shown_as, scope),
        scope=_handed_down(tag, style, shown_as, scope),
        marks=bool(raised or region or nosnippet),
        raised=raised,
        region=region,
        nosnippet=nosnippet,
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
    if tag == "p" and separation in ("", "box") and shown_as != "contents":
        separation = "block"  # innerText's own rule: a paragraph stands apart, whatever its style makes of it
    return separation, kind.breaks


def _is_mute(tag: str, outer: Scope) -> bool:
    """Whether a browser shows no text that stands directly in the element."""
    return tag in MUTE or (outer.mute and tag not in SPEAKING and not (outer.foreign and tag in BREAKS_OUT))


def _handed_down(tag: str, style: Style, shown_as: str, outer: Scope) -> Scope | None:
    scope = outer
    if style or outer.blockifies or outer.indent:
        scope = inherit(style, shown_as, outer)
    if (
        outer.ink
        and outer.foreign != "svg"
        and (ink := outer.ink.inside(tag, style, has_box=shown_as != "contents")) != outer.ink
    ):
        scope = scope._replace(ink=ink)
    if tag in PREFORMATTED and "white-space" not in style:
        scope = scope._replace(spaces=PRESERVE)
    if tag in CODE and not outer.code:
        scope = scope._replace(code=True)
    if outer.tabular != (tag in TABLE_STRUCTURE):
        scope = scope._replace(tabular=not outer.tabular)
    if tag in _FOREIGN or tag == "foreignobject":
        scope = scope._replace(foreign=tag if tag in _FOREIGN else "")
    if outer.mute != (mute := _is_mute(tag, outer)):
        scope = scope._replace(mute=mute)
    if tag == "mphantom" and "visibility" not in style:
        scope = scope._replace(visible=False)
    if outer.case and tag in AS_WRITTEN and "text-transform" not in style:
        scope = scope._replace(case="")
    return None if scope is outer else scope
