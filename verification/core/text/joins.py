"""Decides where a line break inside a word may fall away: the two joins of text-v1.

`line_end_hyphen`: letter, hyphen, line break, letter; the hyphen and the break fall away (`drop`), or the
break alone (`keep`). A soft hyphen there is a hyphen that can only fall away. `cjk_line_wrap`: a line break
between two CJK letters falls away (Han, kana, full-width marks; not Hangul, which puts spaces between words).
White space beside the one break goes with it; over an empty line nothing is joined.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from verification.core.text.layers import Layer, rewrite
from verification.core.text.whitespace import WHITE_SPACE
from verification.core.text.words import CJK_RANGES, character_class

LINE_BREAKS: Final = "\n\r\x0b\x0c\x85\u2028"
SOFT_HYPHEN: Final = "\u00ad"

_BESIDE: Final = "[" + "".join(sorted(WHITE_SPACE - set(LINE_BREAKS) - {"\u2029"})) + "]*+"
LINE_END: Final = f"{_BESIDE}(?:\r\n|[{LINE_BREAKS}]){_BESIDE}"
_HYPHEN: Final = re.compile(f"[-{SOFT_HYPHEN}]{LINE_END}")
_CJK: Final = f"[{character_class(CJK_RANGES)}]"
_WRAP: Final = re.compile(f"(?<={_CJK}){LINE_END}(?={_CJK})")
_NONE: Final[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Joins:
    """Which joins a normal form makes. `hyphen` says what becomes of a line-end hyphen; `others` are the raw
    code-point offsets of those hyphens that fare the other way, `left` of those that stay with their break."""

    hyphen: Literal["leave", "drop", "keep"] = "leave"
    wrap: bool = False
    others: frozenset[int] = _NONE
    left: frozenset[int] = _NONE

    def __bool__(self) -> bool:
        return self.wrap or self.hyphen != "leave"

    def moved(self, start: int) -> Joins:
        """The same for the raw text from `start` on."""
        others, left = (frozenset(at - start for at in offsets) for offsets in (self.others, self.left))
        return Joins(self.hyphen, self.wrap, others, left)


PLAIN: Final = Joins()


@dataclass(frozen=True, slots=True)
class Spots:
    """Where a text could be joined: spans of a line-end hyphen with its break, of a soft one, of a CJK wrap."""

    hyphens: list[tuple[int, int]]
    soft_hyphens: list[tuple[int, int]]
    wraps: list[tuple[int, int]]


def spots_of(text: str) -> Spots:
    """All places in a text, its dashes folded and its white space not, at which it could be joined."""
    hyphens: tuple[list[tuple[int, int]], list[tuple[int, int]]] = [], []
    for spot in _HYPHEN.finditer(text):
        start, end = spot.span()
        if text[end : end + 1].isalpha() and _letter_before(text, start):
            hyphens[text[start] == SOFT_HYPHEN].append((start, end))
    wraps = [] if text.isascii() else [spot.span() for spot in _WRAP.finditer(text)]
    return Spots(*hyphens, wraps)


def join(
    text: str, joins: Joins, spots: Spots, raw: Callable[[int], int]
) -> tuple[str, tuple[Layer, ...], frozenset[str]]:
    """`text` joined, the layers made and the joins there were; `raw` leads from its offsets to the raw text."""
    spans, made = [], set()
    if joins.hyphen != "leave" and (spots.hyphens or spots.soft_hyphens):
        spans = sorted(_fallen(spots, joins, raw) + spots.soft_hyphens)
        made.add("line_end_hyphen")
    if joins.wrap and spots.wraps:
        spans = sorted(spans + spots.wraps)
        made.add("cjk_line_wrap")
    text, layer = rewrite(text, spans, "")
    return text, (layer,) if layer else (), frozenset(made)


def _fallen(spots: Spots, joins: Joins, raw: Callable[[int], int]) -> list[tuple[int, int]]:
    keeps = joins.hyphen == "keep"
    if not joins.others and not joins.left:
        return [(start + 1, end) for start, end in spots.hyphens] if keeps else spots.hyphens
    places = [(raw(start), start, end) for start, end in spots.hyphens]
    return [(start + (keeps != (at in joins.others)), end) for at, start, end in places if at not in joins.left]


def _letter_before(text: str, at: int) -> bool:
    """A letter, with or without combining marks, ends at `at`."""
    while at and unicodedata.category(text[at - 1])[0] == "M":
        at -= 1
    return at > 0 and text[at - 1].isalpha()
