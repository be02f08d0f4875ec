"""Decides what the differences between two texts are counted in: words, numbers, marks.

A token is a word (apostrophes inside it included, elided articles apart), a number as it is written with its
sign and exponent, a symbol with its power (m², mc²), a footnote marker in brackets, a run of superscripts, a
word of the Chinese tables or else one character of an unspaced script, or one grapheme of anything else. Between
tokens stand spaces only. Works on text-v1 forms.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import regex

from verification.core.text.lexicon import zh
from verification.core.text.words import CJK_RANGES, character_class, is_cjk

_THAI_TO_KHMER: Final = (
    "\u0e01-\u0e4e\u0e81-\u0ecf\u1000-\u103f\u1050-\u109f\uaa60-\uaa7f\u1780-\u17d3\u3105-\u312f\u31a0-\u31bf"
)
_UNSPACED: Final = f"[{character_class(CJK_RANGES)}{_THAI_TO_KHMER}]"
ELIDED: Final = "l|d|s|c|j|m|t|qu|un|dell|all|dall|nell|sull|quest|lorsqu|puisqu|jusqu"
"""French and Italian words that lose their vowel before another; those that negate aside."""
_LETTER: Final = rf"[\p{{L}}\p{{M}}\p{{Nl}}_--{_UNSPACED}]"
_TOKEN: Final = regex.compile(
    rf"""
    [a-z]++ (?= [\x20,.;)] | \Z )   # the everyday word, found fast
  | \[ \x20? [\p{{Nd}}\p{{No}}]+ (?: \x20? [,;\-] \x20? [\p{{Nd}}\p{{No}}]+ )* \x20? \]
  | (?<! [\p{{Nd}}.,] ) \p{{Nd}}{{1,3}} (?: \x20 \p{{Nd}}{{3}} )+ (?! \p{{Nd}} )
  | (?: (?<! [\p{{L}}\p{{M}}\p{{N}})\]] ) [-+±] )? \p{{Nd}}+ (?: [.,:'] \p{{Nd}}+ )*
        (?: [eE] [-+]? \p{{Nd}}+ (?! [\p{{L}}\p{{M}}\p{{Nd}}] ) )?
        (?: (?: (?i: st | nd | rd | th | x | er | e ) | (?<= \p{{Nd}}{{4}} ) [sS] ) (?! [\p{{L}}\p{{M}}] ) )?
  | (?<! [\p{{L}}\p{{M}}] ) (?i: n't (?! \p{{L}} ) | (?: non- | (?: n | nessun | {ELIDED} ) ' ) (?= \p{{L}} ) )
  | (?P<unspaced> [{_UNSPACED}&&\p{{L}}] \p{{M}}* )
  | (?<! [\p{{L}}\p{{M}}\p{{Nd}}] ) [a-zA-Zа-яА-Яµμ]{{1,2}} [²³]
  | {_LETTER} (?: [{_LETTER}\p{{Nd}}₀-₉--{_UNSPACED}] | ' (?= [\p{{L}}--{_UNSPACED}] ) )*
  | \p{{No}}+
  | ° [cfCF] (?! \p{{L}} )
  | (?= [^\x20] ) \X
    """,
    regex.V1 | regex.VERBOSE,
)
_UNSPACED_LETTER: Final = re.compile(_UNSPACED)
# What stands behind a word and never belongs to it, nor to what follows a space.
_CLOSING: Final = frozenset(",.;:!?)\"'")
_MARKS: Final = regex.compile(r"\p{M}*")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text in order: where each starts (code points), and as it stands."""

    starts: list[int]
    texts: list[str]

    def __len__(self) -> int:
        return len(self.texts)

    def end(self, at: int) -> int:
        """Where one ends."""
        return self.starts[at] + len(self.texts[at])

    def length(self, first: int, last: int) -> int:
        """How many code points those from `first` up to `last` take, with what is between them."""
        return self.end(last - 1) - self.starts[first] if first < last else 0


def _chinese() -> frozenset[str]:
    entry = zh.LEXICON
    tables = (entry.negations, entry.modals, entry.numbers, entry.units, entry.opposites, entry.provisos)
    listed = {word for table in tables for word in table} | set(zh.KEPT_WHOLE.split())
    return frozenset(word for word in listed if len(word) > 1 and not set(word) <= set(zh.NUMERALS))


_CHINESE: Final = _chinese()
LONGEST: Final = max(map(len, _CHINESE))
"""The length of the longest Chinese word of the tables, in code points."""


def tokens(text: str, start: int = 0, end: int | None = None) -> Tokens:
    """The tokens of `text[start:end]`, their offsets counted from the start of `text`.

    Words with spaces round them, or one sign behind them, are taken as they stand: no token has a space before
    a letter inside. The rest is taken apart.
    """
    end = len(text) if end is None else end
    part = text[start:end]
    made = Tokens(starts := [], texts := [])
    at = done = start
    for chunk in part.split(" ")[:-1] if part.isascii() or not _UNSPACED_LETTER.search(part) else ():
        word = chunk if chunk.isalpha() else _word_before_a_sign(chunk)
        if word:
            if done < at:
                take_apart(text, done, at, made)
            starts.append(at)
            texts.append(word)
            if word is not chunk:
                starts.append(at + len(word))
                texts.append(chunk[-1])
            done = at + len(chunk) + 1
        at += len(chunk) + 1
    take_apart(text, done, end, made)
    return made


def _word_before_a_sign(chunk: str) -> str:
    word = chunk[:-1]
    return word if chunk[-1:] in _CLOSING and word.isalpha() else ""


def take_apart(text: str, start: int, end: int, made: Tokens) -> None:
    """Add the tokens of `text[start:end]`, one by one."""
    done = start
    for match in _TOKEN.finditer(text, start, end):
        first, last = match.span()
        if first < done:  # inside a Chinese word already taken
            continue
        if match.lastgroup:
            last = max(last, _chinese_word_end(text, first, match.endpos))
        made.starts.append(first)
        made.texts.append(text[first:last])
        done = last


def _chinese_word_end(text: str, start: int, end: int) -> int:
    """The end of the longest table word or numeral that begins here, marks on it included."""
    if not is_cjk(text[start]):
        return start
    last = _table_word_end(text, start, end)
    return last + len(_MARKS.match(text, last, end)[0])


def _table_word_end(text: str, start: int, end: int) -> int:
    for length in range(min(LONGEST, end - start), 1, -1):
        if text[start : start + length] in _CHINESE:
            return start + length
    at = start
    while at < end and text[at] in zh.NUMERALS:
        at += 1
    return at
