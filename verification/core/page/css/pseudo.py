"""Decides what a pseudo-class without selectors of its own asks of an element.

On a page that nobody touches: dynamic pseudo-classes match nothing, form controls are in their first state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lxml.etree import _Element

from verification.core.page.css.budget import Budget
from verification.core.page.css.selector import Test
from verification.core.page.words import words

DYNAMIC: Final = words("""
        hover active focus focus-visible focus-within visited target target-within target-current
        fullscreen -webkit-full-screen modal popover-open picture-in-picture playing user-valid
        user-invalid autofill -webkit-autofill current past future host has-slotted in-range
        out-of-range indeterminate active-view-transition seeking buffering stalled volume-locked
        interest-source interest-target -webkit-drag
    """)
PSEUDO_ELEMENTS: Final = frozenset({"before", "after", "first-line", "first-letter"})

_CONTROLS: Final = frozenset({"button", "input", "select", "textarea", "optgroup", "option", "fieldset"})
_UNWRITABLE: Final = words("hidden range color checkbox radio file submit image reset button")
_REQUIRABLE: Final = frozenset({"input", "select", "textarea"})


def _first(element: _Element) -> bool:
    return element.getprevious() is None


def _last(element: _Element) -> bool:
    return element.getnext() is None


def _link(element: _Element) -> bool:
    return element.tag in ("a", "area") and element.get("href") is not None


def _checked(element: _Element) -> bool:
    if element.tag == "option":
        return element.get("selected") is not None
    return element.tag == "input" and element.get("checked") is not None


def _disabled(element: _Element) -> bool:
    return element.tag in _CONTROLS and element.get("disabled") is not None


def _enabled(element: _Element) -> bool:
    return element.tag in _CONTROLS and element.get("disabled") is None


def _required(element: _Element) -> bool:
    return element.tag in _REQUIRABLE and element.get("required") is not None


def _optional(element: _Element) -> bool:
    return element.tag in _REQUIRABLE and element.get("required") is None


def _placeholder_shown(element: _Element) -> bool:
    return element.tag == "input" and element.get("placeholder") is not None and not element.get("value")


SIMPLE: Final[dict[str, Test]] = {
    **dict.fromkeys(DYNAMIC, lambda element: False),
    "root": lambda element: element.getparent() is None,
    "scope": lambda element: element.getparent() is None,
    "empty": lambda element: not len(element) and not element.text,
    "first-child": _first,
    "last-child": _last,
    "only-child": lambda element: _first(element) and _last(element),
    "link": _link,
    "any-link": _link,
    "-webkit-any-link": _link,
    "checked": _checked,
    "disabled": _disabled,
    "enabled": _enabled,
    "required": _required,
    "optional": _optional,
    "placeholder-shown": _placeholder_shown,
    "open": lambda element: element.tag in ("details", "dialog") and element.get("open") is not None,
    "closed": lambda element: element.tag in ("details", "dialog") and element.get("open") is None,
    "defined": lambda element: True,  # with its scripts run
}

Formula = tuple[int, int]
_TYPED: Final[dict[str, Formula]] = {"first-of-type": (0, 1), "last-of-type": (0, 1)}


def of_type(name: str, budget: Budget) -> Test | None:
    """`:first-of-type`, `:last-of-type`, `:only-of-type`."""
    if name == "only-of-type":
        first, last = (nth(f"nth-{way}of-type", (0, 1), None, budget) for way in ("", "last-"))
        return lambda element: first(element) and last(element)
    if name not in _TYPED:
        return None
    return nth("nth-of-type" if name == "first-of-type" else "nth-last-of-type", _TYPED[name], None, budget)


NTH: Final = frozenset({"nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"})


def nth(name: str, formula: Formula, of: Test | None, budget: Budget) -> Test:
    """`:nth-child(An+B of S)` and its kin (a name from NTH): the place among siblings, counted from 1."""
    from_end, same_type = name.startswith("nth-last"), name.endswith("of-type")

    def counts(sibling: _Element, element: _Element) -> bool:
        return (not same_type or sibling.tag == element.tag) and (of is None or of(sibling))

    def matches(element: _Element) -> bool:
        if of is not None and not of(element):
            return False
        place = 1
        for sibling in element.itersiblings(preceding=not from_end):
            budget.spend()
            place += counts(sibling, element)
        return _satisfies(place, formula)

    return matches


def _satisfies(place: int, formula: Formula) -> bool:
    step, offset = formula
    if step == 0:
        return place == offset
    return (place - offset) % step == 0 and (place - offset) // step >= 0


def language(wanted: frozenset[str], budget: Budget) -> Test:
    """`:lang()`: the nearest `lang` attribute is one of the ranges or goes on from one."""

    def matches(element: _Element) -> bool:
        tag = next(_told(element, "lang", budget), "").lower()
        return bool(tag) and any(tag == range_ or tag.startswith(range_ + "-") for range_ in wanted)

    return matches


def direction(wanted: str | None, budget: Budget) -> Test:
    """`:dir()`: the nearest `dir` attribute; `auto` counts as left to right, as without any."""

    def matches(element: _Element) -> bool:
        said = next(filter(None, _told(element, "dir", budget)), "ltr").lower()
        return ("rtl" if said == "rtl" else "ltr") == wanted

    return matches


def writable(name: str, budget: Budget) -> Test | None:
    """`:read-write`, something to write in or inside what may be edited, and `:read-only`."""
    if name not in ("read-write", "read-only"):
        return None

    def writes(element: _Element) -> bool:
        tag = element.tag
        if tag == "textarea" or (tag == "input" and element.get("type", "").lower() not in _UNWRITABLE):
            return element.get("readonly") is None and element.get("disabled") is None
        return next(_told(element, "contenteditable", budget), "false").lower() != "false"

    return writes if name == "read-write" else lambda element: not writes(element)


def _told(element: _Element, attribute: str, budget: Budget) -> Iterator[str]:
    """The attribute's values on the element and on what it stands in, the nearest first."""
    for holder in (element, *element.iterancestors()):
        budget.spend()
        said = holder.get(attribute)
        if said is not None:
            yield said
