"""Decides which differing columns are one difference: what a reader would name in one breath.

The same letters apart or together, neighbours of one kind, and a stretch in which the words are the same and
only their order differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from verification.core.text.alignment import Column, align
from verification.core.text.confusables import skeleton
from verification.core.text.kinds import Verdict, judge, same_letters, same_words
from verification.core.text.senses import Side, is_word
from verification.core.text.tokens import Token

ORDER_SPAN: Final = 120  # code points: how far apart words may have changed places
ORDER_COLUMNS: Final = 16
_MAY_MOVE: Final = frozenset({"name", "word", "case", "punctuation"})


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
    for equal, group in groupby(columns, lambda column: column.equal):
        block = list(group)
        together = _together(block[0], block[-1])
        yield from [together] if not equal and _is_one(together, quote, text) else block


def _is_one(block: Column, quote: Side, text: Side) -> bool:
    ours, theirs = quote.tokens[block.i1 : block.i2], text.tokens[block.j1 : block.j2]
    if not ours or not theirs or len(ours) == len(theirs) == 1 or not any(map(is_word, ours)):
        return False
    return same_letters(ours, theirs) or alike(_joined(ours), _joined(theirs))


def _joined(some: Sequence[Token]) -> str:
    return "".join(token.text for token in some)


def _merged(columns: Iterable[Column], quote: Side, text: Side) -> list[Judged]:
    found: list[Judged] = []
    runs: list[list[Column]] = []
    for column in columns:
        verdict = None if column.equal else judge(quote, text, column)
        last = found[-1] if found else Judged(column, None)
        if verdict and last.verdict and (_akin(last.verdict, verdict) or (_bare(runs[-1][-1]) and _bare(column))):
            runs[-1].append(column)
        else:
            found.append(Judged(column, verdict))
            runs.append([column])
    return [
        Judged(_together(run[0], run[-1]), judge(quote, text, _together(run[0], run[-1]))) if len(run) > 1 else one
        for one, run in zip(found, runs, strict=True)
    ]


def _akin(one: Verdict, other: Verdict) -> bool:
    """Of one kind; marks go with the words beside them."""
    return one.kind == other.kind or {one.kind, other.kind} in ({"word", "punctuation"}, {"name", "punctuation"})


def _bare(column: Column) -> bool:
    """Whether one side has nothing."""
    return column.i1 == column.i2 or column.j1 == column.j2


def _together(first: Column, last: Column) -> Column:
    return Column(first.i1, last.i2, first.j1, last.j2)


def _reordered(found: Sequence[Judged], quote: Side, text: Side) -> Iterator[Judged]:
    at = 0
    while at < len(found):
        last = _order_ends(found, at, quote, text)
        if last == at:
            yield found[at]
        else:
            column = _together(found[at].column, found[last].column)
            yield Judged(column, judge(quote, text, column))
        at = last + 1


def _order_ends(found: Sequence[Judged], first: int, quote: Side, text: Side) -> int:
    """The last column of the stretch from `first` on that has the same words in another order; else `first`."""
    balance: Counter[str] = Counter()
    for at in range(first, min(len(found), first + ORDER_COLUMNS) if found[first].verdict else first):
        column, verdict = found[at]
        if verdict is None:
            continue
        ours, theirs = _stretch(found[first].column, column, quote, text)
        if verdict.kind not in _MAY_MOVE or max(_length(ours), _length(theirs)) > ORDER_SPAN:
            break
        balance.update(token.word for token in quote.tokens[column.i1 : column.i2] if is_word(token))
        balance.subtract(token.word for token in text.tokens[column.j1 : column.j2] if is_word(token))
        if not any(balance.values()):
            return at if balance and same_words(ours, theirs) else first
    return first


def _stretch(first: Column, last: Column, quote: Side, text: Side) -> tuple[list[Token], list[Token]]:
    return quote.tokens[first.i1 : last.i2], text.tokens[first.j1 : last.j2]


def _length(some: Sequence[Token]) -> int:
    return some[-1].end - some[0].start if some else 0
