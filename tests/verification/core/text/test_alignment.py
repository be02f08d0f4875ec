from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from verification.core.text.alignment import LARGEST_BLOCK, Column, align
from verification.core.text.tokens import tokens


def _columns(quote: str, text: str, marks: str = ".") -> list[Column]:
    ours, theirs = tokens(quote), tokens(text)

    def kin(of: list[str]):
        return lambda at: "number" if of[at].isdigit() else "mark" if of[at] in marks else "word"

    return list(align(ours, theirs, kin(ours.texts), kin(theirs.texts)))


def _pairs(quote: str, text: str) -> list[tuple[str, str]]:
    ours, theirs = tokens(quote).texts, tokens(text).texts
    return [
        (" ".join(ours[i1:i2]), " ".join(theirs[j1:j2]))
        for i1, i2, j1, j2, equal in _columns(quote, text)
        if not equal
    ]


def test_equal_texts_are_one_equal_column() -> None:
    assert _columns("a b c", "a b c") == [Column(0, 3, 0, 3, equal=True)]


def test_a_word_left_out_stands_against_nothing() -> None:
    assert _pairs("is allowed", "is not allowed") == [("", "not")]
    assert _pairs("is not allowed", "is allowed") == [("not", "")]


def test_like_stands_against_like() -> None:
    assert _pairs("pay 15 euros now", "pay 14 dollars now") == [("15", "14"), ("euros", "dollars")]
    assert _pairs("pay 15 now", "pay about 14 now") == [("", "about"), ("15", "14")]
    assert _pairs("a b", "b .") == [("a", ""), ("", ".")]
    assert _pairs("recieve it", "they receive it") == [("", "they"), ("recieve", "receive")]


def test_a_word_stands_against_a_mark_where_there_is_nothing_better() -> None:
    assert _pairs("a b c", "a . c") == [("b", ".")]


def test_a_block_too_large_to_look_into_stays_whole() -> None:
    side = LARGEST_BLOCK // 20 + 1
    quote, text = " ".join(["x"] * 21), " ".join(["y"] * side)
    assert _columns(quote, text) == [Column(0, 21, 0, side)]


words = st.lists(st.sampled_from([*"abc.", "12", "7"]), max_size=12).map(" ".join)


@given(words, words)
def test_columns_cover_both_sides_in_order(quote: str, text: str) -> None:
    columns = _columns(quote, text)
    ours, theirs = tokens(quote), tokens(text)
    i = j = 0
    for column in columns:
        assert (column.i1, column.j1) == (i, j)
        assert column.i2 > i or column.j2 > j
        i, j = column.i2, column.j2
    assert (i, j) == (len(ours), len(theirs))


@given(words, words)
def test_equal_columns_are_equal_and_others_differ(quote: str, text: str) -> None:
    ours, theirs = tokens(quote).texts, tokens(text).texts
    for i1, i2, j1, j2, equal in _columns(quote, text):
        assert (ours[i1:i2] == theirs[j1:j2]) == equal
