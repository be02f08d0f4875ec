"""A receipt, the published keys and other people's libraries: each verifies what is sound and refuses the rest."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from receipts.core import base64url, jwk, signing
from receipts.core.jwk import PublicKey
from tests.receipts import attested
from tests.receipts.attested import KEY
from tests.receipts.examples import signing_key

CASE = attested.of_text()
KEYS = (
    signing_key().public,
    PublicKey(KEY.public.kid, KEY.public.raw, iat=attested.IAT - 90_000, nbf=attested.IAT, exp=attested.IAT + 9),
)
JWKS = json.dumps(jwk.jwks(KEYS))


class Refused(Exception):
    """The library doesn't take the token."""


def by_joserfc(token: str) -> bytes:
    try:
        keys = KeySet.import_key_set(json.loads(JWKS))
        seen = jws.deserialize_compact(token, keys, algorithms=["EdDSA"])
    except (JoseError, ValueError) as error:
        raise Refused from error
    return typed(seen.headers(), seen.payload)


def by_pyjwt(token: str) -> bytes:
    jwt = pytest.importorskip("jwt")
    try:
        kid = jwt.get_unverified_header(token).get("kid")
        key = jwt.PyJWKSet.from_json(JWKS)[kid]
        seen = jwt.api_jws.PyJWS().decode_complete(token, key.key, algorithms=["EdDSA"])
    except (jwt.PyJWTError, KeyError) as error:
        raise Refused from error
    return typed(seen["header"], seen["payload"])


def by_jwcrypto(token: str) -> bytes:
    pytest.importorskip("jwcrypto")
    from jwcrypto import jwk as keys
    from jwcrypto import jws as tokens
    from jwcrypto.common import JWException

    seen = tokens.JWS()
    seen.allowed_algs = ["EdDSA"]
    try:
        seen.deserialize(token)
        seen.verify(keys.JWKSet.from_json(JWKS).get_key(seen.jose_header.get("kid")))
    except (JWException, ValueError, TypeError, AttributeError) as error:
        raise Refused from error
    return typed(seen.jose_header, seen.payload)


def by_cryptography(token: str) -> bytes:
    """What a page of documentation would show: RFC 7515 by hand."""
    try:
        header, payload, signature = (part + "=" * (-len(part) % 4) for part in token.split("."))
        said = json.loads(base64.urlsafe_b64decode(header))
        [x] = [key["x"] for key in json.loads(JWKS)["keys"] if key["kid"] == said["kid"]]
        key = Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(x + "="))
        assert said["alg"] == "EdDSA"
        key.verify(base64.urlsafe_b64decode(signature), token.rpartition(".")[0].encode())
    except (InvalidSignature, ValueError, KeyError, AssertionError) as error:
        raise Refused from error
    return typed(said, base64.urlsafe_b64decode(payload))


def by_ourselves(token: str) -> bytes:
    try:
        return signing.verify(token, {key.kid: key.verifier() for key in KEYS}).payload
    except signing.InvalidToken as error:
        raise Refused from error


def typed(header: dict[str, str], payload: bytes) -> bytes:
    if header.get("typ") != signing.RECEIPT_TYPE:
        raise Refused
    return payload


READERS = [by_joserfc, by_pyjwt, by_jwcrypto, by_cryptography, by_ourselves]
Reader = Callable[[str], bytes]


def forged(payload: bytes = b"{}", key: jwk.SigningKey = KEY, **header: object) -> str:
    """A token over any header, signed with `key`."""
    known = {"alg": "EdDSA", "kid": KEY.public.kid, "typ": signing.RECEIPT_TYPE} | header
    kept = {name: value for name, value in known.items() if value is not None}
    signed = f"{base64url.encode(json.dumps(kept).encode())}.{base64url.encode(payload)}"
    return f"{signed}.{base64url.encode(key.private.sign(signed.encode()))}"


@pytest.mark.parametrize("read", READERS)
def test_every_library_reads_the_receipt_with_the_published_keys(read: Reader):
    assert json.loads(read(CASE.token)) == CASE.claims


CONFUSED = {
    "no signature": CASE.token.rpartition(".")[0] + ".",
    "algorithm none": forged(alg="none").rpartition(".")[0] + ".",
    "algorithm none with a signature": forged(alg="none"),
    "no algorithm": forged(alg=None),
    "another algorithm's name": forged(alg="HS256"),
    "another key": forged(key=signing_key()),
    "the other published key's id": forged(kid=KEYS[0].kid),
    "an unknown key's id": forged(kid=signing_key().public.kid),
    "no key's id": forged(kid=None),
    "another type": forged(typ="JWT"),
    "no type": forged(typ=None),
    "another payload": CASE.token.split(".")[0] + "." + base64url.encode(b"{}") + "." + CASE.token.split(".")[2],
    "a header that must be understood": forged(crit=["exp"], exp=1),
}


@pytest.mark.parametrize("read", [by_joserfc, by_pyjwt, by_jwcrypto, by_ourselves])
@pytest.mark.parametrize("token", CONFUSED.values(), ids=CONFUSED)
def test_no_library_takes_a_confused_token(read: Reader, token: str):
    with pytest.raises(Refused):
        read(token)


@pytest.mark.parametrize("header", ["jwk", "jku", "x5u", "x5c"])
@pytest.mark.parametrize("read", [by_joserfc, by_pyjwt, by_jwcrypto, by_ourselves])
def test_no_library_follows_a_key_that_travels_in_the_token(read: Reader, header: str):
    thief = signing_key()
    values = {
        "jwk": thief.public.jwk(),
        "jku": "https://thief.example/jwks.json",
        "x5u": "https://thief.example/",
        "x5c": ["AA=="],
    }
    with pytest.raises(Refused):
        read(forged(key=thief, **{header: values[header]}))
