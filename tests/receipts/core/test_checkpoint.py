from __future__ import annotations

import base64
import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from receipts.core import checkpoint
from receipts.core.checkpoint import Checkpoint, InvalidCheckpoint
from tests.receipts.examples import signing_key

KEY, OTHER = signing_key(), signing_key()
HEAD = Checkpoint("quotes.example/log", 70_000, hashlib.sha256(b"root").digest())
NOTE = checkpoint.sign(HEAD, KEY)
KEYS = {each.public.kid: each.public.verifier() for each in (KEY, OTHER)}


def refused(note: bytes, keys: dict[str, Ed25519PublicKey] = KEYS, **more: str) -> str:
    with pytest.raises(InvalidCheckpoint) as caught:
        checkpoint.verify(note, keys, **more)
    return str(caught.value)


def signature_line(name: str, raw: bytes) -> bytes:
    return f"— {name} {base64.b64encode(raw).decode()}\n".encode()


def test_the_note_is_what_the_standards_describe():
    text, _, line = NOTE.partition(b"\n\n")
    assert text == b"quotes.example/log\n70000\n" + base64.b64encode(HEAD.root)
    dash, name, encoded = line.decode().removesuffix("\n").split(" ")
    raw, public = base64.b64decode(encoded), KEY.public.raw
    assert (dash, name, len(raw)) == ("—", "quotes.example/log", 68)
    assert raw[:4] == hashlib.sha256(b"quotes.example/log\n\x01" + public).digest()[:4]
    KEY.public.verifier().verify(raw[4:], text + b"\n")


def test_a_known_note_of_another_implementation_is_read():
    """PeterNeumann, the example key of Go's sumdb/note package."""
    key = base64.b64decode("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
    assert key[:1] == b"\x01"
    assert checkpoint.key_id("PeterNeumann", Ed25519PublicKey.from_public_bytes(key[1:])).hex() == "c74f20a3"


def test_what_was_signed_is_what_is_read():
    verified = checkpoint.verify(NOTE, KEYS, origin="quotes.example/log")
    assert verified.head == HEAD and verified.kid == KEY.public.kid


def test_an_empty_log_has_a_checkpoint_too():
    head = Checkpoint("quotes.example/log", 0, hashlib.sha256(b"").digest())
    assert checkpoint.verify(checkpoint.sign(head, OTHER), KEYS).head == head


@given(st.integers(0, len(NOTE) - 1), st.integers(1, 255))
def test_no_changed_byte_passes(at, by):
    changed = bytearray(NOTE)
    changed[at] ^= by
    assert refused(bytes(changed))


@given(st.binary(max_size=300) | st.text(alphabet="—\n +a1=", max_size=80).map(str.encode))
def test_no_rubbish_passes(note):
    assert refused(note)


def test_another_log_and_an_unknown_key_are_refused():
    assert refused(NOTE, origin="quotes.example/other") == "the checkpoint is another log's"
    unknown = signing_key()
    assert refused(NOTE, {unknown.public.kid: unknown.public.verifier()}).startswith("no known key")
    assert refused(NOTE, {}).startswith("no known key")


def test_the_same_key_under_another_name_does_not_count():
    raw = base64.b64decode(NOTE.split()[-1])
    assert refused(NOTE.partition(b"\n\n")[0] + b"\n\n" + signature_line("quotes.example/lag", raw))


def test_lines_of_strangers_are_passed_over():
    cosigned = NOTE + signature_line("witness.example", b"\x01" * 80) + signature_line(HEAD.origin, b"\x02" * 68)
    assert checkpoint.verify(cosigned, KEYS).head == HEAD


def test_one_bad_signature_of_a_known_key_spoils_the_note():
    bad = checkpoint.key_id(HEAD.origin, KEYS[OTHER.public.kid]) + bytes(64)
    assert refused(NOTE + signature_line(HEAD.origin, bad)) == "the checkpoint's signature does not fit"


def test_two_known_keys_may_sign():
    second = checkpoint.sign(HEAD, OTHER).partition(b"\n\n")[2]
    assert checkpoint.verify(NOTE + second, KEYS).kid == KEY.public.kid


SIZES = ["", "00", "01", "-1", "+1", "1 ", "1.0", "٣", "9223372036854775808", "9" * 5000]
ROOT = base64.b64encode(bytes(32)).decode()
ROOTS = ["", "AAAA", base64.b64encode(bytes(31)).decode(), "é" * 44, ROOT.rstrip("="), ROOT[:-2] + "B="]


@pytest.mark.parametrize(
    "text",
    [f"o\n{size}\n{ROOT}\n" for size in SIZES]
    + [f"o\n1\n{root}\n" for root in ROOTS]
    + ["o\n1\n", f"\n1\n{ROOT}\n", "o\n"],
)
def test_only_one_spelling_of_size_and_root_is_read(text):
    raw = checkpoint.key_id("o", KEYS[KEY.public.kid]) + KEY.private.sign(text.encode())
    assert refused(text.encode() + b"\n" + signature_line("o", raw)).startswith("not a checkpoint")


def test_a_signed_line_more_is_read_as_the_standard_allows():
    text = HEAD.text + "extension\n"
    raw = checkpoint.key_id(HEAD.origin, KEYS[KEY.public.kid]) + KEY.private.sign(text.encode())
    assert checkpoint.verify(text.encode() + b"\n" + signature_line(HEAD.origin, raw), KEYS).head == HEAD


@pytest.mark.parametrize("bad", ["\r", "\t", "\x00", "\x1f"])
def test_control_characters_are_refused(bad):
    assert refused(NOTE.replace(b"/log\n70000", b"/log" + bad.encode() + b"\n70000")) == "not a signed note"


def test_size_and_number_of_signatures_are_capped():
    assert refused(NOTE + b"x" * checkpoint.NOTE_MAX) == "the checkpoint is too long"
    assert refused(NOTE + signature_line("w.example", b"12345") * 64) == "too many signatures"


def test_the_origin_is_the_public_address_without_scheme():
    assert checkpoint.origin_of("https://quotes.example") == "quotes.example/log"
    assert checkpoint.origin_of("http://localhost:8000/") == "localhost:8000/log"
