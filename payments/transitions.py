"""How a charge's row is changed: compare-and-set on its stamp, with its events in the same transaction.

Every change gives the row a new random stamp, so an object that somebody was faster than, or whose transaction
was rolled back, matches no row any more: StaleCharge, which rolls the caller's transaction back. The work is
dropped and the charge read again.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.db import connection, transaction

from payments import clock, rows
from payments.core.states import TRANSITIONS, State
from payments.models import Charge, ChargeEvent

FIRST_RING = timedelta(seconds=2)

_DETAIL = ChargeEvent._meta.get_field("detail")
_EVENT = (
    "INSERT INTO payments_chargeevent (charge_id, seq, from_state, to_state, at, cause, detail) VALUES"
    " (%s, (SELECT COALESCE(MAX(seq), 0) + 1 FROM payments_chargeevent WHERE charge_id = %s), %s, %s, %s, %s, %s)"
)
Happened = tuple[str, dict[str, Any]]
"""What an event says: its cause and its facts."""


class StaleCharge(Exception):
    """Another worker changed or leased the charge, or its state doesn't allow the step: read it again."""


def new_stamp() -> str:
    return secrets.token_hex(16)


def swap(charge: Charge, *happened: Happened, **changes: Any) -> None:
    """Writes `changes` and what `happened` if the row is still as the object has it; StaleCharge if not."""
    before, changes = charge.state, changes | {"stamp": new_stamp()}
    with transaction.atomic(savepoint=False):
        if fresh := rows.update(charge, changes, stamp=charge.stamp):
            for cause, detail in happened:
                record(charge, before, cause, detail)
    if not fresh:
        raise StaleCharge(charge.reference)


def move(charge: Charge, to: State, cause: str, detail: dict[str, Any] | None = None, /, **changes: Any) -> None:
    """One transition with its event. Ends the lease and counts anew unless `changes` says otherwise."""
    if (State(charge.state), to) not in TRANSITIONS:
        raise StaleCharge(charge.reference)
    fresh = {"attempts": 0, "waits": 0, "lease_until": None, "ring_at": clock.now() + FIRST_RING}
    swap(charge, (cause, detail or {}), **(fresh | changes | {"state": to}))


def record(charge: Charge, before: str, cause: str, detail: dict[str, Any]) -> None:
    """The next event. The caller's transaction has changed the charge's row: no two take one number."""
    said = _DETAIL.get_db_prep_save(detail, connection)
    rows.execute(_EVENT, charge.pk, charge.pk, before, charge.state, clock.now(), cause, said)
