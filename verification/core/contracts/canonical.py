"""Decides the one byte form of a JSON value: RFC 8785 (JCS), and the SHA-256 hashes taken of it.

A number counts by its value, a double: 1.0 and 1 are one request, as they are one number in JSON.
"""

from __future__ import annotations

import hashlib
from typing import Any

import rfc8785

from verification.core.contracts.faults import Fault, InvalidRequest


def canonical(value: Any) -> bytes:
    """A JSON value's canonical UTF-8 bytes; ValueError for what has none, as an integer beyond 2^53 - 1."""
    return rfc8785.dumps(value)


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
