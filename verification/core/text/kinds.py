"""Decides what a difference is: the first kind that fits, in the published order.

`negation`, `marker`, `number`, `unit`, `modal`, `order`, `name`, `word`, `case`, `punctuation`. Words that
differ in case alone are `case`, words that differ in hyphens or spaces alone `punctuation`, whatever else
they may be. `gravity` ranks differences for the advice: 0 is the gravest.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from verification.core.text.alignment import Column
from verification.core.text.senses import Side, is_word
from verification.core.text.tokens import Token

Kind: TypeAlias = Literal[
    "negation", "marker", "number", "unit", "modal", "order", "name", "word", "case", "punctuation"
]
KINDS: Final[tuple[Kind, ...]] = (
    "negation",
    "marker",
    "number",
    "unit",
    "modal",
    "order",
    "name",
    "word",
    "case",
    "punctuation",
)
_GRAVITY: Final[dict[Kind, int]] = {
    "negation": 0,
    "number": 1,
    "unit": 2,
    "modal": 3,
    "order": 5,
    "name": 6,
    "word": 7,
    "marker": 10,
    "case": 11,
    "punctuation": 12,
}
_OPPOSITE: Final = 4
LOOK_ALIKE: Final = 8
_SAME_VALUE: Final = 9
_COMPARISONS: Final = frozenset("<>≤≥=≠≈±×÷")
_PREFIXES: Final = (
    "un",
    "in",
    "im",
    "il",
    "ir",
    "dis",
    "non",
    "de",
    "dés",
    "dé",
    "des",
    "не",
    "без",
    "бес",
    "ab",
    "miss",
)


class Verdict(NamedTuple):
    """A kind and how grave it is."""

    kind: Kind
    gravity: int


def judge(quote: Side, text: Side, column: Column) -> Verdict:
    """The kind and gravity of one differing column."""
    kind = _kind(quote, text, column)
    i1, i2, j1, j2, _ = column
    if kind == "number" and _values(quote, i1, i2) == _values(text, j1, j2):
        return Verdict(kind, _SAME_VALUE)
    if kind in {"name", "word"} and (_opposed(quote, text, column) or _limited(quote, text, column)):
        return Verdict(kind, _OPPOSITE)
    return Verdict(kind, _GRAVITY[kind])


def same_words(ours: Sequence[Token], theirs: Sequence[Token]) -> bool:
    """Whether both have the same words, and some, in whatever order."""
    words = sorted(_words(ours))
    return bool(words) and words == sorted(_words(theirs))


def same_letters(ours: Sequence[Token], theirs: Sequence[Token]) -> bool:
    """Whether both are the same letters, but for hyphens, spaces and the like; numbers must stand as they are."""
    if any(map(str.isdigit, _letters((*ours, *theirs)))):
        return _words(ours) == _words(theirs)
    return _letters(ours) == _letters(theirs)


def _kind(quote: Side, text: Side, column: Column) -> Kind:
    i1, i2, j1, j2, _ = column
    ours, theirs = quote.tokens[i1:i2], text.tokens[j1:j2]
    senses, there = quote.senses(i1, i2), text.senses(j1, j2)
    negation = sum(sense.negates for sense in senses) != sum(sense.negates for sense in there)
    if any(sense.word for sense in senses) and same_letters(ours, theirs):
        # "not able" and "notable" have the same letters, and so have "non-profit" and "nonprofit"
        not_apart = negation and (_free_negation(ours) or _free_negation(theirs))
        return "negation" if not_apart else _case_or_punctuation(ours, theirs)
    if negation:
        return "negation"
    if (not theirs and quote.all_markers(i1, i2)) or (not ours and text.all_markers(j1, j2)):
        return "marker"
    if _all(sense.number for sense in senses) != _all(sense.number for sense in there):
        return "number"
    if _all(sense.unit for sense in senses) != _all(sense.unit for sense in there):
        return "unit"
    if _all(sense.modal for sense in senses) != _all(sense.modal for sense in there):
        return "modal"
    return _plain_kind(quote, text, column)


def _all(found: Iterable[str | None]) -> list[str]:
    """What there is, in an order that doesn't count."""
    return sorted(filter(None, found))


def _values(side: Side, first: int, last: int) -> list[str]:
    return _all(sense.number and side.value(sense.number) for sense in side.senses(first, last))


def _plain_kind(quote: Side, text: Side, column: Column) -> Kind:
    i1, i2, j1, j2, _ = column
    ours, theirs = quote.tokens[i1:i2], text.tokens[j1:j2]
    if _words(ours) != _words(theirs):
        if same_words(ours, theirs):
            return "order"
        return "name" if quote.names(i1, i2) or text.names(j1, j2) else "word"
    if any(token.text in _COMPARISONS for token in (*ours, *theirs)):
        return "word"
    return _case_or_punctuation(ours, theirs)


def _case_or_punctuation(ours: Sequence[Token], theirs: Sequence[Token]) -> Kind:
    cased = [token.text for token in ours if is_word(token)] != [token.text for token in theirs if is_word(token)]
    return "case" if cased and _words(ours) == _words(theirs) else "punctuation"


def _free_negation(some: Sequence[Token]) -> bool:
    """A word of its own that negates."""
    return len(some) > 1 and any(token.word in {"not", "no", "non", "nicht", "kein"} for token in some)


def _words(some: Sequence[Token]) -> list[str]:
    return [token.word for token in some if is_word(token)]


def _letters(some: Sequence[Token]) -> str:
    return "".join(character for token in some for character in token.word if _spells(character))


@lru_cache(maxsize=8192)
def _spells(character: str) -> bool:
    """A letter, a digit or a mark: vowel signs tell words apart in Devanagari, Thai or Hebrew."""
    return character.isalnum() or unicodedata.category(character)[0] == "M"


def _opposed(quote: Side, text: Side, column: Column) -> bool:
    i1, i2, j1, j2, _ = column
    ours = {token.word for token in quote.tokens[i1:i2]}
    theirs = {token.word for token in text.tokens[j1:j2]}
    if len(ours) == len(theirs) == 1:
        (one,), (other,) = ours, theirs
        return other in quote.words.opposites.get(one, ()) or _negated(one, other) or _negated(other, one)
    return any(theirs & quote.words.opposites.get(word, frozenset()) for word in ours)


def _limited(quote: Side, text: Side, column: Column) -> bool:
    """Whether only one side has a word that says how far the sentence goes."""
    i1, i2, j1, j2, _ = column
    limits = quote.words.limits
    ours = limits.intersection(token.word for token in quote.tokens[i1:i2])
    return ours != limits.intersection(token.word for token in text.tokens[j1:j2])


def _negated(word: str, other: str) -> bool:
    return len(word) > 3 and other.endswith(word) and other[: -len(word)] in _PREFIXES
