"""From a sealed result to money: hand over, read the ledger, record what is proven.

    SEALED    hand_over(charge)                    -> UNCERTAIN, whatever the facilitator answers
    SETTLING  (its process died)                   -> UNCERTAIN, by `reconcile.recover`
    UNCERTAIN look(charge), then by what it found:
                Inclusion   record_inclusion(...)   in the caller's transaction with release and receipt
                Refutation  record_not_settled(...)
                Undecided   call_again(charge) or services.wait(charge)

A SEALED charge that is too late to hand over (`TooLate`) is looked at in the same way. No network call is
made inside a transaction: what must be committed before a call is committed by a durable one.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from datetime import timedelta
from typing import Any

import structlog
from django.db import transaction

from payments import clock, networks, rows
from payments.core import handover
from payments.core.authorization import Signed, can_hand_over
from payments.core.evidence import Finality, Finding, Inclusion, Refutation, Undecided, settles
from payments.core.states import Disproof, State
from payments.models import Charge, Evidence
from payments.ports import Answer, Facilitator, Verdict
from payments.rows import Unit
from payments.transitions import FIRST_RING, Happened, StaleCharge, move, record, swap

REREAD = timedelta(seconds=60)
_SAID = tuple(field.name for field in fields(Answer))
_PLACE = tuple(field.name for field in fields(Inclusion) if field.name != "finality")
log = structlog.get_logger(__name__)


class TooLate(Exception):
    """Less than 30 s are left: the authorization isn't handed over, the proof of its expiry is waited for."""


def hand_over(charge: Charge) -> bool:
    """SEALED -> SETTLING (committed) -> the settle call -> UNCERTAIN, whatever the answer.

    To be called outside any transaction; who calls needs no lease, for this takes one. TooLate, StaleCharge.
    False: another process hands over (`networks.Network.facilitator`), nothing was done.
    """
    if not can_hand_over(charge.valid_before, clock.unix()):
        raise TooLate(charge.reference)
    facilitator = networks.current().facilitator
    if facilitator is None:
        return False
    move(charge, State.SETTLING, "settle_called", {"number": 1}, durable=True, **_next_call(charge, facilitator))
    _call(charge, facilitator)
    return True


def call_again(charge: Charge) -> bool:
    """A further settle call for a leased UNCERTAIN charge, if `core/handover` and an own read allow it.

    The read that showed the nonce unused is committed as an event, with the call's lease, before the call.
    False: not allowed now, nothing was done. LedgerUnavailable, StaleCharge.
    """
    facilitator = networks.current().facilitator
    if facilitator is None or charge.state != State.UNCERTAIN or not _may_call_again(charge):
        return False
    if look(charge) != Undecided(nonce_used=False):
        return False
    call: Happened = ("settle_called", {"number": charge.calls + 1})
    swap(charge, ("nonce_unused", {}), call, durable=True, **_next_call(charge, facilitator))
    _call(charge, facilitator)
    return True


def _may_call_again(charge: Charge) -> bool:
    return handover.may_call_again(charge.call_answer, charge.call_until, charge.valid_before, clock.now())


def _next_call(charge: Charge, facilitator: Facilitator) -> dict[str, Any]:
    """The columns of one more call. The charge's lease lasts as long as the call's."""
    now = clock.now()
    until = now + handover.call_lease(facilitator.timeout_s)
    call = {"calls": charge.calls + 1, "called_at": now, "call_until": until, "call_answer": ""}
    return call | {"lease_until": until}


def _call(charge: Charge, facilitator: Facilitator) -> None:
    answer = _ask(charge, facilitator)
    said = ("settle_answered", {"number": charge.calls, **{name: getattr(answer, name) for name in _SAID}})
    try:
        _note(charge, answer, said)
    except StaleCharge:
        _note_late(charge, answer, said)


def _note(charge: Charge, answer: Answer, said: Happened) -> None:
    """Notes the answer and ends the call's lease. StaleCharge: the lease ran out, and somebody has moved on."""
    if charge.state == State.SETTLING:
        move(charge, State.UNCERTAIN, *said, durable=True, call_answer=answer.verdict)
    else:
        later: dict[str, Any] = {"ring_at": clock.now() + FIRST_RING, "lease_until": None}
        swap(charge, said, durable=True, call_answer=answer.verdict, **later)


def _note_late(charge: Charge, answer: Answer, said: Happened) -> None:
    """Notes the answer beside whoever has the charge now."""
    with transaction.atomic(durable=True):
        this_call = Charge.objects.filter(pk=charge.pk, calls=charge.calls, call_answer="")
        if this_call.update(call_answer=answer.verdict):
            charge.refresh_from_db()
            record(charge, charge.state, *said)


def _ask(charge: Charge, facilitator: Facilitator) -> Answer:
    """The facilitator's answer; a fault of the adapter is no answer, and the charge goes on to UNCERTAIN."""
    signed = Signed(
        networks.current().terms, charge.authorization, bytes.fromhex(charge.signature.removeprefix("0x"))
    )
    assert charge.call_until is not None
    if clock.now() + timedelta(seconds=facilitator.timeout_s) > charge.call_until:
        return Answer(Verdict.UNKNOWN, "call_lease_lost")  # this process stood still: another may be calling
    try:
        return facilitator.settle(signed)
    except Exception as error:
        log.error("facilitator_fault", check=charge.reference, fault=type(error).__name__)
        return Answer(Verdict.UNKNOWN, "facilitator_fault")


def look(charge: Charge) -> Finding:
    """What our own reading of the ledger proves about the charge; writes nothing. LedgerUnavailable."""
    known = charge.evidence.block_number if charge.evidence else 0
    return networks.current().ledger.find(charge.authorization, charge.claim_height, known)


def record_inclusion(charge: Charge, inclusion: Inclusion, unit: Unit | None = None) -> bool:
    """Evidence, INCLUDED, and SETTLED where the finality policy says so, in the caller's `unit` or alone.

    The caller releases result, receipt and log leaf in the same one. True: released for the first time now;
    False: released before, included again elsewhere after a reorg (supersede the receipt). StaleCharge if lost.
    """
    if unit is None:
        with Unit() as alone:
            return record_inclusion(charge, inclusion, alone)
    _reach_uncertain(charge, unit)
    first = charge.released_at is None
    move(
        charge,
        State.INCLUDED,
        "included",
        _place(inclusion),
        unit=unit,
        evidence=_new_evidence(charge, inclusion, unit) if first else store_evidence(charge, inclusion),
        finality=inclusion.finality,
        released_at=charge.released_at or clock.now(),
        ring_at=clock.now() + REREAD,
    )
    _settle_if_final(charge, inclusion.finality, unit)
    return first


def _reach_uncertain(charge: Charge, unit: Unit) -> None:
    """Paid without a call that we know of (the buyer's own, a dead process's): the same way, step by step."""
    if charge.state == State.SEALED:
        move(charge, State.SETTLING, "paid_without_call", unit=unit)
    if charge.state == State.SETTLING:
        move(charge, State.UNCERTAIN, "recovered", unit=unit)


def _new_evidence(charge: Charge, inclusion: Inclusion, unit: Unit) -> Evidence:
    """The first row of a charge; a place that is on record pays another one."""
    evidence = Evidence(charge=charge, chain=charge.chain, seen_at=clock.now(), **_place(inclusion))
    unit.insert(evidence, StaleCharge(charge.reference))
    return evidence


def store_evidence(charge: Charge, inclusion: Inclusion) -> Evidence:
    """The row for this place on the ledger; one place pays one charge."""
    evidence = Evidence(charge=charge, chain=charge.chain, seen_at=clock.now(), **_place(inclusion))
    if rows.insert(evidence):
        return evidence
    known = Evidence.objects.get(
        chain=charge.chain, block_hash=inclusion.block_hash, log_index=inclusion.log_index
    )
    if known.charge_id != charge.pk:
        raise StaleCharge(charge.reference)
    return known


def _place(inclusion: Inclusion) -> dict[str, Any]:
    return {name: getattr(inclusion, name) for name in _PLACE}


def record_finality(charge: Charge, inclusion: Inclusion) -> bool:
    """A later read of an INCLUDED or SETTLED charge: how final its block is now; SETTLED as the policy says.

    False: the ledger holds it elsewhere now: `record_reorg`, then `record_inclusion`, in one transaction.
    """
    known, found = charge.evidence, (inclusion.block_hash, inclusion.log_index)
    if known is None or (known.block_hash, known.log_index) != found:
        return False
    reached = inclusion.finality
    news: list[Happened] = [("finality", {"finality": reached})] if charge.finality != reached else []
    with Unit() as unit:
        swap(charge, *news, unit=unit, finality=reached, ring_at=clock.now() + REREAD, lease_until=None)
        _settle_if_final(charge, reached, unit)
    return True


def _settle_if_final(charge: Charge, reached: Finality, unit: Unit) -> None:
    """SETTLED as the policy says; once the block is finalized: no more readings, and no signature."""
    done = {"signature": "", "ring_at": None} if reached is Finality.FINALIZED else {"ring_at": charge.ring_at}
    if charge.state == State.INCLUDED and settles(networks.current().finality, charge.amount, reached):
        move(charge, State.SETTLED, "settled", {"finality": reached}, unit=unit, **done)
    elif reached is Finality.FINALIZED:
        swap(charge, unit=unit, **done)


def record_reorg(charge: Charge) -> None:
    """INCLUDED or SETTLED -> UNCERTAIN: the evidence is gone from the ledger; what is released stays so."""
    move(charge, State.UNCERTAIN, "reorg", evidence=None, finality="")


def record_not_settled(charge: Charge, refutation: Refutation) -> None:
    """SEALED, SETTLING or UNCERTAIN -> NOT_SETTLED, by proof only; the signature is erased."""
    facts = asdict(refutation)
    proven = refutation.proof is Disproof.EXPIRED
    with Unit() as unit:
        if charge.state == State.SETTLING:
            _reach_uncertain(charge, unit)
        move(
            charge,
            State.NOT_SETTLED,
            refutation.proof,
            facts,
            unit=unit,
            cause=refutation.proof,
            signature="",
            closed_at=clock.now(),
            ring_at=None if proven else clock.at(charge.valid_before),
        )
