"""Decides whether a match leaves off where the text doesn't: inside a word, or before "except".

`truncated` is true where a match starts or ends inside a word (never between CJK characters), behind a sign
or a "non-" that belongs to its first word, or where the same sentence goes on with a word that takes back or
narrows what was said: except, unless, but, however, only if, provided, until, if, without, and their like in
the other languages. Works on text-v1 forms; offsets are code points.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import regex

from verification.core.text.profile import Normalised
from verification.core.text.tokens import ELIDED
from verification.core.text.vocabulary import Vocabulary, vocabulary, vocabulary_at
from verification.core.text.words import inside_word

_LONGEST_WORD: Final = 40  # code points of a cut word that are shown on either side
_AHEAD: Final = 120
_LEAD: Final = r"""[ "')\]»¹²³⁴-⁹⁰]*(?:\[[\d, -]{1,12}\] ?)?[ "')\]]*[-,;:(，；、：（]* ?"""
_JOINED_BY: Final = "and|or|und|oder|et|ou|y|o|e|ed|и|или|而且|且"
_ENDS: Final = frozenset(".!?。！？…")
_ELISION: Final = regex.compile(rf"(?<!\p{{L}})(?:{ELIDED})'\Z", regex.IGNORECASE)
_LONGEST_ELISION: Final = 8
_BELONGS: Final = regex.compile(r"(?<![\p{L}\p{N}]) (?:[-+±](?=\Z)) | (?<!\p{L}) non- \Z", regex.VERBOSE)


@dataclass(frozen=True, slots=True)
class Truncation:
    """The words a match cuts in two (case as in the normal form), and the words by which the sentence goes on."""

    cut: tuple[str, ...] = ()
    goes_on: str | None = None

    def __bool__(self) -> bool:
        return bool(self.cut) or self.goes_on is not None


NOTHING_CUT: Final = Truncation()


def truncation(text: Normalised, span: tuple[int, int]) -> Truncation:
    """What is cut at the ends of `text.text[span]`; false if nothing is."""
    start, end = span
    if start >= end:
        return NOTHING_CUT
    cuts = [at for at in (start, end) if inside_word(text.text, at) and not _behind_an_elision(text.text, at)]
    cut = [_word_at(text.text, at) for at in cuts]
    if start not in cuts and (before := _belongs_before(text.text, start)):
        cut.insert(0, before + _word_at(text.text, start))
    words = vocabulary_at(text.text, start, end)
    return Truncation(tuple(dict.fromkeys(cut)), _goes_on(text.text, end, words))


def _behind_an_elision(text: str, at: int) -> bool:
    """Whether the part before the cut is a word by itself: of "l'été" a quote may have "été"."""
    return text[at - 1] == "'" and bool(_ELISION.search(text, max(0, at - _LONGEST_ELISION), at))


def _belongs_before(text: str, start: int) -> str:
    """The sign right before a number, or "non-" before a word, if it stands there."""
    found = _BELONGS.search(text, max(0, start - 8), start)
    if not found:
        return ""
    fits = text[start].isalpha() if found[0] == "non-" else text[start].isdigit()
    return str(found[0]) if fits else ""


def _word_at(text: str, at: int) -> str:
    start, end = at, at
    while start and at - start < _LONGEST_WORD and inside_word(text, start):
        start -= 1
    while end < len(text) and end - at < _LONGEST_WORD and (end == at or inside_word(text, end)):
        end += 1
    return text[start:end]


def _goes_on(text: str, end: int, words: Vocabulary) -> str | None:
    if inside_word(text, end) or text[end - 1] in _ENDS:
        return None
    found = _provisos(words.codes).match(text[end : end + _AHEAD].casefold())
    return found["proviso"] if found else None


@lru_cache(maxsize=64)
def _provisos(codes: tuple[str, ...]) -> regex.Pattern[str]:
    listed = sorted(vocabulary(codes).provisos, key=len, reverse=True)
    phrases = "|".join(map(regex.escape, listed))
    return regex.compile(
        rf"{_LEAD}(?:(?:{_JOINED_BY}) )?(?P<proviso>{phrases})(?![\p{{L}}\p{{M}}--\p{{Han}}])", regex.V1
    )
