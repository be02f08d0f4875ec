"""Decides which differing columns are one difference: what a reader would name in one breath.

The same letters apart or together, neighbours of one kind, and a stretch in which the words are the same and
only their order differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from verification.core.text.alignment import Column, align
from verification.core.text.confusables import skeleton
from verification.core.text.kinds import Verdict, judge, same_letters
from verification.core.text.senses import Side, is_word

ORDER_SPAN: Final = 120  # code points: how far apart words may have changed places
ORDER_COLUMNS: Final = 16
_MAY_MOVE: Final = frozenset({"name", "word", "case", "punctuation"})


class Judged(NamedTuple):
    """A column and what it is; None where both sides are equal."""

    column: Column
    verdict: Verdict | None


def compare(quote: Side, text: Side) -> Iterator[Judged]:
    """The columns of quote and text in order, differences grouped; together they cover all tokens."""
    found: list[Judged] = []
    columns = align(quote.tokens, text.tokens, quote.kinship, text.kinship)
    for equal, group in groupby(columns, attrgetter("equal")):
        block = list(group)
        found += [Judged(column, None) for column in block] if equal else _differing(block, quote, text)
    return _reordered(found, quote, text)


def alike(one: str, other: str) -> bool:
    """Whether two different strings look the same (UTS #39)."""
    return one != other and skeleton(one) == skeleton(other)


def _differing(block: list[Column], quote: Side, text: Side) -> list[Judged]:
    """All that differs between two equal columns: one difference, or those of its columns, neighbours merged."""
    if len(block) > 1 and _is_one(together := _together(block[0], block[-1]), quote, text):
        block = [together]
    judged = [Judged(column, judge(quote, text, column)) for column in block]
    return _merged(judged, quote, text) if len(judged) > 1 else judged


def _is_one(block: Column, quote: Side, text: Side) -> bool:
    i1, i2, j1, j2, _ = block
    if _bare(block) or i2 - i1 == j2 - j1 == 1:
        return False
    ours, theirs = quote.tokens.texts[i1:i2], text.tokens.texts[j1:j2]
    return any(map(is_word, ours)) and (same_letters(ours, theirs) or alike("".join(ours), "".join(theirs)))


def _merged(block: Iterable[Judged], quote: Side, text: Side) -> list[Judged]:
    runs: list[list[Judged]] = []
    for one in block:
        if runs and _goes_on(runs[-1], one):
            runs[-1].append(one)
        else:
            runs.append([one])
    return [run[0] if len(run) == 1 else _as_one(run[0], run[-1], quote, text) for run in runs]


def _goes_on(run: Sequence[Judged], one: Judged) -> bool:
    """Whether a difference goes on with this column: of one kind, or again one that only one side has."""
    assert run[0].verdict and one.verdict
    return _akin(run[0].verdict, one.verdict) or (_bare(run[-1].column) and _bare(one.column))


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
    here = {word for column, verdict in found if verdict for word in quote.spoken(column.i1, column.i2)}
    there = {word for column, verdict in found if verdict for word in text.spoken(column.j1, column.j2)}
    if here.isdisjoint(there):
        yield from found
        return
    at = 0
    while at < len(found):
        column, verdict = found[last := at]
        if verdict and there.issuperset(quote.spoken(column.i1, column.i2)):
            last = _order_ends(found, at, quote, text)
        yield found[at] if last == at else _as_one(found[at], found[last], quote, text)
        at = last + 1


def _order_ends(found: Sequence[Judged], first: int, quote: Side, text: Side) -> int:
    """The last column of the stretch from `first` on that has the same words in another order; else `first`."""
    i1, _, j1, _, _ = found[first].column
    ours: list[str] = []
    theirs: list[str] = []
    for at in range(first, min(len(found), first + ORDER_COLUMNS)):
        column, verdict = found[at]
        if verdict is None:
            continue
        length = max(quote.tokens.length(i1, column.i2), text.tokens.length(j1, column.j2))
        if verdict.kind not in _MAY_MOVE or length > ORDER_SPAN:
            break
        ours += quote.spoken(column.i1, column.i2)
        theirs += text.spoken(column.j1, column.j2)
        if len(ours) == len(theirs) and sorted(ours) == sorted(theirs):
            return at if ours else first
    return first
