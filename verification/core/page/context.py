"""Decides which words of a page are shown around a match, and how many of them in all.

A context is a raw slice of at most 180 UTF-16 units around the match, cut at white space where there is some
and never inside a grapheme cluster (UAX #29); it doesn't cross the edge of an element that asks not to be
excerpted. Where the match alone is longer, its head is shown. All contexts of a source share 200 words, and
what `max-snippet` allows.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

import regex

from verification.core.page.pagetext import Span
from verification.core.text.units import utf16_length
from verification.core.text.whitespace import WHITE_SPACE, normalise

CONTEXT_UNITS: Final = 180

# Between two characters without a break property of their own there is always a boundary (GB999).
_SURE_BOUNDARY = regex.compile(r"(?r)(?<=\p{GCB=XX})(?=\p{GCB=XX})")
_CLUSTER = regex.compile(r"\X")
# How far before a window a sure boundary is looked for, in code points: a page of flags has none.
_LOOK_BACK = 2_000


def allot(
    text: str,
    matches: Iterable[Span],
    *,
    words: int,
    nosnippet: Sequence[Span] = (),
    units: int | None = None,
) -> list[Span | None]:
    """A context for each match, in the order in which they come first, or None where none fits what is left.

    Spans are code points. `words`: white-space-separated words in all; `units`: UTF-16 units in all (None:
    no cap); `nosnippet`: ranges that no match touches.
    """
    contexts: list[Span | None] = []
    for match in matches:
        room = CONTEXT_UNITS if units is None else min(CONTEXT_UNITS, units)
        context = around(text, match, _fence(text, match, nosnippet), room)
        shown = text[slice(*context)] if context else ""
        needed = word_count(shown)
        if needed > words:
            contexts.append(None)
            continue
        contexts.append(context)
        words -= needed
        units = None if units is None else units - utf16_length(shown)
    return contexts


def word_count(text: str) -> int:
    """How many words white space separates `text` into, taken in the wide sense that `str.split` has of it."""
    return len(normalise(text).split())


def _fence(text: str, match: Span, nosnippet: Iterable[Span]) -> Span:
    """The stretch around a match without an edge of these ranges."""
    ranges = [(start, end) for start, end in nosnippet if start < end]
    before = max((end for _, end in ranges if end <= match[0]), default=0)
    after = min((start for start, _ in ranges if start >= match[1]), default=len(text))
    return before, after


def around(text: str, match: Span, fence: Span, room: int) -> Span | None:
    """A context of at most `room` UTF-16 units inside `fence`; None where no legal cut makes one."""
    cuts = _cuts(text, max(fence[0], match[0] - CONTEXT_UNITS), min(fence[1], match[1] + CONTEXT_UNITS))
    first = max((cut for cut in cuts if cut <= match[0]), default=-1)
    last = min((cut for cut in cuts if cut >= match[1]), default=-1)
    if first < 0:
        return None
    longer = utf16_length(text[first : match[1]]) > CONTEXT_UNITS
    if longer:
        last = _after(text, [cut for cut in cuts if cut > first], first, CONTEXT_UNITS)
    spare = room - utf16_length(text[first:last])
    if last <= first or spare < 0:
        return None
    return (first, last) if longer else _grown(text, cuts, (first, last), spare)


def _grown(text: str, cuts: list[int], kept: Span, spare: int) -> Span:
    """`kept` and what fits on both sides: half of the room each, or more where the other side leaves some."""
    first, last = kept
    start = _before(text, cuts, first, spare // 2)
    end = _after(text, cuts, last, spare - utf16_length(text[start:first]))
    return _before(text, cuts, first, spare - utf16_length(text[last:end])), end


def _before(text: str, cuts: list[int], first: int, units: int) -> int:
    beyond = bisect_right(cuts, first)
    furthest = bisect_left(cuts, -units, hi=beyond, key=lambda cut: -utf16_length(text[cut:first]))
    reach = cuts[furthest:beyond]
    words = (cut for cut in reach if _is_blank(text, cut - 1) and not _is_blank(text, cut))
    return min(words, default=min(reach))


def _after(text: str, cuts: list[int], last: int, units: int) -> int:
    start = bisect_left(cuts, last)
    reach = cuts[start : bisect_right(cuts, units, lo=start, key=lambda cut: utf16_length(text[last:cut]))]
    words = (cut for cut in reach if _is_blank(text, cut) and not _is_blank(text, cut - 1))
    return max(words, default=max(reach, default=last))


def _is_blank(text: str, at: int) -> bool:
    """Whether a character is white space or beyond the text's ends."""
    return not 0 <= at < len(text) or text[at] in WHITE_SPACE


def _cuts(text: str, low: int, high: int) -> list[int]:
    """The boundaries of grapheme clusters from `low` to `high`; none if they can't be told from nearby."""
    floor = max(0, low - _LOOK_BACK)
    sure = _SURE_BOUNDARY.search(text, floor, low + 1)
    if sure is None and floor > 0:
        return []
    start = sure.start() if sure else 0
    starts = (cluster.start() for cluster in _CLUSTER.finditer(text, start, high + 1))
    return [cut for cut in (*starts, len(text)) if low <= cut <= high]
