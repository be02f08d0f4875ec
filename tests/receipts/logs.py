"""Entries and whole logs for tests."""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db import transaction

from receipts import log
from receipts.core import checkpoint, merkle
from receipts.core.checkpoint import Checkpoint
from receipts.core.jwk import SigningKey
from receipts.core.tiles import Tile
from receipts.models import LogLeaf
from tests.receipts.examples import NOW


def entry(number: int) -> bytes:
    return hashlib.sha256(f"payload {number}".encode()).digest()


def jti(number: int) -> str:
    return f"rcp_{number:026d}"


def put_down(numbers: range, *, kind: str = LogLeaf.Kind.RECEIPT, now: datetime = NOW) -> None:
    with transaction.atomic():
        for number in numbers:
            log.append(kind, jti(number), entry(number), now)


class Log:
    """A log over these entries, all in memory and without any of the product's storage."""

    def __init__(self, entries: list[bytes], key: SigningKey, origin: str = "quotes.example/log") -> None:
        self.entries, self.key, self.origin = entries, key, origin

    def hash_of(self, level: int, number: int) -> bytes:
        if level == 0:
            return merkle.leaf_hash(self.entries[number])
        return merkle.node_hash(self.hash_of(level - 1, 2 * number), self.hash_of(level - 1, 2 * number + 1))

    def root(self) -> bytes:
        return merkle.root(len(self.entries), self.hash_of)

    def note(self) -> bytes:
        return checkpoint.sign(Checkpoint(self.origin, len(self.entries), self.root()), self.key)

    def read(self, tile: Tile) -> bytes:
        return b"".join(self.hash_of(8 * tile.level, tile.first + at) for at in range(tile.width))
