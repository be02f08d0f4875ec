"""Decides which elements a selector means: Selectors Level 4, compiled from tinycss2's tokens.

Own, because the parser at hand (cssselect) refuses `:not(a, b)`, `:is(a b)`, nesting and what else today's style
sheets hide text with. Unsupported leaves one selector out, Invalid the whole rule, as a browser drops it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from lxml.etree import _Element
from tinycss2.nth import parse_nth

from verification.core.page.css.attributes import attribute_test
from verification.core.page.css.budget import Budget, TooCostly
from verification.core.page.css.pseudo import (
    NTH,
    PSEUDO_ELEMENTS,
    SIMPLE,
    direction,
    language,
    nth,
    of_type,
    writable,
)
from verification.core.page.css.selector import COMBINATORS, Key, Selector, all_of, any_of, chain, total
from verification.core.page.css.values import Token, keyword, significant
from verification.core.page.words import names_in, words

_DEPTH: Final = 12  # selectors inside selectors
_COMPOUNDS: Final = 40  # in one selector
# Pseudo-classes that Chromium knows and that can't be decided here; the ones it doesn't know make a rule invalid.
_UNDECIDED: Final = words("""
        default valid invalid muted heading host-context state
        active-view-transition-type nth-column nth-last-column slotted
    """)


class Unsupported(Exception):
    """A selector that can't be decided here, or that no element matches (pseudo-elements)."""


class _PseudoElement(Unsupported):
    """Right only at the very end of a selector."""


class Invalid(Exception):
    """A selector that makes a browser drop the rule it stands in."""


class Parser:
    """Compiles selectors whose tests all draw on one budget. `parent`: what `&` stands for in a nested rule."""

    def __init__(
        self, budget: Budget, parent: Selector | None = None, depth: int = 0, *, argument: bool = False
    ) -> None:
        if depth > _DEPTH:
            raise TooCostly
        self._argument = argument  # of a pseudo-class
        self._class_sets: dict[str, frozenset[str]] = {}
        self._budget = budget
        self._parent = parent
        self._depth = depth

    def rule(self, prelude: Sequence[Token]) -> list[Selector]:
        """The selectors of one style rule; none if a browser would drop it. Raises TooCostly."""
        try:
            return self._list(prelude, forgiving=False)
        except Invalid:
            return []

    def _list(self, tokens: Sequence[Token], *, forgiving: bool) -> list[Selector]:
        found = []
        for part in split(tokens, ","):
            try:
                found.append(self._complex(part))
            except Unsupported:
                continue
            except Invalid:
                if not forgiving:
                    raise
        return found

    def _inner(self) -> Parser:
        return Parser(self._budget, self._parent, self._depth + 1, argument=True)

    def _complex(self, tokens: Sequence[Token], start: Selector | None = None) -> Selector:
        """One selector; a relative one leads on from `start`, a nested one from its parent."""
        steps = compounds(tokens)
        if len(steps) > _COMPOUNDS:
            raise TooCostly
        if start is None and not self._argument and (steps[0][0] or not _names_parent(tokens)):
            start = self._parent
        if bool(steps[0][0]) and start is None:
            raise Invalid
        compiled = [self._step(step, last=step is steps[-1]) for step in steps]
        if start is not None:
            compiled[0] = (compiled[0][0] or " ", compiled[0][1])
            compiled.insert(0, ("", start))
        return chain(compiled)

    def _step(self, step: tuple[str, list[Token]], *, last: bool) -> tuple[str, Selector]:
        combinator, tokens = step
        try:
            return combinator, self._compound(tokens)
        except _PseudoElement:
            if not last or self._argument:
                raise Invalid from None
            raise

    def _compound(self, tokens: Sequence[Token]) -> Selector:
        parts = [self._simple(part) for part in _simples(tokens)]
        if not parts:
            raise Invalid
        return all_of(parts, self._budget)

    def _simple(self, tokens: Sequence[Token]) -> Selector:
        first = tokens[0]
        if first == "&":
            return self._parent or Selector(SIMPLE["root"])
        if first == "*":
            return Selector(lambda element: True, told_by_key=True)
        if first.type == "ident":
            return _tag(first.lower_value)
        if first.type == "hash":
            return _id(first.value)
        if first.type == "[] block":
            return _attribute(first)
        if first == "." and len(tokens) == 2 and tokens[1].type == "ident":
            return self._class(tokens[1].value)
        if first == ":" and len(tokens) == 2 and tokens[1].type == "function":
            return self._function(tokens[1].lower_name, tokens[1].arguments)
        if first == ":" and len(tokens) == 2 and tokens[1].type == "ident":
            return self._pseudo_class(tokens[1].lower_value)
        raise Invalid

    def _class(self, name: str) -> Selector:
        sets = self._class_sets

        def matches(element: _Element) -> bool:
            value = element.get("class") or ""
            if value not in sets:
                sets[value] = frozenset(names_in(value))
            return name in sets[value]

        return Selector(matches, (0, 1, 0), Key("class", name), told_by_key=True)

    def _pseudo_class(self, name: str) -> Selector:
        if name in PSEUDO_ELEMENTS:
            raise _PseudoElement
        test = SIMPLE.get(name) or of_type(name, self._budget) or writable(name, self._budget)
        if test is None:
            raise _unknown(name)
        return Selector(test, (0, 1, 0))

    def _function(self, name: str, tokens: Sequence[Token]) -> Selector:
        if name in ("is", "matches", "-webkit-any"):
            return any_of(self._inner()._list(tokens, forgiving=True))
        if name == "where":
            return Selector(any_of(self._inner()._list(tokens, forgiving=True)).matches)
        if name == "not":
            return self._not(tokens)
        if name == "has":
            return self._has(tokens)
        if name in NTH:
            return self._nth(name, tokens)
        if name == "lang":
            ranges = [node for node in significant(tokens) if node.type in ("ident", "string")]
            return Selector(language(frozenset(node.value.lower() for node in ranges), self._budget), (0, 1, 0))
        if name == "dir":
            words = [keyword(node) for node in significant(tokens)]
            return Selector(direction(words[0] if len(words) == 1 else None, self._budget), (0, 1, 0))
        raise _unknown(name)

    def _not(self, tokens: Sequence[Token]) -> Selector:
        inner = self._inner()
        excluded = any_of([inner._complex(part) for part in split(tokens, ",")])
        return Selector(lambda element: not excluded.matches(element), excluded.specificity)

    def _nth(self, name: str, tokens: Sequence[Token]) -> Selector:
        of = next((at for at, node in enumerate(tokens) if keyword(node) == "of"), None)
        formula = parse_nth(list(tokens[:of]))
        if formula is None:
            raise Invalid
        if of is None:
            return Selector(nth(name, formula, None, self._budget), (0, 1, 0))
        chosen = any_of(self._inner()._list(tokens[of + 1 :], forgiving=False))
        weight = total([(0, 1, 0), chosen.specificity])
        return Selector(nth(name, formula, chosen.matches, self._budget), weight)

    def _has(self, tokens: Sequence[Token]) -> Selector:
        """`:has()`: its selectors lead on from the element in question, whichever that is at the time."""
        scope: list[_Element] = []
        start = Selector(lambda element: element is scope[-1])
        inner = self._inner()
        wanted = any_of([inner._complex(part, start) for part in split(tokens, ",")])
        aside = any(node in ("+", "~") for node in tokens)

        def matches(element: _Element) -> bool:
            scope.append(element)
            try:
                return any(wanted.matches(candidate) for candidate in self._below(element, aside))
            finally:
                scope.pop()

        return Selector(matches, wanted.specificity)

    def _below(self, element: _Element, aside: bool) -> Iterator[_Element]:
        for holder in (element, *element.itersiblings()) if aside else (element,):
            for candidate in holder.iter():
                self._budget.spend()
                yield candidate


class Selectors:
    """Those of one style rule, compiled when they are first asked for; `within`: of the rule round it."""

    def __init__(self, prelude: Sequence[Token], within: Selectors | None, budget: Budget) -> None:
        self._prelude = prelude
        self._within = within
        self._budget = budget
        self._compiled: list[Selector] | None = None
        self._depth: int = within._depth + 1 if within else 0

    def compiled(self) -> list[Selector]:
        """None of a rule that a browser drops, itself or with the rule round it. Raises TooCostly."""
        if self._compiled is None:
            outer = self._within.compiled() if self._within else None
            parent = any_of(outer) if outer else None
            dropped = self._within is not None and not outer
            self._compiled = [] if dropped else Parser(self._budget, parent, self._depth).rule(self._prelude)
        return self._compiled


def split(tokens: Sequence[Token], separator: str) -> Iterator[list[Token]]:
    part: list[Token] = []
    for node in tokens:
        if node == separator:
            yield part
            part = []
        else:
            part.append(node)
    yield part


def compounds(tokens: Sequence[Token]) -> list[tuple[str, list[Token]]]:
    """The compounds of one selector, each with the combinator before it ("" before the first). Raises Invalid."""
    steps: list[tuple[str, list[Token]]] = []
    combinator, part = "", list[Token]()
    for node in tokens:
        if node.type == "whitespace" or node in COMBINATORS:
            if part:
                steps.append((combinator, part))
                combinator, part = " ", []
            if node.type != "whitespace":
                if combinator.strip():
                    raise Invalid
                combinator = node.value
        else:
            part.append(node)
    if part:
        steps.append((combinator, part))
    if not steps or (not part and combinator.strip()):
        raise Invalid
    return steps


def _simples(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The simple selectors of a compound: a dot or colon goes with what follows it."""
    at = 0
    while at < len(tokens):
        node = tokens[at]
        if node == ":" and tokens[at + 1 : at + 2] == [":"]:
            raise Invalid if _misplaced(tokens[at + 2 :]) else _PseudoElement
        if node == "|" or tokens[at + 1 : at + 2] == ["|"]:
            at += _namespace(tokens, at)
            continue
        if at > 0 and (node.type == "ident" or node == "*") and tokens[at - 1] != "|":
            raise Invalid  # a tag must come first
        width = 2 if node in (".", ":") else 1
        yield tokens[at : at + width]
        at += width


def _namespace(tokens: Sequence[Token], at: int) -> int:
    """How many tokens the prefix of any namespace, or of none, takes; a named one is beyond this parser."""
    if tokens[at] == "|":
        return 1
    if tokens[at] != "*":
        raise Unsupported
    return 2


def _unknown(name: str) -> Exception:
    return Unsupported() if name in _UNDECIDED or name.startswith("-webkit-") else Invalid()


def _misplaced(tokens: Sequence[Token]) -> bool:
    """Whether no browser takes a pseudo-element of that name with what follows it."""
    if not tokens or tokens[0].type not in ("ident", "function"):
        return True
    name = tokens[0].lower_value if tokens[0].type == "ident" else tokens[0].lower_name
    return name.startswith(("-moz-", "-ms-", "-o-")) or (len(tokens) > 1 and tokens[1] != ":")


def _names_parent(tokens: Sequence[Token]) -> bool:
    """Whether `&` stands anywhere in the selector."""
    waiting = list(tokens)
    while waiting:
        node = waiting.pop()
        if node == "&":
            return True
        waiting.extend(getattr(node, "arguments", ()))
    return False


def _tag(name: str) -> Selector:
    return Selector(lambda element: element.tag == name, (0, 0, 1), Key("tag", name), told_by_key=True)


def _id(name: str) -> Selector:
    return Selector(lambda element: element.get("id") == name, (1, 0, 0), Key("id", name), told_by_key=True)


def _attribute(block: Token) -> Selector:
    named = attribute_test(block.content)
    if named is None:
        raise Invalid
    return Selector(named[1], (0, 1, 0), Key("attribute", named[0]))
