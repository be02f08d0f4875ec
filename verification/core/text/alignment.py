"""Decides which tokens of a quote stand for which tokens of a text: columns, equal or different.

Levenshtein's alignment of the tokens (rapidfuzz) gives the blocks that differ; inside a block like is set
against like (number to number, word to word of the same beginning) at the least cost. Equal tokens are never
part of a difference. Deterministic; a block too large to be looked into stays one column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from rapidfuzz.distance import Levenshtein

from verification.core.text.tokens import Tokens

Kinship = Callable[[int], str]
LARGEST_BLOCK: Final = 400  # pairs of tokens
_SAME: Final = 0.0
_GONE: Final = 1.0
_STRANGE: Final = 1.6  # never over two of _GONE: what stands in something's place is set against it


class Column(NamedTuple):
    """Tokens `i1` up to `i2` of the quote against tokens `j1` up to `j2` of the text."""

    i1: int
    i2: int
    j1: int
    j2: int
    equal: bool = False


def align(quote: Tokens, text: Tokens, kin: Kinship, kin_there: Kinship) -> Iterator[Column]:
    """Columns in order that cover all tokens of both; differing ones pair a token with one or with none.

    `kin` and `kin_there` say what a token of the quote, of the text is like, by its index.
    """
    i1 = j1 = 0
    for i2, j2, size in Levenshtein.opcodes(quote.texts, text.texts).as_matching_blocks():
        if i1 < i2 or j1 < j2:
            yield from _split(quote, text, Column(i1, i2, j1, j2), kin, kin_there)
        if size:
            yield Column(i2, i2 + size, j2, j2 + size, equal=True)
        i1, j1 = i2 + size, j2 + size


def _split(quote: Tokens, text: Tokens, block: Column, kin: Kinship, kin_there: Kinship) -> Iterator[Column]:
    i1, i2, j1, j2, _ = block
    if not 1 < (i2 - i1) * (j2 - j1) <= LARGEST_BLOCK:
        yield block
        return
    ours = [(quote.texts[i], kin(i)) for i in range(i1, i2)]
    theirs = [(text.texts[j], kin_there(j)) for j in range(j1, j2)]
    costs = [[_cost(*one, *other) for other in theirs] for one in ours]
    for i, j, step_i, step_j in _cheapest(costs):
        same = step_i == step_j and costs[i][j] == _SAME
        yield Column(i1 + i, i1 + i + step_i, j1 + j, j1 + j + step_j, equal=same)


def _cost(ours: str, kin: str, theirs: str, kin_there: str) -> float:
    if ours == theirs:
        return _SAME
    if kin != kin_there:
        return _STRANGE
    if kin != "word":
        return 0.5
    word, other = ours.casefold(), theirs.casefold()
    if word == other:
        return 0.2
    return 0.9 if word[:2] == other[:2] else 1.0


def _cheapest(costs: list[list[float]]) -> list[tuple[int, int, int, int]]:
    """The steps (i, j, quote tokens taken, text tokens taken) of the cheapest way; pairs first if level."""
    rows, columns = len(costs), len(costs[0])
    rest = [[_GONE * (rows - i + columns - j) for j in range(columns + 1)] for i in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            rest[i][j] = min(costs[i][j] + rest[i + 1][j + 1], _GONE + rest[i + 1][j], _GONE + rest[i][j + 1])
    steps, i, j = [], 0, 0
    while i < rows and j < columns:
        best = rest[i][j]
        if best == costs[i][j] + rest[i + 1][j + 1]:
            step = (1, 1)
        else:
            step = (1, 0) if best == _GONE + rest[i + 1][j] else (0, 1)
        steps.append((i, j, *step))
        i, j = i + step[0], j + step[1]
    return steps + [(i, j, 1, 0) for i in range(i, rows)] + [(rows, j, 0, 1) for j in range(j, columns)]
