"""Decides where in a text near parts can be at all, by the pieces of the quote that must be left whole.

The pigeonhole principle: of one piece more than there may be edits, one at least stands in a near part to the
letter. Lossless; only used where it saves work. Offsets are code points.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from verification.core.text.intervals import merged

_Stretch = tuple[int, int]

# Pieces shorter than this stand everywhere.
_SHORTEST: Final = 5
_SEED: Final = 12
# How many are looked for: a longer quote is worth a longer search.
_SEEDS: Final = 12
_PER_SEED: Final = 128


def stretches(text: str, quote: str, allowed: int, most_pieces: int) -> list[_Stretch] | None:
    """Stretches that hold every part of `text` within `allowed` edits of `quote`.

    None if that would take more than `most_pieces`, or if they would make up too much of the text to help.
    """
    count, size = allowed + 1, len(quote)
    if count > most_pieces or size < _SHORTEST * count:
        return None
    found: list[_Stretch] = []
    patience = len(text) // 4
    for number in range(count):
        start, end = number * size // count, (number + 1) * size // count
        for at in _places(text, quote[start:end]):
            found.append((max(0, at - start - allowed), min(len(text), at - start + size + allowed)))
            patience -= size + 2 * allowed
            if patience < 0:
                return None
    return merged(found)


def guesses(text: str, quote: str) -> Iterator[int]:
    """Offsets at which the quote may well begin: where some of its stretches stand to the letter."""
    room, known = len(quote) - _SEED, set()
    last = _SEEDS + len(quote) // _PER_SEED
    for number in range(last + 1 if room > 0 else 0):
        start = number * room // last
        at = text.find(quote[start : start + _SEED])
        if at >= 0 and at - start not in known:
            known.add(at - start)
            yield at - start


def _places(text: str, piece: str) -> Iterator[int]:
    at = text.find(piece)
    while at >= 0:
        yield at
        at = text.find(piece, at + 1)
