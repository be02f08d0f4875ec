"""The keys that sign receipts: a JWK Set (RFC 7517) of Ed25519 keys (RFC 8037), named by RFC 7638.

In the private set the first key signs; the others are published with it: the next one, still unused, and
retired ones, without their private part. A published key may say since when it is (`iat`), from when it signed
(`nbf`), when it was retired (`exp`) and since when it may be in other hands (`revoked_at`), in unix seconds. No
message here repeats any of the text it read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from payments.core import strict_json
from receipts.core import base64url

ALGORITHM = "EdDSA"
EARLY_S = 600
LATE_S = 86_400
"""Seconds that a token may be older than its key's first use, as clocks differ, and younger than its end: a
rotation reaches another machine when its operator brings the keys there."""
_TYPE = {"crv": "Ed25519", "kty": "OKP"}
_TIMES = ("iat", "nbf", "exp", "revoked_at")
_MOST_TIME = 2**53


class InvalidKeySet(ValueError):
    """The text is no usable JWK Set; the message says which key and why, never what it holds."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """An Ed25519 public key: its thumbprint and its 32 bytes; the times are unix seconds, None if not said."""

    kid: str
    raw: bytes
    iat: int | None = None
    nbf: int | None = None
    exp: int | None = None
    revoked_at: int | None = None

    def jwk(self) -> dict[str, Any]:
        named = {"x": base64url.encode(self.raw), "kid": self.kid, "use": "sig", "alg": ALGORITHM}
        times = {name: getattr(self, name) for name in _TIMES}
        return _TYPE | named | {name: time for name, time in times.items() if time is not None}

    def may_have_signed(self, at: int) -> bool:
        """Whether it was in use at that moment, in unix seconds, as its times say."""
        return not self.is_early(at) and not self.is_late(at)

    def is_early(self, at: int) -> bool:
        return self.nbf is not None and at < self.nbf - EARLY_S

    def is_late(self, at: int) -> bool:
        return self.exp is not None and at > self.exp + LATE_S

    def verifier(self) -> Ed25519PublicKey:
        return Ed25519PublicKey.from_public_bytes(self.raw)


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A private key and the public one that belongs to it."""

    public: PublicKey
    private: Ed25519PrivateKey = field(repr=False)


@dataclass(frozen=True, slots=True)
class KeySet:
    """The key that signs; every public key of the set, that key's first; of these, those without private part."""

    signing: SigningKey
    published: tuple[PublicKey, ...]
    retired: tuple[PublicKey, ...] = ()

    @property
    def next(self) -> PublicKey | None:
        """The key that signs after the next rotation."""
        return next((key for key in self.published[1:] if key not in self.retired), None)


def public_key(raw: bytes) -> PublicKey:
    """Names the key by RFC 7638: SHA-256 of its required members, sorted, in base64url (43 characters)."""
    members = json.dumps(_TYPE | {"x": base64url.encode(raw)}, sort_keys=True, separators=(",", ":"))
    return PublicKey(base64url.encode(hashlib.sha256(members.encode()).digest()), raw)


def jwks(keys: Iterable[PublicKey]) -> dict[str, list[dict[str, Any]]]:
    """The public JWK Set of these keys, in their order."""
    return {"keys": [key.jwk() for key in keys]}


def new_private_set() -> str:
    """A private JWK Set of two new keys, the one that signs and the next, as JSON."""
    return json.dumps({"keys": [_new_member(), _new_member()]})


def with_next(text: str) -> str:
    """The private set with a next key, made if there was none; InvalidKeySet."""
    if parse_private_set(text).next is not None:
        return text
    signing, *others = json.loads(text)["keys"]
    return json.dumps({"keys": [signing, _new_member(), *others]})


def rotated(text: str) -> str:
    """The private set after a rotation: the next key signs, a new one is next, what signed is public only.

    InvalidKeySet, also where there is no next key.
    """
    keys = parse_private_set(text)
    if keys.next is None:
        raise InvalidKeySet("there is no next key")
    _, *others = json.loads(text)["keys"]
    signing = others.pop(keys.published.index(keys.next) - 1)
    return json.dumps({"keys": [signing, _new_member(), *others, keys.signing.public.jwk()]})


def withdrawn(text: str, kid: str) -> str:
    """The private set without that key's private part, with a next key; InvalidKeySet if it signs.

    A key that isn't in the set leaves it as it is.
    """
    keys = parse_private_set(text)
    if keys.signing.public.kid == kid:
        raise InvalidKeySet("it is the key that signs")
    members = json.loads(text)["keys"]
    for member, public in zip(members, keys.published, strict=True):
        if public.kid == kid:
            member.pop("d", None)
    return with_next(json.dumps({"keys": members}))


def parse_private_set(text: str) -> KeySet:
    """The keys of a private JWK Set: at least one, the first a private one; InvalidKeySet otherwise."""
    members = _members(text)
    published = _distinct(_public(member, index) for index, member in enumerate(members))
    privates = [_private(*pair, index) for index, pair in enumerate(zip(members, published, strict=True))]
    if privates[0] is None:
        raise InvalidKeySet("key 0 signs, but has no private part")
    retired = (key for key, private in zip(published, privates, strict=True) if private is None)
    return KeySet(SigningKey(published[0], privates[0]), published, tuple(retired))


def parse_public_set(text: str) -> tuple[PublicKey, ...]:
    """The Ed25519 keys of a JWK Set from anywhere, with their times; other kinds are passed over (RFC 7517 §5).

    InvalidKeySet, also where there is none. The size is the caller's to bound.
    """
    found = [(index, member) for index, member in enumerate(_members(text)) if _is_ours(member)]
    if not found:
        raise InvalidKeySet("a JWK Set without an Ed25519 key")
    return _distinct(_timed(member, index) for index, member in found)


def _members(text: str) -> list[Any]:
    try:
        members = strict_json.loads(text.encode())["keys"]
    except (ValueError, TypeError, KeyError):
        raise InvalidKeySet("not a JWK Set") from None
    if not isinstance(members, list) or not members:
        raise InvalidKeySet("a JWK Set without keys")
    return members


def _distinct(keys: Iterable[PublicKey]) -> tuple[PublicKey, ...]:
    found = tuple(keys)
    if len({key.kid for key in found}) != len(found):
        raise InvalidKeySet("a key stands in the set twice")
    return found


def _is_ours(member: Any) -> bool:
    return isinstance(member, dict) and all(member.get(name) == value for name, value in _TYPE.items())


def _timed(member: dict[str, Any], index: int) -> PublicKey:
    times = {name: member[name] for name in _TIMES if name in member}
    for name, time in times.items():
        if type(time) is not int or not 0 <= time < _MOST_TIME:
            raise InvalidKeySet(f"key {index}: {name} is not in unix seconds")
    key = _public(member, index)
    return PublicKey(key.kid, key.raw, **times)


def _new_member() -> dict[str, Any]:
    private = Ed25519PrivateKey.generate()
    public = public_key(private.public_key().public_bytes_raw())
    return public.jwk() | {"d": base64url.encode(private.private_bytes_raw())}


def _bytes_of(member: dict[str, Any], name: str, index: int) -> bytes:
    try:
        raw = base64url.decode(member[name])
    except (KeyError, TypeError, ValueError):
        raw = b""
    if len(raw) != 32:
        raise InvalidKeySet(f"key {index}: {name} is not 32 bytes of base64url")
    return raw


def _public(member: Any, index: int) -> PublicKey:
    if not _is_ours(member):
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
