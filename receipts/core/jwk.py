"""The keys that sign receipts: a JWK Set (RFC 7517) of Ed25519 keys (RFC 8037), named by RFC 7638.

In the private set the first key signs; the others are published with it: the next one, still unused, and
retired ones, which may have lost their private part. No message here repeats any of the text it read.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from receipts.core import base64url

ALGORITHM = "EdDSA"
_TYPE = {"crv": "Ed25519", "kty": "OKP"}


class InvalidKeySet(ValueError):
    """The text is no usable private JWK Set; the message says which key and why, never what it holds."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """An Ed25519 public key: its thumbprint and its 32 bytes."""

    kid: str
    raw: bytes

    def jwk(self) -> dict[str, str]:
        return _TYPE | {"x": base64url.encode(self.raw), "kid": self.kid, "use": "sig", "alg": ALGORITHM}

    def verifier(self) -> Ed25519PublicKey:
        return Ed25519PublicKey.from_public_bytes(self.raw)


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A private key and the public one that belongs to it."""

    public: PublicKey
    private: Ed25519PrivateKey = field(repr=False)


@dataclass(frozen=True, slots=True)
class KeySet:
    """The key that signs, and every public key that a verifier may need, that key's first."""

    signing: SigningKey
    published: tuple[PublicKey, ...]

    def jwks(self) -> dict[str, list[dict[str, str]]]:
        return {"keys": [key.jwk() for key in self.published]}


def public_key(raw: bytes) -> PublicKey:
    """Names the key by RFC 7638: SHA-256 of its required members, sorted, in base64url (43 characters)."""
    members = json.dumps(_TYPE | {"x": base64url.encode(raw)}, sort_keys=True, separators=(",", ":"))
    return PublicKey(base64url.encode(hashlib.sha256(members.encode()).digest()), raw)


def new_private_set() -> str:
    """A private JWK Set with one new key, as JSON."""
    private = Ed25519PrivateKey.generate()
    public = public_key(private.public_key().public_bytes_raw())
    return json.dumps({"keys": [public.jwk() | {"d": base64url.encode(private.private_bytes_raw())}]})


def parse_private_set(text: str) -> KeySet:
    """The keys of a private JWK Set: at least one, the first a private one; InvalidKeySet otherwise."""
    try:
        members = json.loads(text)["keys"]
    except (ValueError, TypeError, KeyError):
        raise InvalidKeySet("not a JWK Set") from None
    if not isinstance(members, list) or not members:
        raise InvalidKeySet("a JWK Set without keys")
    published = tuple(_public(member, index) for index, member in enumerate(members))
    if len({key.kid for key in published}) != len(published):
        raise InvalidKeySet("a key stands in the set twice")
    privates = [_private(*pair, index) for index, pair in enumerate(zip(members, published, strict=True))]
    if privates[0] is None:
        raise InvalidKeySet("key 0 signs, but has no private part")
    return KeySet(SigningKey(published[0], privates[0]), published)


def _bytes_of(member: dict[str, Any], name: str, index: int) -> bytes:
    try:
        raw = base64url.decode(member[name])
    except (KeyError, TypeError, ValueError):
        raw = b""
    if len(raw) != 32:
        raise InvalidKeySet(f"key {index}: {name} is not 32 bytes of base64url")
    return raw


def _public(member: Any, index: int) -> PublicKey:
    if not isinstance(member, dict) or any(member.get(name) != value for name, value in _TYPE.items()):
        raise InvalidKeySet(f"key {index} is not an Ed25519 key (kty OKP, crv Ed25519)")
    key = public_key(_bytes_of(member, "x", index))
    if member.get("kid", key.kid) != key.kid:
        raise InvalidKeySet(f"key {index}: kid is not its RFC 7638 thumbprint")
    return key


def _private(member: dict[str, Any], public: PublicKey, index: int) -> Ed25519PrivateKey | None:
    if "d" not in member:
        return None
    private = Ed25519PrivateKey.from_private_bytes(_bytes_of(member, "d", index))
    if private.public_key().public_bytes_raw() != public.raw:
        raise InvalidKeySet(f"key {index}: d does not belong to x")
    return private
