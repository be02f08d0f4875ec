"""System checks of payments: the settings fit, the guards stand, and the database belongs to this network.

The last two ask the default database too where none is named: a plain `manage.py check` sees a lost guard.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core import checks
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from payments import networks, triggers


def guards(databases: Sequence[str] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """payments.E001: a trigger that guards charges or append-only tables is missing."""
    names = [name for alias in _asked(databases) for name in triggers.missing(connections[alias])]
    hint = "Run `manage.py migrate --skip-checks`: it puts them back."
    return [checks.Error(f"Missing trigger: {name}.", hint=hint, id="payments.E001") for name in names]


def deployment(databases: Sequence[str] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """payments.E002: the database remembers another network or pay-to address than the settings name."""
    foreign = [alias for alias in _asked(databases) if _belongs_elsewhere(alias)]
    hint = "Use a database of its own for each network; `manage.py books --new-pay-to` changes the address."
    text = "This database belongs to another network or pay-to address."
    return [checks.Error(text, hint=hint, obj=alias, id="payments.E002") for alias in foreign]


def network(**_: Any) -> list[checks.CheckMessage]:
    """payments.E003: the settings of network, facilitator and endpoints don't fit together."""
    wrong = networks.fault()
    return [checks.Error(wrong, id="payments.E003")] if wrong else []


def _asked(databases: Sequence[str] | None) -> list[str]:
    """The databases to look into: those that answer. An unreachable one has louder heralds."""
    return [alias for alias in databases or (DEFAULT_DB_ALIAS,) if _answers(alias)]


def _answers(alias: str) -> bool:
    try:
        connections[alias].ensure_connection()
    except DatabaseError:
        return False
    return True


def _belongs_elsewhere(alias: str) -> bool:
    if "payments_deployment" not in connections[alias].introspection.table_names():
        return False
    remembered = (
        apps.get_model("payments.Deployment").objects.using(alias).values_list("network", "pay_to").first()
    )
    return remembered not in (None, (settings.NETWORK, settings.PAY_TO.lower()))
