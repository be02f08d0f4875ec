"""What a caller does with a charge, in small: one step a call, released only together with the evidence.

The real caller is `quoteproof/flow.py`; this one has no work to do and no result to show, so that payments can be
tested alone. `RELEASES` in the database is the set of released charges.
"""

from __future__ import annotations

from django.db import transaction

from payments import clock, reconcile, services, settlement
from payments.core.evidence import Inclusion, Refutation
from payments.core.states import UNPAID, State
from payments.models import Charge
from payments.transitions import StaleCharge

SEAL = "cd" * 32
LEASE_S = 30


def advance(reference: str) -> None:
    """One step of one charge; nothing at all if another worker has it."""
    charge = Charge.objects.get(reference=reference)
    try:
        if reconcile.recover(charge):
            return
        if services.lease(charge, LEASE_S):
            _step(charge)
    except StaleCharge:
        return


def _step(charge: Charge) -> None:
    match charge.state:
        case State.CLAIMED:
            with transaction.atomic():
                services.seal(charge, SEAL)
        case State.SEALED:
            _hand_over(charge)
        case State.UNCERTAIN | State.INCLUDED | State.SETTLED:
            conclude(charge)
        case _ if charge.state in UNPAID:
            reconcile.record_watch(charge, settlement.look(charge))


def _hand_over(charge: Charge) -> None:
    try:
        settlement.hand_over(charge)
    except settlement.TooLate:
        conclude(charge)


def conclude(charge: Charge) -> None:
    """By what our own reading proves."""
    found = settlement.look(charge)
    if isinstance(found, Inclusion):
        with transaction.atomic():
            record(charge, found)
    elif isinstance(found, Refutation):
        settlement.record_not_settled(charge, found)
    elif charge.evidence_id is not None:
        settlement.record_reorg(charge)
    elif not settlement.call_again(charge):
        services.wait(charge)


def record(charge: Charge, found: Inclusion) -> None:
    if charge.evidence_id is None:
        settlement.record_inclusion(charge, found)
    elif not settlement.record_finality(charge, found):
        settlement.record_reorg(charge)
        settlement.record_inclusion(charge, found)


def sweep() -> None:
    """What the queue's minute does: every charge that is due, once."""
    for reference in reconcile.due(clock.now()):
        advance(reference)
