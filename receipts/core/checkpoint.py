"""The log's signed head: a checkpoint (c2sp.org/tlog-checkpoint) in a signed note (c2sp.org/signed-note).

The text is origin, size and root hash, a line each; a signature line names its key by the origin and four bytes
of a hash. Notes are signed with the key that signs receipts, with Ed25519 alone (type 0x01): a token's signed
text has no line break and a note's always has one, so neither can pass for the other. Lines of unknown keys,
such as witnesses' cosignatures, are passed over.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from receipts.core.jwk import SigningKey
from receipts.core.merkle import HASH_BYTES, SIZE_MAX

NOTE_MAX: Final = 65_536
"""Bytes: sixteen cosignatures, post-quantum ones too, fit."""
SIGNATURES_MAX: Final = 64
_ED25519: Final = b"\x01"
_ID_BYTES: Final = 4
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_NAME: Final = re.compile(r"[^\s+]+")
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f]")


class InvalidCheckpoint(ValueError):
    """The note can't be read, or no key that is trusted signed it. The message repeats nothing of it."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a log says of itself: `size` entries have the root hash `root`."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """What is signed."""
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\n"


@dataclass(frozen=True, slots=True)
class Verified:
    """A checkpoint and the kid of the key whose signature counted."""

    head: Checkpoint
    kid: str


def origin_of(public_url: str) -> str:
    """The origin of the log that is served under that address at `/log`."""
    return f"{public_url.partition('://')[2].rstrip('/')}/log"


def key_id(name: str, key: Ed25519PublicKey) -> bytes:
    """The four bytes that name an Ed25519 key together with `name`."""
    return hashlib.sha256(name.encode() + b"\n" + _ED25519 + key.public_bytes_raw()).digest()[:_ID_BYTES]


def sign(head: Checkpoint, key: SigningKey) -> bytes:
    """The signed note; the key's name is the origin."""
    signature = key.private.sign(head.text.encode())
    line = _base64(key_id(head.origin, key.private.public_key()) + signature)
    return f"{head.text}\n\N{EM DASH} {head.origin} {line}\n".encode()


def verify(note: bytes, keys: Mapping[str, Ed25519PublicKey], *, origin: str = "") -> Verified:
    """What one of `keys`, by kid, signed under the checkpoint's own origin; InvalidCheckpoint otherwise.

    A signature of one of the keys that doesn't fit spoils the note, whatever others it has. `origin`: the only
    one that is taken; without it any.
    """
    text, lines = _parts(note)
    head = _head(text)
    if origin and head.origin != origin:
        raise InvalidCheckpoint("the checkpoint is another log's")
    known = {key_id(head.origin, key): kid for kid, key in keys.items()}
    ours = [(known[id_], signature) for name, id_, signature in lines if name == head.origin and id_ in known]
    if not ours:
        raise InvalidCheckpoint("no known key signed the checkpoint")
    if not all(_fits(keys[kid], signature, text) for kid, signature in ours):
        raise InvalidCheckpoint("the checkpoint's signature does not fit")
    return Verified(head, ours[0][0])


def read(note: bytes) -> Checkpoint:
    """What the note says, whoever signed it: for one that was verified before; InvalidCheckpoint."""
    return _head(_parts(note)[0])


def _fits(key: Ed25519PublicKey, signature: bytes, text: str) -> bool:
    try:
        key.verify(signature, text.encode())
    except InvalidSignature:
        return False
    return True


def _parts(note: bytes) -> tuple[str, list[tuple[str, bytes, bytes]]]:
    """The signed text, and of each signature line the key's name, its id and the signature."""
    if len(note) > NOTE_MAX:
        raise InvalidCheckpoint("the checkpoint is too long")
    try:
        whole = note.decode()
    except UnicodeDecodeError:
        raise InvalidCheckpoint("the checkpoint is not UTF-8") from None
    text, gap, signatures = whole.rpartition("\n\n")
    if not gap or not signatures.endswith("\n") or _CONTROL.search(whole):
        raise InvalidCheckpoint("not a signed note")
    lines = signatures[:-1].split("\n")
    if len(lines) > SIGNATURES_MAX:
        raise InvalidCheckpoint("too many signatures")
    return f"{text}\n", list(_signatures(lines))


def _signatures(lines: list[str]) -> Iterator[tuple[str, bytes, bytes]]:
    for line in lines:
        dash, _, rest = line.partition(" ")
        name, _, encoded = rest.partition(" ")
        if dash != "\N{EM DASH}" or not _NAME.fullmatch(name):
            raise InvalidCheckpoint("not a signature line")
        raw = unbase64(encoded)
        if raw is None or len(raw) <= _ID_BYTES:
            raise InvalidCheckpoint("not a signature line")
        yield name, raw[:_ID_BYTES], raw[_ID_BYTES:]


def _head(text: str) -> Checkpoint:
    origin, *rest = text[:-1].split("\n")
    if not origin or len(rest) < 2 or not all(rest):
        raise InvalidCheckpoint("not a checkpoint of origin, size and root")
    size, root = size_of(rest[0]), unbase64(rest[1])
    if size is None or root is None or len(root) != HASH_BYTES:
        raise InvalidCheckpoint("not a checkpoint of origin, size and root")
    return Checkpoint(origin, size, root)


def size_of(text: str) -> int | None:
    """The whole number below 2**63 that `text` is, in its one spelling; None if it is none."""
    return int(text) if _SIZE.fullmatch(text) and int(text) <= SIZE_MAX else None


def unbase64(text: str) -> bytes | None:
    """The bytes of standard base64 in its one canonical spelling; None for anything else."""
    try:
        raw = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        return None
    return raw if _base64(raw) == text else None


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")
