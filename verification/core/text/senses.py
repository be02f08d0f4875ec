"""Decides what a token stands for, by the tables: a negation, a number, a unit, a modal, a name.

A letter symbol ("m", "kg") and a one-character Chinese unit are units only behind a number or a slash. A sign of
comparison before a number (≥ 10) counts as a number. A name is a capital not first in its sentence (function words
apart); where there are no small letters, capitals tell nothing.
"""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import regex

from verification.core.text.lexicon import zh
from verification.core.text.lexicon.symbols import LETTERS
from verification.core.text.profile import Normalised
from verification.core.text.tokens import Token
from verification.core.text.vocabulary import Vocabulary

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
_NUMERALS: Final = frozenset(zh.NUMERALS)
_COMPARISONS: Final = frozenset("<>≤≥=≠≈~")


class Sense(NamedTuple):
    """What one token stands for; `number` as it is written, `unit` and `modal` whatever their form."""

    word: bool
    negates: bool
    number: str | None
    unit: str | None
    modal: str | None


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: its tokens, the text they are of, and the tables for it."""

    source: Normalised
    tokens: list[Token]
    words: Vocabulary
    capitals_tell: bool
    _senses: dict[int, Sense] = field(default_factory=dict)

    def sense(self, at: int) -> Sense:
        """What the token at `at` stands for."""
        if at not in self._senses:
            self._senses[at] = self._read(at)
        return self._senses[at]

    def senses(self, first: int, last: int) -> list[Sense]:
        """What the tokens `first` up to `last` stand for."""
        return [self.sense(at) for at in range(first, last)]

    def kinship(self, at: int) -> str:
        """What a token may be set against: its like."""
        sense = self.sense(at)
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

    def all_markers(self, first: int, last: int) -> bool:
        """Whether there is nothing here but footnote markers: [12], [¹²], ¹² not directly behind a digit."""
        return first < last and all(self._is_marker(at, first) for at in range(first, last))

    def names(self, first: int, last: int) -> bool:
        """Whether a name is among these tokens."""
        return self.capitals_tell and any(self._is_name(at) for at in range(first, last))

    def _read(self, at: int) -> Sense:
        word = self.tokens[at].word
        holds_word = is_word(self.tokens[at])
        if not holds_word:
            return Sense(
                False, False, word if self._compares_a_number(at) else None, self.words.units.get(word), None
            )
        return Sense(
            word=True,
            negates=word in self.words.negations or word.endswith("n't"),
            number=word if self._is_number(word) else None,
            unit=self._unit(at, word),
            modal=self.words.modals.get(word),
        )

    def _is_number(self, word: str) -> bool:
        return bool(_DIGIT.search(word)) or word in self.words.numbers or _NUMERALS.issuperset(word)

    def _compares_a_number(self, at: int) -> bool:
        following = self.tokens[at + 1 : at + 2]
        return self.tokens[at].text in _COMPARISONS and bool(following) and bool(_DIGIT.search(following[0].text))

    def _unit(self, at: int, word: str) -> str | None:
        unit = self.words.units.get(word)
        if unit and len(word) > 1:
            return unit
        symbol = unit or LETTERS.get(word)
        if symbol and at and (self.tokens[at - 1].text == "/" or self._is_number(self.tokens[at - 1].word)):
            return symbol
        return None

    def _is_marker(self, at: int, first: int) -> bool:
        token = self.tokens[at]
        if not _MARKER.fullmatch(token.text):
            # Notes apart by a comma or a space: ¹,²
            return at > first and token.text in ",;" and self._is_marker(at - 1, first)
        if token.text[0] == "[" or not at or self.tokens[at - 1].end < token.start:
            return True
        return not self.tokens[at - 1].text[-1].isdigit()

    def _is_name(self, at: int) -> bool:
        token = self.tokens[at]
        if not self.sense(at).word or token.word in self.words.common:
            return False
        raw, (start, end) = self.source.raw, self.source.raw_span(token.start, token.end)
        first = _LETTER.search(raw, start, end)
        return bool(first) and first[0] != first[0].lower() and not self._begins_a_sentence(raw, start)

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


def is_word(token: Token) -> bool:
    """Whether the token holds a letter or a digit."""
    return token.text.isalnum() or any(map(str.isalnum, token.text))
