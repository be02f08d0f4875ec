"""Decides where a word or a grapheme may be cut, and which words a text has.

A cut is inside a word when letters, digits, marks or `_` stand on both sides of it, or beside an inner sign
(the apostrophe of "can't", the point of "3.5"): UAX #29's rules for spaced scripts. It never is next to a
character of a script written without spaces, CJK first, nor between a letter and a superscript (year¹²).
Graphemes are extended grapheme clusters (UAX #29), as the `regex` package's \\X finds them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

import regex

# Han, kana and their full-width marks: what cjk_line_wrap joins (published with text-v1).
CJK_RANGES: Final = (
    "U+2E80-U+2FD5",
    "U+3001-U+3003",
    "U+3005-U+3011",
    "U+3014-U+301F",
    "U+3021-U+3029",
    "U+3030-U+3035",
    "U+3038-U+303D",
    "U+3041-U+3096",
    "U+3099-U+30FF",
    "U+31F0-U+31FF",
    "U+3400-U+4DBF",
    "U+4E00-U+9FFF",
    "U+F900-U+FAFF",
    "U+FE30-U+FE4F",
    "U+FF01-U+FF0F",
    "U+FF1A-U+FF20",
    "U+FF3B-U+FF40",
    "U+FF5B-U+FF9F",
    "U+FFE0-U+FFE6",
    "U+1B000-U+1B16F",
    "U+20000-U+3FFFF",
)
# Hangul, bopomofo, Thai, Lao, Myanmar, Khmer: words that no space parts, or that particles are glued to.
_OTHER_UNSPACED: Final = (
    "\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc\u3105-\u312f\u31a0-\u31bf"
    "\u0e01-\u0e4e\u0e81-\u0ecf\u1000-\u103f\u1050-\u109f\uaa60-\uaa7f\u1780-\u17d3"
)


def character_class(ranges: tuple[str, ...]) -> str:
    """Published ranges ("U+0009-U+000D", "U+0020") as the inside of a regular expression's [...]."""
    return "".join(re.sub(r"U\+([0-9A-F]+)", lambda code: chr(int(code[1], 16)), listed) for listed in ranges)


_CJK_CLASS: Final = character_class(CJK_RANGES)
_CJK: Final = re.compile(f"[{_CJK_CLASS}]")
_UNSPACED: Final = re.compile(f"[{_CJK_CLASS}{_OTHER_UNSPACED}]")
_WORDS: Final = regex.compile(
    rf"(?V1)[{_CJK_CLASS}{_OTHER_UNSPACED}&&[\p{{L}}\p{{N}}]]\p{{M}}*"
    rf"|(?:[\p{{L}}\p{{M}}\p{{Nd}}\p{{Nl}}_--[{_CJK_CLASS}{_OTHER_UNSPACED}]]"
    r"|(?<=\p{L}\p{M}*)'(?=\p{L})|(?<=\p{Nd})[.,](?=\p{Nd}))+"
    r"|\p{No}+"
)
# Of two of these side by side the second begins a grapheme, and from any of them on \X needs no look at what
# stood before.
_PLAIN: Final = re.compile(
    "[\x00-\x09\x0b-\x7f\u00c0-\u02af\u0370-\u0482\u048a-\u052f\u05d0-\u05ea\u0620-\u064a"
    "\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7a3"
    "\U0001f300-\U0001f3fa\U0001f400-\U0001f64f\U0001f680-\U0001f6c5\U0001f90c-\U0001f9ff\U00020000-\U000323af]"
)
_GRAPHEME: Final = regex.compile(r"\X")
_FLAGS: Final = re.compile("[\U0001f1e6-\U0001f1ff]{2}(?=[\U0001f1e6-\U0001f1ff])")


@lru_cache(maxsize=8192)
def is_cjk(character: str) -> bool:
    """Han, kana or a full-width mark; not Hangul."""
    return bool(_CJK.match(character))


def has_cjk(text: str) -> bool:
    """Whether any character of `text` is Han, kana or a full-width mark."""
    return not text.isascii() and bool(_CJK.search(text))


def words(text: str) -> list[str]:
    """The words of `text` in order; of an unspaced script each character is one."""
    return [word[0] for word in _WORDS.finditer(text)]


def inside_word(text: str, at: int) -> bool:
    """Whether a cut before the character at `at` (code points) would cut a word in two."""
    if not 0 < at < len(text):
        return False
    left, right = kind(text[at - 1]), kind(text[at])
    if left in "LDO_" and right in "LDO_":
        return {left, right} != {"L", "O"}
    return _beside_inner_sign(text, at, left, right)


def _beside_inner_sign(text: str, at: int, left: str, right: str) -> bool:
    if right in "',":
        return at + 1 < len(text) and _holds(left, right, kind(text[at + 1]))
    return left in "'," and at >= 2 and _holds(kind(text[at - 2]), left, right)


def _holds(before: str, sign: str, after: str) -> bool:
    return before == after == ("L" if sign == "'" else "D")


@lru_cache(maxsize=8192)
def kind(character: str) -> str:
    """L letter or mark, D digit, O other number, _; ' and , the inner signs of words and numbers; space; or -."""
    if _UNSPACED.match(character):
        return "-"
    category = unicodedata.category(character)
    if category[0] in "LM" or category == "Nl":
        return "L"
    return {"Nd": "D", "No": "O", "Pc": "_"}.get(category) or _SIGNS.get(character, "-")


_SIGNS: Final = {"'": "'", "’": "'", ".": ",", ",": ",", " ": " "}


class Graphemes:
    """Where the graphemes of one text begin; looks only at the stretch that needs it, and keeps the last."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._from = self._to = 0
        self._begins: frozenset[int] = frozenset()

    def begins(self, at: int) -> bool:
        """Whether a grapheme begins at `at`, or the text ends there (code points)."""
        text = self._text
        if not 0 < at < len(text) or (_PLAIN.match(text[at]) and _PLAIN.match(text[at - 1])):
            return True
        if not self._from < at <= self._to:
            self._look_round(at)
        return at in self._begins

    def _look_round(self, at: int) -> None:
        text, start = self._text, at - 1
        while start > 0 and not _PLAIN.match(text[start]):
            start -= 1
        following = _PLAIN.search(text, at)
        end = following.end() if following else len(text)
        self._begins = frozenset(grapheme_starts(text, start, end))
        self._from, self._to = start, end - 1


def grapheme_starts(text: str, start: int, end: int) -> Iterator[int]:
    """The offsets at which the graphemes of text[start:end] begin, in order."""
    # Flags are cut off one by one: \X would count their run anew at each of them.
    cuts = [start, *(pair.end() for pair in _FLAGS.finditer(text, start, end)), end]
    for at, stop in pairwise(cuts):
        if stop - at == 2 and start < at and stop < end:
            yield at
        else:
            yield from (at + cluster.start() for cluster in _GRAPHEME.finditer(text[at:stop]))
