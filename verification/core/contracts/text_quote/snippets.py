"""Decides how much of a text an answer shows: the context of a match, and what a page's controls allow.

A context is a raw slice of at most 280 code points round the match, cut at white space where there is some and
never inside a grapheme cluster (UAX #29); of a longer match its head. All that is shown of a page counts against
its `max-snippet`, in UTF-16 units, and nothing that touches a `data-nosnippet` element is shown.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import chain
from typing import Final

from verification.core.contracts.text_quote.limits import CONTEXT
from verification.core.page.pagetext import Span
from verification.core.text.graphemes import Graphemes
from verification.core.text.intervals import merged
from verification.core.text.units import utf16_length
from verification.core.text.whitespace import WHITE_SPACE

_NEAR: Final = 40  # how far a cut goes for a white space


class Allowance:
    """What may still be shown of one text. `left` is UTF-16 units; None where nothing limits it."""

    def __init__(self, most: int | None = None, nosnippet: Iterable[Span] = ()) -> None:
        self.left = most
        self._hidden = merged(nosnippet)

    def touches(self, span: Span) -> bool:
        """Whether a raw span shares a character with a hidden stretch."""
        at = bisect_right(self._hidden, span[0], key=lambda hidden: hidden[1])
        return at < len(self._hidden) and self._hidden[at][0] < span[1]

    def fence(self, span: Span, length: int) -> Span:
        """The stretch round a span that touches no hidden one, up to the next of them or the text's ends."""
        after = bisect_left(self._hidden, span[1], key=lambda hidden: hidden[0])
        before = bisect_right(self._hidden, span[0], key=lambda hidden: hidden[1])
        low = self._hidden[before - 1][1] if before else 0
        return low, self._hidden[after][0] if after < len(self._hidden) else length

    def spend(self, shown: str) -> bool:
        """Whether `shown` fits what is left; it is taken off then."""
        units = 0 if self.left is None else utf16_length(shown)
        if self.left is not None and units > self.left:
            return False
        self.left = None if self.left is None else self.left - units
        return True

    def show(self, shown: str, span: Span) -> str | None:
        """`shown`, which comes from that raw span, if it may be shown."""
        return shown if not self.touches(span) and self.spend(shown) else None


def context(text: str, match: Span, allowance: Allowance) -> Span | None:
    """The raw span of a context; None where not even the match, or its head, may be shown."""
    if allowance.touches(match):
        return None
    window = _Window(text, allowance.fence(match, len(text)))
    most = CONTEXT
    while most > 0:
        first, last = window.around(match, most)
        over = 0 if allowance.left is None else utf16_length(text[first:last]) - allowance.left
        if over <= 0 and first < last:
            whole = last >= match[1] or match[1] - match[0] > CONTEXT
            return (first, last) if whole and allowance.spend(text[first:last]) else None
        most = min(most - 1, last - first - (over + 1) // 2)
    return None


class _Window:
    """Where a text may be cut, between two fences."""

    def __init__(self, text: str, fence: Span) -> None:
        self._text = text
        self._low, self._high = fence
        self._graphemes = Graphemes(text)

    def around(self, match: Span, most: int) -> Span:
        """At most `most` code points: the match and as much on both sides, or more where one side lacks some."""
        start, end = match
        if end - start > most:
            return start, self._last(start + 1, min(end, start + most))
        spare = most - (end - start)
        after = min(self._high - end, spare - min(start - self._low, spare // 2))
        first = self._first(start, max(self._low, start - (spare - after)))
        return first, self._last(end, min(self._high, first + most))

    def _first(self, start: int, reach: int) -> int:
        """Near `reach`, up to `start`, the first place where a word begins; else where a grapheme does."""
        places = range(reach, start + 1)
        words = (at for at in places[:_NEAR] if self._begins_word(at))
        return next(chain(words, filter(self._graphemes.begins, places)), start)

    def _last(self, end: int, reach: int) -> int:
        """Near `reach`, down to `end`, the last place where a word ends; else where a grapheme does."""
        places = range(reach, end - 1, -1)
        words = (at for at in places[:_NEAR] if self._ends_word(at))
        return next(chain(words, filter(self._graphemes.begins, places)), reach)

    def _begins_word(self, at: int) -> bool:
        return self._is_blank(at - 1) and not self._is_blank(at) and self._graphemes.begins(at)

    def _ends_word(self, at: int) -> bool:
        return self._is_blank(at) and not self._is_blank(at - 1) and self._graphemes.begins(at)

    def _is_blank(self, at: int) -> bool:
        """White space, or beyond the fences."""
        return not self._low <= at < self._high or self._text[at] in WHITE_SPACE
