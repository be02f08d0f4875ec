"""Reads receipts."""

from __future__ import annotations

import re

from payments.core.states import PAID
from payments.models import Charge
from receipts.models import Receipt, Statement

JTI = re.compile(r"rcp_[a-z2-7]{26}")


def current(check_id: str) -> Receipt | None:
    """The one receipt of the check that no other has replaced."""
    return Receipt.objects.filter(check_id=check_id, superseded_by__isnull=True).first()


def first(check_id: str) -> Receipt:
    """The receipt that the check's answer was released with, whatever replaced it since: replays repeat it."""
    return Receipt.objects.get(check_id=check_id, predecessors__isnull=True)


def superseded(check_id: str) -> list[Receipt]:
    """Those that another has replaced, the newest first."""
    return list(Receipt.objects.filter(check_id=check_id, superseded_by__isnull=False).order_by("-issued_at"))


def by_jti(jti: str) -> Receipt | None:
    """The receipt of that id; None for an unknown one and for text that cannot be one."""
    return Receipt.objects.filter(jti=jti).first() if JTI.fullmatch(jti) else None


def standing(jti: str) -> Statement | None:
    """The newest statement about a receipt: the one that counts."""
    return Statement.objects.filter(receipt_id=jti).first()


def status(receipt: Receipt) -> str:
    """What its newest statement says.

    Without one: `valid`; `replacement` once another took its place; `reorged` while the ledger doesn't hold its
    payment.
    """
    return status_by(receipt, standing(receipt.pk))


def status_by(receipt: Receipt, newest: Statement | None) -> str:
    """The same for whoever has read its newest statement already."""
    if newest is not None:
        return newest.status
    if receipt.superseded_by_id is not None:
        return "replacement"
    released = Charge.objects.filter(reference=receipt.check_id, released_at__isnull=False)
    return "reorged" if released.exclude(state__in=PAID).exists() else "valid"
