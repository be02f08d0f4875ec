from __future__ import annotations

import pytest

from verification.core.text.words import inside_word, is_cjk, words


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
        ("CO", "₂"),
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
