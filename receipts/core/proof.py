"""A receipt's place in the log as one text that is verified offline (c2sp.org/tlog-proof@v1).

The entry's index, the hashes from its sibling up to the root's child, an empty line, the signed checkpoint. The
line `extra` that the format allows is signed by nobody: it is passed over, and never written.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from receipts.core import checkpoint, merkle
from receipts.core.checkpoint import InvalidCheckpoint, Verified
from receipts.core.merkle import HASH_BYTES, InvalidMerkleProof

HEADER: Final = "c2sp.org/tlog-proof@v1"
PROOF_MAX: Final = 131_072
"""Bytes."""
_HASHES_MAX: Final = 63
_HEAD_MAX: Final = PROOF_MAX - checkpoint.NOTE_MAX


class InvalidProof(ValueError):
    """The text is no proof, or doesn't prove the entry. The message repeats nothing of it."""


@dataclass(frozen=True, slots=True)
class Proof:
    """That the entry `index` is in the log whose signed note is `checkpoint`: `hashes`, the sibling's first."""

    index: int
    hashes: tuple[bytes, ...]
    checkpoint: bytes


def write(index: int, hashes: Sequence[bytes], note: bytes) -> bytes:
    """The proof as text."""
    lines = [HEADER, f"index {index}", *(base64.b64encode(each).decode("ascii") for each in hashes), "", ""]
    return "\n".join(lines).encode("ascii") + note


def parse(text: bytes) -> Proof:
    """Reads a proof strictly; InvalidProof. The checkpoint's own form is left to `verify`."""
    head, gap, note = text[: PROOF_MAX + 1].partition(b"\n\n")
    if not gap or len(text) > PROOF_MAX or len(head) > _HEAD_MAX:
        raise InvalidProof("not a log proof, or too long")
    try:
        lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError:
        raise InvalidProof("not a log proof") from None
    if lines.pop(0) != HEADER:
        raise InvalidProof(f"does not begin with {HEADER}")
    if lines and lines[0].startswith("extra "):
        _decoded(lines.pop(0).removeprefix("extra "))
    index = _index(lines.pop(0) if lines else "")
    if len(lines) > _HASHES_MAX:
        raise InvalidProof("more hashes than any tree is high")
    return Proof(index, tuple(map(_hash, lines)), note)


def verify(entry: bytes, proof: Proof, keys: Mapping[str, Ed25519PublicKey], *, origin: str = "") -> Verified:
    """The checkpoint under which the proof finds `entry`, a receipt's payload hash; InvalidProof if it doesn't.

    `keys` by kid, as for a token; `origin`: the only log that is taken, without it any.
    """
    try:
        verified = checkpoint.verify(proof.checkpoint, keys, origin=origin)
        head = verified.head
        merkle.verify_inclusion(merkle.leaf_hash(entry), proof.index, head.size, proof.hashes, head.root)
    except (InvalidCheckpoint, InvalidMerkleProof) as error:
        raise InvalidProof(str(error)) from None
    return verified


def _index(line: str) -> int:
    word, _, digits = line.partition(" ")
    index = checkpoint.size_of(digits)
    if word != "index" or index is None:
        raise InvalidProof("no index")
    return index


def _hash(line: str) -> bytes:
    raw = _decoded(line)
    if len(raw) != HASH_BYTES:
        raise InvalidProof("a hash of another length")
    return raw


def _decoded(text: str) -> bytes:
    raw = checkpoint.unbase64(text)
    if raw is None:
        raise InvalidProof("not base64")
    return raw
