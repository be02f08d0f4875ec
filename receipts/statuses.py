"""States what has become of a receipt: signed, stored and logged in the caller's transaction."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction

from receipts import log, selectors
from receipts.adapters import keys
from receipts.core import signing, status
from receipts.core.status import Stated
from receipts.models import LogLeaf, Receipt, Statement


def state(receipt: Receipt, what: str, now: datetime, **facts: Any) -> Statement | None:
    """States `what` about the receipt, unless its newest statement says so already or stands against it.

    `what` is one of Statement.Status; `replacement` is the jti of the receipt that took its place, `finality`
    belongs to finality_upgraded. Safe twice: the newest statement is given back, None if there is none. Belongs
    in the transaction of the event itself. InvalidStatement; TransactionManagementError outside of one.
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("A status is stated in the transaction of what it states.")
    stated = Stated(str(what), **facts)
    Receipt.objects.select_for_update().get(pk=receipt.pk)  # one statement of a receipt at a time
    newest = selectors.standing(receipt.pk)
    if newest is not None and _said(newest) == stated:
        return newest
    if not status.may_follow(newest.status if newest else status.VALID, stated.status):
        return newest
    return _write(receipt, stated, newest, now)


def reorged(check_id: str, now: datetime) -> Statement | None:
    """The ledger doesn't hold the payment any more: said of the check's current receipt, if any. Safe twice."""
    receipt = selectors.current(check_id)
    return state(receipt, Statement.Status.REORGED, now) if receipt else None


def stands(check_id: str, finality: str, now: datetime) -> Statement | None:
    """The ledger holds the payment where the current receipt says, by now this final (a value of FINALITIES).

    Said where the receipt and its statements say less, or that it was gone. Safe twice.
    """
    receipt = selectors.current(check_id)
    if receipt is None:
        return None
    newest = selectors.standing(receipt.pk)
    known = newest.finality if newest else json.loads(bytes(receipt.payload))["pay"].get("finality", finality)
    if status.less_final(known, finality):
        return state(receipt, Statement.Status.FINALITY_UPGRADED, now, finality=finality)
    return newest


def restate(statement: Statement, now: datetime) -> Statement:
    """The same again, signed with the key that signs now, unless a newer one came in between.

    For a statement whose own key is lost. TransactionManagementError outside of a transaction.
    """
    receipt = Receipt.objects.select_for_update().get(pk=statement.receipt_id)
    newest = selectors.standing(receipt.pk)
    if newest is None or newest != statement:
        return newest or statement
    return _write(receipt, _said(statement), statement, now)


def of(jti: str) -> list[Statement]:
    """All statements about a receipt, the newest first."""
    return list(Statement.objects.filter(receipt_id=jti))


def _said(statement: Statement) -> Stated:
    return Stated(statement.status, statement.replacement_id, statement.finality or None)


def _iat(statement: Statement | None) -> int:
    """When it says that it was made, in unix seconds."""
    return 0 if statement is None else int(json.loads(bytes(statement.payload))["iat"])


def _write(receipt: Receipt, stated: Stated, newest: Statement | None, now: datetime) -> Statement:
    """A clock that went back, or another machine's that is behind, puts no statement before the newest."""
    payload = status.build(
        stated,
        iss=settings.PUBLIC_URL,
        iat=max(int(now.timestamp()), _iat(newest)),
        jti=receipt.jti,
        sha256=receipt.payload_sha256,
    )
    digest = hashlib.sha256(payload)
    statement = Statement.objects.create(
        receipt=receipt,
        seq=newest.seq + 1 if newest else 1,
        status=stated.status,
        replacement_id=stated.replacement,
        finality=stated.finality or "",
        token=signing.sign(payload, keys.current().signing, typ=status.TYPE).encode("ascii"),
        payload=payload,
        payload_sha256=digest.hexdigest(),
        stated_at=now,
    )
    log.append(LogLeaf.Kind.STATUS, receipt.jti, digest.digest(), now)
    return statement
