"""Decides what a token stands for, by the tables: a negation, a number, a unit, a modal, a name.

A letter symbol ("m", "kg") and a one-character Chinese unit are units only behind a number or a slash. A sign of
comparison before a number (≥ 10) counts as a number. A name is a capital not first in its sentence (function words
apart); where there are no small letters, capitals tell nothing.
"""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

import regex

from verification.core.text.lexicon import zh
from verification.core.text.lexicon.symbols import LETTERS
from verification.core.text.profile import Normalised
from verification.core.text.tokens import LONGEST, Tokens, tokens
from verification.core.text.vocabulary import Vocabulary
from verification.core.text.words import inside_word, is_cjk

_DIGIT: Final = regex.compile(r"\p{N}")
_MARKER: Final = regex.compile(r"\[.+\]|[¹²³⁰⁴-⁹]+")
_GROUPED: Final = regex.compile(r"\d{1,3}(?:[., ']\d{3})+")
_LETTER: Final = regex.compile(r"\p{L}")
_OPENS: Final = "\"'“‘„«»‹([{¿¡*#•·>–—-"
_CLOSES: Final = "\"'”’»«›)]}¹²³⁰⁴⁵⁶⁷⁸⁹"
_ENDS: Final = frozenset("!?…。！？")
_NEW_LINES: Final = regex.compile(r"\n\s*\n|\n\s*[-*•·#–—]")
_LAST_WORD: Final = regex.compile(r"[\p{L}.]*\Z")
_LOOK_BACK: Final = 48
_LONGEST_CUT: Final = 40
_NUMERALS: Final = frozenset(zh.NUMERALS)
_COMPARISONS: Final = frozenset("<>≤≥=≠≈~")


class Sense(NamedTuple):
    """What one token stands for; `number` as it is written, `unit` and `modal` whatever their form."""

    word: bool
    negates: bool = False
    number: str | None = None
    unit: str | None = None
    modal: str | None = None


# One of letters alone that is no more than a word is this very object.
WORD: Final = Sense(word=True)
_MARK: Final = Sense(word=False)
_PLAIN: Final = frozenset({WORD, _MARK})


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: its tokens, the text they are of, and the tables for it.

    `whole`: the tokens, but the first and the last with what the span cuts off: for "ly" it has "hardly".
    """

    source: Normalised
    tokens: Tokens
    words: Vocabulary
    capitals_tell: bool
    whole: list[str] = field(init=False)
    _senses: dict[int, Sense] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "whole", _whole(self.source.text, self.tokens))

    def sense(self, at: int) -> Sense:
        """What the token at `at` stands for."""
        if at not in self._senses:
            self._senses[at] = self._read(at)
        return self._senses[at]

    def part(self, first: int, last: int) -> Part:
        """The tokens `first` up to `last`."""
        senses = [self.sense(at) for at in range(first, last)]
        folded = [word.casefold() for word in self.whole[first:last]]
        return Part(self, first, self.tokens.texts[first:last], folded, senses)

    def spoken(self, first: int, last: int) -> list[str]:
        """The words among the tokens `first` up to `last`, case-folded."""
        return [text.casefold() for text in self.whole[first:last] if is_word(text)]

    def kinship(self, at: int) -> str:
        """What a token may be set against: its like."""
        sense = self.sense(at)
        if sense == WORD:
            return "word"
        kinds = (
            ("negation", sense.negates),
            ("number", sense.number),
            ("unit", sense.unit),
            ("modal", sense.modal),
            ("word", sense.word),
        )
        return next((kind for kind, fits in kinds if fits), "mark")

    def value(self, number: str) -> str:
        """What a number is worth: 14 and fourteen, 1,000 and 1000 alike."""
        if _GROUPED.fullmatch(number):
            return "".join(character for character in number if character.isdigit())
        return self.words.numbers.get(number, number)

    def is_marker(self, at: int, first: int) -> bool:
        """Whether the token at `at` is part of the footnote markers that begin at `first`."""
        starts, texts = self.tokens.starts, self.tokens.texts
        if not _MARKER.fullmatch(texts[at]):
            # Notes apart by a comma or a space, or from one to another: ¹,² and ¹⁻³
            between = texts[at] in ",;" or (texts[at] in "-⁻" and _MARKER.match("".join(texts[at + 1 : at + 2])))
            return at > first and bool(between) and self.is_marker(at - 1, first)
        if texts[at][0] == "[" or not at or self.tokens.end(at - 1) < starts[at]:
            return True
        return not texts[at - 1][-1].isdigit()

    def any_name(self, first: int, last: int) -> bool:
        """Whether a name is among the tokens `first` up to `last`."""
        if first == last or not self.capitals_tell:
            return False
        start, end = self.source.raw_span(self.tokens.starts[first], self.tokens.end(last - 1))
        return not self.source.raw[start:end].islower() and any(map(self._is_name, range(first, last)))

    def _is_name(self, at: int) -> bool:
        if not self.sense(at).word or self.tokens.texts[at].casefold() in self.words.common:
            return False
        return self._has_a_capital(at)

    def _has_a_capital(self, at: int) -> bool:
        raw, (start, end) = self.source.raw, self.source.raw_span(self.tokens.starts[at], self.tokens.end(at))
        first = _LETTER.search(raw, start, end)
        return bool(first) and first[0] != first[0].lower() and not self._begins_a_sentence(raw, start)

    def _read(self, at: int) -> Sense:
        text = self.whole[at]
        word = text.casefold()
        if text.isalpha() and word not in self.words.telling and not _NUMERALS.issuperset(word):
            return WORD
        if not is_word(text):
            number, unit = word if self._compares_a_number(at) else None, self.words.units.get(word)
            negates = text in "!¬" and self._is_logical_not(at)
            told = number or unit or negates
            return Sense(word=False, negates=negates, number=number, unit=unit) if told else _MARK
        return Sense(
            word=True,
            negates=word in self.words.negations or word.endswith("n't"),
            number=word if self._is_number(word) else None,
            unit=self._unit(at, word),
            modal=None if self._is_a_month(at, word) else self.words.modals.get(word),
        )

    def _is_a_month(self, at: int, word: str) -> bool:
        """Whether "may" is "May"; MAY is none."""
        if word != "may" or not self.capitals_tell:
            return False
        last = self.tokens.end(at)
        return self.source.raw[slice(*self.source.raw_span(last - 1, last))].islower() and self._has_a_capital(at)

    def _is_number(self, word: str) -> bool:
        return bool(_DIGIT.search(word)) or word in self.words.numbers or _NUMERALS.issuperset(word)

    def _compares_a_number(self, at: int) -> bool:
        texts = self.tokens.texts
        return texts[at] in _COMPARISONS and at + 1 < len(texts) and bool(_DIGIT.search(texts[at + 1]))

    def _is_logical_not(self, at: int) -> bool:
        """Whether a sign negates, as in code and formulas: ¬p, and !ready though not "Ready!"."""
        text, sign, start = self.source.text, self.tokens.texts[at], self.tokens.starts[at]
        if sign != "!":
            return sign == "¬"
        behind = text[start + 1 : start + 2]
        return (behind.isalpha() or behind in set("(=_")) and not text[max(0, start - 1) : start].isalnum()

    def _unit(self, at: int, word: str) -> str | None:
        unit = self.words.units.get(word)
        if unit and len(word) > 1:
            return unit
        symbol = unit or LETTERS.get(word)
        if symbol and at and self._may_precede_a_symbol(self.tokens.texts[at - 1]):
            return symbol
        return None

    def _may_precede_a_symbol(self, text: str) -> bool:
        return text == "/" or self._is_number(text.casefold())

    def _begins_a_sentence(self, raw: str, at: int) -> bool:
        before = raw[max(0, at - _LOOK_BACK) : at]
        said = before.rstrip(_OPENS + string.whitespace)
        if not said or _NEW_LINES.search(before, len(said)):
            return len(before) == at or bool(said)
        said = said.rstrip(_CLOSES)
        if not said.endswith("."):
            return said[-1:] in _ENDS
        word = _LAST_WORD.search(said[:-1])
        return not word or not (len(word[0]) == 1 or word[0].casefold() in self.words.abbreviations)


def _whole(text: str, made: Tokens) -> list[str]:
    words = made.texts[:]
    if not words:
        return words
    first, last = made.starts[0], made.end(len(made) - 1)
    if is_cjk(text[first]):
        words[0] = tokens(text, max(0, first - LONGEST), made.end(0)).texts[-1]
    if len(words) > 1 and is_cjk(text[last - 1]):
        words[-1] = tokens(text, made.starts[-1], min(len(text), last + LONGEST)).texts[0]
    start, end = first, last
    while first - start < _LONGEST_CUT and inside_word(text, start):
        start -= 1
    while end - last < _LONGEST_CUT and inside_word(text, end):
        end += 1
    words[0] = text[start:first] + words[0]
    words[-1] += text[last:end]
    return words


class Part(NamedTuple):
    """Tokens of one side that stand together, the first of them at `first`: as they stand, whole and case-folded,
    and what they stand for."""

    side: Side
    first: int
    texts: list[str]
    folded: list[str]
    senses: list[Sense]

    @property
    def words(self) -> list[str]:
        """The words among them, case-folded."""
        return [word for word, sense in zip(self.folded, self.senses, strict=True) if sense.word]

    @property
    def telling(self) -> bool:
        """Whether any of them is more than a word or a mark."""
        return not _PLAIN.issuperset(self.senses)

    @property
    def negations(self) -> int:
        """How many of them negate."""
        return sum(sense.negates for sense in self.senses)

    def told(self, what: Literal["number", "unit", "modal"]) -> list[str]:
        """The numbers, units or modals among them, in an order that doesn't count."""
        return sorted(filter(None, (getattr(sense, what) for sense in self.senses)))

    def values(self) -> list[str]:
        """What their numbers are worth, in an order that doesn't count."""
        return sorted(map(self.side.value, self.told("number")))

    def all_markers(self) -> bool:
        """Whether there is nothing here but footnote markers: [12], [¹²], ¹² not directly behind a digit."""
        places = range(self.first, self.first + len(self.texts))
        return bool(places) and all(self.side.is_marker(at, self.first) for at in places)

    @property
    def any_name(self) -> bool:
        """Whether a name is among them."""
        return self.side.any_name(self.first, self.first + len(self.texts))


def is_word(text: str) -> bool:
    """Whether a token holds a letter or a digit."""
    return text.isalnum() or any(map(str.isalnum, text))
