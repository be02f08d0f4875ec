from __future__ import annotations

import unicodedata

import pytest

from verification.core.page.superscripts import SUBSCRIPTS, SUPERSCRIPTS, Raiser


def raised(*runs: str, start: int = 0) -> list[str]:
    texts = list(runs)
    Raiser(texts).end(start, SUPERSCRIPTS)
    return texts


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("2", "²"),
        ("2n", "²ⁿ"),
        ("-3", "⁻³"),
        ("−3", "⁻³"),
        ("(1+2)=3", "⁽¹⁺²⁾⁼³"),
        ("[12]", "[¹²]"),
        ("1a", "¹ᵃ"),
        ("1o", "¹ᵒ"),
        ("1st", "¹ˢᵗ"),
    ],
)
def test_what_holds_a_digit_is_raised(written: str, shown: str) -> None:
    assert raised(written) == [shown]


@pytest.mark.parametrize("written", ["st", "TM", "*", "n", "†"])
def test_what_holds_none_stays(written: str) -> None:
    assert raised(written) == [written]


def test_subscripts_have_forms_of_their_own() -> None:
    assert "".join(chr(code) for code in b"0123456789").translate(SUBSCRIPTS) == "₀₁₂₃₄₅₆₇₈₉"
    assert "-".translate(SUBSCRIPTS) == "₋"


def test_runs_before_the_element_stay() -> None:
    assert raised("10", "2", "n", start=1) == ["10", "²", "ⁿ"]


def test_a_digit_anywhere_in_the_element_counts() -> None:
    assert raised("n", "1") == ["ⁿ", "¹"]


def test_an_inner_element_is_rewritten_once_and_its_digit_counts() -> None:
    texts = ["n", "2", "i"]
    raiser = Raiser(texts)
    raiser.end(1, SUBSCRIPTS)
    assert texts == ["n", "₂", "ᵢ"]
    raiser.end(0, SUPERSCRIPTS)
    assert texts == ["ⁿ", "₂", "ᵢ"]


def test_deep_nesting_takes_no_longer_than_flat_text() -> None:
    texts = ["1"]
    raiser = Raiser(texts)
    for _ in range(10_000):
        raiser.end(0, SUPERSCRIPTS)
    assert texts == ["¹"]


def test_every_form_stands_for_the_character_it_replaces() -> None:
    for forms in (SUPERSCRIPTS, SUBSCRIPTS):
        for code, form in forms.items():
            plain = unicodedata.normalize("NFKC", form).replace("−", "-")
            assert plain in (unicodedata.normalize("NFKC", chr(code)), "-")
            assert len(form) == 1
