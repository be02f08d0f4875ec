from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.text.confusables import LOOKALIKES, PROTOTYPES, is_latin, skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("раураl", "paypal"),
        ("ѕсоре", "scope"),
        ("ΙΒΜ", "IBM"),
        ("rn", "m"),
        ("l0ve", "IOve"),
        ("ﬁne", "fine"),
        ("𝐇ello", "Hello"),
    ],
)
def test_look_alikes_share_a_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("scope", "score"), ("10²", "102"), ("Haus", "Maus"), ("e", "é")])
def test_different_words_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_ignorable_characters_leave_the_skeleton() -> None:
    assert skeleton("pa\u200by\u00adpal\ufe0f") == skeleton("paypal")


@given(st.text(max_size=40))
def test_a_skeleton_stays_as_it_is(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)


def test_the_table_is_unicodes_own() -> None:
    assert len(PROTOTYPES) == 6712
    assert PROTOTYPES[0x0430] == "a"
    assert PROTOTYPES[ord("m")] == "rn"


def test_letters_that_pass_for_ascii_are_known_in_both_cases() -> None:
    assert [LOOKALIKES[letter] for letter in "аеіорсхуАВЕІОРС".casefold()] == list("aeiopcxyabeiopc")
    assert not any(letter.isascii() or is_latin(letter) for letter in LOOKALIKES)


@pytest.mark.parametrize(
    ("letter", "expected"), [("a", True), ("ß", True), ("ａ", True), ("а", False), ("α", False)]
)
def test_latin_letters_are_told_from_others(letter: str, expected: bool) -> None:
    assert is_latin(letter) is expected
