"""Decides how well a span of a text may begin or end at an offset: off a space, on a grapheme, on a word.

A fault counts the more the earlier it is named, so faults are one number: space 4, grapheme 2, word 1. One
offset at a time, or for all of a text at once. Offsets are code points.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from verification.core.text.graphemes import Graphemes, inside_graphemes, is_mark
from verification.core.text.words import inside_word, kind


class Edges:
    """The edges of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._graphemes = Graphemes(text)
        self._starts: dict[int, int] = {}

    def start(self, at: int) -> int:
        """What is wrong with a span that begins at `at` < len(text)."""
        if at not in self._starts:
            self._starts[at] = 4 * (self._text[at] == " ") + self._cut(at)
        return self._starts[at]

    def end(self, at: int) -> int:
        """What is wrong with a span that ends at `at` > 0."""
        return 4 * (self._text[at - 1] == " ") + self._cut(at)

    @cached_property
    def ends(self) -> bytes:
        """The same for every end 0..len(text) at once; for 0 it says nothing."""
        kinds = self._kinds()
        size = len(kinds) + 1
        spaces = int.from_bytes(b"\0" + kinds.translate(_flags(b" ")))
        graphemes = int.from_bytes(inside_graphemes(self._text, kinds.translate(_flags(b"M"))))
        return (4 * spaces + 2 * graphemes + int.from_bytes(_cut_words(kinds))).to_bytes(size)

    def _cut(self, at: int) -> int:
        return 2 * (not self._graphemes.begins(at)) + inside_word(self._text, at)

    def _kinds(self) -> bytes:
        """The kind of each character (words.py); M for a mark, which is a letter there."""
        if self._text.isascii():
            return self._text.encode("ascii").translate(_ASCII_KINDS)
        return "".join(map(_Kinds().__getitem__, self._text)).encode("ascii")


class _Kinds(dict[str, str]):
    def __missing__(self, character: str) -> str:
        self[character] = "M" if is_mark(character) else kind(character)
        return self[character]


def _cut_words(kinds: bytes) -> bytes:
    """words.inside_word for every offset, a byte each, by bit sets: bit j is the cut before the character at j."""
    letters = _where(kinds, b"L") | _where(kinds, b"M")
    digits, others = _where(kinds, b"D"), _where(kinds, b"O")
    inner = letters | digits | others | _where(kinds, b"_")
    inside = inner & (inner << 1) & ~(letters & (others << 1) | others & (letters << 1))
    for signs, beside in ((_where(kinds, b"'"), letters), (_where(kinds, b","), digits)):
        held = signs & (beside << 1) & (beside >> 1)
        inside |= held | (held << 1)
    return f"{inside:0{len(kinds) + 1}b}".encode()[::-1].translate(_flags(b"1"))


def _where(kinds: bytes, which: bytes) -> int:
    return int(kinds.translate(_flags(which, b"0", b"1"))[::-1] or b"0", 2)


def _flags(which: bytes, no: bytes = b"\0", yes: bytes = b"\1") -> bytes:
    return no * which[0] + yes + no * (255 - which[0])


_ASCII_KINDS: Final = "".join(kind(chr(code)) for code in range(256)).encode("ascii")
