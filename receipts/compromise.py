"""States `key_compromise` of every receipt that a lost key signed.

In transactions of BATCH receipts each: what is stated already is passed over, so that a run that broke off is gone
on with by the next one. What the lost key itself stated of other receipts is stated again by the key that signs
now: the newest statement of a receipt, which counts, is never one that a thief may have made.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, Model, OuterRef, QuerySet

from receipts import statuses
from receipts.core import signing, status
from receipts.models import Receipt, ReceiptKey, Statement

BATCH: Final = 100
LATE: Final = timedelta(hours=24)
"""After a revocation; for as long another machine may still sign with the key before it learns of it."""


def state_all(kid: str, now: datetime) -> int:
    """Every statement that is due because the key is lost; returns how many were made. Safe twice."""
    made = _each(lambda: _signed(kid), lambda receipt: _state(receipt, now))
    return made + _each(lambda: _said_by(kid), lambda said: statuses.restate(said, now))


def catch_up(now: datetime) -> int:
    """The same for every key revoked lately: for what was cut short, or signed by a machine that knew it late."""
    lately = ReceiptKey.objects.filter(revoked_at__gte=now - LATE).values_list("kid", flat=True)
    return sum(state_all(kid, now) for kid in lately)


def _each(due: Callable[[], QuerySet[Any]], state: Callable[[Any], Any]) -> int:
    """Goes through what is due by its primary key, again until a whole round finds nothing."""
    made = 0
    while made_now := _round(due, state):
        made += made_now
    return made


def _round(due: Callable[[], QuerySet[Any]], state: Callable[[Any], Any]) -> int:
    made, batch = 0, list(due().order_by("pk")[:BATCH])
    while batch:
        with transaction.atomic():
            for each in batch:
                state(each)
        made += len(batch)
        batch = list(due().filter(pk__gt=batch[-1].pk).order_by("pk")[:BATCH])
    return made


def _state(receipt: Receipt, now: datetime) -> None:
    statuses.state(receipt, Statement.Status.KEY_COMPROMISE, now)


def _signed(kid: str) -> QuerySet[Receipt]:
    """Receipts by that key of which it isn't said yet."""
    signed = _by(kid, Receipt, signing.RECEIPT_TYPE).only("jti", "payload_sha256")
    return signed.exclude(statements__status=Statement.Status.KEY_COMPROMISE)


def _said_by(kid: str) -> QuerySet[Statement]:
    """Statements by that key that count."""
    later = Statement.objects.filter(receipt=OuterRef("receipt"), seq__gt=OuterRef("seq"))
    return _by(kid, Statement, status.TYPE).exclude(Exists(later))


def _by(kid: str, records: type[Model], typ: str) -> QuerySet[Any]:
    """By the header, which is the same to the letter in every token that a key signs under a type."""
    head = signing.head(kid, typ).encode()
    beyond = head[:-1] + bytes([head[-1] + 1])
    found: QuerySet[Any] = records._default_manager.filter(token__gte=head, token__lt=beyond)
    return found
