"""Whatever a dead process left behind: which charges to ring, what the database alone can decide, late money.

The queue and `manage.py reconcile` (both in `quoteproof/`) call `due`, then advance each reference; `recover`
is the part of that which needs neither facilitator nor ledger.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from payments import clock
from payments.core.evidence import Finality, Finding, Inclusion, Refutation
from payments.core.states import MAX_ATTEMPTS, UNPAID, State, VoidCause
from payments.models import Charge, RefundDue
from payments.services import void
from payments.settlement import REREAD, store_evidence
from payments.transitions import Happened, move, swap

RUNG_FOR = timedelta(seconds=10)
"""How long a ringing has to be heard: a queue that is behind isn't filled with the same bell each second."""


def due(now: datetime, limit: int = 200) -> list[str]:
    """References of the charges that someone has to look at by `now`, the longest waiting first.

    Those under a live lease are being worked on. A wait doubles from 2 to 60 seconds (`services.wait`).
    """
    free = Q(lease_until=None) | Q(lease_until__lte=now)
    rows = Charge.objects.filter(free, ring_at__lte=now).order_by("ring_at")
    return list(rows.values_list("reference", flat=True)[:limit])


def take_due(now: datetime) -> list[str]:
    """As `due`, for the one who rings now: nobody rings for these again within RUNG_FOR."""
    references = due(now)
    Charge.objects.filter(reference__in=references, ring_at__lte=now).update(ring_at=now + RUNG_FOR)
    return references


def recover(charge: Charge) -> bool:
    """Ends what a dead process left: True if the charge moved. Leaves charges under a live lease alone.

    SETTLING -> UNCERTAIN. CLAIMED -> VOID: `abandoned` at `validBefore`, `service_fault` after three tries.
    StaleCharge if another worker was faster.
    """
    now = clock.now()
    if charge.lease_until is not None and charge.lease_until > now:
        return False
    if charge.state == State.SETTLING:
        move(charge, State.UNCERTAIN, "recovered")
    elif charge.state == State.CLAIMED and charge.valid_before <= now.timestamp():
        void(charge, VoidCause.ABANDONED)
    elif charge.state == State.CLAIMED and charge.attempts >= MAX_ATTEMPTS:
        void(charge, VoidCause.SERVICE_FAULT)
    else:
        return False
    return True


def record_watch(charge: Charge, finding: Finding) -> bool:
    """What a read of a VOID or NOT_SETTLED charge means: True if money came all the same (`RefundDue`).

    The watch ends when a proof says that no money can come, or that what came is final: before that a reorg may
    take it back. StaleCharge if lost.
    """
    if charge.state not in UNPAID:
        return False
    if isinstance(finding, Inclusion) and finding.finality is Finality.FINALIZED:
        _record_refund_due(charge, finding)
        return True
    if isinstance(finding, Refutation):
        swap(charge, ("watch_ended", {"proof": finding.proof}), ring_at=None, lease_until=None)
    else:
        swap(charge, ring_at=clock.now() + REREAD, lease_until=None)
    return False


def _record_refund_due(charge: Charge, inclusion: Inclusion) -> None:
    with transaction.atomic():
        evidence = store_evidence(charge, inclusion)
        _, new = RefundDue.objects.get_or_create(
            charge=charge, defaults={"evidence": evidence, "found_at": clock.now()}
        )
        due: list[Happened] = [("refund_due", {"transaction": inclusion.transaction})] if new else []
        swap(charge, *due, ring_at=None, lease_until=None)
