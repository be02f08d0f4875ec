from __future__ import annotations

import pytest
import regex
from hypothesis import given

from tests.verification.core.text.samples import any_text
from verification.core.text.graphemes import Graphemes
from verification.core.text.words import has_cjk, inside_word, is_cjk, words


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("un", "authorised"),
        ("3", "5"),
        ("3.", "5"),
        ("3", ".5"),
        ("1", ",000"),
        ("can", "'t"),
        ("can'", "t"),
        ("retry", "_after"),
        ("14", "th"),
        ("10", "²"),
        ("e", "\u0301"),
        ("мо", "ре"),
    ],
)
def test_a_cut_inside_a_word_or_number_is_seen(left: str, right: str) -> None:
    assert inside_word(f"so {left}{right} on", len(f"so {left}"))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("the", " end"),
        ("end", "."),
        ("well", "-known"),
        ("(", "a"),
        ("year", "¹²"),
        ("the 'end", "' of"),
        ("5", ". Then"),
        ("退", "款"),
        ("API", "中"),
        ("は", "10"),
        ("한", "국"),
        ("a", "😀"),
    ],
)
def test_a_cut_between_words_is_not_inside_one(left: str, right: str) -> None:
    assert not inside_word(f"so {left}{right} on", len(f"so {left}"))


def test_the_ends_of_a_text_are_never_inside_a_word() -> None:
    assert not inside_word("word", 0)
    assert not inside_word("word", 4)


def test_words_keep_their_inner_signs_and_unspaced_characters_stand_alone() -> None:
    assert words("Don't pay 3.5%, 退款 'now'!") == ["Don't", "pay", "3.5", "退", "款", "now"]
    assert words("m², x_1 …") == ["m", "²", "x_1"]


def test_cjk_is_han_kana_and_full_width_marks_but_not_hangul_or_full_width_letters() -> None:
    assert all(map(is_cjk, "退あカｶ，。ー々"))
    assert not any(map(is_cjk, "한aＡ１ 　“"))
    assert has_cjk("a退") and not has_cjk("한국 abc é")


@given(any_text)
def test_graphemes_begin_where_the_standard_says(text: str) -> None:
    expected = {found.start() for found in regex.finditer(r"\X", text)} | {0, len(text)}
    graphemes = Graphemes(text)
    assert {at for at in range(len(text), -1, -1) if graphemes.begins(at)} == expected


def test_a_long_run_of_marks_is_read_once() -> None:
    graphemes = Graphemes("x" + "\u0301" * 100_000)
    assert not any(graphemes.begins(at) for at in range(1, 100_001, 10))
