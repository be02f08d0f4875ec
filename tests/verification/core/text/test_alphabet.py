from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.text.alphabet import FAR, MOST, NEAR, NEAR_TOO, Alphabet

quotes = st.one_of(
    st.text(min_size=1, max_size=30),
    st.text("?é\x80\x81\xff退𠀀ab", min_size=1, max_size=30),
    st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=18, max_size=80),
)
texts = st.one_of(st.text(max_size=60), st.text("?é\x80\x81\xff退𠀀abĀā", max_size=60))


@given(texts, quotes)
def test_two_places_have_the_same_byte_only_if_they_match(text: str, quote: str) -> None:
    alphabet = Alphabet(quote, plain=False)
    text_bytes, quote_bytes = alphabet.encode(text + quote), alphabet.encode(quote)
    assert len(text_bytes) == len(text + quote) and len(quote_bytes) == len(quote)
    for character, byte in zip(quote, quote_bytes, strict=True):
        assert {other for other, code in zip(text + quote, text_bytes, strict=True) if code == byte} == {character}


@given(st.text(st.characters(max_codepoint=0x7F)), st.text(st.characters(max_codepoint=0x7F), min_size=1))
def test_ascii_stays_as_it_is(text: str, quote: str) -> None:
    assert Alphabet(quote, plain=True).encode(text) == text.encode("ascii")


def test_a_quote_of_255_characters_fits() -> None:
    quote = "".join(chr(0x4E00 + code) for code in range(MOST - 1)) + "?"
    codes = Alphabet(quote, plain=False).encode(quote)
    assert len(set(codes)) == MOST
    assert set(Alphabet(quote, plain=False).encode("xyz\xff")).isdisjoint(codes)


def test_over_255_characters_share_bytes_and_still_match_themselves() -> None:
    quote = "".join(chr(0x4E00 + code) for code in range(400)) + "".join(map(chr, range(0xC0, 0x100)))
    alphabet = Alphabet(quote, plain=False)
    assert alphabet.encode(quote) == alphabet.encode(quote + "x")[:-1]
    assert len(set(alphabet.encode(quote))) == MOST


@pytest.mark.parametrize("deal", [NEAR, NEAR_TOO])
def test_characters_that_share_a_byte_are_neighbours(deal: int) -> None:
    quote = "".join(chr(0x4E00 + code) for code in range(900))
    codes = Alphabet(quote, deal, plain=False).encode(quote)
    assert len(set(codes)) == MOST
    for code in set(codes) - {codes[0]}:
        assert codes.rfind(code) - codes.find(code) < 4


def test_or_stand_far_apart_and_never_in_the_same_order_again() -> None:
    quote = "".join(chr(0x4E00 + code) for code in range(3 * MOST))
    codes = Alphabet(quote, FAR, plain=False).encode(quote)
    rounds = [codes[at : at + MOST] for at in range(0, len(codes), MOST)]
    assert all(len(set(each)) == MOST for each in rounds)
    for one, other in pairwise(rounds):
        assert sum(map(int.__eq__, one, other)) < 10


def test_common_characters_never_share_a_byte() -> None:
    quote = "".join(chr(0x4E00 + code) + "退" for code in range(400))
    for deal in (NEAR, NEAR_TOO, FAR):
        assert (
            Alphabet(quote, deal, plain=False).encode(quote).count(Alphabet(quote, deal, plain=False).encode("退"))
            == 400
        )
