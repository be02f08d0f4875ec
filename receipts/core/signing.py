"""Signs and verifies compact JWS tokens (RFC 7515) with Ed25519 (RFC 8037, RFC 9864).

`EdDSA` is what is signed, as every JOSE library reads it; `Ed25519`, its newer name, is verified as well.
Standard library and `cryptography` only, so that the same code can check a receipt offline.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from payments.core import strict_json
from receipts.core import base64url
from receipts.core.jwk import ALGORITHM, SigningKey

RECEIPT_TYPE = "quote-receipt+jws"
TOKEN_MAX = 16_384
"""Bytes. Longer tokens are refused before anything of them is decoded."""
_HEADER_MAX = 512
_ALGORITHMS = (ALGORITHM, "Ed25519")
_MEMBERS = ("alg", "kid", "typ")


class InvalidToken(ValueError):
    """`check` is what failed: format, algorithm, type, key or signature."""

    def __init__(self, check: str, detail: str) -> None:
        super().__init__(f"{check}: {detail}")
        self.check, self.detail = check, detail


class TokenTooLong(ValueError):
    """The token would be longer than its verifiers accept."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What a good signature covers."""

    header: Mapping[str, str]
    payload: bytes


def sign(payload: bytes, key: SigningKey, *, kid: str = "", typ: str = "") -> str:
    """The compact token over `payload`; `kid` defaults to the key's thumbprint, without `typ` none is set."""
    signed = head(kid or key.public.kid, typ) + base64url.encode(payload)
    token = f"{signed}.{base64url.encode(key.private.sign(signed.encode('ascii')))}"
    if len(token) > TOKEN_MAX:
        raise TokenTooLong(f"{len(token)} bytes, over {TOKEN_MAX}")
    return token


def head(kid: str, typ: str) -> str:
    """What every token begins with that `sign` makes under that `kid` and `typ`: its header and the point."""
    header = {"alg": ALGORITHM, "kid": kid} | ({"typ": typ} if typ else {})
    return f"{base64url.encode(_json(header))}."


def verify(token: str, keys: Mapping[str, Ed25519PublicKey], *, typ: str = RECEIPT_TYPE) -> Verified:
    """Header and payload of a token of that `typ` that one of `keys` (by kid) signed; InvalidToken otherwise.

    The header has exactly `alg`, `kid` and `typ`: a key or an instruction that travels in the token itself
    (`jwk`, `jku`, `x5c`, `crit`, `b64`) is never followed. `typ` keeps what the same key signs for another
    purpose from passing as a receipt.
    """
    parts = _parts(token)
    header = _header(parts[0])
    if header.get("alg") not in _ALGORITHMS:
        raise InvalidToken("algorithm", "alg is not EdDSA")
    if header.get("typ") != typ:
        raise InvalidToken("type", f"typ is not {typ}")
    key = keys.get(header.get("kid", ""))
    if key is None:
        raise InvalidToken("key", "kid names no known key")
    payload, signature = _bytes(parts[1]), _bytes(parts[2])
    try:
        key.verify(signature, f"{parts[0]}.{parts[1]}".encode("ascii"))
    except InvalidSignature:
        raise InvalidToken("signature", "the signature does not fit") from None
    return Verified(header, payload)


def _json(header: Mapping[str, str]) -> bytes:
    return json.dumps(header, sort_keys=True, separators=(",", ":")).encode("ascii")


def _parts(token: str) -> list[str]:
    if len(token) > TOKEN_MAX:
        raise InvalidToken("format", f"over {TOKEN_MAX} bytes")
    parts = token.split(".")
    if len(parts) != 3:
        raise InvalidToken("format", "not three parts")
    return parts


def _bytes(part: str) -> bytes:
    try:
        return base64url.decode(part)
    except ValueError as error:
        raise InvalidToken("format", str(error)) from None


def _header(part: str) -> dict[str, str]:
    raw = _bytes(part)
    if len(raw) > _HEADER_MAX:
        raise InvalidToken("format", f"a header over {_HEADER_MAX} bytes")
    try:
        header = strict_json.loads(raw)
    except strict_json.NotStrict:
        raise InvalidToken("format", "the header is not JSON") from None
    if not isinstance(header, dict) or not all(isinstance(value, str) for value in header.values()):
        raise InvalidToken("format", "the header is not an object of strings")
    if not set(header) <= set(_MEMBERS):
        raise InvalidToken("format", "the header has members that a receipt has not")
    return header
