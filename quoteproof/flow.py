"""The order of the steps: a table, state -> step. The request and the queue run the same `advance`.

Each step is taken under a lease, is safe to run twice, and makes no network call inside a transaction. Whatever
a process that died left behind is found by the reconciler and advanced from the state it stands in.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from payments import reconcile, selectors, services, settlement
from payments.core.evidence import Inclusion, Refutation, Undecided
from payments.core.states import UNPAID, State, VoidCause
from payments.models import Charge
from payments.ports import LedgerUnavailable
from payments.rows import Unit
from payments.transitions import StaleCharge
from quoteproof import case as cases
from quoteproof import contracts, disputes, facts
from receipts import services as receipts
from receipts import statuses
from verification import services as verification
from verification.core.contracts.quoteproof.relations import InvalidOutput
from verification.models import Check

WORK_LEASE_S = 30
LEASE_S = 45
REQUEST_PATIENCE_S = 42.0
"""Work 12 s, the settle call 20 s, own reads 10 s."""
READS_S = 10.0
"""How long a request looks on the ledger for what was handed over."""
READ_PAUSE_S = 0.5
OTHERS_PAUSE_S = 0.1
log = structlog.get_logger()


class NothingYet(Exception):
    """Nothing is proven yet: somebody has to look again."""


class WorkElsewhere(Exception):
    """The request's text lives in the buyer's request alone, so only that can do this work."""


def carry_out(charge: Charge, *, patience: float, asked: Any = None, leased: bool = False) -> Charge:
    """Advances the check until it has its outcome or `patience` seconds are over; the charge as it stands then.

    `asked` is the valid request where the caller has it; `leased`: the caller holds the charge's lease.
    """
    end, reading = time.monotonic() + patience, False
    while not has_outcome(charge) and time.monotonic() < end:
        if charge.state == State.UNCERTAIN and not reading:
            end, reading = min(end, time.monotonic() + READS_S), True
        before = charge.state
        charge = _next(charge, asked, leased=leased)
        # Who made the call reads first, and needs no lease for that: what it finds is compare-and-set.
        leased = before == State.SEALED and charge.state == State.UNCERTAIN
    return charge


def go_on(reference: str) -> None:
    """As far as it goes without waiting; what has to wait is rung again. One step where there is an outcome."""
    charge = charge_of(reference)
    while advance(charge) and not has_outcome(charge):
        pass


def do_work(charge: Charge, *, patience: float, asked: Any, leased: bool = False) -> None:
    """The work alone, for a text that this request has and the queue never gets; settling is left to the queue."""
    end = time.monotonic() + patience
    while charge.state == State.CLAIMED and time.monotonic() < end:
        charge = _next(charge, asked, leased=leased)
        leased = False


def _next(charge: Charge, asked: Any, *, leased: bool) -> Charge:
    """The charge one step on; where there was nothing to do, as its row stands after a pause."""
    if _step(charge, asked, bell=False) if leased else advance(charge, asked, bell=False):
        return charge
    if not leased:
        time.sleep(READ_PAUSE_S if charge.state == State.UNCERTAIN else OTHERS_PAUSE_S)
    return charge_of(charge.reference)


def has_outcome(charge: Charge) -> bool:
    """Whether the buyer can be answered for good: released, or proven not to be charged."""
    return charge.released_at is not None or charge.state in UNPAID


def advance(charge: Charge, asked: Any = None, *, bell: bool = True) -> bool:
    """One step of one check, if it can be leased now. True: it was done, and the object is as its row is.

    `bell=False`: the caller looks again by itself, so that what has to wait is rung when it would have been.
    """
    try:
        if reconcile.recover(charge):
            return True
    except StaleCharge:
        return False
    if charge.state == State.SEALED:  # its step begins with a lease of its own
        return _step(charge, asked, bell=bell)
    seconds = WORK_LEASE_S if charge.state == State.CLAIMED else LEASE_S
    return services.lease(charge, seconds) and _step(charge, asked, bell=bell)


def _step(charge: Charge, asked: Any, *, bell: bool) -> bool:
    """Runs the step of the charge's state; a fault gives the charge back to be rung again."""
    state, stamp = State(charge.state), charge.stamp
    try:
        return STEPS[state](charge, asked)
    except StaleCharge:
        return False
    except WorkElsewhere:
        return _give_back(charge, tried=False)
    except (NothingYet, LedgerUnavailable):
        return _give_back(charge, bell=bell)
    except Exception:
        log.exception("step_failed", check=charge.reference, step=state.lower())
        # What a rolled-back transaction wrote stands in the object alone: the row is as the step found it.
        row = charge_of(charge.reference)
        return _give_back(row) if row.stamp == stamp else False


def _give_back(charge: Charge, *, tried: bool = True, bell: bool = True) -> bool:
    """False: nothing was done, somebody has to wait."""
    try:
        services.wait(charge, tried=tried, bell=bell)
    except StaleCharge:
        log.info("lease_lost", check=charge.reference)
    return False


def charge_of(reference: str) -> Charge:
    charge = selectors.by_reference(reference)
    if charge is None:
        raise LookupError(reference)
    return charge


def _work(charge: Charge, asked: Any) -> bool:
    """CLAIMED: fetch, extract, match; then SEALED with the result or VOID with the report, in one transaction."""
    contract = contracts.BY_PATH[charge.route]
    if asked is None:
        asked = contract.parse_stored(_stored_request(charge.reference))
    try:
        outcome = contract.outcome(asked, charge.reference)
    except InvalidOutput:
        log.exception("invalid_output", check=charge.reference)
        services.void(charge, VoidCause.SERVICE_FAULT)
        return True
    _seal(charge, outcome)
    return True


def _stored_request(check_id: str) -> bytes:
    request = Check.objects.values_list("request", flat=True).get(pk=check_id)
    if request is None:
        raise WorkElsewhere(check_id)
    return bytes(request)


def _seal(charge: Charge, outcome: verification.Outcome) -> None:
    digest, now, case = hashlib.sha256(outcome.answer).hexdigest(), timezone.now(), cases.of(charge)
    with Unit() as unit:
        if outcome.decisive:
            services.seal(charge, digest, unit)
        else:
            services.void(charge, VoidCause.CRITERION_FAILED, unit)
        case.sources = verification.store_outcome(
            unit, case.check, outcome, result_sha256=digest, now=now, keep_days=settings.EVIDENCE_DAYS
        )


def _hand_over(charge: Charge, asked: Any) -> bool:
    """SEALED: one settle call, or, too late for one, the proof that it will never be paid.

    Where the settler makes the calls, any other process leaves the row alone and looks again later.
    """
    try:
        return settlement.hand_over(charge)
    except settlement.TooLate:
        return services.lease(charge, LEASE_S) and _prove(charge, asked)


def _prove(charge: Charge, asked: Any) -> bool:
    """SEALED (too late) or UNCERTAIN: what the ledger proves; else a further call, where the rule allows one."""
    finding = settlement.look(charge)
    if isinstance(finding, Inclusion):
        release(charge, finding)
        return True
    if isinstance(finding, Refutation):
        settlement.record_not_settled(charge, finding)
        return True
    if settlement.call_again(charge):
        return True
    raise NothingYet(charge.reference)


def release(charge: Charge, inclusion: Inclusion) -> None:
    """Evidence, INCLUDED, the result's release and its receipt: one transaction.

    Included again elsewhere after a reorg: the release stands as it was, a new receipt supersedes the old one.
    """
    first = charge.released_at is None
    with nullcontext() if first else transaction.atomic(), Unit() as unit:
        settlement.record_inclusion(charge, inclusion, unit)
        now, case = timezone.now(), cases.of(charge)
        verification.publish(unit, case.check, now)
        delivery = receipts.sign_delivery(**facts.delivery(charge, inclusion, now))
        attested = facts.of(case if first else disputes.standing(case), charge, inclusion)
        if first:
            case.receipt = receipts.issue_first(charge.reference, attested, delivery, now, unit)
        else:
            receipts.issue(charge.reference, attested, delivery, now)
            statuses.stands(charge.reference, inclusion.finality.value, now)


def _reread(charge: Charge, asked: Any) -> bool:
    """INCLUDED or SETTLED: how final the block is by now; a reorg leads back to UNCERTAIN.

    A used nonce whose transfer isn't found is a reader that lags behind itself, and no reorg.
    """
    finding = settlement.look(charge)
    if isinstance(finding, Inclusion) and _still_there(charge, finding):
        return True
    if finding == Undecided(nonce_used=True):
        raise NothingYet(charge.reference)
    with transaction.atomic():
        settlement.record_reorg(charge)
        statuses.reorged(charge.reference, timezone.now())
        if isinstance(finding, Inclusion):
            release(charge, finding)
    return True


def _still_there(charge: Charge, inclusion: Inclusion) -> bool:
    with transaction.atomic():
        known = settlement.record_finality(charge, inclusion)
        if known:
            statuses.stands(charge.reference, inclusion.finality.value, timezone.now())
    return known


def _watch(charge: Charge, asked: Any) -> bool:
    """VOID or NOT_SETTLED: whether money comes all the same, until its expiry is proven."""
    if reconcile.record_watch(charge, settlement.look(charge)):
        log.error("refund_due", check=charge.reference)
    return True


Step = Callable[[Charge, Any], bool]
STEPS: dict[State, Step] = {
    State.CLAIMED: _work,
    State.SEALED: _hand_over,
    State.SETTLING: _prove,
    State.UNCERTAIN: _prove,
    State.INCLUDED: _reread,
    State.SETTLED: _reread,
    State.VOID: _watch,
    State.NOT_SETTLED: _watch,
}
