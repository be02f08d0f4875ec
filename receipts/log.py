"""The transparency log: leaves are put down beside what they attest, and one sequencer makes the tree of them.

`append` only inserts a row in the caller's transaction, so paid calls never wait for each other. `integrate`,
rung every second, gives waiting leaves their positions in the order they were put down, stores the tiles that
are full by then and signs the new checkpoint: one transaction, under one lock. Whatever has a position is
therefore covered by a checkpoint, and positions have no gap, whatever was rolled back.

The log's name, its origin, follows the public address; a receipt is proven under the origin that it names. So
where the address has changed, what waits is still signed under the old origin, then the move becomes an entry of
its own, and the grown tree is signed under the new one: the same tree goes on, and no size is signed twice.
"""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.conf import settings
from django.db import IntegrityError, connection, transaction

from payments import rows
from payments.rows import Unit
from receipts.adapters import keys, memory
from receipts.core import checkpoint, jcs, merkle, proof, tiles
from receipts.core.checkpoint import Checkpoint
from receipts.core.tiles import ENTRIES, WIDTH, InvalidTilePath, Tile
from receipts.models import LogCheckpoint, LogLeaf, LogTile

MMD_S: Final = 60
"""Maximum merge delay: seconds by which a checkpoint covers a receipt, as its claim `log` promises."""
RETRY_S: Final = 2
BATCH: Final = 4_096
"""Leaves that one transaction sequences."""
MOVE_REST: Final = timedelta(minutes=1)
"""Between two moves: processes with different addresses on one database don't fill the log with them."""
logger = structlog.get_logger()
_LOCK: Final = (0x71700000, 1)

_WAITING: Final = """
SELECT 1 WHERE EXISTS (SELECT 1 FROM receipts_logleaf WHERE position IS NULL)
OR NOT EXISTS (SELECT 1 FROM receipts_logcheckpoint WHERE note >= %s AND note < %s
    AND size = (SELECT MAX(size) FROM receipts_logcheckpoint))"""
_SEQUENCE: Final = """
UPDATE receipts_logleaf SET position = %s + line.place FROM (
    SELECT id, ROW_NUMBER() OVER (ORDER BY id) - 1 AS place
    FROM (SELECT id FROM receipts_logleaf WHERE position IS NULL ORDER BY id LIMIT %s) AS waiting
) AS line WHERE receipts_logleaf.id = line.id"""

_PLACE: Final = """
SELECT leaf.position, receipt.payload, newest.size, newest.note FROM receipts_logleaf AS leaf
LEFT JOIN receipts_receipt AS receipt ON receipt.jti = leaf.subject
CROSS JOIN (SELECT size, note FROM receipts_logcheckpoint ORDER BY size DESC LIMIT 1) AS newest
WHERE leaf.subject = %s AND leaf.kind = 'receipt' AND leaf.position IS NOT NULL"""
_CLOSING: Final = """
SELECT size, note FROM receipts_logcheckpoint WHERE note >= %s AND note < %s AND size IN (
    SELECT (SELECT MAX(size) FROM receipts_logcheckpoint WHERE size <= move.position)
    FROM receipts_logleaf AS move WHERE move.kind = 'origin' AND move.position > %s
) ORDER BY size DESC LIMIT 1"""
_TILE: Final = "SELECT hashes FROM receipts_logtile WHERE level = %s AND number = %s"
_ROOTS: Final = (
    "SELECT root FROM receipts_logtile WHERE level = %s AND number >= %s AND number < %s ORDER BY number"
)
_ENTRIES: Final = "SELECT entry FROM receipts_logleaf WHERE position >= %s AND position < %s ORDER BY position"


def append(kind: str, subject: str, payload_sha256: bytes, now: datetime, unit: Unit | None = None) -> None:
    """Puts a leaf down, in the transaction (or unit) that stores what it attests; IntegrityError if a receipt
    has one.

    `kind` is one of LogLeaf.Kind, `subject` a jti or a kid, `payload_sha256` the 32 bytes that are logged.
    """
    leaf, taken = LogLeaf(kind=kind, subject=subject, entry=payload_sha256, at=now), f"{subject} has a leaf"
    if unit is not None:
        return unit.insert(leaf, lambda: IntegrityError(taken))
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("A leaf is put down with what it attests.")
    if not rows.insert(leaf):
        raise IntegrityError(taken)
    return None


def integrate(now: datetime) -> int:
    """Sequences what waits and signs the grown tree; returns how many leaves. Safe twice and at the same time.

    0: nothing waited, or another process does it at this moment, or this machine has signed what the database does
    not hold (`log_taken_back`). A log without entries gets its checkpoint too.
    """
    if not rows.execute(_WAITING, *_under(origin())):
        return 0
    with transaction.atomic(durable=True):
        return _grow(now) if _locked() and _goes_on() else 0


def origin() -> str:
    """The log's name by the public address: in its checkpoints, and in each receipt's claim `log`."""
    return checkpoint.origin_of(settings.PUBLIC_URL)


def head() -> LogCheckpoint | None:
    """The newest checkpoint; None until the first `integrate`."""
    return LogCheckpoint.objects.first()


def proof_of(jti: str) -> bytes | None:
    """The receipt's `tlog-proof@v1` under the newest checkpoint of the origin that it names; None until one
    covers it."""
    with connection.cursor() as cursor:
        cursor.execute(_PLACE, [jti])
        place = cursor.fetchone()
    if place is None:
        return None
    index, payload, size, note = place
    if payload is not None:
        size, note = _of_origin(_named(bytes(payload)), index, size, bytes(note))
    hashes = tiles.Hashes(size, _hashes).spans(merkle.inclusion_spans(index, size))
    return proof.write(index, hashes, bytes(note))


def _named(payload: bytes) -> str:
    """The origin of the log that a receipt promises to be found in."""
    said = json.loads(payload)
    return str(said["log"]["origin"] if "log" in said else checkpoint.origin_of(said["iss"]))


def _of_origin(name: str, index: int, size: int, note: bytes) -> tuple[int, bytes]:
    """The newest checkpoint under that origin that covers the index; the one given if there is none."""
    if not note.startswith(f"{name}\n".encode()):
        with connection.cursor() as cursor:
            cursor.execute(_CLOSING, [*_under(name), index])
            size, note = cursor.fetchone() or (size, note)
    return size, note


def _under(name: str) -> tuple[bytes, bytes]:
    """Between which bytes the notes under an origin are: it is their first line."""
    return f"{name}\n".encode(), f"{name}\v".encode()


def resource(path: str) -> bytes | None:
    """The bytes of a tile or bundle by what follows `/log/tile/`; None for what no checkpoint covers."""
    try:
        tile = tiles.parse(path)
    except InvalidTilePath:
        return None
    newest = head()
    if newest is None or not tiles.exists(tile, newest.size):
        return None
    return tiles.bundle(_entries(tile)) if tile.level == ENTRIES else _hashes(tile)


def _locked() -> bool:
    """Whether this transaction is the one that sequences. SQLite has a single writer anyway."""
    if connection.vendor != "postgresql":
        return True
    return bool(rows.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", *_LOCK))


def _goes_on() -> bool:
    """Whether the database holds what this machine last signed. One from an older backup does not: to sign on from
    there would fork the log."""
    try:
        known = memory.last()
    except memory.Unreadable as error:
        logger.error("log_memory_unreadable", file=str(error))
        return False
    if known is None or LogCheckpoint.objects.filter(size=known[0], root=known[1]).exists():
        return True
    logger.error("log_taken_back", signed=known[0], stored=newest.size if (newest := head()) else None)
    return False


def _grow(now: datetime) -> int:
    newest = head()
    if newest is None:
        added = _extend(origin(), 0, now)
        if not added:
            _sign(origin(), 0, now)
        return added
    old, name = newest.size, checkpoint.read(bytes(newest.note)).origin
    added = _extend(name, old, now)
    if name != origin() and added < BATCH and _may_move(now):
        _put_down_move(name, now)
        added += _extend(origin(), old + added, now)
    return added


def _extend(name: str, old: int, now: datetime) -> int:
    """Sequences a batch of what waits behind `old` entries, and signs the tree under that origin; how many."""
    with connection.cursor() as cursor:
        cursor.execute(_SEQUENCE, [old, BATCH])
        added = cursor.rowcount
    if added:
        _store_full_tiles(old, old + added)
        _sign(name, old + added, now)
    return added


def _may_move(now: datetime) -> bool:
    return not LogLeaf.objects.filter(kind=LogLeaf.Kind.ORIGIN, at__gt=now - MOVE_REST).exists()


def _put_down_move(before: str, now: datetime) -> None:
    logger.warning("log_moved", before=before, origin=origin())
    append(LogLeaf.Kind.ORIGIN, origin(), hashlib.sha256(moved(before, origin())).digest(), now)


def moved(before: str, name: str) -> bytes:
    """What a leaf about a move is the hash of: anyone can make it from the checkpoints on both sides of it."""
    return jcs.encode({"v": 1, "event": "moved", "before": before, "origin": name})


def _store_full_tiles(old: int, size: int) -> None:
    for level in range(tiles.LEVEL_MAX):
        first, end = (tiles.hashes_at(level, each) // WIDTH for each in (old, size))
        for number in range(first, end):
            hashes = _computed(Tile(level, number))
            root = tiles.subtree_hash(hashes, 0, tiles.HEIGHT)
            rows.insert(LogTile(level=level, number=number, hashes=hashes, root=root))


def _sign(name: str, size: int, now: datetime) -> None:
    root = merkle.root(size, tiles.Hashes(size, _hashes).of)
    note = checkpoint.sign(Checkpoint(name, size, root), keys.current().signing)
    rows.insert(LogCheckpoint(size=size, root=root, note=note, at=now))
    transaction.on_commit(lambda: memory.keep(size, root))


def _hashes(tile: Tile) -> bytes:
    """The bytes of a hash tile that exists: stored if it is full, else computed from the rows below it."""
    if tile.width < WIDTH:
        return _computed(tile)
    (hashes,) = _column(_TILE, tile.level, tile.number)
    return hashes


def _computed(tile: Tile) -> bytes:
    if tile.level == 0:
        return b"".join(map(merkle.leaf_hash, _entries(tile)))
    return b"".join(_column(_ROOTS, tile.level - 1, tile.first, tile.first + tile.width))


def _entries(tile: Tile) -> list[bytes]:
    return _column(_ENTRIES, tile.first, tile.first + tile.width)


def _column(sql: str, *values: int) -> list[bytes]:
    """A column of hashes by a plain statement: a proof reads half a dozen."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [bytes(value) for (value,) in cursor.fetchall()]
