"""What the buyer sees: one answer for each state a charge can stand in. The same state gives the same bytes."""

from __future__ import annotations

import json
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpResponse

from payments import selectors as payments
from payments import services
from payments.core import offer
from payments.core.refusals import Reason
from payments.core.states import Disproof, State, VoidCause
from payments.core.terms import TERMS
from payments.models import Charge
from quoteproof import case as cases
from quoteproof import contracts, disputes, offers
from quoteproof.problems import UNUSED, problem
from quoteproof.work import TOO_COSTLY
from receipts.core.offers import EXTENSION
from receipts.models import Receipt
from verification.core.contracts.canonical import canonical
from verification.models import Check

MAX_RECEIPT_HEADER = 4096
log = structlog.get_logger()
SAME: dict[str, Any] = {"retry_with": "same_authorization", "do_not_sign_new": True}
UNTOUCHED: dict[str, Any] = {"authorization": "not_used", "retry_with": "same_authorization"}
"""Of a claim that wasn't made: the authorization is as good as before."""


def of(charge: Charge, *, replayed: bool = False, amount: int | None = None) -> HttpResponse:
    """The answer to a paid request whose charge stands as `charge` does."""
    if charge.released_at is not None:
        return _published(charge, replayed=replayed)
    response = _UNPUBLISHED[State(charge.state)](charge, amount)
    if replayed:
        response["QuoteProof-Replayed"] = "true"
    return response


def status_url(check_id: str) -> str:
    return f"{settings.PUBLIC_URL}/v1/checks/{check_id}"


def receipt_url(receipt: Receipt) -> str:
    return f"{settings.PUBLIC_URL}/v1/receipts/{receipt.jti}"


def payment_response(charge: Charge, receipt: Receipt) -> str:
    """The PAYMENT-RESPONSE header of a released charge: made from what the receipt's transaction stored."""
    content = offer.payment_response(
        TERMS[charge.network],
        receipt.transaction,
        charge.payer,
        charge.amount,
        extensions={EXTENSION: json.loads(bytes(receipt.delivery))},
    )
    return offer.encode(content)


def sealed(check: Check) -> bytes:
    """The sealed result: the bytes whose SHA-256 the receipt names."""
    assert check.result is not None
    return bytes(check.result)


def body(check: Check, receipt: Receipt) -> bytes:
    """The 200 body of a released check: the sealed result, with its first receipt where the contract has one."""
    if not contracts.BY_PATH[check.route].names_check:
        return sealed(check)
    return canonical({**json.loads(sealed(check)), "receipt": receipt.compact})


def _published(charge: Charge, *, replayed: bool) -> HttpResponse:
    case = cases.of(charge)
    check, receipt = case.check, case.receipt
    response = HttpResponse(body(check, receipt), content_type="application/json")
    response["Cache-Control"] = "private, no-store"
    response["PAYMENT-RESPONSE"] = payment_response(charge, receipt)
    response["QuoteProof-Check"] = check.pk
    response["Link"] = f'<{receipt_url(receipt)}>; rel="receipt"'
    if receipt.superseded_by_id and disputes.is_corrected(check.pk):
        response["Link"] += f', <{status_url(check.pk)}>; rel="successor-version"'
    if len(receipt.compact) <= MAX_RECEIPT_HEADER:
        response["QuoteProof-Receipt"] = receipt.compact
    if replayed:
        response["QuoteProof-Replayed"] = "true"
    services.mark_handed_over(check.pk)
    return response


def unresolved(charge: Charge | None = None) -> HttpResponse:
    """503 after a fault: what a claimed payment came to is on record, but can't be said now.

    Without a charge it names nothing; with one, its row is read anew, for the object may be ahead of it.
    """
    try:
        charge = charge and payments.by_reference(charge.reference)
    except Exception:
        log.exception("charge_unreadable")
        charge = None
    if charge is not None and charge.state == State.CLAIMED:
        return _in_progress(charge, None)
    return _unproven(charge, None)


def _in_progress(charge: Charge, amount: int | None) -> HttpResponse:
    return problem("in_progress", headers={"Retry-After": "2"}, charged=False, **_pending(charge))


def _unproven(charge: Charge | None, amount: int | None) -> HttpResponse:
    named = _pending(charge) if charge else SAME
    return problem("settlement_unresolved", headers={"Retry-After": "5"}, charged=None, **named)


def _pending(charge: Charge) -> dict[str, Any]:
    return {
        "check": charge.reference,
        "status_url": status_url(charge.reference),
        "valid_before": charge.valid_before,
        **SAME,
    }


def _void(charge: Charge, amount: int | None) -> HttpResponse:
    members = {"check": charge.reference, "valid_before": charge.valid_before, **UNUSED}
    if charge.cause == VoidCause.SERVICE_FAULT:
        return problem("internal_error", **members)
    if charge.cause == VoidCause.ABANDONED:
        return problem("unavailable", headers={"Retry-After": "2"}, **members)
    check = Check.objects.get(pk=charge.reference)
    if check.refusal_reason == TOO_COSTLY:
        return problem(TOO_COSTLY, **members)
    report = json.loads(bytes(check.report or b"null"))
    return problem("no_decisive_result", reason=check.refusal_reason or None, report=report, **members)


_DISPROOFS = {
    Disproof.EXPIRED: (Reason.EXPIRED, "The authorization expired unused; nothing was charged."),
    Disproof.CANCELLED: (Reason.NONCE_USED, "The payer cancelled the authorization; nothing was charged."),
    Disproof.SPENT_ELSEWHERE: (
        Reason.NONCE_USED,
        "The nonce was spent on another transfer; nothing was charged here.",
    ),
}


def _not_settled(charge: Charge, amount: int | None) -> HttpResponse:
    reason, detail = _DISPROOFS[Disproof(charge.cause)]
    return offers.payment_required(
        contracts.BY_PATH[charge.route], amount=amount, reason=reason, detail=detail, check=charge.reference
    )


_UNPUBLISHED = {
    State.CLAIMED: _in_progress,
    State.SEALED: _unproven,
    State.SETTLING: _unproven,
    State.UNCERTAIN: _unproven,
    State.VOID: _void,
    State.NOT_SETTLED: _not_settled,
}
