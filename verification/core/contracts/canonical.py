"""Decides the one byte form of a JSON value: RFC 8785 (JCS), and the SHA-256 hashes taken of it.

A number counts by its value, a double: 1.0 and 1 are one request, as they are one number in JSON.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

import rfc8785

from verification.core.contracts.faults import Fault, InvalidRequest

_MOST: Final = 2**53 - 1
_LEAST, _MOST_EXACT = 1e-4, 1e15
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def canonical(value: Any) -> bytes:
    """A JSON value's canonical UTF-8 bytes; ValueError for what has none, as an integer beyond 2^53 - 1."""
    return _ENCODER.encode(value).encode() if _is_plain(value, fractions=True) else rfc8785.dumps(value)


def plainly(value: Any) -> bytes | None:
    """The canonical bytes of a value that holds no float, written by the standard library; None for others."""
    return _ENCODER.encode(value).encode() if _is_plain(value, fractions=False) else None


def _is_plain(value: Any, *, fractions: bool) -> bool:
    """Whether the standard library writes the very bytes: no large or tiny number, no key beyond ASCII.

    Both escape the same characters of a string; keys are sorted by UTF-16 here and by code point there, which
    is one order for ASCII; fractions that need no exponent have one shortest form. Nearly all that is written
    here is so, and several times faster that way.
    """
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return True
    if kind is int:
        return bool(-_MOST <= value <= _MOST)
    if kind is dict:
        return all(
            type(name) is str and name.isascii() and _is_plain(each, fractions=fractions)
            for name, each in value.items()
        )
    if kind is float:
        return fractions and _LEAST <= abs(value) <= _MOST_EXACT and not value.is_integer()
    return (kind is list or kind is tuple) and all(_is_plain(each, fractions=fractions) for each in value)


def sha256(value: Any) -> str:
    """The SHA-256 of a value's canonical bytes, in lower-case hex."""
    return hashlib.sha256(canonical(value)).hexdigest()


def request_sha256(body: Any, route: str) -> str:
    """What an authorization is bound to: the hash of `{"body": …, "route": …}`, the body's value as sent.

    InvalidRequest if the body has no canonical form, so that it is a 400 and never a fault of the service.
    """
    try:
        return sha256({"body": body, "route": route})
    except rfc8785.IntegerDomainError:
        detail = "The body holds an integer beyond 9007199254740991."
        raise InvalidRequest([Fault("", "out_of_range", detail)]) from None
