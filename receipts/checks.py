"""System checks: a usable signing key, an address that can be a DID, append-only triggers in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection

from receipts import triggers
from receipts.adapters import keys
from receipts.core import did


def signing_key(app_configs: Any, **_: Any) -> list[CheckMessage]:
    try:
        keys.current()
    except ImproperlyConfigured as error:
        return [Error(str(error), id="receipts.E001")]
    return []


def public_url(app_configs: Any, **_: Any) -> list[CheckMessage]:
    try:
        did.web_did(settings.PUBLIC_URL)
    except ValueError as error:
        return [Error(f"QUOTEPROOF_PUBLIC_URL: {error}.", id="receipts.E002")]
    return []


def append_only(app_configs: Any, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Missing triggers; a mere warning where databases are named: so asks `migrate`, which is the cure."""
    try:
        missing = triggers.missing(connection)
    except DatabaseError:  # an unreachable database has louder heralds
        return []
    if not missing:
        return []
    message = Warning if databases else Error
    hint = "Run manage.py migrate: it makes them anew."
    return [message(f"Receipts lack triggers: {', '.join(missing)}.", hint=hint, id="receipts.E003")]
