from __future__ import annotations

import pytest

from verification.core.text.marks import BRACKET_GAP, ELLIPSIS_GAP, WORD_GAP, Part, readings


def _pieces(quote: str, text: str = "") -> list[list[str]]:
    return [[quote[part.start : part.end] for part in parts] for parts in readings(quote, text)]


def _parts(quote: str) -> list[Part]:
    return list(next(iter(readings(quote, ""))))


@pytest.mark.parametrize(
    "quote",
    [
        "one ... two",
        "one [...] two",
        "one (...) two",
        "one.... two",
        "one...... two",
        "one . . . two",
        "one...two",
    ],
)
def test_three_points_or_more_leave_words_out(quote: str) -> None:
    assert _pieces(quote) == [["one", "two"]]
    assert _parts(quote)[1][2:4] == ("ellipsis", ELLIPSIS_GAP)


def test_brackets_put_words_in() -> None:
    parts = _parts("that [the parcel] had")
    assert parts[1].before == "bracket"
    assert parts[1].limit == BRACKET_GAP


@pytest.mark.parametrize("quote", ["said [t]he end", "pay[s] the fee", "one[12] two"])
def test_a_bracket_inside_a_word_stands_for_little(quote: str) -> None:
    assert _parts(quote)[1].limit == WORD_GAP


def test_an_edge_at_a_bracket_inside_a_word_may_cut_it() -> None:
    first, last = _parts("[t]he company pa[ys] it")
    assert (first.opens_inside, first.closes_inside) == (True, True)
    assert (last.opens_inside, last.closes_inside) == (False, False)


def test_marks_in_a_row_are_one_gap_of_the_widest_kind() -> None:
    (_, last) = _parts("one [...] [the] two")
    assert (last.before, last.limit) == ("ellipsis", ELLIPSIS_GAP)


@pytest.mark.parametrize("quote", ["no marks here", "one.. two", "[...]", "... [so]", "one ... , ... two", "[]"])
def test_without_marks_or_words_there_is_no_reading(quote: str) -> None:
    assert _pieces(quote) == []


def test_marks_at_the_ends_and_points_behind_them_count_for_nothing() -> None:
    assert _pieces("...one two [...].") == [["one two"]]


def test_a_bracket_of_the_text_is_read_as_it_stands_first() -> None:
    assert _pieces("one [12] two ... end", "x [12] y") == [["one [12] two", "end"], ["one", "two", "end"]]
    assert _pieces("one [12] two", "x [12] y") == [["one", "two"]]
