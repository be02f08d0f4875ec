"""Where the signing keys come from: QUOTEPROOF_SIGNING_KEY, else the file `receipts.jwks` among the keys.

In development the file is made on first use; production never makes a key by itself. Keys are read once a
process, kept out of the database, and nothing of them is ever logged or shown.
"""

from __future__ import annotations

import functools
import stat
import threading
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from receipts.adapters import keyfile
from receipts.core import jwk
from receipts.core.jwk import KeySet

FILE_NAME = "receipts.jwks"
_loading = threading.Lock()


def current() -> KeySet:
    """The keys in force; ImproperlyConfigured, without any of their text, where there are none to be had."""
    with _loading:
        return _load(settings.SIGNING_KEY, Path(settings.KEYS_DIR) / FILE_NAME, not settings.PRODUCTION)


@functools.lru_cache(maxsize=1)
def _load(signing_key: str, path: Path, may_make: bool) -> KeySet:
    try:
        return jwk.parse_private_set(signing_key or _read(path, may_make))
    except jwk.InvalidKeySet as error:
        origin = "QUOTEPROOF_SIGNING_KEY" if signing_key else path.name
        raise ImproperlyConfigured(f"{origin}: {error}.") from None


def _read(path: Path, may_make: bool) -> str:
    try:
        if may_make:
            keyfile.made_once(path, jwk.new_private_set)
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise ImproperlyConfigured(f"{path.name} must be readable by its owner alone (mode 0600).")
        return path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        raise ImproperlyConfigured(
            f"No signing key: set QUOTEPROOF_SIGNING_KEY or QUOTEPROOF_SIGNING_KEY_FILE, or provide {path.name}."
        ) from None
