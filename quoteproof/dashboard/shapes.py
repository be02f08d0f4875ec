"""Decides what somebody looks for, from its shape alone: one box takes every kind of name a check goes by.

Ids are `chk_`, `rcp_`, `dsp_` and 26 characters of base 32; addresses and transactions are hex after `0x`, as
Ethereum writes them; a hash is SHA-256 in hex, whole or its beginning. What has none of these shapes is (a part
of) the address of a page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MOST: Final = 600
"""Characters of a search; the longest stored URL has 512."""
PART_LEAST, HASH_LEAST = 3, 8


class Kind(StrEnum):
    CHECK = "check id"
    RECEIPT = "receipt id"
    DISPUTE = "dispute id"
    PAYER = "payer"
    TRANSACTION = "transaction or nonce"
    HASH = "hash"
    URL = "whole address"
    HOST = "host"
    PART = "part of an address"


class Unsearchable(ValueError):
    """Nothing is looked for; the message says why, for people."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look for, in the spelling that the tables hold."""

    kind: Kind
    text: str


_SHAPES: Final = (
    (Kind.CHECK, re.compile(r"chk_[a-z2-7]{26}")),
    (Kind.RECEIPT, re.compile(r"rcp_[a-z2-7]{26}")),
    (Kind.DISPUTE, re.compile(r"dsp_[a-z2-7]{26}")),
    (Kind.PAYER, re.compile(r"0x[0-9a-f]{40}")),
    (Kind.TRANSACTION, re.compile(r"0x[0-9a-f]{64}|sandbox:[0-9a-z]{26}")),
    (Kind.HASH, re.compile(r"[0-9a-f]{8,64}")),
    (Kind.HOST, re.compile(r"[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+")),
)
_ID_BEGUN: Final = re.compile(r"(?:chk|rcp|dsp)_.*")
_HEX_BEGUN: Final = re.compile(r"0x[0-9a-f]*")
_URL: Final = re.compile(r"(https?://)([^/]+)(/[^#]*)?(?:#.*)?", re.I)


def recognise(typed: str) -> Wanted:
    """What was typed or pasted, recognised. Raises Unsearchable."""
    text = typed.strip()
    if not text:
        raise Unsearchable("Type something to look for.")
    if len(text) > MOST or "\0" in text:
        raise Unsearchable(f"That is no name of a check: at most {MOST} characters of text are looked for.")
    lower = text.lower().removeprefix("sha256:").removeprefix("sha-256:")
    for kind, shape in _SHAPES:
        if shape.fullmatch(lower):
            return Wanted(kind, lower)
    _refuse_the_begun(lower)
    return _address(text)


def _refuse_the_begun(lower: str) -> None:
    if _ID_BEGUN.fullmatch(lower):
        raise Unsearchable("An id is looked for whole: chk_, rcp_ or dsp_ and 26 characters.")
    if _HEX_BEGUN.fullmatch(lower):
        raise Unsearchable(
            "After 0x a payer has 40 hex digits, a transaction or nonce 64. A hash is given without 0x."
        )


def _address(text: str) -> Wanted:
    if len(text) < PART_LEAST:
        raise Unsearchable(
            f"Give at least {PART_LEAST} characters of an address, or {HASH_LEAST} hex digits of a hash."
        )
    parts = _URL.fullmatch(text)
    if parts is None:
        return Wanted(Kind.PART, text)
    host, path = parts[2].lower(), parts[3] or "/"
    return Wanted(Kind.HOST, host) if path == "/" else Wanted(Kind.URL, f"https://{host}{path}")
