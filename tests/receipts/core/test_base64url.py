from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from receipts.core import base64url

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@given(st.binary(max_size=200))
def test_decoding_gives_back_what_was_encoded(data):
    assert base64url.decode(base64url.encode(data)) == data


@given(st.text(alphabet=ALPHABET, max_size=12))
def test_only_the_spelling_that_encoding_makes_is_decoded(text):
    try:
        data = base64url.decode(text)
    except ValueError:
        return
    assert base64url.encode(data) == text


def test_exactly_one_of_the_sixteen_last_characters_of_a_signature_is_accepted():
    encoded = base64url.encode(bytes(range(64)))
    lenient = [c for c in ALPHABET if base64.urlsafe_b64decode(encoded[:-1] + c + "==") == bytes(range(64))]
    assert len(lenient) == 16
    for character in set(lenient) - {encoded[-1]}:
        with pytest.raises(ValueError, match="canonical"):
            base64url.decode(encoded[:-1] + character)


@pytest.mark.parametrize("text", ["QQ==", "Q", "Q Q", "Q\nQQ", "QQ+/", "Qé", "QQ\n"])
def test_padding_white_space_and_other_alphabets_are_refused(text):
    with pytest.raises(ValueError, match="base64url"):
        base64url.decode(text)
