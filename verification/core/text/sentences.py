"""Decides where a text's sentences begin and end.

Punkt finds the stops that end a sentence (nupunkt's own model); the stops of unspaced and other scripts, empty
lines, list items and stops behind plain words are added. A sentence over 600 code points is cut at a space.
Punkt takes quadratic time on long runs without a space and is slow where almost everything is a stop: it isn't
shown the first, nor asked about the second. Offsets are raw code points.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import nupunkt
import regex

from verification.core.text.vocabulary import LEXICONS

LONGEST: Final = 600
_UNBROKEN: Final = regex.compile(r"\S{300,}")
_STOP: Final = regex.compile(r"[.!?]")
_CROWDED: Final = 10  # one stop in so many code points is no prose
_MANY: Final = 1_000
_SHORTEST: Final = 20
_PLAIN_STOP: Final = regex.compile(r"[.!?…][\"'”’»)\]]?(?=\s)")
_OWN_END: Final = regex.compile(
    r"[。！？｡।॥۔؟።]+[”’」』）》\"']*"  # a stop needs no space behind it
    r"|\n\s*\n"
    r"|\n(?=[ \t]*(?:[-*•·–—]|\d{1,3}[.)]|\([a-z0-9]{1,3}\))[ \t])"
)
# What Punkt takes for an abbreviation though it is a word of some length, known as none, before a capital.
_PLAIN_END: Final = regex.compile(r"(?<=\p{Ll}{4})[.!?][\"'”’»)\]]*\s+(?=[\"'“‘«„(\[]*\p{Lu})")
_WORD_BEFORE: Final = regex.compile(r"[\p{L}.]+\Z")
_ABBREVIATIONS: Final = frozenset[str]().union(*(entry.abbreviations for entry in LEXICONS.values()))
_LONGEST_ABBREVIATION: Final = 12
_LINE_END: Final = regex.compile(r"\n")


def sentences(raw: str, *, lines: bool = False) -> list[tuple[int, int]]:
    """The spans of the sentences of `raw` in order, without the white space round them.

    `lines`: every line break ends a sentence, as in the text of a page, where each block has a line of its own.
    """
    ends = {0, len(raw), *_stops(raw), *_plain_ends(raw), *(found.end() for found in _OWN_END.finditer(raw))}
    if lines:
        ends.update(found.end() for found in _LINE_END.finditer(raw))
    kept = _thinned(sorted(ends)) if len(ends) > max(_MANY, len(raw) // _SHORTEST) else sorted(ends)
    return [span for start, end in pairwise(kept) for span in _cut(raw, *_stripped(raw, start, end))]


def _thinned(ends: list[int]) -> list[int]:
    """Where nearly everything is a stop, sentences of some length, that their number stays within bounds."""
    kept = [0]
    for end in ends[1:-1]:
        if end - kept[-1] >= _SHORTEST:
            kept.append(end)
    return [*kept, ends[-1]] if ends[-1] else [0, 0]


def _stops(raw: str) -> Iterator[int]:
    if len(_STOP.findall(raw)) > max(_MANY, len(raw) // _CROWDED):
        return (found.end() for found in _PLAIN_STOP.finditer(raw))
    shown = _UNBROKEN.sub(lambda run: "x" * len(run[0]), raw)
    return (end for _, end in nupunkt.sent_spans(shown))


def _plain_ends(raw: str) -> Iterator[int]:
    for found in _PLAIN_END.finditer(raw):
        word = _WORD_BEFORE.search(raw, max(0, found.start() - _LONGEST_ABBREVIATION), found.start())
        if not word or word[0].casefold() not in _ABBREVIATIONS:
            yield found.end()


def _stripped(raw: str, start: int, end: int) -> tuple[int, int]:
    piece = raw[start:end]
    return start + len(piece) - len(piece.lstrip()), max(start, end - len(piece) + len(piece.rstrip()))


def _cut(raw: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > LONGEST:
        space = raw.rfind(" ", start + 1, start + LONGEST)
        cut = space if space > start + LONGEST // 2 else start + LONGEST
        yield start, cut
        start = cut + (raw[cut] == " ")
    if start < end:
        yield start, end
