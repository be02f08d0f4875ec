"""Key files that development makes for itself on first use: mode 0600, whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path


def made_once(path: Path, make: Callable[[], str]) -> str:
    """What the file holds (ASCII), made and written first where it is missing.

    Safe when two processes start at once: the first one's key stays, and is what both get. Raises OSError,
    UnicodeDecodeError.
    """
    if not path.exists():
        _write(path, make)
    return path.read_text(encoding="ascii").strip()


def _write(path: Path, make: Callable[[], str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(make() + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink(missing_ok=True)
