"""Remembers the last checkpoint of a log and refuses one that doesn't continue it: anyone's check on the service.

Run from a plain tree, with the standard library and `cryptography` alone: `python -m quoteproof.witness URL`;
in an installed one `manage.py witness URL` does the same. Status 0: the log continues what was seen, or was seen
for the first time. 1: it is refused, and what it showed is kept beside the remembered checkpoint; two signed
notes that contradict each other are proof. 2: nothing can be said, the log or a file can't be read.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import re
import sys
import time
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from receipts.core import checkpoint, jwk, witnessing
from receipts.core.checkpoint import NOTE_MAX, Checkpoint, InvalidCheckpoint
from receipts.core.jwk import InvalidKeySet
from receipts.core.merkle import HASH_BYTES
from receipts.core.tiles import Tile
from receipts.core.witnessing import Refused

CONTINUES, REFUSED, UNKNOWN = 0, 1, 2
JWKS_MAX: Final = 1_048_576
TIMEOUT_S: Final = 10.0
"""For one answer, whole; a tile has at most 8,192 bytes."""
_PIECE: Final = 16_384


class Unreadable(Exception):
    """An answer or a file that nothing can be concluded from."""


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("url", help="the service's address, such as https://quotes.example")
    parser.add_argument("--state", type=Path, help="where the last checkpoint is remembered")
    parser.add_argument("--moved", action="store_true", help="the log of --state may have another address now")
    parser.add_argument("--jwks", type=Path, help="the keys to trust, instead of those that the service publishes")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m quoteproof.witness", description=__doc__)
    add_arguments(parser)
    options = parser.parse_args(arguments)
    status, said = run(options.url, options.state, options.jwks, moved=options.moved)
    print(said, file=sys.stderr if status else sys.stdout)
    return status


def run(url: str, state: Path | None = None, jwks: Path | None = None, *, moved: bool = False) -> tuple[int, str]:
    """One look at the log; the exit status and what to say."""
    try:
        base = _address(url)
        state = state or Path(f"witness-{re.sub('[^A-Za-z0-9.-]', '_', urlsplit(base).netloc)}.checkpoint")
        return _look(base, state, jwks, moved)
    except Unreadable as error:
        return UNKNOWN, f"Can't tell: {error}."


def _look(base: str, state: Path, jwks: Path | None, moved: bool) -> tuple[int, str]:
    memory = _note_in(state)
    seen = None if memory is None else _remembered(state, memory)
    note = fetch(f"{base}/log/checkpoint", NOTE_MAX)
    try:
        head = witnessing.witness(seen, note, _keys(base, jwks), lambda tile: _tile(base, tile), moved=moved)
    except Refused as error:
        kept = _proof(state, note)
        _keep(kept, note)
        return REFUSED, f"REFUSED. {error} What was shown now is kept in {kept}, what was seen before in {state}."
    _remember(state, memory, note)
    first = " Seen for the first time: there was nothing to compare it with." if seen is None else ""
    return CONTINUES, f"{head.origin}: {head.size} entries, consistent.{first}"


def _proof(state: Path, note: bytes) -> Path:
    """Where a refused note is kept: never in an earlier one's place, which may be proof."""
    first = state.with_name(f"{state.name}.refused")
    if _note_in(first) in (None, note):
        return first
    return first.with_name(f"{first.name}-{hashlib.sha256(note).hexdigest()[:16]}")


def _remember(state: Path, before: bytes | None, note: bytes) -> None:
    """Unless another run remembers something else by now: a look that took longer must not bring back an older
    checkpoint."""
    try:
        folder = os.open(state.parent, os.O_RDONLY)
    except OSError:
        raise Unreadable(f"{state} can't be written") from None
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        if _note_in(state) != before:
            raise Unreadable(f"{state} was changed by another run in between; look again")
        _keep(state, note)
    finally:
        os.close(folder)


def _remembered(state: Path, memory: bytes) -> Checkpoint:
    try:
        return checkpoint.read(memory)
    except InvalidCheckpoint:
        raise Unreadable(f"{state} holds no checkpoint") from None


def _address(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Unreadable("the address is no URL") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise Unreadable("the address must be an http or https URL")
    return url.rstrip("/")


def _keys(base: str, jwks: Path | None) -> Mapping[str, Ed25519PublicKey]:
    raw = _file(jwks, JWKS_MAX) if jwks else fetch(f"{base}/.well-known/jwks.json", JWKS_MAX)
    try:
        keys = jwk.parse_public_set(raw.decode())
    except (InvalidKeySet, UnicodeDecodeError):
        raise Unreadable("the keys are no usable JWK Set") from None
    return {key.kid: key.verifier() for key in keys if key.revoked_at is None}


def _tile(base: str, tile: Tile) -> bytes:
    content = fetch(f"{base}/log/tile/{tile.path}", tile.width * HASH_BYTES)
    if len(content) != tile.width * HASH_BYTES:
        raise Unreadable(f"tile {tile.path} is not {tile.width} hashes")
    return content


def fetch(url: str, most: int) -> bytes:
    """The body of a 200 of at most `most` bytes, whole within TIMEOUT_S; Unreadable."""
    end, content = time.monotonic() + TIMEOUT_S, b""
    request = Request(url, headers={"Accept-Encoding": "identity"})  # noqa: S310 - http and https by _address
    try:
        with build_opener(_NoRedirects).open(request, timeout=TIMEOUT_S) as response:
            while response.status == 200 and len(content) <= most and (piece := response.read1(_PIECE)):
                content += piece
                if time.monotonic() > end:
                    raise Unreadable(f"{url} takes too long")
            good = response.status == 200 and len(content) <= most
    except (URLError, HTTPException, OSError, ValueError):
        raise Unreadable(f"{url} can't be fetched") from None
    if not good:
        raise Unreadable(f"{url} answers with something else")
    return content


def _note_in(path: Path) -> bytes | None:
    """What the file holds, None if there is none; Unreadable."""
    try:
        return _file(path, NOTE_MAX) if path.exists() else None
    except OSError:
        raise Unreadable(f"{path} can't be read") from None


def _file(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError:
        raise Unreadable(f"{path} can't be read") from None
    if len(content) > most:
        raise Unreadable(f"{path} is too long")
    return content


def _keep(path: Path, note: bytes) -> None:
    """Whole or not at all: what was seen is never lost to a power cut."""
    draft = path.with_name(f"{path.name}.new")
    try:
        with draft.open("wb") as file:
            file.write(note)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        raise Unreadable(f"{path} can't be written") from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
