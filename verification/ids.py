"""Public identifiers: a prefix and 128 random bits in 26 lower-case base-32 characters (RFC 4648)."""

from __future__ import annotations

import base64
import secrets


def new_id(prefix: str) -> str:
    """Such as `chk_` and 26 characters; unguessable, so that holding one is the right to read what it names."""
    return prefix + base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()
