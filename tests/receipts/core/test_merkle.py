"""The tree against its own recursive definition, read off RFC 6962 §2.1 line by line, and against pymerkle."""

from __future__ import annotations

import hashlib
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from receipts.core import merkle
from receipts.core.merkle import InvalidMerkleProof

ENTRIES = [hashlib.sha256(str(number).encode()).digest() for number in range(300)]
SOME = [1, 2, 3, 5, 7, 8, 9, 64, 100, 255, 256, 257, 300]
pairs = st.integers(1, 300).flatmap(lambda new: st.tuples(st.integers(0, new), st.just(new)))
entries = st.integers(1, 300).flatmap(lambda size: st.tuples(st.integers(0, size - 1), st.just(size)))


def largest_power_below(number: int) -> int:
    power = 1
    while power * 2 < number:
        power *= 2
    return power


@cache
def mth(first: int, end: int) -> bytes:
    """MTH(D[first:end])."""
    if end == first:
        return hashlib.sha256().digest()
    if end - first == 1:
        return hashlib.sha256(b"\x00" + ENTRIES[first]).digest()
    k = largest_power_below(end - first)
    return hashlib.sha256(b"\x01" + mth(first, first + k) + mth(first + k, end)).digest()


def path(m: int, first: int, end: int) -> list[bytes]:
    """PATH(m, D[first:end])."""
    if end - first == 1:
        return []
    k = largest_power_below(end - first)
    if m < k:
        return [*path(m, first, first + k), mth(first + k, end)]
    return [*path(m - k, first + k, end), mth(first, first + k)]


def subproof(m: int, first: int, end: int, known: bool) -> list[bytes]:
    """SUBPROOF(m, D[first:end], known)."""
    if m == end - first:
        return [] if known else [mth(first, end)]
    k = largest_power_below(end - first)
    if m <= k:
        return [*subproof(m, first, first + k, known), mth(first + k, end)]
    return [*subproof(m - k, first + k, end, False), mth(first, first + k)]


def subtree(level: int, number: int) -> bytes:
    return mth(number << level, (number + 1) << level)


def hashes(spans: list[merkle.Range]) -> list[bytes]:
    return [merkle.span_hash(span, subtree) for span in spans]


def inclusion(index: int, size: int) -> list[bytes]:
    return hashes(merkle.inclusion_spans(index, size))


def consistency(old: int, new: int) -> list[bytes]:
    return hashes(merkle.consistency_spans(old, new))


def mutations(proof: list[bytes]) -> list[list[bytes]]:
    """Each hash changed in one bit, left out, doubled; two neighbours exchanged; one more in front and behind."""
    changed = [[*proof[:at], bytes([each[0] ^ 1]) + each[1:], *proof[at + 1 :]] for at, each in enumerate(proof)]
    without = [proof[:at] + proof[at + 1 :] for at in range(len(proof))]
    doubled = [proof[: at + 1] + proof[at:] for at in range(len(proof))]
    swapped = [[*proof[:at], proof[at + 1], proof[at], *proof[at + 2 :]] for at in range(len(proof) - 1)]
    return [*changed, *without, *doubled, *swapped, [bytes(32), *proof], [*proof, bytes(32)]]


def included(leaf: bytes, index: int, size: int, proof: list[bytes], root: bytes) -> bool:
    try:
        merkle.verify_inclusion(leaf, index, size, proof, root)
    except InvalidMerkleProof:
        return False
    return True


def consistent(old: int, old_root: bytes, new: int, new_root: bytes, proof: list[bytes]) -> bool:
    try:
        merkle.verify_consistency(old, old_root, new, new_root, proof)
    except InvalidMerkleProof:
        return False
    return True


def test_every_root_is_the_definitions():
    assert [merkle.root(size, subtree) for size in range(301)] == [mth(0, size) for size in range(301)]


def test_a_leaf_is_hashed_as_the_definition_says():
    assert merkle.leaf_hash(ENTRIES[0]) == mth(0, 1)
    assert merkle.node_hash(mth(0, 1), mth(1, 2)) == mth(0, 2)
    assert merkle.leaf_hash(mth(0, 1) + mth(1, 2)) != mth(0, 2)


@pytest.mark.parametrize("size", SOME)
def test_every_entry_of_a_tree_is_proven_to_be_in_it(size):
    for index in range(size):
        proof = inclusion(index, size)
        assert proof == path(index, 0, size)
        assert included(mth(index, index + 1), index, size, proof, mth(0, size))


@given(entries)
def test_an_inclusion_proof_proves_nothing_else(place):
    index, size = place
    leaf, root, proof = mth(index, index + 1), mth(0, size), inclusion(index, size)
    assert not any(included(leaf, index, size, each, root) for each in mutations(proof))
    assert not any(included(leaf, other, size, proof, root) for other in range(-1, size + 1) if other != index)
    assert not included(merkle.leaf_hash(b"other"), index, size, proof, root)
    assert not included(leaf, index, size, proof, bytes(32))


@given(pairs)
def test_every_tree_is_proven_to_begin_with_an_earlier_one(sizes):
    old, new = sizes
    proof = consistency(old, new)
    assert proof == (subproof(old, 0, new, True) if old else [])
    assert consistent(old, mth(0, old), new, mth(0, new), proof)


@given(pairs)
def test_a_consistency_proof_proves_nothing_else(sizes):
    old, new = sizes
    proof, was, now = consistency(old, new), mth(0, old), mth(0, new)
    assert not any(consistent(old, was, new, now, each) for each in mutations(proof))
    assert not consistent(old, bytes(32), new, now, proof)
    assert old == 0 or not consistent(old, was, new, bytes(32), proof)
    assert old == new or not consistent(new, now, old, was, proof)


@given(st.integers(2, 300).flatmap(lambda new: st.tuples(st.integers(1, new - 1), st.just(new))))
def test_a_forked_tree_is_consistent_by_no_proof_of_the_true_one(sizes):
    old, new = sizes
    forked = merkle.node_hash(mth(0, old), mth(old, new))
    assert forked == mth(0, new) or not consistent(old, mth(0, old), new, forked, consistency(old, new))


@pytest.mark.parametrize("size", [2**63 - 1, 2**62, 2**62 + 1])
def test_hostile_sizes_cost_no_more_than_the_height_of_the_tree(size):
    proof = [bytes(32)] * 200
    assert not included(bytes(32), size - 1, size, proof, bytes(32))
    assert not included(bytes(32), 0, size, proof, bytes(32))
    assert not consistent(1, bytes(32), size, bytes(32), proof)
    assert not consistent(size - 1, bytes(32), size, bytes(32), proof)
    assert len(merkle.inclusion_spans(size - 1, size)) <= 63


@pytest.mark.parametrize(("index", "size"), [(-1, 1), (0, 0), (1, 1), (0, 2**63), (2**63, 2**63 + 1)])
def test_what_no_tree_holds_is_not_included(index, size):
    assert not included(mth(0, 1), index, size, [], mth(0, 1))


@pytest.mark.parametrize(("old", "new"), [(-1, 1), (2, 1), (1, 2**63)])
def test_what_no_tree_becomes_is_not_consistent(old, new):
    assert not consistent(old, mth(0, 1), new, mth(0, 1), [])


@pytest.mark.parametrize(("index", "size"), [(-1, 1), (0, 0), (3, 3)])
def test_no_proof_is_made_of_what_is_not_there(index, size):
    with pytest.raises(ValueError, match="no such entry"):
        merkle.inclusion_spans(index, size)
    with pytest.raises(ValueError, match="doesn't shrink"):
        merkle.consistency_spans(size + 1, size)


def test_another_implementation_finds_the_same_roots_and_proofs():
    pymerkle = pytest.importorskip("pymerkle")
    tree = pymerkle.InmemoryTree(algorithm="sha256")
    for size, entry in enumerate(ENTRIES, 1):
        tree.append_entry(entry)
        assert tree.get_root() == mth(0, size)
    for index in range(0, 300, 7):
        assert tree.prove_inclusion(index + 1).path == [mth(index, index + 1), *inclusion(index, 300)]
