"""Decides which differing columns are one difference: what a reader would name in one breath.

The same letters apart or together, neighbours of one kind, and a stretch in which the words are the same and
only their order differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from verification.core.text.alignment import Column, align
from verification.core.text.confusables import skeleton
from verification.core.text.kinds import Verdict, judge, same_letters
from verification.core.text.senses import Side, is_word

ORDER_SPAN: Final = 120  # code points: how far apart words may have changed places
ORDER_COLUMNS: Final = 16
_MAY_MOVE: Final = frozenset({"name", "word", "case", "punctuation"})

_Moves: TypeAlias = "tuple[list[str], list[str]] | None"


class Judged(NamedTuple):
    """A column and what it is; None where both sides are equal."""

    column: Column
    verdict: Verdict | None


def compare(quote: Side, text: Side) -> Iterator[Judged]:
    """The columns of quote and text in order, differences grouped; together they cover all tokens."""
    columns = _whole_blocks(align(quote.tokens, text.tokens, quote.kinship, text.kinship), quote, text)
    return _reordered(_merged(columns, quote, text), quote, text)


def alike(one: str, other: str) -> bool:
    """Whether two different strings look the same (UTS #39)."""
    return one != other and skeleton(one) == skeleton(other)


def _whole_blocks(columns: Iterable[Column], quote: Side, text: Side) -> Iterator[Column]:
    for equal, group in groupby(columns, attrgetter("equal")):
        block = list(group)
        if not equal and _is_one(together := _together(block[0], block[-1]), quote, text):
            yield together
        else:
            yield from block


def _is_one(block: Column, quote: Side, text: Side) -> bool:
    i1, i2, j1, j2, _ = block
    if _bare(block) or i2 - i1 == j2 - j1 == 1:
        return False
    ours, theirs = quote.tokens.texts[i1:i2], text.tokens.texts[j1:j2]
    return any(map(is_word, ours)) and (same_letters(ours, theirs) or alike("".join(ours), "".join(theirs)))


def _merged(columns: Iterable[Column], quote: Side, text: Side) -> list[Judged]:
    runs: list[list[Judged]] = []
    for column in columns:
        one = Judged(column, None if column.equal else judge(quote, text, column))
        if runs and _goes_on(runs[-1], one):
            runs[-1].append(one)
        else:
            runs.append([one])
    return [run[0] if len(run) == 1 else _as_one(run[0], run[-1], quote, text) for run in runs]


def _goes_on(run: Sequence[Judged], one: Judged) -> bool:
    """Whether a difference goes on with this column: neighbours of one kind, or that only one side has."""
    first, verdict = run[0].verdict, one.verdict
    if first is None or verdict is None:
        return False
    return _akin(first, verdict) or (_bare(run[-1].column) and _bare(one.column))


def _as_one(first: Judged, last: Judged, quote: Side, text: Side) -> Judged:
    column = _together(first.column, last.column)
    return Judged(column, judge(quote, text, column))


def _akin(one: Verdict, other: Verdict) -> bool:
    """Of one kind; marks go with the words beside them."""
    return one.kind == other.kind or {one.kind, other.kind} in ({"word", "punctuation"}, {"name", "punctuation"})


def _bare(column: Column) -> bool:
    """Whether one side has nothing."""
    return column.i1 == column.i2 or column.j1 == column.j2


def _together(first: Column, last: Column) -> Column:
    return Column(first.i1, last.i2, first.j1, last.j2)


def _reordered(found: Sequence[Judged], quote: Side, text: Side) -> Iterator[Judged]:
    moves = [_words_that_may_move(one, quote, text) for one in found]
    here, there = ({word for pair in moves if pair for word in pair[side]} for side in (0, 1))
    at = 0
    while at < len(found):
        last, pair = at, moves[at]
        if found[at].verdict and pair and there.issuperset(pair[0]) and here.issuperset(pair[1]):
            last = _order_ends(found, moves, at, quote, text)
        yield found[at] if last == at else _as_one(found[at], found[last], quote, text)
        at = last + 1


def _words_that_may_move(one: Judged, quote: Side, text: Side) -> _Moves:
    column, verdict = one
    if verdict is None:
        return [], []
    if verdict.kind not in _MAY_MOVE:
        return None
    return quote.spoken(column.i1, column.i2), text.spoken(column.j1, column.j2)


def _order_ends(found: Sequence[Judged], moves: Sequence[_Moves], first: int, quote: Side, text: Side) -> int:
    """The last column of the stretch from `first` on that has the same words in another order; else `first`."""
    i1, _, j1, _, _ = found[first].column
    ours: list[str] = []
    theirs: list[str] = []
    for at in range(first, min(len(found), first + ORDER_COLUMNS)):
        column, verdict = found[at]
        if verdict is None:
            continue
        words, length = moves[at], max(quote.tokens.length(i1, column.i2), text.tokens.length(j1, column.j2))
        if words is None or length > ORDER_SPAN:
            break
        ours, theirs = ours + words[0], theirs + words[1]
        if len(ours) == len(theirs) and sorted(ours) == sorted(theirs):
            return at if ours else first
    return first
