"""How a charge's row is changed: compare-and-set on its stamp, with its events in the same transaction.

Every change gives the row a new random stamp, so an object that somebody was faster than, or whose transaction
was rolled back, matches no row any more: StaleCharge, which rolls the caller's transaction back. The work is
dropped and the charge read again. An event is written only beside the stamp of its own change, so a change and
its events need no transaction around them: where the database takes them together, that is one.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.db import connection

from payments import clock, rows
from payments.core.states import TRANSITIONS, State
from payments.models import Charge, ChargeEvent
from payments.rows import Unit

FIRST_RING = timedelta(seconds=2)

_DETAIL = ChargeEvent._meta.get_field("detail")
_EVENT = (
    "INSERT INTO payments_chargeevent (charge_id, seq, from_state, to_state, at, cause, detail) SELECT id,"
    " (SELECT COALESCE(MAX(seq), 0) + 1 FROM payments_chargeevent WHERE charge_id = payments_charge.id),"
    " %s, state, %s, %s, %s FROM payments_charge WHERE reference = %s"
)
_OF_THIS_CHANGE = " AND stamp = %s"
"""Nothing is written where the change came to nothing: then the stamp isn't the row's."""
Happened = tuple[str, dict[str, Any]]
"""What an event says: its cause and its facts."""


class StaleCharge(Exception):
    """Another worker changed or leased the charge, or its state doesn't allow the step: read it again."""


def new_stamp() -> str:
    return secrets.token_hex(16)


def swap(
    charge: Charge, *happened: Happened, unit: Unit | None = None, durable: bool = False, **changes: Any
) -> None:
    """Writes `changes` and what `happened` if the row is still as the object has it; StaleCharge if not.

    With a `unit` it is written with whatever else that holds, at its end.
    """
    if unit is None:
        with Unit(durable=durable) as alone:
            return swap(charge, *happened, unit=alone, **changes)
    before, known = charge.state, charge.stamp
    unit.update(charge, changes | {"stamp": new_stamp()}, StaleCharge(charge.reference), stamp=known)
    for cause, detail in happened:
        note(unit, charge, before, cause, detail)


def move(
    charge: Charge,
    to: State,
    cause: str,
    detail: dict[str, Any] | None = None,
    /,
    *,
    unit: Unit | None = None,
    durable: bool = False,
    **changes: Any,
) -> None:
    """One transition with its event. Ends the lease and counts anew unless `changes` says otherwise."""
    if (State(charge.state), to) not in TRANSITIONS:
        raise StaleCharge(charge.reference)
    fresh = {"attempts": 0, "waits": 0, "lease_until": None, "ring_at": clock.now() + FIRST_RING}
    swap(charge, (cause, detail or {}), unit=unit, durable=durable, **(fresh | changes | {"state": to}))


def note(unit: Unit, charge: Charge, before: str, cause: str, detail: dict[str, Any]) -> None:
    """The next event, of the change that the unit makes to the charge's row before."""
    unit.execute(_EVENT + _OF_THIS_CHANGE, *_event(charge, before, cause, detail), charge.stamp)


def record(charge: Charge, before: str, cause: str, detail: dict[str, Any]) -> None:
    """The next event. The caller's transaction has the charge's row locked: no two take one number."""
    rows.execute(_EVENT, *_event(charge, before, cause, detail))


def _event(charge: Charge, before: str, cause: str, detail: dict[str, Any]) -> tuple[Any, ...]:
    return before, clock.now(), cause, _DETAIL.get_db_prep_save(detail, connection), charge.reference
