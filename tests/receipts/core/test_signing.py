from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st
from joserfc import jws
from joserfc.jwk import KeySet as JoseKeys

from receipts.core import base64url, signing
from receipts.core.jwk import jwks
from tests.receipts.examples import signing_key

KEY = signing_key()
KEYS = {KEY.public.kid: KEY.public.verifier()}
PAYLOAD = b'{"v":1}'
TOKEN = signing.sign(PAYLOAD, KEY, typ=signing.RECEIPT_TYPE)
HEADER = {"alg": "EdDSA", "kid": KEY.public.kid, "typ": signing.RECEIPT_TYPE}
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."


def forge(header: Any, payload: bytes = PAYLOAD) -> str:
    """A token that is rightly signed, whatever its header says."""
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    signed = f"{base64url.encode(raw)}.{base64url.encode(payload)}"
    return f"{signed}.{base64url.encode(KEY.private.sign(signed.encode()))}"


def failed_check(token: str) -> str:
    with pytest.raises(signing.InvalidToken) as refusal:
        signing.verify(token, KEYS)
    return refusal.value.check


def test_a_signed_token_verifies_to_its_header_and_payload():
    assert signing.verify(TOKEN, KEYS) == signing.Verified(HEADER, PAYLOAD)


def test_a_token_verifies_with_joserfc():
    published = JoseKeys.import_key_set(jwks([KEY.public]))
    seen = jws.deserialize_compact(TOKEN, published, algorithms=["EdDSA"])
    assert (seen.headers(), seen.payload) == (HEADER, PAYLOAD)


def test_a_token_verifies_with_cryptography_alone():
    signed, _, signature = TOKEN.rpartition(".")
    x = KEY.public.jwk()["x"]
    key = Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(x + "="))
    key.verify(base64.urlsafe_b64decode(signature + "=="), signed.encode())


def test_a_token_that_joserfc_signed_verifies_here():
    private = KEY.public.jwk() | {"d": base64url.encode(KEY.private.private_bytes_raw())}
    own = JoseKeys.import_key_set({"keys": [private]})
    token = jws.serialize_compact(HEADER, PAYLOAD, own, algorithms=["EdDSA"])
    assert signing.verify(token, KEYS).payload == PAYLOAD


def test_the_newer_name_of_the_algorithm_verifies_too():
    assert signing.verify(forge(HEADER | {"alg": "Ed25519"}), KEYS).payload == PAYLOAD


def test_signing_the_same_payload_twice_gives_the_same_token():
    assert signing.sign(PAYLOAD, KEY, typ=signing.RECEIPT_TYPE) == TOKEN


@given(st.integers(0, len(TOKEN) - 1), st.sampled_from(ALPHABET))
def test_no_other_character_anywhere_in_the_token_is_accepted(position, character):
    changed = TOKEN[:position] + character + TOKEN[position + 1 :]
    if changed != TOKEN:
        assert failed_check(changed) in {"format", "algorithm", "type", "key", "signature"}


@given(st.text(max_size=60))
def test_rubbish_is_a_matter_of_format(text):
    assert failed_check(text) == "format"


@pytest.mark.parametrize("algorithm", ["none", "None", "", "HS256", "ES256", "eddsa", "RS256", None])
def test_other_algorithms_are_refused(algorithm):
    header = HEADER | {"alg": algorithm} if algorithm is not None else {"kid": "k", "typ": "t"}
    assert failed_check(forge(header)) == "algorithm"


def test_a_token_without_signature_is_refused():
    assert failed_check(TOKEN.rpartition(".")[0] + ".") == "signature"
    unsigned = forge(HEADER | {"alg": "none"}).rpartition(".")[0] + "."
    assert failed_check(unsigned) == "algorithm"


def test_the_public_key_used_as_an_hmac_secret_is_refused():
    signed = forge(HEADER | {"alg": "HS256"}).rpartition(".")[0]
    code = hmac.new(KEY.public.raw, signed.encode(), hashlib.sha256).digest()
    assert failed_check(f"{signed}.{base64url.encode(code)}") == "algorithm"


@pytest.mark.parametrize("typ", ["JWT", "quote-receipt-status+jws", "QUOTE-RECEIPT+JWS", ""])
def test_another_type_is_refused(typ):
    assert failed_check(forge(HEADER | {"typ": typ})) == "type"


def test_a_token_without_type_is_refused():
    assert failed_check(signing.sign(PAYLOAD, KEY)) == "type"


def test_unknown_and_missing_key_ids_are_refused():
    assert failed_check(forge(HEADER | {"kid": signing_key().public.kid})) == "key"
    assert failed_check(forge({"alg": "EdDSA", "typ": signing.RECEIPT_TYPE})) == "key"


def test_another_key_under_a_known_id_is_refused():
    token = signing.sign(PAYLOAD, signing_key(), kid=KEY.public.kid, typ=signing.RECEIPT_TYPE)
    assert failed_check(token) == "signature"


@pytest.mark.parametrize(
    "extra",
    [
        {"jwk": {"kty": "OKP"}},
        {"jwk": "{}"},
        {"jku": "https://elsewhere.example/jwks.json"},
        {"x5u": "https://elsewhere.example/chain.pem"},
        {"crit": ["b64"]},
        {"b64": False},
        {"zip": "DEF"},
    ],
)
def test_a_key_or_an_instruction_in_the_header_is_refused(extra):
    assert failed_check(forge(HEADER | extra)) == "format"


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"[]",
        b'"EdDSA"',
        b"\xff\xfe",
        b'{"alg":7}',
        b'{"alg":"none","alg":"EdDSA"}',
        b"[" * 500,
        b'{"alg":"EdDSA","kid":"' + b"k" * 600 + b'"}',
    ],
)
def test_a_header_that_is_no_small_object_of_strings_is_refused(header):
    assert failed_check(forge(header)) == "format"


@pytest.mark.parametrize("spelling", ["{0}=", "{0} ", "\n{0}", "{0}.", ".{0}", "{0}\x00", "\ufeff{0}"])
def test_text_around_the_token_is_refused(spelling):
    assert failed_check(spelling.format(TOKEN)) == "format"


def lenient(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "==")


def test_trailing_base64_bits_of_the_signature_are_refused():
    signature = TOKEN.split(".")[2]
    others = set(ALPHABET) - {signature[-1], "."}
    same = [last for last in others if lenient(signature[:-1] + last) == lenient(signature)]
    assert len(same) == 15
    assert {failed_check(TOKEN[:-1] + last) for last in same} == {"format"}


def test_a_token_over_the_limit_is_refused_before_it_is_read(monkeypatch):
    token = forge(HEADER, b"x" * signing.TOKEN_MAX)
    monkeypatch.setattr(signing.base64url, "decode", lambda part: pytest.fail("decoded"))
    assert failed_check(token) == "format"


def test_a_token_as_long_as_the_limit_is_accepted_and_none_longer_is_signed():
    room = signing.TOKEN_MAX - len(signing.sign(b"", KEY, typ=signing.RECEIPT_TYPE))
    longest = signing.sign(b"x" * (room * 3 // 4), KEY, typ=signing.RECEIPT_TYPE)
    assert len(longest) > signing.TOKEN_MAX - 4
    assert signing.verify(longest, KEYS).payload.startswith(b"xx")
    with pytest.raises(signing.TokenTooLong):
        signing.sign(b"x" * (room * 3 // 4 + 3), KEY, typ=signing.RECEIPT_TYPE)
