"""What this machine last signed of the log, in a file beside its keys.

A database that comes back from an older backup knows nothing of the checkpoints that were shown since. Going on
from there would sign other trees of the same sizes, and so fork the log; this memory, which no backup of the
database takes back, tells. In production only: in development a database is thrown away at will.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import structlog
from django.conf import settings

from receipts.adapters import keyfile

FILE_NAME: Final = "log.json"
logger = structlog.get_logger()

Signed = tuple[int, bytes]
"""The size of a tree and its root hash."""


class Unreadable(Exception):
    """There is a memory, and it can't be read."""


def last() -> Signed | None:
    """What was signed last, None if nothing is remembered; Unreadable."""
    if not settings.PRODUCTION or not _file().exists():
        return None
    try:
        known = json.loads(_file().read_text(encoding="ascii"))
        return int(known["size"]), bytes.fromhex(known["root"])
    except (OSError, ValueError, TypeError, KeyError):
        raise Unreadable(str(_file())) from None


def keep(size: int, root: bytes) -> None:
    """Remembers it, unless a larger tree is remembered. Once it is signed it stays so, whether this can or not."""
    if not settings.PRODUCTION:
        return
    text = json.dumps({"size": size, "root": root.hex()})
    try:
        known = last()
        if known is None:
            keyfile.write_new(_file(), lambda: text)
        elif known[0] < size:
            keyfile.replace(_file(), text)
    except (OSError, Unreadable):
        logger.warning("log_not_remembered", file=str(_file()))


def _file() -> Path:
    return Path(settings.KEYS_DIR) / FILE_NAME
