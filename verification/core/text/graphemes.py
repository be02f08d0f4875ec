"""Decides where the graphemes of a text begin: extended grapheme clusters (UAX #29).

They are those the `regex` package's \\X finds; only the stretch that needs it is looked at. Offsets are in code
points.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

import regex

# Letters and pictures before which a grapheme begins unless something odd stands there, and from which on \X
# needs no look at what stood before; and marks, which end none but after something odd.
_PLAIN_CLASS: Final = (
    "\x20-\x7e\u00c0-\u02af\u0370-\u0482\u048a-\u052f\u05d0-\u05ea\u0620-\u064a"
    "\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7a3"
    "\U0001f300-\U0001f3fa\U0001f400-\U0001f64f\U0001f680-\U0001f6c5\U0001f90c-\U0001f9ff\U00020000-\U000323af"
)
_MARK_CLASS: Final = "\u0300-\u036f"
_PLAIN: Final = re.compile(f"[{_PLAIN_CLASS}]")
_PLAIN_OR_MARK: Final = re.compile(f"[{_PLAIN_CLASS}{_MARK_CLASS}]")
_MARK: Final = re.compile(f"[{_MARK_CLASS}]")
# Stretches with others, a few of these in between.
_ODD: Final = re.compile(
    f"[^{_PLAIN_CLASS}{_MARK_CLASS}]+(?:[{_PLAIN_CLASS}{_MARK_CLASS}]{{1,8}}[^{_PLAIN_CLASS}{_MARK_CLASS}]+)*"
)
_GRAPHEME: Final = regex.compile(r"\X")
_FLAGS: Final = re.compile("[\U0001f1e6-\U0001f1ff]{2}(?=[\U0001f1e6-\U0001f1ff])")


class Graphemes:
    """Where the graphemes of one text begin; looks only at the stretch that needs it, and keeps the last."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._from = self._to = 0
        self._begins: frozenset[int] = frozenset()

    def begins(self, at: int) -> bool:
        """Whether a grapheme begins at `at`, or the text ends there (code points)."""
        text = self._text
        if not 0 < at < len(text):
            return True
        if _PLAIN_OR_MARK.match(text[at]) and _PLAIN_OR_MARK.match(text[at - 1]):
            return not _MARK.match(text[at])
        if not self._from < at <= self._to:
            self._look_round(at)
        return at in self._begins

    def _look_round(self, at: int) -> None:
        start, following = _plain_before(self._text, at - 1), _PLAIN.search(self._text, at)
        end = following.end() if following else len(self._text)
        self._begins = frozenset(grapheme_starts(self._text, start, end))
        self._from, self._to = start, end - 1


def is_mark(character: str) -> bool:
    """One of the marks that `inside_graphemes` is to be told of."""
    return bool(_MARK.match(character))


def inside_graphemes(text: str, marks: bytes) -> bytes:
    """For every offset 0..len(text) a byte: 1 where a cut would be inside a grapheme.

    `marks` has a byte for each character of the text, 1 where it `is_mark`.
    """
    inside = bytearray(marks + b"\0")
    inside[0] = 0
    for run in _ODD.finditer(text):
        start, end = _plain_before(text, run.start() - 1), min(len(text), run.end() + 1)
        inside[start + 1 : end] = b"\1" * (end - start - 1)
        for at in grapheme_starts(text, start, end):
            inside[at] = 0
    return bytes(inside)


def _plain_before(text: str, at: int) -> int:
    while at > 0 and not _PLAIN.match(text[at]):
        at -= 1
    return max(0, at)


def grapheme_starts(text: str, start: int, end: int) -> list[int]:
    """The offsets at which the graphemes of text[start:end] begin, in order."""
    # Flags are cut off one by one: \X would count their run anew at each of them.
    cuts = [start, *(pair.end() for pair in _FLAGS.finditer(text, start, end)), end]
    if len(cuts) == 2:
        return [start + cluster.start() for cluster in _GRAPHEME.finditer(text[start:end])]
    starts = []
    for at, stop in pairwise(cuts):
        if stop - at == 2 and start < at and stop < end:
            starts.append(at)
        else:
            starts += [at + cluster.start() for cluster in _GRAPHEME.finditer(text[at:stop])]
    return starts
