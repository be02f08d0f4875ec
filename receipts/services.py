"""Issues receipts, and signs what the x402 extension `offer-receipt` asks for."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from payments import rows
from payments.rows import Unit
from receipts import log, selectors, statuses
from receipts.adapters import keys
from receipts.core import canonical, did, offers, payload, signing
from receipts.core.payload import Facts
from receipts.models import LogLeaf, Receipt, Statement
from verification.ids import new_id

DELIVERY_MAX = 4_096
"""Bytes: it travels in a response header."""


class ConflictingReceipt(Exception):
    """The check already has a receipt, for another result: nothing is issued, nothing replaced."""


def issue(check_id: str, facts: Facts, delivery: Mapping[str, Any], now: datetime) -> Receipt:
    """The check's current receipt, made if there is none, in the caller's transaction. Safe twice.

    One that names another place on the ledger (a reorg moved the payment) is superseded. The caller stores the
    payment's evidence in the same transaction: neither is there without the other. `delivery` is what
    `sign_delivery` gave; it is kept so that a replay repeats PAYMENT-RESPONSE to the byte.
    """
    _check_transaction()
    receipt = selectors.current(check_id) or _insert_or_find(check_id, facts, delivery, now)
    if receipt.result_sha256 != facts.res.sha256:
        raise ConflictingReceipt(receipt.jti)
    if payload.same_place(bytes(receipt.payload), facts.pay):
        return receipt
    return supersede(receipt, facts, delivery, now)


def issue_first(check_id: str, facts: Facts, delivery: Mapping[str, Any], now: datetime, unit: Unit) -> Receipt:
    """As `issue`, in the unit that releases the check for the first time: it has no receipt yet.

    IntegrityError, at the unit's end, if it has one after all; then nothing of it is kept.
    """
    receipt = _new(check_id, facts, delivery, now)
    unit.insert(receipt, _has_one(check_id))
    _log(receipt, unit)
    return receipt


def _check_transaction() -> None:
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("A receipt is issued with its evidence, in one transaction.")


def sign_offers(accepts: Sequence[Mapping[str, Any]], *, resource_url: str, valid_until: int) -> dict[str, Any]:
    """The value of `extensions["offer-receipt"]` in a PAYMENT-REQUIRED; `valid_until` is in unix seconds."""
    return offers.signed_offers(
        accepts,
        resource_url=resource_url,
        valid_until=valid_until,
        key=keys.current().signing,
        issuer=did.web_did(settings.PUBLIC_URL),
    )


def sign_delivery(
    *, resource_url: str, network: str, payer: str, transaction_id: str, now: datetime
) -> dict[str, Any]:
    """The value of `extensions["offer-receipt"]` in a PAYMENT-RESPONSE."""
    return offers.signed_receipt(
        resource_url=resource_url,
        network=network,
        payer=payer,
        transaction=transaction_id,
        issued_at=int(now.timestamp()),
        key=keys.current().signing,
        issuer=did.web_did(settings.PUBLIC_URL),
    )


def _insert_or_find(check_id: str, facts: Facts, delivery: Mapping[str, Any], now: datetime) -> Receipt:
    try:
        with transaction.atomic():  # a savepoint: losing a race must not spoil the caller's transaction
            return _insert(check_id, facts, delivery, now)
    except IntegrityError:
        if winner := selectors.current(check_id):
            return winner
        raise


def supersede(old: Receipt, facts: Facts, delivery: Mapping[str, Any], now: datetime) -> Receipt:
    """The successor's id is named first: no two receipts of a check are current, not even in between."""
    jti = new_id("rcp_")
    if not Receipt.objects.filter(pk=old.pk, superseded_by=None).update(superseded_by=jti):
        raise ConflictingReceipt(old.jti)
    receipt = _insert(old.check_id, facts, delivery, now, jti=jti, prev=old.jti)
    statuses.state(old, Statement.Status.REPLACEMENT, now, replacement=jti)
    return receipt


def _insert(
    check_id: str,
    facts: Facts,
    delivery: Mapping[str, Any],
    now: datetime,
    *,
    jti: str = "",
    prev: str | None = None,
) -> Receipt:
    receipt = _new(check_id, facts, delivery, now, jti=jti, prev=prev)
    if not rows.insert(receipt):
        raise _has_one(check_id)
    _log(receipt)
    return receipt


def _log(receipt: Receipt, unit: Unit | None = None) -> None:
    log.append(LogLeaf.Kind.RECEIPT, receipt.jti, bytes.fromhex(receipt.payload_sha256), receipt.issued_at, unit)


def _has_one(check_id: str) -> IntegrityError:
    return IntegrityError(f"{check_id} has a receipt")


def _new(
    check_id: str,
    facts: Facts,
    delivery: Mapping[str, Any],
    now: datetime,
    *,
    jti: str = "",
    prev: str | None = None,
) -> Receipt:
    jti = jti or new_id("rcp_")
    promise: dict[str, str | int] = {"origin": log.origin(), "mmd": log.MMD_S}
    iat = int(now.timestamp())
    claims = payload.build(facts, iss=settings.PUBLIC_URL, jti=jti, iat=iat, log=promise, prev=prev)
    token = signing.sign(claims, keys.current().signing, typ=signing.RECEIPT_TYPE)
    return Receipt(
        jti=jti,
        check_id=check_id,
        token=token.encode("ascii"),
        payload=claims,
        payload_sha256=hashlib.sha256(claims).hexdigest(),
        result_sha256=facts.res.sha256,
        transaction=facts.pay.tx,
        delivery=canonical.encode(delivery, most=DELIVERY_MAX),
        issued_at=now,
    )
