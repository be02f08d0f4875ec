"""What the matcher has to find, worked out by trying every span: slow, short, and sharing nothing with it."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from verification.core.text.words import inside_word

Span = tuple[int, int]


@dataclass(frozen=True)
class Truth:
    distance: int
    span: Span | None
    count: int
    capped: bool


def smallest_distance(text: str, quote: str) -> int:
    """Sellers' algorithm: the distance of the nearest part of `text`, the empty part included."""
    return min(_rows(text, quote, [0] * (len(text) + 1)))


def distances_from(text: str, quote: str) -> list[int]:
    """The Levenshtein distance of `quote` to each beginning of `text`."""
    return _rows(text, quote, list(range(len(text) + 1)))


def truth(text: str, quote: str, allowed: int, cap: int = 100) -> Truth:
    spans = _near_spans(text, quote, allowed)
    taken: list[Span] = []
    while len(taken) <= cap and (best := _best(spans, taken)):
        taken.append(best)
    if not taken:
        return Truth(smallest_distance(text, quote), None, 0, False)
    distance = min(rank[0] for rank in spans)
    return Truth(distance, taken[0], min(cap, len(taken)), len(taken) > cap)


def _best(spans: list[tuple[int, ...]], taken: list[Span]) -> Span | None:
    free = (r for r in spans if not any(r[-2] < end and start < r[-1] for start, end in taken))
    best = min(free, default=None)
    return best and (best[-2], best[-1])


def _near_spans(text: str, quote: str, allowed: int) -> list[tuple[int, ...]]:
    """Distance, faults in the order they count, start and end of every span within `allowed`."""
    graphemes = {found.start() for found in regex.finditer(r"\X", text)} | {len(text)}
    ranks = []
    for start in range(len(text)):
        row = distances_from(text[start : start + len(quote) + allowed], quote)
        for end in range(start + 1, start + len(row)):
            if row[end - start] <= allowed:
                space = " " in (text[start], text[end - 1])
                grapheme = not {start, end} <= graphemes
                word = inside_word(text, start) or inside_word(text, end)
                off = abs(end - start - len(quote))
                ranks.append((row[end - start], space, grapheme, word, off, start, end))
    return ranks


def _rows(text: str, quote: str, row: list[int]) -> list[int]:
    for number, wanted in enumerate(quote, 1):
        above, row = row, [number]
        for at, character in enumerate(text):
            row.append(min(above[at] + (character != wanted), above[at + 1] + 1, row[at] + 1))
    return row
