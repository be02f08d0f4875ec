"""Decides what a difference is: the first kind that fits, in the published order.

`negation`, `marker`, `number`, `unit`, `modal`, `order`, `name`, `word`, `case`, `punctuation`. Words that
differ in case alone are `case`, words that differ in hyphens or spaces alone `punctuation`, whatever else
they may be. `gravity` ranks differences for the advice: 0 is the gravest.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from verification.core.text.alignment import Column
from verification.core.text.senses import WORD, Part, Side, is_word
from verification.core.text.vocabulary import Vocabulary

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
_TOLD: Final[tuple[Literal["number", "unit", "modal"], ...]] = ("number", "unit", "modal")
_OPPOSITE: Final = 4
LOOK_ALIKE: Final = 8
_SAME_VALUE: Final = 9
_OPERATORS: Final = frozenset("<>≤≥=≠≈±×÷+")
_FREE_NEGATIONS: Final = frozenset({"not", "no", "non", "nicht", "kein", "!", "¬"})
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


_VERDICTS: Final = {kind: Verdict(kind, gravity) for kind, gravity in _GRAVITY.items()}


def judge(quote: Side, text: Side, column: Column) -> Verdict:
    """The kind and gravity of one differing column."""
    i1, i2, j1, j2, _ = column
    if i2 - i1 == j2 - j1 == 1 and quote.sense(i1) is text.sense(j1) is WORD:
        return _one_word(quote, text, i1, j1)
    ours, theirs = quote.part(i1, i2), text.part(j1, j2)
    kind = _kind(ours, theirs)
    if kind == "number" and ours.values() == theirs.values():
        return Verdict(kind, _SAME_VALUE)
    if kind in {"name", "word"} and _turns(set(ours.folded), set(theirs.folded), quote.words):
        return Verdict(kind, _OPPOSITE)
    return _VERDICTS[kind]


def _one_word(quote: Side, text: Side, i: int, j: int) -> Verdict:
    """The same for two words of letters alone that are no more than words: what differs most often."""
    ours, theirs = quote.tokens.texts[i].casefold(), text.tokens.texts[j].casefold()
    if ours == theirs:
        return _VERDICTS["case"]
    kind: Kind = "name" if quote.any_name(i, i + 1) or text.any_name(j, j + 1) else "word"
    turns = not quote.words.limits.isdisjoint((ours, theirs)) or _opposed(ours, theirs, quote.words)
    return Verdict(kind, _OPPOSITE) if turns else _VERDICTS[kind]


def same_letters(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether the tokens are the same letters, but for case, hyphens, spaces and the like; numbers must stand as
    they are."""
    here, there = _letters(ours), _letters(theirs)
    if any(map(str.isdigit, here + there)):
        return _words(ours) == _words(theirs)
    return here == there


def _kind(ours: Part, theirs: Part) -> Kind:
    telling = ours.telling or theirs.telling
    negation = telling and ours.negations != theirs.negations
    if any(map(is_word, ours.texts)) and same_letters(ours.texts, theirs.texts):
        # "not able" and "notable" have the same letters, and so have "non-profit" and "nonprofit"
        not_apart = negation and (_free_negation(ours) or _free_negation(theirs))
        return "negation" if not_apart else _case_or_punctuation(ours, theirs)
    if negation:
        return "negation"
    if (not theirs.texts and ours.all_markers()) or (not ours.texts and theirs.all_markers()):
        return "marker"
    if telling:
        for kind in _TOLD:
            if ours.told(kind) != theirs.told(kind):
                return kind
    return _plain_kind(ours, theirs)


def _plain_kind(ours: Part, theirs: Part) -> Kind:
    here, there = ours.words, theirs.words
    if here != there:
        if sorted(here) == sorted(there):
            return "order"
        return "name" if ours.any_name or theirs.any_name else "word"
    if not _OPERATORS.isdisjoint(ours.texts + theirs.texts):
        return "word"
    return _case_or_punctuation(ours, theirs)


def _case_or_punctuation(ours: Part, theirs: Part) -> Kind:
    cased, cased_there = (list(filter(is_word, part.texts)) for part in (ours, theirs))
    return "case" if cased != cased_there and ours.words == theirs.words else "punctuation"


def _free_negation(part: Part) -> bool:
    """A word of its own that negates."""
    return len(part.texts) > 1 and not _FREE_NEGATIONS.isdisjoint(part.folded)


def _words(texts: Sequence[str]) -> list[str]:
    return [text.casefold() for text in texts if is_word(text)]


def _letters(texts: Sequence[str]) -> str:
    """Letters, digits and marks alone: vowel signs tell words apart in Devanagari, Thai or Hebrew."""
    joined = "".join(texts).casefold()
    return joined if joined.isalnum() else "".join(filter(_spells, joined))


def _spells(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character)[0] == "M"


def _turns(here: set[str], there: set[str], table: Vocabulary) -> bool:
    """Whether other words may turn the meaning: opposites, or a word on one side only that says how far the
    sentence goes."""
    if table.limits & here != table.limits & there:
        return True
    if len(here) == len(there) == 1:
        (one,), (other,) = here, there
        return _opposed(one, other, table)
    return any(there & table.opposites.get(word, frozenset()) for word in here)


def _opposed(one: str, other: str, table: Vocabulary) -> bool:
    return other in table.opposites.get(one, ()) or _negated(one, other) or _negated(other, one)


def _negated(word: str, other: str) -> bool:
    return len(word) > 3 and other.endswith(word) and other[: -len(word)] in _PREFIXES
