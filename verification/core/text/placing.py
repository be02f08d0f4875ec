"""Decides where exactly a difference begins and ends: the spaces beside it included where they differ too.

A word only one side has takes the space behind it along, or else the one before it, so that what is left
stands as it does on the other side. All offsets are code points of the normal forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from verification.core.text.alignment import Column
from verification.core.text.grouping import Judged
from verification.core.text.kinds import Verdict
from verification.core.text.tokens import Tokens

Span = tuple[int, int]
_SPACING: Final = Verdict("punctuation", 12)


class Placed(NamedTuple):
    """A difference where it stands in the quote and in the text."""

    quote: Span
    text: Span
    verdict: Verdict


class Strip(NamedTuple):
    """One side to place on: its text, the tokens, and the span they fill."""

    text: str
    tokens: Tokens
    span: Span

    def start_of(self, token: int) -> int:
        """Where a token starts; behind the last one, where the span ends."""
        return self.tokens.starts[token] if token < len(self.tokens) else self.span[1]

    def between(self, start: int, end: int) -> str:
        """What stands there."""
        return self.text[start:end]


def place(judged: Iterable[Judged], quote: Strip, text: Strip) -> list[Placed]:
    """The differences among the columns, in order, where they stand; what is between them is equal."""
    placed: list[Placed] = []
    done = (quote.span[0], text.span[0])
    for column, verdict in judged:
        if verdict is None:
            ends = quote.tokens.end(column.i2 - 1), text.tokens.end(column.j2 - 1)
            if quote.between(done[0], ends[0]) == text.between(done[1], ends[1]):
                done = ends
                continue
        for piece in [column] if verdict else _one_by_one(column):
            done = _put(piece, verdict, done, placed, quote, text)
    _put(
        Column(len(quote.tokens), len(quote.tokens), len(text.tokens), len(text.tokens)),
        None,
        done,
        placed,
        quote,
        text,
    )
    return placed


def _one_by_one(column: Column) -> Iterator[Column]:
    i1, i2, j1, _, _ = column
    for step in range(i2 - i1):
        yield Column(i1 + step, i1 + step + 1, j1 + step, j1 + step + 1)


def _put(
    column: Column,
    verdict: Verdict | None,
    done: tuple[int, int],
    placed: list[Placed],
    quote: Strip,
    text: Strip,
) -> tuple[int, int]:
    """Places one column, and the spaces before it; how far both sides are done."""
    i1, i2, j1, j2, _ = column
    if verdict and i1 == i2:
        theirs, ours = _one_sided(text, (j1, j2), done[1], quote, i1, done[0])
        placed.append(Placed(ours, theirs, verdict))
        return ours[1], theirs[1]
    if verdict and j1 == j2:
        ours, theirs = _one_sided(quote, (i1, i2), done[0], text, j1, done[1])
        placed.append(Placed(ours, theirs, verdict))
        return ours[1], theirs[1]
    starts = quote.start_of(i1), text.start_of(j1)
    ends = (quote.tokens.end(i2 - 1), text.tokens.end(j2 - 1)) if i1 < i2 else starts
    if quote.between(done[0], starts[0]) == text.between(done[1], starts[1]):
        if verdict:
            placed.append(Placed((starts[0], ends[0]), (starts[1], ends[1]), verdict))
    elif verdict:
        placed.append(Placed((done[0], ends[0]), (done[1], ends[1]), verdict))
    else:
        _space(placed, done, starts)
    return ends


def _one_sided(full: Strip, own: Span, done: int, bare: Strip, at: int, bare_done: int) -> tuple[Span, Span]:
    """The span of tokens that only `full` has, with one of the spaces round them; the bare side's empty span."""
    start, end, following = full.start_of(own[0]), full.tokens.end(own[1] - 1), full.start_of(own[1])
    space, bare_following = bare.between(bare_done, bare.start_of(at)), bare.start_of(at)
    if space == full.between(done, start):
        return (start, following), (bare_following, bare_following)
    if space == full.between(end, following):
        return (done, end), (bare_done, bare_done)
    return (done, following), (bare_done, bare_following)


def _space(placed: list[Placed], done: tuple[int, int], starts: tuple[int, int]) -> None:
    """Spaces that differ between equal tokens go with the difference before them, or are one of their own."""
    last = placed[-1] if placed else None
    if last and (last.quote[1], last.text[1]) == done:
        placed[-1] = Placed((last.quote[0], starts[0]), (last.text[0], starts[1]), last.verdict)
    else:
        placed.append(Placed((done[0], starts[0]), (done[1], starts[1]), _SPACING))
