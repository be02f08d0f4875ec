"""Decides where a word may be cut, and which words a text has.

A cut is inside a word when letters, digits, marks or `_` stand on both sides of it, or beside an inner sign
(the apostrophe of "can't", the point of "3.5"): UAX #29's rules for spaced scripts. It never is next to a
character of a script written without spaces, CJK first, nor between a letter and a superscript (year¹²), as it
is before a subscript (CO₂).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
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
_LETTERS: Final = re.compile(
    "[a-zA-Z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u0373\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03f5\u03f7-\u0481]*"
)


@lru_cache(maxsize=8192)
def is_cjk(character: str) -> bool:
    """Han, kana or a full-width mark; not Hangul."""
    return bool(_CJK.match(character))


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


def word_end(text: str, at: int) -> int:
    """An offset after `at` up to which, given a cut at `at` is inside a word, every cut is."""
    run = _LETTERS.match(text, at)
    return max(at + 1, run.end() if run else 0)


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
    if "₀" <= character <= "₉":  # unlike superscripts no note: CO₂ is one word
        return "D"
    return {"Nd": "D", "No": "O", "Pc": "_"}.get(category) or _SIGNS.get(character, "-")


_SIGNS: Final = {"'": "'", "’": "'", ".": ",", ",": ",", " ": " "}
