"""Decides where a line break inside a word may fall away: the two joins of text-v1.

`line_end_hyphen`: letter, hyphen, line break, letter; the hyphen and the break fall away (`drop`), or the
break alone (`keep`). A soft hyphen there is a hyphen that can only fall away. `cjk_line_wrap`: a line break
between two CJK letters falls away (Han, kana, full-width marks; not Hangul, which puts spaces between words).
White space beside the one break goes with it; over an empty line nothing is joined.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from verification.core.text.layers import Layer, rewrite
from verification.core.text.whitespace import WHITE_SPACE
from verification.core.text.words import has_cjk, is_cjk

LINE_BREAKS: Final = "\n\r\x0b\x0c\x85\u2028"
SOFT_HYPHEN: Final = "\u00ad"

_BESIDE: Final = "[" + "".join(sorted(WHITE_SPACE - set(LINE_BREAKS) - {"\u2029"})) + "]*+"
LINE_END: Final = f"{_BESIDE}(?:\r\n|[{LINE_BREAKS}]){_BESIDE}"
_HYPHEN: Final = re.compile(f"[-{SOFT_HYPHEN}]{LINE_END}")
# The look-behind keeps a long run of spaces from being read once for each of them.
_WRAP: Final = re.compile(f"(?<!{_BESIDE[:-2]}){LINE_END}")
_NONE: Final[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Joins:
    """Which joins a normal form makes. `hyphen` says what becomes of a line-end hyphen; `others` are the raw
    code-point offsets of those hyphens that fare the other way."""

    hyphen: Literal["leave", "drop", "keep"] = "leave"
    wrap: bool = False
    others: frozenset[int] = _NONE

    def __bool__(self) -> bool:
        return self.wrap or self.hyphen != "leave"

    def moved(self, start: int) -> Joins:
        """The same for the raw text from `start` on."""
        return Joins(self.hyphen, self.wrap, frozenset(at - start for at in self.others))


PLAIN: Final = Joins()


def line_end_hyphens(text: str) -> Iterator[re.Match[str]]:
    """Each hyphen at a line end between two letters, with its break."""
    for spot in _HYPHEN.finditer(text):
        start, end = spot.span()
        if text[end : end + 1].isalpha() and _letter_before(text, start):
            yield spot


def cjk_line_wraps(text: str) -> Iterator[re.Match[str]]:
    """Each line break between two CJK letters."""
    if not has_cjk(text):
        return
    for spot in _WRAP.finditer(text):
        start, end = spot.span()
        if start and is_cjk(text[start - 1]) and end < len(text) and is_cjk(text[end]):
            yield spot


def join(text: str, joins: Joins, raw: Callable[[int], int]) -> tuple[str, tuple[Layer, ...], frozenset[str]]:
    """`text` joined, the layers made and the joins there were; `raw` leads from its offsets to the raw text."""
    layers, made = [], set()
    if joins.hyphen != "leave":
        text, layer = rewrite(text, [_falls_away(spot, joins, raw) for spot in line_end_hyphens(text)], "")
        if layer:
            layers.append(layer)
            made.add("line_end_hyphen")
    if joins.wrap:
        text, layer = rewrite(text, [spot.span() for spot in cjk_line_wraps(text)], "")
        if layer:
            layers.append(layer)
            made.add("cjk_line_wrap")
    return text, tuple(layers), frozenset(made)


def _falls_away(spot: re.Match[str], joins: Joins, raw: Callable[[int], int]) -> tuple[int, int]:
    start, end = spot.span()
    other = bool(joins.others) and raw(start) in joins.others
    keeps = spot[0][0] != SOFT_HYPHEN and (joins.hyphen == "keep") != other
    return start + keeps, end


def _letter_before(text: str, at: int) -> bool:
    """A letter, with or without combining marks, ends at `at`."""
    while at and unicodedata.category(text[at - 1])[0] == "M":
        at -= 1
    return at > 0 and text[at - 1].isalpha()
