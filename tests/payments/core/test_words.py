from __future__ import annotations

from typing import Any

import eth_abi
import pytest
from hypothesis import given
from hypothesis import strategies as st

from payments.core import words
from payments.core.words import Malformed

HOSTILE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.lists(st.text(), max_size=2),
    st.dictionaries(st.text(), st.text(), max_size=2),
    st.text("0x123aAfF-+_ \n", max_size=70),
)
READERS = (words.quantity, words.hash32, words.address, words.octets)
ADDRESSES = st.binary(min_size=20, max_size=20)


@given(HOSTILE)
def test_a_hostile_value_is_read_or_malformed_and_nothing_else(value: Any):
    for read in READERS:
        try:
            read(value)
        except Malformed:
            continue
        assert isinstance(value, str) and value.startswith("0x")


@given(st.integers(0, 2**256 - 1))
def test_a_quantity_is_read_as_nodes_write_it(number: int):
    assert words.quantity(hex(number)) == number


@pytest.mark.parametrize(
    "value", ["0x", "0x00", "0x01", "0X1", "1", "-0x1", "0x-1", "0x1 ", "0x1\n", "0x1_0", "0x" + "1" * 65, 1, 1.0]
)
def test_any_other_form_of_a_number_is_malformed(value: Any):
    with pytest.raises(Malformed):
        words.quantity(value)


def test_a_quantity_has_a_bound():
    assert words.quantity(hex(words.MOST_HEIGHT), words.MOST_HEIGHT) == 2**63 - 1
    with pytest.raises(Malformed):
        words.quantity(hex(2**63), words.MOST_HEIGHT)


def test_hashes_and_addresses_come_out_in_lower_case():
    assert words.hash32("0x" + "Ab" * 32) == "0x" + "ab" * 32
    assert words.address("0x" + "Ab" * 20) == "0x" + "ab" * 20


@pytest.mark.parametrize("size", [19, 21, 31, 33])
def test_a_hash_or_an_address_of_another_length_is_malformed(size: int):
    for read in (words.hash32, words.address):
        with pytest.raises(Malformed):
            read("0x" + "ab" * size)


@given(ADDRESSES)
def test_an_address_survives_its_padding(raw: bytes):
    address = "0x" + raw.hex()
    assert words.padded(address) == "0x" + eth_abi.encode(["address"], [address]).hex()
    assert words.unpadded(words.padded(address)) == address


def test_a_topic_that_is_more_than_an_address_is_malformed():
    with pytest.raises(Malformed):
        words.unpadded("0x" + "00" * 11 + "01" + "22" * 20)


@given(ADDRESSES, st.binary(min_size=32, max_size=32))
def test_the_call_for_a_nonces_state_is_solidity_s(payer: bytes, nonce: bytes):
    made = words.authorization_state("0x" + payer.hex(), "0x" + nonce.hex())
    assert made == "0xe94a0102" + eth_abi.encode(["address", "bytes32"], ["0x" + payer.hex(), nonce]).hex()


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200))
def test_the_call_for_a_wallets_word_is_solidity_s(digest: bytes, signature: bytes):
    encoded = eth_abi.encode(["bytes32", "bytes"], [digest, signature]).hex()
    assert words.is_valid_signature(digest, signature) == words.MAGIC + encoded


@given(st.binary(max_size=80))
def test_only_the_left_aligned_magic_alone_in_one_word_is_a_yes(data: bytes):
    yes = bytes.fromhex("1626ba7e") + bytes(28)
    assert words.is_magic(yes)
    assert words.is_magic(data) == (data == yes)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        bytes.fromhex("1626ba7e"),
        bytes(28) + bytes.fromhex("1626ba7e"),
        bytes.fromhex("1626ba7e") + bytes(27) + b"\1",
        bytes.fromhex("1626ba7e") + bytes(60),
    ],
)
def test_what_resembles_the_magic_is_a_no(data: bytes):
    assert not words.is_magic(data)


def test_numbers_and_flags_are_one_word():
    assert words.number(bytes(31) + b"\7") == 7
    assert (words.flag(bytes(32)), words.flag(bytes(31) + b"\1")) == (False, True)


@pytest.mark.parametrize("data", [b"", bytes(31), bytes(33), bytes(64)])
def test_a_number_of_another_length_is_malformed(data: bytes):
    with pytest.raises(Malformed):
        words.number(data)


def test_a_flag_is_nought_or_one():
    with pytest.raises(Malformed):
        words.flag(bytes(31) + b"\2")


@given(st.text(max_size=60))
def test_a_string_is_read_as_solidity_writes_it(text: str):
    assert words.text(eth_abi.encode(["string"], [text])) == text


@given(st.binary(max_size=130))
def test_any_other_bytes_are_no_string(data: bytes):
    try:
        text = words.text(data)
    except Malformed:
        return
    assert eth_abi.encode(["string"], [text]) == data


@pytest.mark.parametrize("text", ["x" * 257, "x" * 10_000])
def test_a_string_has_a_bound(text: str):
    with pytest.raises(Malformed):
        words.text(eth_abi.encode(["string"], [text]))
