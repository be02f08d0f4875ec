"""Reads of charges. None of these writes, calls a facilitator or reads a ledger."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.db.models import F, Q, QuerySet

from payments import clock, rows
from payments.core.authorization import Signed
from payments.core.states import OPEN, UNPAID
from payments.models import Charge, ChargeEvent

UNFETCHED_FOR = timedelta(hours=1)
MAX_WORKING, MAX_VOIDED = 2, 30
VOIDED_WITHIN = timedelta(hours=1)


def by_reference(reference: str) -> Charge | None:
    return Charge.objects.select_related("evidence").filter(reference=reference).first()


def by_authorization(signed: Signed) -> Charge | None:
    """The charge that holds this (network, asset, payer, nonce), whatever else was signed or asked."""
    return _if_any(Charge.objects.filter(**authorization_key(signed)))


_ANY = (
    "SELECT EXISTS (SELECT 1 FROM payments_charge WHERE network = %s AND asset = %s AND payer = %s AND nonce = %s)"
    " OR EXISTS (SELECT 1 FROM payments_charge WHERE payer = %s AND request_sha256 = %s)"
    " OR EXISTS (SELECT 1 FROM payments_charge WHERE network = %s AND payer = %s AND idempotency_key = %s"
    " AND idempotency_key <> '')"
)


def any_known(signed: Signed, key: str, request_sha256: str) -> bool:
    """Whether one of the look-ups `by_authorization`, `by_key` and `unfinished` can find something at all.

    For most payments none can, and one question is asked in place of three.
    """
    who = authorization_key(signed)
    network, asset, payer, nonce = who["network"], who["asset"], who["payer"], who["nonce"]
    answer = rows.first(_ANY, network, asset, payer, nonce, payer, request_sha256, network, payer, key)
    return bool(answer and answer[0])


def authorization_key(signed: Signed) -> dict[str, str]:
    return {
        "network": signed.terms.network,
        "asset": signed.terms.asset.lower(),
        "payer": signed.authorization.payer,
        "nonce": signed.authorization.nonce,
    }


def same_request(charge: Charge, signed: Signed, request_sha256: str) -> bool:
    """True if all six signed fields and the request hash are the charge's: then its outcome is the answer.

    False for a charge found by `by_authorization`: 409 `authorization_reused`.
    """
    return charge.authorization == signed.authorization and charge.request_sha256 == request_sha256


def same_signature(charge: Charge, signed: Signed) -> bool:
    """True if these very signature bytes were checked before, for the charge's six fields."""
    return charge.authorization == signed.authorization and charge.signature_sha256 == signature_sha256(signed)


def signature_sha256(signed: Signed) -> str:
    return hashlib.sha256(signed.signature).hexdigest()


def by_key(signed: Signed, key: str) -> Charge | None:
    """The payer's charge under this idempotency key; VOID and NOT_SETTLED ones have freed it."""
    return _of_payer(signed).filter(idempotency_key=key).exclude(state__in=UNPAID).first() if key else None


def unfinished(signed: Signed, request_sha256: str) -> Charge | None:
    """The payer's charge for the same request whose result never reached the payer, if there is one.

    The unreleased one in CLAIMED to UNCERTAIN (409 `payment_unresolved`, or resumed where the work can only be
    done in a request); else the newest that was released within the hour and never handed over.
    """
    opened = Q(state__in=OPEN, released_at=None)
    unfetched = Q(released_at__gte=clock.now() - UNFETCHED_FOR, handed_over_at=None)
    found = _of_payer(signed).filter(opened | unfetched, request_sha256=request_sha256)
    return _if_any(found.order_by(F("released_at").desc(nulls_first=True)))


_FULL = (
    "SELECT (SELECT COUNT(*) FROM payments_charge WHERE payer = %s AND state IN (%s, %s, %s, %s)"
    " AND lease_until > %s) >= %s OR (SELECT COUNT(*) FROM payments_charge WHERE state IN (%s, %s)"
    " AND payer = %s AND closed_at > %s) >= %s OR (SELECT COUNT(*) FROM payments_charge WHERE state IN (%s, %s)"
    " AND client <> '' AND client = %s AND closed_at > %s) >= %s"
)


def full(payer: str, client: str) -> tuple[Any, ...]:
    """The question whether `retry_after` has seconds to name, and its values: asked where the claim is written."""
    now = clock.now()
    since = now - VOIDED_WITHIN
    working = (payer, *OPEN, now, MAX_WORKING)
    return _FULL, *working, *UNPAID, payer, since, MAX_VOIDED, *UNPAID, client, since, MAX_VOIDED


_PROMISED_OVER = (
    "SELECT COALESCE(SUM(amount), 0) > %s FROM payments_charge"
    " WHERE payer = %s AND state IN (%s, %s, %s, %s) AND released_at IS NULL"
)


def promised_over(payer: str, spare: int) -> tuple[Any, ...]:
    """The question whether more than `spare` atomic units of the payer's are under way (the same money can't pay
    twice), and its values."""
    return _PROMISED_OVER, spare, payer, *OPEN


def retry_after(payer: str, client: str) -> int | None:
    """Seconds until a new claim may be tried again; None while there is room.

    Two checks of a payer under a live lease; thirty charges an hour that came to nothing (VOID, NOT_SETTLED) per
    payer and per client.
    """
    now = clock.now()
    if Charge.objects.filter(payer=payer, state__in=OPEN, lease_until__gt=now).count() >= MAX_WORKING:
        return 2
    voided = Charge.objects.filter(state__in=UNPAID, closed_at__gt=now - VOIDED_WITHIN)
    counted = [voided.filter(payer=payer)] + ([voided.filter(client=client)] if client else [])
    room_at = [at + VOIDED_WITHIN for each in counted for at in _thirtieth(each) if at]
    return ceil((max(room_at) - now).total_seconds()) if room_at else None


def _thirtieth(voided: QuerySet[Charge]) -> Iterable[datetime | None]:
    """When the newest but 29 was closed, if there are thirty: once its hour is over there is room again."""
    return voided.order_by("-closed_at").values_list("closed_at", flat=True)[MAX_VOIDED - 1 : MAX_VOIDED]


def events(charge: Charge) -> list[ChargeEvent]:
    """Everything that happened to the charge, in order; not read anew where it was prefetched."""
    return list(charge.events.all())


def _if_any(found: QuerySet[Charge]) -> Charge | None:
    """The first row; for most look-ups there is none, and to ask for that alone is much cheaper."""
    return found.first() if found.exists() else None


def _of_payer(signed: Signed) -> QuerySet[Charge]:
    return Charge.objects.filter(network=signed.terms.network, payer=signed.authorization.payer)
