"""Base64url without padding (RFC 7515 §2), in its one canonical spelling.

A decoder that ignores the unused low bits of the last character accepts up to 15 other spellings of the same
signature; here text and bytes correspond one to one, so a token's text cannot be altered and still pass.
"""

from __future__ import annotations

import base64
import re

_ALPHABET = re.compile(r"[A-Za-z0-9_-]*")


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decode(text: str) -> bytes:
    """The bytes of `text`; ValueError for padding, other characters and spellings unlike `encode`'s."""
    if not _ALPHABET.fullmatch(text) or len(text) % 4 == 1:
        raise ValueError("not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode(data) != text:
        raise ValueError("not the canonical base64url spelling")
    return data
