"""Keys that development makes for itself on first use, under `var/keys`, mode 0600.

Production never calls this module: there each key comes from its setting.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from payments.adapters import signature


def kept(path: Path, make: Callable[[], str]) -> str:
    """What the file holds; made and written first where it is missing. Safe when two processes start at once."""
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(make() + "\n")
    try:
        os.link(draft, path)  # fails where another process was first: its key is the one to use
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii").strip()


def secret_key(keys_dir: Path) -> str:
    return kept(keys_dir / "secret_key", lambda: secrets.token_urlsafe(48))


def private_key(keys_dir: Path, name: str) -> str:
    """A secp256k1 private key, 0x and 64 hex digits."""
    return kept(keys_dir / name, lambda: "0x" + secrets.token_bytes(32).hex())


def pay_to(keys_dir: Path) -> str:
    """The checksummed address that sandbox payments go to."""
    return signature.checksum(signature.address(private_key(keys_dir, "pay_to.key")))


def sandbox_buyer(keys_dir: Path) -> str:
    """The private key of the sandbox buyer that `make run` prints."""
    return private_key(keys_dir, "sandbox_buyer.key")
