"""Decides how a dispute is told: its outcome in words, and two strings beside each other with what differs marked.

A string is shown in the form in which it was compared. The marking goes by words, then by what they leave over;
it is for the eye of whoever decides, no verdict rests on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from difflib import SequenceMatcher
from typing import Final, Literal

from verification.core.text import whitespace
from verification.core.text.match import MatchTooCostly, match

OUTCOMES: Final = {
    "open": "Open: it has not been decided yet",
    "verdict_upheld": "The verdict was upheld",
    "corrected": "The result was corrected",
    "refunded": "The charge was paid back",
}
NEAREST: Final = Decimal("0.5")
"""The lowest score at which a passage is shown beside a quote."""
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_MOST_TOKENS: Final = 3_000


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of both strings: the same in both, only in the quote (`del`), or only in the text (`ins`)."""

    mark: Literal["same", "del", "ins"]
    text: str


@dataclass(frozen=True, slots=True)
class Beside:
    """A quote and the nearest passage of a text, both in their normal form. Offsets: raw code points."""

    quote: str
    passage: str
    parts: tuple[Part, ...]
    start: int
    end: int

    @property
    def same(self) -> bool:
        return self.quote == self.passage


def beside(quote: str, text: str, *, literal: bool, case_sensitive: bool) -> Beside | None:
    """The quote beside the nearest passage of the text; None where nothing comes near, or it can't be looked for.

    `literal`: the contract compares letter by letter, with white space collapsed alone; else by text-v1.
    """
    try:
        found = match(text, quote, threshold=NEAREST, case_sensitive=literal or case_sensitive)
    except (MatchTooCostly, ValueError):
        return None
    if found.span is None or found.raw_span is None:
        return None
    start, end = found.raw_span
    if literal:
        ours, theirs = whitespace.normalise(quote), whitespace.normalise(text[start:end])
    else:
        ours, theirs = found.quote.text, found.text.text[slice(*found.span)]
    return Beside(ours, theirs, marked(ours, theirs), start, end)


def marked(quote: str, passage: str) -> tuple[Part, ...]:
    """The two strings as one: without `ins` it is the quote, without `del` the passage."""
    return tuple(part for part in _parts(_tokens(quote), _tokens(passage)) if part.text)


def _tokens(text: str) -> list[str]:
    """Words, spaces and signs; past the most, what is left counts as one."""
    found = [token[0] for token in _TOKEN.finditer(text)]
    return [*found[:_MOST_TOKENS], "".join(found[_MOST_TOKENS:])]


def _parts(quote: list[str], passage: list[str]) -> Iterator[Part]:
    for op, i1, i2, j1, j2 in SequenceMatcher(None, quote, passage, autojunk=False).get_opcodes():
        if op == "equal":
            yield Part("same", "".join(quote[i1:i2]))
            continue
        yield Part("del", "".join(quote[i1:i2]))
        yield Part("ins", "".join(passage[j1:j2]))
