"""`GET /v1/checks/{id}`: how far a check has come, put together from what each app recorded of it.

Before the release nothing that was found is shown (a VOID 422's report apart): only state, step names, times and
the charge. Holding the id is the right to read.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpResponse

from payments import selectors as payments
from payments import services
from payments.core.states import OPEN, PAID, State
from payments.models import Charge
from quoteproof import answers, disputes
from quoteproof.case import Case
from receipts import disputes as receipt_disputes
from receipts import selectors as receipts
from receipts.models import Dispute, Receipt
from verification.models import Check

STATES = {
    State.CLAIMED: "working",
    State.SEALED: "settling",
    State.SETTLING: "settling",
    State.UNCERTAIN: "unresolved",
    State.INCLUDED: "published",
    State.SETTLED: "published",
    State.VOID: "not_charged",
    State.NOT_SETTLED: "not_settled",
}
ID = re.compile(r"chk_[a-z2-7]{26}")
STEPS = ("accepted", "fetched", "matched", "sealed", "settled", "published")


def known(check_id: str) -> tuple[Check, Charge] | None:
    """The check and its charge, or None for an id that nothing is known under."""
    check = Check.objects.filter(pk=check_id).first() if ID.fullmatch(check_id) else None
    charge = payments.by_reference(check_id) if check else None
    return (check, charge) if check and charge else None


def state_of(charge: Charge) -> str:
    return "published" if charge.released_at is not None else STATES[State(charge.state)]


def is_final(charge: Charge) -> bool:
    return charge.released_at is not None or charge.state not in OPEN


def response(check: Check, charge: Charge, *, status: int = 200, hands_over: bool = True) -> HttpResponse:
    """The state of a check; of a released one its body (HEAD has none) hands the result over."""
    receipt = receipts.current(check.pk) if charge.released_at else None
    answer = HttpResponse(json.dumps(body(check, charge, receipt)), status=status, content_type="application/json")
    answer["Cache-Control"] = "private, no-store"
    answer["QuoteProof-Check"] = check.pk
    if not is_final(charge):
        answer["Retry-After"] = "2"
    if receipt is not None:
        answer["PAYMENT-RESPONSE"] = answers.payment_response(charge, receipts.first(check.pk))
        if hands_over:
            services.mark_handed_over(check.pk)
    return answer


def accepted(check_id: str) -> HttpResponse:
    """202 after a claim that asked for `Prefer: respond-async`."""
    found = known(check_id)
    assert found is not None, "a claimed check is on record"
    answer = response(*found, status=202)
    answer["Location"] = answers.status_url(check_id)
    answer["Retry-After"] = "2"
    answer["Preference-Applied"] = "respond-async"
    return answer


def body(check: Check, charge: Charge, receipt: Receipt | None) -> dict[str, Any]:
    """The members; `receipt` is the current one of a released check."""
    first, check = check, disputes.standing(Case(check)).check if receipt else check
    return {
        "id": check.pk,
        "route": check.route,
        "contract": {"name": check.contract, "version": check.contract_version, "sha256": check.contract_sha256},
        "state": state_of(charge),
        "created_at": moment(check.created_at),
        "updated_at": moment(payments.events(charge)[-1].at),
        "sandbox": charge.network == "sandbox",
        "steps": steps(check, charge),
        "charge": _charge(charge),
        "result": _result(first, check, receipt) if receipt else None,
        "result_sha256": check.result_sha256 if receipt else None,
        "receipt": _receipt(receipt) if receipt else None,
        "problem": _problem(charge),
        "history": _history(first, check) if receipt else [],
        "disputes": [_dispute(each) for each in receipt_disputes.of(check.pk)] if receipt else [],
        "refund": _refund(check.pk) if receipt else None,
        "links": _links(check.pk, released=receipt is not None),
    }


def steps(check: Check, charge: Charge) -> list[dict[str, Any]]:
    """Each step with the time at which it was done: names and times only."""
    times = {
        "accepted": charge.claimed_at,
        "fetched": check.fetched_at,
        "matched": check.decided_at,
        "sealed": charge.sealed_at,
        "settled": charge.released_at,
        "published": charge.released_at,
    }
    running = next((name for name in STEPS if times[name] is None), None) if not is_final(charge) else None
    return [
        {
            "name": name,
            "state": "done" if times[name] else "running" if name == running else "waiting",
            "at": moment(times[name]),
        }
        for name in STEPS
    ]


def moment(at: datetime | None) -> str | None:
    """RFC 3339, UTC, milliseconds."""
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z" if at else None


def _charge(charge: Charge) -> dict[str, Any]:
    paid: bool | None = charge.state in PAID
    if charge.state in (State.SEALED, State.SETTLING, State.UNCERTAIN):
        paid = None
    return {
        "network": charge.chain,
        "asset": charge.asset,
        "amount": str(charge.amount),
        "pay_to": charge.pay_to,
        "payer": charge.payer,
        "state": charge.state.lower(),
        "valid_before": charge.valid_before,
        "charged": paid,
        "transaction": charge.evidence.transaction if charge.evidence else None,
        "finality": charge.finality or None,
    }


def _receipt(receipt: Receipt) -> dict[str, Any]:
    return {
        "jti": receipt.jti,
        "token": receipt.compact,
        "url": answers.receipt_url(receipt),
        "status": receipts.status(receipt),
    }


def _result(first: Check, standing: Check, receipt: Receipt) -> Any:
    """The 200 body as it was answered; a corrected result holds the receipt that is its own."""
    same = first.result_sha256 == standing.result_sha256
    return json.loads(answers.body(standing, receipts.first(first.pk) if same else receipt))


def _history(first: Check, standing: Check) -> list[dict[str, Any]]:
    """Receipts that were superseded, the newest first, each with its result where that is another one."""
    sealed = disputes.results(first)
    return [
        {
            "jti": each.jti,
            "result_sha256": each.result_sha256,
            "status": receipts.status(each),
            "result": json.loads(sealed[each.result_sha256])
            if each.result_sha256 != standing.result_sha256
            else None,
        }
        for each in receipts.superseded(first.pk)
    ]


def _dispute(dispute: Dispute) -> dict[str, Any]:
    return {
        "id": dispute.pk,
        "state": dispute.state,
        "outcome": dispute.outcome,
        "created_at": moment(dispute.created_at),
        "closed_at": moment(dispute.closed_at),
        "quote_index": dispute.quote_index,
        "outcome_reason": dispute.outcome_reason,
    }


def _refund(check_id: str) -> dict[str, Any] | None:
    refund = receipt_disputes.refund_of(check_id)
    if refund is None:
        return None
    return {
        "transaction": refund.transaction,
        "amount": str(refund.amount),
        "pay_to": refund.pay_to,
        "at": moment(refund.noted_at),
    }


def _links(check_id: str, *, released: bool) -> dict[str, str | None]:
    here = answers.status_url(check_id)
    return {
        "page": f"{settings.PUBLIC_URL}/checks/{check_id}",
        "evidence": f"{here}/evidence" if released else None,
        "dispute": f"{here}/disputes" if released else None,
    }


def _problem(charge: Charge) -> dict[str, Any] | None:
    """What the buyer was answered where nothing was charged."""
    if charge.released_at is not None or charge.state in OPEN:
        return None
    problem: dict[str, Any] = json.loads(answers.of(charge).content)
    return problem
