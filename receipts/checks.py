"""System checks: a usable signing key, an address that can be a DID, append-only triggers in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from receipts import triggers
from receipts.adapters import keys
from receipts.core import did


def signing_key(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """receipts.E001: there is no usable signing key; in production none is made."""
    try:
        keys.current()
    except ImproperlyConfigured as error:
        return [Error(str(error), id="receipts.E001")]
    return []


def public_url(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """receipts.E002: the public address can be no `did:web`, which signed offers name their key by."""
    try:
        did.web_did(settings.PUBLIC_URL)
    except ValueError as error:
        return [Error(f"QUOTEPROOF_PUBLIC_URL: {error}.", id="receipts.E002")]
    return []


def append_only(app_configs: Any, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """receipts.E003: a trigger is missing; asked of the default database too where none is named."""
    try:
        missing = [
            name for alias in databases or (DEFAULT_DB_ALIAS,) for name in triggers.missing(connections[alias])
        ]
    except DatabaseError:  # an unreachable database has louder heralds
        return []
    hint = "Run `manage.py migrate --skip-checks`: it puts them back."
    return [Error(f"Missing trigger: {name}.", hint=hint, id="receipts.E003") for name in missing]
