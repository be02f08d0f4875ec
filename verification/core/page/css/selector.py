"""Decides what a compiled selector is: a test on elements, its specificity, and where in an index it belongs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from lxml.etree import _Element

from verification.core.page.css.budget import Budget

Test: TypeAlias = Callable[[_Element], bool]
Specificity: TypeAlias = tuple[int, int, int]


class Key(NamedTuple):
    """What an element must have to match: an id, class, attribute or tag of that name, or nothing."""

    kind: str
    name: str


ANYTHING: Final = Key("anything", "")
NO_WEIGHT: Final = (0, 0, 0)
_NARROWEST_FIRST: Final = ("id", "class", "attribute", "tag", "anything")


@dataclass(frozen=True, slots=True)
class Selector:
    """`told_by_key`: whatever has the key matches."""

    matches: Test
    specificity: Specificity = NO_WEIGHT
    key: Key = ANYTHING
    told_by_key: bool = False


def any_of(selectors: Sequence[Selector]) -> Selector:
    """`:is()`: as specific as its most specific argument."""
    if len(selectors) == 1:
        return selectors[0]
    tests = [selector.matches for selector in selectors]
    weight = max((selector.specificity for selector in selectors), default=NO_WEIGHT)
    return Selector(lambda element: any(test(element) for test in tests), weight)


def all_of(parts: Sequence[Selector], budget: Budget) -> Selector:
    """A compound: several conditions on one element."""
    tests = [part.matches for part in parts]

    def matches(element: _Element) -> bool:
        budget.spend()
        return all(test(element) for test in tests)

    key = min((part.key for part in parts), key=lambda key: _NARROWEST_FIRST.index(key.kind))
    told = len(parts) == 1 and parts[0].told_by_key
    return Selector(matches, total(part.specificity for part in parts), key, told)


def chain(steps: Sequence[tuple[str, Selector]]) -> Selector:
    """Compounds, each with the combinator before it; read from the right, as browsers do."""
    last = steps[-1][1]
    if len(steps) == 1:
        return last

    def matches(element: _Element) -> bool:
        return last.matches(element) and _led_to(element, steps, len(steps) - 1)

    return Selector(matches, total(part.specificity for _, part in steps), last.key)


def total(weights: Iterable[Specificity]) -> Specificity:
    ids, classes, tags = (sum(column) for column in zip(NO_WEIGHT, *weights, strict=True))
    return ids, classes, tags


def _led_to(element: _Element, steps: Sequence[tuple[str, Selector]], at: int) -> bool:
    """Whether what stands before step `at` is found from `element`, which that step matches."""
    if at == 0:
        return True
    before = steps[at - 1][1].matches
    candidates = _CANDIDATES[steps[at][0]](element)
    return any(before(candidate) and _led_to(candidate, steps, at - 1) for candidate in candidates)


def _parent(element: _Element) -> Iterator[_Element]:
    parent = element.getparent()
    if parent is not None:
        yield parent


def _previous(element: _Element) -> Iterator[_Element]:
    previous = element.getprevious()
    if previous is not None:
        yield previous


_CANDIDATES: Final[dict[str, Callable[[_Element], Iterator[_Element]]]] = {
    " ": lambda element: element.iterancestors(),
    ">": _parent,
    "+": _previous,
    "~": lambda element: element.itersiblings(preceding=True),
}
COMBINATORS: Final = tuple(_CANDIDATES)
