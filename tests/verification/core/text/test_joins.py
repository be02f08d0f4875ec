from __future__ import annotations

import pytest

from verification.core.text.joins import Joins, Spots, join, spots_of


def _joined(text: str, joins: Joins) -> str:
    return join(text, joins, spots_of(text), lambda at: at)[0]


@pytest.mark.parametrize("line_end", ["-\n", "-\r\n", "- \n\t ", "-\x0b", "-\u2028", "-\x85"])
def test_a_hyphen_at_a_line_end_between_letters_can_fall_away_or_stay(line_end: str) -> None:
    assert _joined(f"vibra{line_end}tion", Joins("drop")) == "vibration"
    assert _joined(f"well{line_end}known", Joins("keep")) == "well-known"


@pytest.mark.parametrize("text", ["a-\n\nb", "a-\u2029b", "9-\n10", "a- b", "-\nb", "a-\n", "a--\nb", "a\nb"])
def test_anything_else_at_a_line_end_is_left_alone(text: str) -> None:
    assert _joined(text, Joins("drop", wrap=True)) == text


def test_a_letter_may_carry_combining_marks() -> None:
    assert _joined("x\u0316\u0301-\ny", Joins("drop")) == "x\u0316\u0301y"


def test_a_soft_hyphen_at_a_line_end_falls_away_either_way() -> None:
    assert _joined("vibra\u00ad\ntion", Joins("keep")) == "vibration"


def test_single_hyphens_can_fare_the_other_way() -> None:
    text = "well-\nknown vibra-\ntion"
    assert _joined(text, Joins("drop", others=frozenset({4}))) == "well-known vibration"
    assert _joined(text, Joins("keep", others=frozenset({17}))) == "well-known vibration"
    assert _joined(text, Joins("drop", left=frozenset({4}))) == "well-\nknown vibration"


@pytest.mark.parametrize("text", ["购买后\n十四天", "です。\r\n  あ", "カ \nカ", "，\n款"])
def test_a_line_break_between_cjk_letters_falls_away(text: str) -> None:
    assert _joined(text, Joins(wrap=True)) == "".join(text.split())


@pytest.mark.parametrize("text", ["한국\n사람", "退\n\n款", "退\nA", "Ａ\nＢ", "退 款", "\n退", "退\n"])
def test_other_line_breaks_stay(text: str) -> None:
    assert _joined(text, Joins(wrap=True)) == text


def test_the_joins_are_told_apart_and_made_together() -> None:
    text = "退\n款 vibra-\ntion"
    assert (spots_of(text).wraps, spots_of(text).hyphens) == ([(1, 2)], [(9, 11)])
    assert _joined(text, Joins("drop", wrap=True)) == "退款 vibration"


def test_a_long_run_of_spaces_is_read_once() -> None:
    text = "退" + " " * 200_000 + "x" + "-" * 100_000 + " " * 100_000
    assert spots_of(text) == Spots([], [], [])
