"""Decides where a quote stands to the letter in a text, both in their normal form.

Shown is the first occurrence that is whole words at both ends, else the first; counted are those that share no
character, from the start of the text on. Offsets are code points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verification.core.text.words import inside_word, word_end


@dataclass(frozen=True, slots=True)
class Exact:
    """Where the quote begins, and how often it stands there."""

    start: int
    count: int


def find(text: str, quote: str) -> Exact | None:
    """Look for `quote` (not empty) in `text`."""
    first = text.find(quote)
    if first < 0:
        return None
    whole = (at for at in _at_words(text, quote, first) if not inside_word(text, at + len(quote)))
    return Exact(next(whole, first), text.count(quote))


def _at_words(text: str, quote: str, first: int) -> Iterator[int]:
    """Every occurrence from `first` on that begins with a word, those that overlap too."""
    at = first
    while at >= 0:
        if inside_word(text, at):
            beyond = word_end(text, at)
        else:
            yield at
            beyond = at + 1
        # The next is often near, and a look that is bounded costs nothing to set up.
        found = text.find(quote, beyond, beyond + 2 * len(quote))
        at = found if found >= 0 else text.find(quote, beyond)
