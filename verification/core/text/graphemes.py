"""Decides where the graphemes of a text begin: extended grapheme clusters (UAX #29).

They are those the `regex` package's \\X finds; only the stretch that needs it is looked at. Offsets are in code
points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import regex

# Of two of these side by side the second begins a grapheme, and from any of them on \X needs no look at what
# stood before.
_PLAIN: Final = re.compile(
    "[\x00-\x09\x0b-\x7f\u00c0-\u02af\u0370-\u0482\u048a-\u052f\u05d0-\u05ea\u0620-\u064a"
    "\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7a3"
    "\U0001f300-\U0001f3fa\U0001f400-\U0001f64f\U0001f680-\U0001f6c5\U0001f90c-\U0001f9ff\U00020000-\U000323af]"
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
