"""Where the rules of `injection_rules` hit a matching view.

The text is read once, a block at a time, as a set of words. A rule is tried only where one of its first words
stands in a block that has words for its other items too, so that a clean text costs little more than being
split at its spaces. A match begins in its block and spans at most `SPAN` characters of the view.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from verification.core.text.injection_pattern import UNSPACED, Pattern, compile_pattern
from verification.core.text.injection_rules import RULES, Rule
from verification.core.text.injection_view import View

BLOCK: Final = 1024
SPAN: Final = 320
BLANKED: Final = bytes(c if chr(c).isalnum() or c > 0x7F else 0x20 for c in range(256))


@dataclass(frozen=True, slots=True)
class Hit:
    """One rule's match, in code points of the view it was found in."""

    rule: Rule
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Trial:
    rule: Rule
    regex: re.Pattern[str]
    meets: int
    lead: int

    def at(self, text: str, index: int) -> Hit | None:
        """The match at a known word, or begun in the marks that lead to it."""
        first = _lead(text, index, self.lead) if self.lead else index
        found = self.regex.match(text, first, index + SPAN)
        return Hit(self.rule, *found.span(1)) if found else None


def _lead(text: str, index: int, most: int) -> int:
    if text[index - 1 : index] == " " and text[index - 2 : index - 1].isalnum():
        return index  # a word amid a sentence: no mark leads to it
    first = index
    while first > max(0, index - most) and not (text[first - 1].isalnum() or text[first - 1] == "_"):
        first -= 1
    return first


@dataclass(frozen=True, slots=True)
class _Index:
    """The words of the rules (UTF-8): what each can start, and the items, as bits, each stands for."""

    trials: dict[bytes, tuple[_Trial, ...]]
    bits: dict[bytes, int]
    words: frozenset[bytes]


def _compiled(rule: Rule) -> Iterator[tuple[Rule, str, Pattern]]:
    languages = ("",) if rule.pattern.startswith("when:") else rule.languages
    return ((rule, language, compile_pattern(rule.pattern, language)) for language in languages)


def _index(rows: list[tuple[Rule, Pattern]]) -> _Index:
    items = {words: 1 << at for at, words in enumerate({w: None for _, p in rows for w in p.meets})}
    bits: dict[bytes, int] = defaultdict(int)
    trials: dict[bytes, list[_Trial]] = defaultdict(list)
    for words, bit in items.items():
        for word in words:
            bits[word.encode()] |= bit
    for rule, pattern in rows:
        for word in sorted(pattern.starts):
            meets = sum({items[words] for words in pattern.meets})
            trials[word.encode()].append(_Trial(rule, pattern.regex, meets, pattern.lead))
    return _Index({word: tuple(rows) for word, rows in trials.items()}, dict(bits), frozenset(bits | trials))


_COMPILED: Final = tuple(row for rule in RULES if not rule.pattern.startswith("note:") for row in _compiled(rule))
_BY_WORD: Final = _index([(rule, p) for rule, language, p in _COMPILED if language not in UNSPACED])
_BY_LITERAL: Final = tuple((rule, p) for rule, language, p in _COMPILED if language in UNSPACED)


def scan(view: View, telltales: frozenset[bytes] = frozenset()) -> tuple[list[Hit], set[bytes]]:
    """Every match of every rule, in no promised order, some perhaps twice; and which of the given words (UTF-8)
    stand in the view, since it is read anyhow."""
    found: list[Hit] = []
    seen: set[bytes] = set()
    for start in range(0, len(view.text), BLOCK):
        words = frozenset(_words(view.text[start : start + BLOCK + SPAN]))
        found += _in_block(view.text, start, words & _BY_WORD.words)
        seen |= words & telltales
    for rule, pattern in () if view.text.isascii() else _BY_LITERAL:
        found += _by_literal(view.text, rule, pattern)
    return found, seen


def _in_block(text: str, start: int, known: frozenset[bytes]) -> Iterator[Hit]:
    near = 0
    for word in known:
        near |= _BY_WORD.bits.get(word, 0)
    for word in known & _BY_WORD.trials.keys():
        if trials := [trial for trial in _BY_WORD.trials[word] if near & trial.meets == trial.meets]:
            for at in _places(text, word.decode(), start, start + BLOCK):
                if not (at and text[at - 1].isalnum()):
                    yield from (hit for trial in trials if (hit := trial.at(text, at)))


def _places(text: str, word: str, start: int, end: int) -> Iterator[int]:
    """Where a word begins in `text[start:end]`; it may end beyond."""
    at = text.find(word, start, end + len(word) - 1)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word), end + len(word) - 1)


def _words(text: str) -> list[bytes]:
    return text.encode("utf-8", "replace").translate(BLANKED).split()


def _by_literal(text: str, rule: Rule, pattern: Pattern) -> Iterator[Hit]:
    for word in sorted(pattern.starts):
        for at in _places(text, word, 0, len(text)):
            if found := pattern.regex.match(text, at, at + SPAN):
                yield Hit(rule, *found.span(1))
