"""Keys that development makes for itself on first use, under `var/keys`, mode 0600.

Production never calls this module: there each key comes from its setting.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from quoteproof import wallet
from receipts.adapters.keyfile import made_once


def secret_key(keys_dir: Path) -> str:
    return made_once(keys_dir / "secret_key", lambda: secrets.token_urlsafe(48))


def private_key(keys_dir: Path, name: str) -> str:
    """A secp256k1 private key, 0x and 64 hex digits."""
    return made_once(keys_dir / name, wallet.new_key)


def pay_to(keys_dir: Path) -> str:
    """The checksummed address that sandbox payments go to."""
    return wallet.address(private_key(keys_dir, "pay_to.key"))


def sandbox_buyer(keys_dir: Path) -> str:
    """The private key of the sandbox buyer that `make run` prints."""
    return private_key(keys_dir, "sandbox_buyer.key")
