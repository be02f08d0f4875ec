"""How a charge's row is changed: compare-and-set by row count, with an event in the same transaction.

A charge object that lost its race raises StaleCharge, which rolls the caller's transaction back: the work is
dropped and the charge read again. After a rollback the object no longer matches its row, so it is stale too.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction

from payments import clock
from payments.core.states import TRANSITIONS, State
from payments.models import Charge, ChargeEvent

FIRST_RING = timedelta(seconds=2)


class StaleCharge(Exception):
    """Another worker moved or leased the charge, or its state doesn't allow the step: read it again."""


def swap(charge: Charge, **changes: Any) -> None:
    """Writes `changes` if state, lease and number of calls are still the object's; StaleCharge if not."""
    unchanged = Charge.objects.filter(
        pk=charge.pk, state=charge.state, lease_token=charge.lease_token, calls=charge.calls
    )
    if not unchanged.update(**changes):
        raise StaleCharge(charge.reference)
    for name, value in changes.items():
        setattr(charge, name, value)


def move(charge: Charge, to: State, event: str, detail: dict[str, Any] | None = None, /, **changes: Any) -> None:
    """One transition with its event. Ends the lease and counts anew unless `changes` says otherwise."""
    before = State(charge.state)
    if (before, to) not in TRANSITIONS:
        raise StaleCharge(charge.reference)
    fresh = {
        "attempts": 0,
        "waits": 0,
        "lease_token": "",
        "lease_until": None,
        "ring_at": clock.now() + FIRST_RING,
    }
    with transaction.atomic():
        swap(charge, **(fresh | changes | {"state": to}))
        record(charge, before, event, detail)


def record(charge: Charge, before: str, cause: str, detail: dict[str, Any] | None = None) -> None:
    """The next event. The caller's transaction has changed the charge's row: no two take one number."""
    ChargeEvent.objects.create(
        charge=charge,
        seq=charge.events.count() + 1,
        from_state=before,
        to_state=charge.state,
        at=clock.now(),
        cause=cause,
        detail=detail or {},
    )
