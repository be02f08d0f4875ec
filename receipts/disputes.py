"""Disputes: opened by whoever holds a check's id, decided once by staff, with a reason.

Opening changes nothing about the receipt; an outcome may. What is decided, its statement and the receipt that
takes an old one's place are one transaction. The text that came with a dispute goes when that closes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from django.conf import settings
from django.db import IntegrityError, connection, transaction

from payments.models import Charge, Refund
from receipts import selectors, services, statuses
from receipts.core.payload import Facts
from receipts.models import Correction, Dispute, DisputeText, Outcome, Receipt, Statement
from verification.models import Check

REASON_MAX: Final = 2_000
"""Characters."""
A_DAY: Final = 5
"""Disputes that one client address may open within 24 hours."""
DAY: Final = timedelta(days=1)
_SUPPLIED: Final = "supplied"


class NotPublished(Exception):
    """There is no published result to dispute."""


class UnknownQuote(Exception):
    """The result has no quote of that index."""


class TextMismatch(Exception):
    """What was sent is not what was compared: its SHA-256 is another one, or the check was of no supplied text."""


class DisputeOpen(Exception):
    """One dispute of a check at a time."""


class TooMany(Exception):
    """The client address has opened its disputes of the day; `seconds` until it may open one again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class AlreadyDecided(Exception):
    """Somebody decided the dispute otherwise; `dispute` is as it stands."""

    def __init__(self, dispute: Dispute) -> None:
        super().__init__(dispute.pk)
        self.dispute = dispute


class ReceiptMoved(Exception):
    """The check's payment or receipt was looked at anew at this moment: decide again."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is said to be wrong. `text`, `quote`: the texts that were compared, for a check that kept neither."""

    reason: str
    quote_index: int | None = None
    text: str | None = None
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """Why a dispute is closed, and by whom."""

    reason: str
    by: str
    now: datetime


@dataclass(frozen=True, slots=True)
class Sealed:
    """A corrected result: canonical JSON without its receipt, under the contract that it keeps."""

    result: bytes
    contract_version: str
    contract_sha256: str
    units: int | None = None

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.result).hexdigest()


def open_dispute(check: Check, complaint: Complaint, client: str, now: datetime) -> Dispute:
    """Opens a dispute of a published check. `client` is a keyed hash of the client's address.

    NotPublished, UnknownQuote, TextMismatch, DisputeOpen, TooMany, in this order.
    """
    receipt = selectors.current(check.pk) if check.published_at else None
    if receipt is None:
        raise NotPublished(check.pk)
    if complaint.quote_index is not None and complaint.quote_index >= check.verdicts.count():
        raise UnknownQuote(check.pk)
    _check_text(check, complaint)
    with transaction.atomic():
        _take_turn(client)
        check_room(check.pk, client, now)
        return _insert(check, receipt, complaint, client, now)


def check_room(check_id: str, client: str, now: datetime) -> None:
    """DisputeOpen, TooMany: why this client can open no dispute of a published check now."""
    if open_of(check_id) is not None:
        raise DisputeOpen(check_id)
    _check_count(client, now)


def open_of(check_id: str) -> Dispute | None:
    """The check's open dispute."""
    return Dispute.objects.filter(check_id=check_id, closed_at__isnull=True).first()


def of(check_id: str) -> list[Dispute]:
    """All disputes of a check, the newest first."""
    return list(Dispute.objects.filter(check_id=check_id))


def correction_of(check_id: str) -> Correction | None:
    """The newest correction of a check's result."""
    return Correction.objects.filter(check_id=check_id).first()


def uphold(dispute: Dispute, decision: Decision) -> Dispute:
    """The verdict stands; nothing is stated. Safe twice. AlreadyDecided."""
    with transaction.atomic():
        locked = _locked(dispute)
        _close(locked, Outcome.VERDICT_UPHELD, decision)
    return _as_decided(locked, Outcome.VERDICT_UPHELD)


def refund(dispute: Dispute, decision: Decision, pay: Callable[[], Refund]) -> Dispute:
    """The charge is paid back by `pay`, or was: it verifies that and is safe twice. Then it is stated.

    Not inside a transaction: `pay` reads the ledger. Whatever else is decided meanwhile, money that went back is
    stated. AlreadyDecided, and what `pay` raises: nothing is decided then.
    """
    if dispute.closed_at and dispute.outcome != Outcome.REFUNDED:
        raise AlreadyDecided(dispute)
    pay()
    with transaction.atomic():
        locked = _locked(dispute)
        statuses.state(_current(dispute.check_id), Statement.Status.REFUNDED, decision.now)
        _close(locked, Outcome.REFUNDED, decision)
    return _as_decided(locked, Outcome.REFUNDED)


def correct(dispute: Dispute, decision: Decision, sealed: Sealed, facts: Facts, charge: Charge) -> Dispute:
    """`sealed` takes the result's place, attested by a receipt that supersedes the current one. Safe twice.

    `facts` are what that receipt says, made of `charge` as it was read. AlreadyDecided; ReceiptMoved.
    """
    with transaction.atomic():
        locked = _locked(dispute)
        if locked.closed_at is None:
            _check_same(charge)
            _replace(locked, decision.now, sealed, facts)
            _close(locked, Outcome.CORRECTED, decision)
    return _as_decided(locked, Outcome.CORRECTED)


def refund_of(check_id: str) -> Refund | None:
    """What was paid back of the check's charge."""
    return Refund.objects.filter(charge__reference=check_id).first()


def charge_of(dispute: Dispute) -> Charge:
    return Charge.objects.select_related("evidence").get(reference=dispute.check_id)


def _check_text(check: Check, complaint: Complaint) -> None:
    if complaint.text is None and complaint.quote is None:
        return
    source = check.sources.filter(extraction=_SUPPLIED).first()
    if source is None or complaint.text is None or _sha256(complaint.text) != source.extraction_sha256:
        raise TextMismatch(check.pk)
    terms = json.loads(bytes(check.terms or b"{}"))
    if complaint.quote is not None and _sha256(complaint.quote) != terms["quote_sha256"]:
        raise TextMismatch(check.pk)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _take_turn(client: str) -> None:
    """Until the transaction ends no other dispute of this client is counted: no two take the last place."""
    if connection.vendor == "postgresql":  # SQLite's transactions wait for one another anyway
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 1))", [client])


def _check_count(client: str, now: datetime) -> None:
    if not settings.RATE_LIMIT:
        return
    opened = Dispute.objects.filter(client=client, created_at__gt=now - DAY).order_by("-created_at")
    last = opened.values_list("created_at", flat=True)[A_DAY - 1 : A_DAY]
    if last:
        raise TooMany(ceil((last[0] + DAY - now).total_seconds()))


def _insert(check: Check, receipt: Receipt, complaint: Complaint, client: str, now: datetime) -> Dispute:
    try:
        with transaction.atomic():
            dispute = Dispute.objects.create(
                check_id=check.pk,
                receipt=receipt,
                quote_index=complaint.quote_index,
                reason=complaint.reason.encode(),
                client=client,
                created_at=now,
            )
    except IntegrityError:
        raise DisputeOpen(check.pk) from None  # by another request, just now
    if complaint.text is not None:
        quote = None if complaint.quote is None else complaint.quote.encode()
        DisputeText.objects.create(dispute=dispute, text=complaint.text.encode(), quote=quote)
    return dispute


def _locked(dispute: Dispute) -> Dispute:
    return Dispute.objects.select_for_update().get(pk=dispute.pk)


def _current(check_id: str) -> Receipt:
    """The current receipt, which stays that until the transaction ends."""
    current = Receipt.objects.select_for_update().filter(check_id=check_id, superseded_by__isnull=True).first()
    if current is None:
        raise ReceiptMoved(check_id)
    return current


def _check_same(charge: Charge) -> None:
    """The charge stays as it was read until the transaction ends: its payment is where the facts say it is."""
    if not Charge.objects.select_for_update().filter(pk=charge.pk, stamp=charge.stamp).exists():
        raise ReceiptMoved(charge.reference)


def _replace(dispute: Dispute, now: datetime, sealed: Sealed, facts: Facts) -> None:
    old = _current(dispute.check_id)
    new = services.supersede(old, facts, json.loads(bytes(old.delivery)), now)
    Correction.objects.create(
        dispute=dispute,
        receipt=new,
        check_id=dispute.check_id,
        contract_version=sealed.contract_version,
        contract_sha256=sealed.contract_sha256,
        result=sealed.result,
        result_sha256=sealed.sha256,
        units=sealed.units,
        made_at=now,
    )
    if refund_of(dispute.check_id) is not None:  # paid back earlier: so it is said of the new receipt too
        statuses.state(new, Statement.Status.REFUNDED, now)


def _close(dispute: Dispute, outcome: Outcome, decision: Decision) -> None:
    """Fills the outcome in, unless there is one."""
    if dispute.closed_at is not None:
        return
    decided = {
        "outcome": outcome.value,
        "outcome_reason": decision.reason,
        "decided_by": decision.by,
        "closed_at": decision.now,
    }
    Dispute.objects.filter(pk=dispute.pk).update(**decided)
    for name, value in decided.items():
        setattr(dispute, name, value)
    DisputeText.objects.filter(dispute=dispute).delete()


def _as_decided(dispute: Dispute, outcome: Outcome) -> Dispute:
    if dispute.outcome != outcome:
        raise AlreadyDecided(dispute)
    return dispute
