from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.oracle import truth
from verification.core.text.seeds import guesses, stretches


@given(st.integers(0, 10_000))
def test_every_near_part_lies_inside_a_stretch(seed: int) -> None:
    draw = random.Random(seed)
    text = "".join(draw.choices("abc ", k=120))
    start = draw.randrange(90)
    quote = text[start : start + 20].replace("a", "b", 1)
    held = stretches(text + "-" * 600, quote, 1, 12)
    found = truth(text, quote, 1).span
    if held is not None and found:
        assert any(low <= found[0] and found[1] <= high for low, high in held)


def test_stretches_that_meet_are_made_one() -> None:
    text = "x" * 500 + "abcdefghij" * 2 + "x" * 500
    assert stretches(text, "abcdefghij", 1, 12) == [(499, 521)]


def test_a_text_full_of_the_pieces_is_not_cut_up() -> None:
    assert stretches("abcdefghij" * 50, "abcdefghij", 1, 12) is None


def test_pieces_too_many_or_too_short_are_not_looked_for() -> None:
    assert stretches("x" * 99, "abcdefghij" * 20, 12, 12) is None
    assert stretches("x" * 99, "abcdefghij", 2, 12) is None
    assert stretches("x" * 99, "abcdefghij", 1, 12) == []


def test_a_good_guess_is_where_the_quote_begins() -> None:
    quote = "".join(random.Random(5).choices("abcdefgh", k=200))
    text = "-" * 300 + quote[:90] + "##" + quote[92:] + "-" * 300
    assert list(guesses(text, quote)) == [300]
    assert not list(guesses("-" * 300, quote))
    assert not list(guesses(text, quote[:12]))
