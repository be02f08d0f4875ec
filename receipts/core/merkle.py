"""The Merkle tree of the transparency log: hashes, roots, inclusion and consistency proofs (RFC 6962 §2.1).

Entries are numbered from 0. `subtree (level, number)` is the complete tree over the 2**level entries from
number * 2**level on; its hash never changes, whatever is appended, so a store of such hashes answers every
question about every size. Proofs are made from any such store and verified without one (RFC 9162 §2.1.3.2,
§2.1.4.2). All is iterative: neither sizes nor proofs of strangers reach the recursion limit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Final

HASH_BYTES: Final = 32
SIZE_MAX: Final = 2**63 - 1
EMPTY_ROOT: Final = hashlib.sha256(b"").digest()

Range = tuple[int, int]
"""First entry and the one after the last."""
Subtree = tuple[int, int]
"""Level and number."""
HashOf = Callable[[int, int], bytes]
"""The hash of subtree (level, number)."""


class InvalidMerkleProof(ValueError):
    """The proof doesn't lead from what it starts with to the root."""


def leaf_hash(entry: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def subtrees(span: Range) -> Iterator[Subtree]:
    """The complete subtrees, largest first, that a span of entries as RFC 6962 cuts it is made of."""
    first, end = span
    while first < end:
        level = (end - first).bit_length() - 1
        yield level, first >> level
        first += 1 << level


def span_hash(span: Range, hash_of: HashOf) -> bytes:
    """MTH(D[first:end]); `first` must be a multiple of a power of two that is no less than the span's length."""
    hashes = [hash_of(level, number) for level, number in subtrees(span)]
    if not hashes:
        return EMPTY_ROOT
    result = hashes.pop()
    while hashes:
        result = node_hash(hashes.pop(), result)
    return result


def root(size: int, hash_of: HashOf) -> bytes:
    """The root over the first `size` entries."""
    return span_hash((0, size), hash_of)


def inclusion_spans(index: int, size: int) -> list[Range]:
    """The spans whose hashes are the inclusion proof of entry `index`, the leaf's sibling first."""
    if not 0 <= index < size:
        raise ValueError("no such entry in a tree of that size")
    first, end, spans = 0, size, []
    while end - first > 1:
        middle = first + _split(end - first)
        if index < middle:
            spans.append((middle, end))
            end = middle
        else:
            spans.append((first, middle))
            first = middle
    return spans[::-1]


def consistency_spans(old: int, new: int) -> list[Range]:
    """The spans whose hashes are the proof that the first `old` entries of `new` are as they were."""
    if not 0 <= old <= new:
        raise ValueError("a tree doesn't shrink")
    if old in (0, new):
        return []
    first, end, spans = 0, new, []
    while end > old:
        middle = first + _split(end - first)
        if old <= middle:
            spans.append((middle, end))
            end = middle
        else:
            spans.append((first, middle))
            first = middle
    if first:  # else the old tree is a subtree of the new one, and its root is known
        spans.append((first, end))
    return spans[::-1]


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root_hash: bytes) -> None:
    """Whether the leaf hash `leaf` stands at `index` under the root of that size; InvalidMerkleProof if not."""
    if not 0 <= index < size <= SIZE_MAX:
        raise InvalidMerkleProof("no such entry in a tree of that size")
    at, last, found = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            raise InvalidMerkleProof("the proof is too long")
        if at & 1 or at == last:
            found = node_hash(sibling, found)
            at, last = _up_to_odd(at, last)
        else:
            found = node_hash(found, sibling)
        at, last = at >> 1, last >> 1
    if last != 0 or found != root_hash:
        raise InvalidMerkleProof("the proof doesn't lead to the root")


def verify_consistency(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> None:
    """Whether the tree of size `new` begins with the whole tree of size `old`; InvalidMerkleProof if not."""
    if not 0 <= old <= new <= SIZE_MAX:
        raise InvalidMerkleProof("a tree doesn't shrink")
    if old in (0, new):
        expected = EMPTY_ROOT if old == 0 else new_root
        if proof or old_root != expected:
            raise InvalidMerkleProof("two roots of one size, or a proof where none is needed")
        return
    if _consistent_roots(old, old_root, new, proof) != (old_root, new_root):
        raise InvalidMerkleProof("the proof doesn't lead to both roots")


def _consistent_roots(old: int, old_root: bytes, new: int, proof: Sequence[bytes]) -> tuple[bytes, bytes]:
    """The two roots that the proof leads to."""
    hashes = list(proof) if old & (old - 1) else [old_root, *proof]
    if not hashes:
        raise InvalidMerkleProof("the proof is too short")
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    was = now = hashes[0]
    for sibling in hashes[1:]:
        if last == 0:
            raise InvalidMerkleProof("the proof is too long")
        if at & 1 or at == last:
            was, now = node_hash(sibling, was), node_hash(sibling, now)
            at, last = _up_to_odd(at, last)
        else:
            now = node_hash(now, sibling)
        at, last = at >> 1, last >> 1
    if last != 0:
        raise InvalidMerkleProof("the proof is too short")
    return was, now


def _split(length: int) -> int:
    """The largest power of two below `length`, which is at least 2."""
    return 1 << (length - 1).bit_length() - 1


def _up_to_odd(at: int, last: int) -> tuple[int, int]:
    """Skips the levels where a last node has no sibling and moves up as it is."""
    while at and not at & 1:
        at, last = at >> 1, last >> 1
    return at, last
