"""Decides what part of a text is nearest to a quote, how near, and how many disjoint parts are near enough.

The true optimum: semi-global Levenshtein distance over code points of the normalised texts, never a heuristic.
What makes it fast (pieces left whole, a first guess, edlib) only ever saves work.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rapidfuzz.distance import Levenshtein

from verification.core.text.occurrences import Found, Occurrences
from verification.core.text.scan import Scanner, scanner
from verification.core.text.seeds import guesses, stretches
from verification.core.text.spans import Picker, Rank

_LONG: Final = 300
_CAP: Final = 100
_CAP_LONG: Final = 10


@dataclass(frozen=True, slots=True)
class Fuzzy:
    """`distance` of the nearest part; its `span` and the `count` of disjoint parts if it is within bounds.

    `capped`: there are more than `count`. Code points; `span` is None where nothing is near enough.
    """

    distance: int
    span: tuple[int, int] | None
    count: int
    capped: bool


def nearest(text: str, quote: str, allowed: int, *, accelerate: bool = True) -> Fuzzy:
    """Look for `quote` (not empty) in `text` with up to `allowed` edits, fewer than it has characters."""
    scan = scanner(text, quote, accelerate=accelerate)
    if (found := _Search(text, quote, allowed, scan).best()) is None:
        smallest = scan.distance(len(quote))
        return Fuzzy(len(quote) if smallest is None else smallest, None, 0, capped=False)
    best, others = found
    count, most = 1, _CAP if len(quote) <= _LONG else _CAP_LONG
    while count < most and others.take():
        count += 1
    return Fuzzy(best.distance, best.span, count, capped=count == most and others.take() is not None)


def distance(text: str, quote: str, limit: int, *, accelerate: bool = True) -> int | None:
    """How far the nearest part is; None if that is over `limit`."""
    if limit < len(quote) - len(text):
        return None
    return scanner(text, quote, accelerate=accelerate).distance(min(limit, len(quote)))


class _Search:
    """One quote in one text: the best span, and what is needed to go on to the others."""

    def __init__(self, text: str, quote: str, allowed: int, scan: Scanner) -> None:
        self._text = text
        self._quote = quote
        self._allowed = allowed
        self._scan = scan
        self._picker = Picker(text, quote, scan)

    def best(self) -> tuple[Found, Occurrences] | None:
        if not self._allowed or len(self._text) < len(self._quote) - self._allowed:
            return None
        held = stretches(self._text, self._quote, self._allowed, self._scan.worth_pieces)
        if held is None and self._scan.worth_guessing and (found := self._guessed()):
            return found
        occurrences = self._occurrences()
        for start, end in [(0, len(self._text))] if held is None else held:
            occurrences.look(start, end)
        best = occurrences.take()
        return (best, occurrences) if best else None

    def _occurrences(self) -> Occurrences:
        return Occurrences(self._scan, self._picker, len(self._quote), self._allowed)

    def _guessed(self) -> tuple[Found, Occurrences] | None:
        """The best span, begun with one where pieces of the quote stand and what lies on both sides of it."""
        guess = self._guess()
        if guess is None:
            return None
        (start, end), reach = guess.span, len(self._quote) + self._allowed
        occurrences = self._occurrences()
        occurrences.look(0, start)
        occurrences.look(end, len(self._text))
        if occurrences.all_over(guess.distance):
            occurrences.take_out(guess.span)
            return guess, occurrences
        occurrences.look(max(0, start - reach), min(len(self._text), end + reach))
        best = occurrences.take()
        return (best, occurrences) if best else None

    def _guess(self) -> Found | None:
        """A span better than all that share a character with it."""
        size, length = len(self._quote), len(self._text)
        for at in guesses(self._text, self._quote):
            start, end = max(0, at), min(length, at + size)
            near = Levenshtein.distance(self._quote, self._text[start:end], score_cutoff=self._allowed)
            if near <= self._allowed:
                return self._settled(start, end, near)
        return None

    def _settled(self, start: int, end: int, near: int) -> Found | None:
        """The best span round one at distance `near`, if all that could share a character with it were seen."""
        size, length = len(self._quote), len(self._text)
        low, high = max(0, start - size - 2 * near), min(length, end + size + 2 * near)
        distance, rank = self._best_within(low, high, near)
        span, reach = rank[-2:], size + distance
        covered = low <= max(0, span[0] - reach) and min(length, span[1] + reach) <= high
        return Found(distance, span) if covered else None

    def _best_within(self, low: int, high: int, near: int) -> tuple[int, Rank]:
        """The best span of a stretch that has one at distance `near`."""
        for look in range(self._scan.looks):
            found = self._scan.nearest(low, high, near, look)
            assert found is not None
            if rank := self._picker.pick(low, high, *found):
                return found[0], rank
        raise AssertionError
