from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from verification.core.text.alphabet import MOST, Alphabet

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


def test_characters_that_share_a_byte_stand_far_apart_in_the_quote() -> None:
    quote = "".join(random.Random(1).sample([chr(0x4E00 + code) for code in range(3_000)], 900))
    codes = Alphabet(quote, plain=False).encode(quote)
    assert all(codes[at] not in codes[at + 1 : at + MOST - 1] for at in range(len(codes)))
