from __future__ import annotations

import base64
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from receipts.core import checkpoint, merkle, proof
from receipts.core.checkpoint import Checkpoint
from receipts.core.proof import InvalidProof, Proof
from tests.receipts.examples import signing_key

KEY, ORIGIN = signing_key(), "quotes.example/log"
KEYS = {KEY.public.kid: KEY.public.verifier()}
ENTRIES = [hashlib.sha256(bytes([number])).digest() for number in range(11)]
INDEX = 6


def hash_of(level: int, number: int) -> bytes:
    if level == 0:
        return merkle.leaf_hash(ENTRIES[number])
    return merkle.node_hash(hash_of(level - 1, 2 * number), hash_of(level - 1, 2 * number + 1))


HASHES = [merkle.span_hash(span, hash_of) for span in merkle.inclusion_spans(INDEX, len(ENTRIES))]
NOTE = checkpoint.sign(Checkpoint(ORIGIN, len(ENTRIES), merkle.root(len(ENTRIES), hash_of)), KEY)
TEXT = proof.write(INDEX, HASHES, NOTE)


def refused(text: bytes, entry: bytes = ENTRIES[INDEX], **more: str) -> str:
    with pytest.raises(InvalidProof) as caught:
        proof.verify(entry, proof.parse(text), KEYS, **more)
    return str(caught.value)


def test_the_text_is_what_the_standard_describes():
    lines = TEXT.decode().split("\n")
    assert lines[:2] == ["c2sp.org/tlog-proof@v1", "index 6"]
    assert [base64.b64decode(line) for line in lines[2:6]] == HASHES and lines[6] == ""
    assert "\n".join(lines[7:]).encode() == NOTE


def test_a_proof_is_read_as_it_was_written_and_proves_its_entry():
    parsed = proof.parse(TEXT)
    assert parsed == Proof(INDEX, tuple(HASHES), NOTE)
    verified = proof.verify(ENTRIES[INDEX], parsed, KEYS, origin=ORIGIN)
    assert verified.head.size == 11 and verified.kid == KEY.public.kid


def test_the_only_entry_needs_no_hash():
    note = checkpoint.sign(Checkpoint(ORIGIN, 1, merkle.leaf_hash(b"e")), KEY)
    assert proof.verify(b"e", proof.parse(proof.write(0, [], note)), KEYS).head.size == 1


@given(st.integers(0, len(TEXT) - 1), st.integers(1, 255))
def test_no_changed_byte_passes(at, by):
    changed = bytearray(TEXT)
    changed[at] ^= by
    assert refused(bytes(changed))


@given(st.integers(0, len(TEXT) - 1))
def test_no_part_of_a_proof_passes(length):
    assert refused(TEXT[:length])


@given(st.binary(max_size=300) | st.text(alphabet="c2sp.org/tlog-pf@v1\nindex 0=", max_size=90).map(str.encode))
def test_no_rubbish_passes(text):
    assert refused(text) and refused(b"c2sp.org/tlog-proof@v1\n" + text)


def test_it_proves_no_other_entry_and_no_other_log():
    assert refused(TEXT, ENTRIES[5]) == "the proof doesn't lead to the root"
    assert refused(TEXT, origin="other.example/log") == "the checkpoint is another log's"


def test_opaque_data_is_passed_over():
    parsed = proof.parse(TEXT.replace(b"\nindex", b"\nextra AAAA\nindex"))
    assert proof.verify(ENTRIES[INDEX], parsed, KEYS).head.size == 11


FIRST = base64.b64encode(HASHES[0])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"index 6", b"index 06"), (b"index 6", b"index -6"), (b"index 6", b"index  6"), (b"index 6", b"Index 6"),
        (b"index 6", b"index 9223372036854775808"), (b"index 6\n", b""), (b"@v1", b"@v2"), (b"@v1", b"@v1 "),
        (b"index 6", b"extra A\nindex 6"), (b"index 6", b"index 6\nextra AAAA"), (FIRST, FIRST.rstrip(b"=")),
        (FIRST, FIRST[:-5] + FIRST[-4:]), (FIRST, b" " + FIRST), (FIRST, FIRST + b"\r"), (FIRST + b"\n", b""),
        (FIRST, base64.b64encode(bytes(31))), (FIRST, FIRST + b"\n" + FIRST), (b"index 6", b"index 7"),
    ],
)  # fmt: skip
def test_no_other_spelling_passes(old, new):
    assert old in TEXT and refused(TEXT.replace(old, new, 1))


def test_size_and_number_of_hashes_are_capped():
    assert refused(proof.write(INDEX, [bytes(32)] * 64, NOTE)) == "more hashes than any tree is high"
    assert "too long" in refused(TEXT + b"\n" * proof.PROOF_MAX)
    assert "too long" in refused(proof.write(INDEX, [bytes(32)] * 3000, NOTE))
