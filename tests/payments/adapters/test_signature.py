from __future__ import annotations

from dataclasses import replace

import pytest
from coincurve import PrivateKey
from eth_account import Account
from eth_account.messages import encode_typed_data
from eth_utils import keccak
from hypothesis import given, settings
from hypothesis import strategies as st

from payments.adapters.signature import address, checksum, digest, recovers, sign, signer
from payments.core.authorization import Authorization
from payments.core.terms import TERMS
from tests.payments.buyer import TYPES, Buyer, message

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
BUYER = Buyer("0x" + "01" * 32)
SIGNED = BUYER.sign(valid_before=1_800_000_000)
DIGEST = digest(SIGNED.terms, SIGNED.authorization)
hex_of = lambda size: st.binary(min_size=size, max_size=size).map(lambda raw: "0x" + raw.hex())  # noqa: E731
uint256 = st.integers(0, 2**256 - 1)


@settings(max_examples=30)
@given(
    st.sampled_from(list(TERMS.values())),
    st.builds(Authorization, hex_of(20), hex_of(20), uint256, uint256, uint256, hex_of(32)),
)
def test_the_digest_is_eth_accounts(terms, authorization):
    signable = encode_typed_data(Buyer(terms=terms).domain, TYPES, message(authorization))
    assert digest(terms, authorization) == keccak(b"\x19" + signable.version + signable.header + signable.body)


@settings(max_examples=30)
@given(st.integers(1, ORDER - 1), st.binary(min_size=32, max_size=32))
def test_any_keys_signature_names_its_address(key: int, message: bytes):
    private = PrivateKey.from_int(key)
    made = private.sign_recoverable(message, hasher=None)
    public = private.public_key.format(compressed=False)[1:]
    assert signer(message, made[:64] + bytes([made[64] + 27])) == "0x" + keccak(public)[-20:].hex()


def test_the_payers_own_signature_recovers():
    assert recovers(SIGNED)
    assert signer(DIGEST, SIGNED.signature) == BUYER.address.lower()


@pytest.mark.parametrize(
    "changes",
    [
        {"amount": 10_001},
        {"pay_to": "0x" + "77" * 20},
        {"valid_after": 1},
        {"valid_before": 1_800_000_001},
        {"nonce": "0x" + "00" * 32},
        {"payer": "0x" + "77" * 20},
    ],
)
def test_a_changed_field_does_not(changes):
    assert not recovers(replace(SIGNED, authorization=replace(SIGNED.authorization, **changes)))


def test_the_same_signature_on_the_other_network_does_not():
    assert not recovers(replace(SIGNED, terms=TERMS["eip155:8453"]))


def test_the_upper_half_of_s_is_refused_though_it_is_the_same_key():
    s = ORDER - int.from_bytes(SIGNED.signature[32:64], "big")
    high = SIGNED.signature[:32] + s.to_bytes(32, "big") + bytes([55 - SIGNED.signature[64]])
    assert signer(DIGEST, high) is None


@pytest.mark.parametrize("v", [0, 1, 26, 29, 35, 255])
def test_v_is_27_or_28(v: int):
    assert signer(DIGEST, SIGNED.signature[:64] + bytes([v])) is None


def test_the_other_v_names_another_address():
    other = SIGNED.signature[:64] + bytes([55 - SIGNED.signature[64]])
    assert signer(DIGEST, other) not in (None, BUYER.address.lower())


@pytest.mark.parametrize("size", [0, 1, 64, 66, 200])
def test_other_lengths_are_no_signature_of_a_key(size: int):
    assert signer(DIGEST, (SIGNED.signature * 4)[:size]) is None


@pytest.mark.parametrize("r", [0, ORDER, 2**256 - 1])
@pytest.mark.parametrize("s", [0, 1, ORDER // 2])
def test_numbers_that_name_no_point_are_no_signature(r: int, s: int):
    assert signer(DIGEST, r.to_bytes(32, "big") + s.to_bytes(32, "big") + b"\x1b") is None


@given(st.binary(min_size=65, max_size=65))
def test_no_bytes_make_an_error(signature: bytes):
    assert signer(DIGEST, signature) != BUYER.address.lower()


def test_addresses_get_their_capitals():
    assert checksum(BUYER.address.lower()) == BUYER.address


def test_a_signature_made_here_recovers_to_its_address():
    key = "0x" + "1f" * 32
    assert signer(DIGEST, sign(DIGEST, key)) == address(key)


def test_addresses_and_capitals_are_eth_accounts():
    account = Account.from_key("0x" + "2e" * 32)
    assert address("0x" + "2e" * 32) == account.address.lower()
    assert checksum(account.address.lower()) == checksum(account.address) == account.address
