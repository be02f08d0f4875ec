"""What is signed: RFC 8785 canonical JSON, narrowed to values that every language reads alike.

Floats are refused (scores are strings), so are integers of 2^53 and more, lone surrogates and keys that are
no strings: two readers can never see two different values in the same signed bytes. The form itself is written by
`jcs`, and faster for the plain values that nearly all are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from receipts.core import jcs
from verification.core.contracts.canonical import plainly


class NotCanonical(ValueError):
    """The value has no canonical form here, or it is longer than allowed."""


def _holds_float(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(_holds_float(member) for member in value.values())
    if isinstance(value, list | tuple):
        return any(_holds_float(item) for item in value)
    return isinstance(value, float)


def _written(value: Mapping[str, Any]) -> bytes:
    if _holds_float(value):
        raise NotCanonical("floats are not signed; write the number as a string")
    return jcs.encode(value)


def encode(value: Mapping[str, Any], *, most: int) -> bytes:
    """The canonical bytes of `value`; NotCanonical for what cannot be signed or is over `most` bytes."""
    try:
        encoded = plainly(value) or _written(value)
    except (jcs.NoForm, UnicodeEncodeError) as error:
        raise NotCanonical("the value has no canonical JSON form") from error
    if len(encoded) > most:
        raise NotCanonical(f"{len(encoded)} bytes of JSON, over {most}")
    return encoded
