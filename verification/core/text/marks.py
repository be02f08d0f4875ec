"""Decides what the pieces of a quote with marks are, and what each mark allows.

Marks are … (three or more points, also in brackets or apart) and editorial brackets: [the parcel], [T]he, [sic].
A bracket that the text has itself may be no mark; both readings are given, that one first. Offsets are code
points of the quote's normal form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import regex

from verification.core.text.words import inside_word, words

GapKind: TypeAlias = Literal["ellipsis", "bracket"]
ELLIPSIS_GAP: Final = 1_000
BRACKET_GAP: Final = 100
WORD_GAP: Final = 10  # a bracket inside a word

_Mark: TypeAlias = "regex.Match[str]"
_MARK: Final = regex.compile(
    r"(?P<ellipsis>[\[(] ?\.{3,} ?[\])]|\.{3,}|\. \. \.(?: \.)*)|(?P<bracket>\[[^\[\]]*\])"
)


class Part(NamedTuple):
    """A piece of the quote: its span, what its marks allow before it, and which of its edges may cut a word."""

    start: int
    end: int
    before: GapKind
    limit: int
    opens_inside: bool
    closes_inside: bool


def readings(quote: str, text: str) -> Iterator[Sequence[Part]]:
    """The ways to take the quote apart at its marks; none if it has none, or a stretch between has no word."""
    marks = list(_MARK.finditer(quote))
    editorial = [mark for mark in marks if mark["ellipsis"] or mark[0] not in text]
    for chosen in [editorial, marks] if len(editorial) < len(marks) else [marks]:
        if chosen and (parts := _parts(quote, chosen)):
            yield parts


def _parts(quote: str, marks: Sequence[_Mark]) -> list[Part] | None:
    """The pieces between the marks; None where one in the middle has no word, or none is left."""
    parts: list[Part] = []
    before: list[_Mark] = []
    for start, end, mark in _between(quote, marks):
        piece = quote[start:end]
        if words(piece):
            start, end = start + len(piece) - len(piece.lstrip(" ")), end - len(piece) + len(piece.rstrip(" "))
            kind, limit = _allowance(quote, before)
            opens = bool(before) and before[-1].end() == start and inside_word(f"a{quote[start]}", 1)
            closes = mark is not None and mark.start() == end and inside_word(f"{quote[end - 1]}a", 1)
            bracket = mark is not None and bool(mark["bracket"])
            parts.append(Part(start, end, kind, limit, opens and kind == "bracket", closes and bracket))
            before = []
        elif piece.strip(" ") and parts and mark:
            return None
        if mark:
            before.append(mark)
    return parts or None


def _between(quote: str, marks: Sequence[_Mark]) -> Iterator[tuple[int, int, _Mark | None]]:
    """Each stretch without a mark, and the mark that follows it."""
    start = 0
    for mark in marks:
        yield start, mark.start(), mark
        start = mark.end()
    yield start, len(quote), None


def _allowance(quote: str, marks: Sequence[_Mark]) -> tuple[GapKind, int]:
    if any(mark["ellipsis"] for mark in marks):
        return "ellipsis", ELLIPSIS_GAP
    inside = any(_inside_word(quote, mark) for mark in marks)
    return "bracket", WORD_GAP if inside else BRACKET_GAP


def _inside_word(quote: str, mark: _Mark) -> bool:
    before, after = quote[mark.start() - 1 : mark.start()], quote[mark.end() : mark.end() + 1]
    return inside_word(f"{before}a", 1) or inside_word(f"a{after}", 1)
