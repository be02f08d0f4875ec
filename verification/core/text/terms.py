"""Decides which words of a claim and of a text count as the same, for finding passages that share them.

Words are stemmed (Snowball, in the language the text speaks, Russian for Cyrillic), number words become digits,
function words fall away while negations stay; unspaced scripts are compared by pairs of characters. Works on
text-v1 forms.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

import snowballstemmer

from verification.core.text.vocabulary import LEXICONS, Vocabulary
from verification.core.text.words import CJK_RANGES, character_class

_MARKS: Final = "".join(chr(code) for code in range(0x300, 0x10000) if unicodedata.category(chr(code))[0] == "M")
_UNSPACED: Final = (
    f"{character_class(CJK_RANGES)}\u1100-\u11ff\u3131-\u318e\uac00-\ud7ff\u0e01-\u0e4e\u0e81-\u0ecf\u1000-\u109f"
    "\u1780-\u17d3"
)
_RUN: Final = re.compile(f"[{_UNSPACED}]+")
_WORD: Final = re.compile(rf"\d+(?:[.,]\d+)*|[\w{_MARKS}]+")
_CYRILLIC: Final = re.compile("[\u0400-\u04ff]")
_CONTRACTED: Final = (("can't", "can not"), ("won't", "will not"), ("n't", " not"), ("cannot", "can not"))
_LONGEST_WORD: Final = 64


class Term(NamedTuple):
    """A word as it stands, what it is compared by, whether it is a number, and whether it is a pair of
    characters that begins with the last one of the pair before."""

    word: str
    stem: str
    number: bool = False
    overlaps: bool = False


class Terms:
    """The terms of a claim, and which of them texts in its language hold; a distinct word is looked at once."""

    def __init__(self, claim: str, words: Vocabulary) -> None:
        self._words = words
        self._stemmer = snowballstemmer.stemmer(*(LEXICONS[code].stemmer for code in words.codes[:1]))
        self._russian = snowballstemmer.stemmer("russian")
        self._known: dict[str, frozenset[str]] = {}
        self.asked = [term for word in _found(claim) for term in self._read(word)]
        self._wanted = frozenset(term.stem for term in self.asked)
        self._pairs = tuple(sorted(stem for stem in self._wanted if _RUN.match(stem)))

    def held(self, text: str) -> frozenset[str]:
        """Which of the claim's stems are in `text`."""
        held: set[str] = {pair for pair in self._pairs if pair in text}
        known = self._known
        for word in _found(text):
            stems = known.get(word)
            if stems is None:
                stems = known[word] = self._wanted.intersection(term.stem for term in self._spaced(word))
            if stems:
                held |= stems
        return frozenset(held)

    def _read(self, word: str) -> Iterator[Term]:
        """The terms of one word: its pairs of characters where it is of an unspaced script."""
        at = 0
        for run in _RUN.finditer(word):
            yield from self._term(word[at : run.start()])
            yield from _pairs(run[0])
            at = run.end()
        yield from self._term(word[at:])

    def _spaced(self, word: str) -> Iterator[Term]:
        for part in [word] if word.isascii() else _RUN.split(word):
            yield from self._term(part)

    def _term(self, word: str) -> Iterator[Term]:
        folded = word.casefold()[:_LONGEST_WORD]
        number = self._words.numbers.get(folded)
        if number or folded[:1].isdigit():
            yield Term(folded, number or folded.replace(",", ""), number=True)
        elif folded in self._words.negations:
            yield Term(folded, folded)
        elif len(folded) > 1 and folded not in self._words.common:
            stemmer = self._russian if _CYRILLIC.search(folded) else self._stemmer
            yield Term(folded, stemmer.stemWord(folded))


def _found(text: str) -> list[str]:
    """The words of a text, "not" apart from what it is written together with."""
    if "n't" in text or "cannot" in text:
        for written, apart in _CONTRACTED:
            text = text.replace(written, apart)
    return _WORD.findall(text)


def _pairs(run: str) -> Iterator[Term]:
    """Each two characters that stand together; one that stands alone."""
    for start in range(max(1, len(run) - 1)):
        yield Term(run[start : start + 2], run[start : start + 2], overlaps=start > 0)
