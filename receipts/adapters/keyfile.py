"""Key files: mode 0600, whole or not at all, replaced by one command at a time."""

from __future__ import annotations

import fcntl
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


def made_once(path: Path, make: Callable[[], str]) -> str:
    """What the file holds (ASCII), made and written first where it is missing.

    Safe when two processes start at once: the first one's key stays, and is what both get. Raises OSError,
    UnicodeDecodeError.
    """
    if not path.exists():
        write_new(path, make)
    return path.read_text(encoding="ascii").strip()


def write_new(path: Path, make: Callable[[], str]) -> bool:
    """Writes the file if there is none; False if there is. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _draft(path, make()) as draft:
        try:
            os.link(draft, path)
        except FileExistsError:
            return False
        _sync_folder(path)
    return True


def replace(path: Path, text: str) -> None:
    """Puts another text in the file's place, whole, with the same owner and mode: who could read it still can.
    OSError."""
    before = path.stat()
    with _draft(path, text) as draft:
        if (before.st_uid, before.st_gid) != (draft.stat().st_uid, draft.stat().st_gid):
            os.chown(draft, before.st_uid, before.st_gid)
        draft.chmod(stat.S_IMODE(before.st_mode))
        os.replace(draft, path)
        _sync_folder(path)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Waits until no other process holds the folder of the file so, then holds it. Raises OSError."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


@contextmanager
def _draft(path: Path, text: str) -> Iterator[Path]:
    """A file beside it with the text, safe on the disk; gone afterwards unless it was moved."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def _sync_folder(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
