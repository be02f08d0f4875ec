"""What a witness of a log decides: whether a new checkpoint continues the one it remembers.

A log cannot show two people two histories, or take one back, as long as somebody remembers what was shown. The
proof is made by the witness itself from the log's tiles (c2sp.org/tlog-tiles), so the log answers no question
that it could answer differently next time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from receipts.core import checkpoint, merkle
from receipts.core.checkpoint import Checkpoint, InvalidCheckpoint
from receipts.core.merkle import InvalidMerkleProof
from receipts.core.tiles import Hashes, Tile


class Refused(Exception):
    """The log contradicts what it showed before, its own tiles, or its keys. The message quotes nothing of it."""


def witness(
    before: Checkpoint | None,
    note: bytes,
    keys: Mapping[str, Ed25519PublicKey],
    read: Callable[[Tile], bytes],
    *,
    moved: bool = False,
) -> Checkpoint:
    """The checkpoint in `note` if it continues `before`; without one, if the log's tiles fit it. Refused.

    `read` fetches a tile's bytes, 32 for each of its `width` hashes; what it raises goes through. `moved`: the log
    may go on under another origin; its entries must be the same all the same.
    """
    try:
        head = checkpoint.verify(note, keys, origin="" if before is None or moved else before.origin).head
    except InvalidCheckpoint as error:
        raise Refused(f"The new checkpoint does not hold: {error}.") from None
    hashes = Hashes(head.size, read)
    if before is not None:
        _check_size(before, head)
        _check_growth(before, head, hashes)
    if merkle.root(head.size, hashes.of) != head.root:
        raise Refused(f"The log's tiles are not those of its checkpoint of {head.size} entries.")
    return head


def _check_size(before: Checkpoint, head: Checkpoint) -> None:
    if head.size < before.size:
        raise Refused(f"Rollback: the log had {before.size} entries and now shows {head.size}.")
    if head.size == before.size and head.root != before.root:
        raise Refused(f"Fork: two different trees of {head.size} entries were signed.")


def _check_growth(before: Checkpoint, head: Checkpoint, hashes: Hashes) -> None:
    proof = hashes.spans(merkle.consistency_spans(before.size, head.size))
    try:
        merkle.verify_consistency(before.size, before.root, head.size, head.root, proof)
    except InvalidMerkleProof:
        raise Refused(
            f"Fork: the tree of {head.size} entries does not begin with the {before.size} that were there before."
        ) from None
