"""What was paid back: which transfer refunds which charge.

A refund is a finalized transfer of exactly the charged amount, of the same token, from the charge's pay-to or a
`QUOTEPROOF_REFUND_FROM` address to the payer, newer than the payment; one transfer refunds one charge. It is a
row of its own: the charge keeps its state. In the sandbox the ledger pays back. Amounts are atomic units.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from itertools import groupby
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from payments import networks
from payments.adapters.sandbox import Sandbox
from payments.core.evidence import Finality, Moved, Transfer
from payments.core.states import PAID
from payments.models import Charge, ChargeEvent, Evidence, Refund, RefundDue
from payments.ports import Ledger
from payments.transitions import record as record_event

CONFIRMED: Final = "refund_confirmed"


class Reason(StrEnum):
    """Why something is no refund of a charge. Each is looked at in this order."""

    NOT_CHARGED = "not_charged"
    ALREADY_REFUNDED = "already_refunded"
    SANDBOX_ONLY = "sandbox_only"
    NOT_FOUND = "not_found"
    OTHER_TRANSFER = "other_transfer"
    OLDER = "older"
    TAKEN = "taken"
    NOT_FINAL = "not_final"


_DETAIL: Final = {
    Reason.NOT_CHARGED: "No money of this charge is here: there is nothing to pay back.",
    Reason.ALREADY_REFUNDED: "This charge has been refunded by another transfer.",
    Reason.SANDBOX_ONLY: "Only the sandbox's ledger pays back by itself.",
    Reason.NOT_FOUND: "The ledger shows no successful transaction of this name with a transfer of the token.",
    Reason.OTHER_TRANSFER: "The transaction holds no transfer (at this log index) of exactly the charged amount "
    "to the payer from the charge's pay-to address or one in QUOTEPROOF_REFUND_FROM.",
    Reason.OLDER: "The transfer is not newer than the payment.",
    Reason.TAKEN: "The transfer refunds another charge, or pays one.",
    Reason.NOT_FINAL: "The transfer is in no finalized block yet: try again in some minutes.",
}


class NotARefund(Exception):
    """The transfer doesn't refund the charge; `detail` says why, in words for staff."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.detail = _DETAIL[reason]


def record(charge: Charge, transaction_id: str, log_index: int | None = None) -> Refund:
    """Records that this transaction paid the charge back; without `log_index`, by whichever transfer fits.

    Safe twice: the refund that is there is given back. NotARefund; LedgerUnavailable. Not inside a transaction.
    """
    _payment(charge)
    moves = networks.current().ledger.moved_in(transaction_id)
    if not moves:
        raise NotARefund(Reason.NOT_FOUND)
    fitting = [move for move in moves if _fits(charge, move) and log_index in (None, move.place.log_index)]
    with transaction.atomic(durable=True):
        locked = Charge.objects.select_for_update().get(pk=charge.pk)
        payment, known = _payment(locked), Refund.objects.filter(charge=locked).first()
        if known is not None:
            return _same(known, fitting)
        return _write(locked, _chosen(payment, fitting))


def pay_back(charge: Charge) -> Refund:
    """The sandbox's ledger pays the charge back. Safe twice; NotARefund. Not inside a transaction."""
    _payment(charge)
    if known := Refund.objects.filter(charge=charge).first():
        return known
    ledger = networks.current().ledger
    if not isinstance(ledger, Sandbox):
        raise NotARefund(Reason.SANDBOX_ONLY)
    paid = Transfer(charge.payer, charge.pay_to, charge.amount)
    return record(charge, ledger.pay_back(paid, _nonce(charge)))


def confirm() -> None:
    """Reads the transfer of each refund once more after it was recorded, and notes those still there.

    A refund whose transfer the ledger doesn't show stays unconfirmed: `unconfirmed`. LedgerUnavailable.
    """
    ledger, rows = networks.current().ledger, unconfirmed().select_related("charge").order_by("transaction")
    for name, refunds in groupby(rows, key=lambda refund: refund.transaction):
        shown = _shown(ledger, name)
        for refund in refunds:
            if shown.get((refund.block_hash, refund.log_index)) == _transfer(refund):
                _note_confirmed(refund)


def unconfirmed() -> QuerySet[Refund]:
    """Refunds that no reading after their recording has shown."""
    events = ChargeEvent.objects.filter(charge=OuterRef("charge"), cause=CONFIRMED)
    return Refund.objects.filter(~Exists(events))


def _payment(charge: Charge) -> Evidence:
    """Where the ledger holds the money that came; NotARefund if none did."""
    if charge.state in PAID and charge.evidence is not None:
        return charge.evidence
    due = RefundDue.objects.select_related("evidence").filter(charge=charge).first()
    if due is None:
        raise NotARefund(Reason.NOT_CHARGED)
    return due.evidence


def _fits(charge: Charge, move: Moved) -> bool:
    senders = {charge.pay_to, *(address.lower() for address in settings.REFUND_FROM)}
    sent = move.transfer
    return sent.payer in senders and (sent.pay_to, sent.amount) == (charge.payer, charge.amount)


def _same(known: Refund, fitting: list[Moved]) -> Refund:
    """The refund on record, if it is by one of these transfers."""
    places = {(move.place.transaction, move.place.log_index) for move in fitting}
    if (known.transaction, known.log_index) not in places:
        raise NotARefund(Reason.ALREADY_REFUNDED)
    return known


def _chosen(payment: Evidence, fitting: list[Moved]) -> Moved:
    """The first of the fitting transfers that nothing stands against."""
    if not fitting:
        raise NotARefund(Reason.OTHER_TRANSFER)
    newer = [move for move in fitting if _position(move) > (payment.block_number, payment.log_index)]
    if not newer:
        raise NotARefund(Reason.OLDER)
    free = [move for move in newer if not _taken(payment.chain, move)]
    if not free:
        raise NotARefund(Reason.TAKEN)
    if free[0].place.finality is not Finality.FINALIZED:  # one transaction, one block: so for all of them
        raise NotARefund(Reason.NOT_FINAL)
    return free[0]


def _position(move: Moved) -> tuple[int, int]:
    return move.place.block_number, move.place.log_index


def _taken(chain: str, move: Moved) -> bool:
    """One transfer refunds one charge; and what pays us is no refund, even where we are the payer."""
    place, at = move.place, Q(chain=chain, log_index=move.place.log_index)
    pays = Evidence.objects.filter(at, block_hash=place.block_hash)
    return pays.exists() or Refund.objects.filter(at, transaction=place.transaction).exists()


def _write(charge: Charge, move: Moved) -> Refund:
    place, refund = move.place, Refund.of(charge.chain, move, charge=charge)
    try:
        with transaction.atomic():
            refund.save(force_insert=True)
    except IntegrityError:
        raise NotARefund(Reason.TAKEN) from None  # by a refund of another charge, just now
    facts = {"transaction": place.transaction, "log_index": place.log_index, "from": refund.payer}
    record_event(charge, charge.state, "refunded", facts)
    return refund


def _nonce(charge: Charge) -> str:
    """The nonce of the sandbox's transfer back: the same for the same charge."""
    return "0x" + hashlib.sha256(f"refund {charge.payer} {charge.nonce}".encode("ascii")).hexdigest()


def _shown(ledger: Ledger, transaction_id: str) -> dict[tuple[str, int], Transfer]:
    return {
        (move.place.block_hash, move.place.log_index): move.transfer for move in ledger.moved_in(transaction_id)
    }


def _transfer(refund: Refund) -> Transfer:
    return Transfer(refund.payer, refund.pay_to, refund.amount)


def _note_confirmed(refund: Refund) -> None:
    with transaction.atomic(durable=True):
        charge = Charge.objects.select_for_update().get(pk=refund.charge_id)
        if not charge.events.filter(cause=CONFIRMED).exists():
            record_event(charge, charge.state, CONFIRMED, {"transaction": refund.transaction})
