"""`/receipts/verify`: is a receipt genuine, and does an answer fit it? The visitor's own browser does the work.

Without JavaScript the form comes here, and the service makes the same ten checks of its own receipts.
"""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from quoteproof import ratelimit
from quoteproof.presentation import verifying
from quoteproof.presentation.claims import claims
from receipts import selectors, verifier
from receipts.core.verification import Report

FIELDS = ("receipt", "result", "request", "proof")
NO_RECEIPT = "Paste the receipt, or the answer that holds it."


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, dict.fromkeys(FIELDS, ""))
    sent = _sent(request.POST)
    token = sent["receipt"].strip() or _token_of(sent["result"])
    if not token:
        return _page(request, sent, mistake=NO_RECEIPT, status=400)
    if (seconds := ratelimit.retry_after(ratelimit.client_address(request))) is not None:
        return _page(request, sent, mistake=f"Please wait {seconds} seconds and send the form again.", status=429)
    report = verifier.report(
        token,
        result=_given(sent["result"]),
        request=_given(sent["request"]),
        log_proof=_given(sent["proof"]),
    )
    return _page(request, sent, report=report)


def _sent(form: QueryDict) -> dict[str, str]:
    """As typed: browsers send every line break as CR LF."""
    return {name: form.get(name, "").replace("\r\n", "\n") for name in FIELDS}


def _given(text: str) -> bytes | None:
    return text.encode() if text.strip() else None


def _token_of(answer: str) -> str:
    """The receipt that an answer holds, or nothing."""
    try:
        held = json.loads(answer)["receipt"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return ""
    return held.strip() if isinstance(held, str) else ""


def _page(
    request: HttpRequest,
    sent: dict[str, str],
    *,
    report: Report | None = None,
    mistake: str = "",
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {"sent": sent, "mistake": mistake, **verifying.told()}
    if report is not None:
        context |= {"report": report, "lines": verifying.lines(report), "title": verifying.title(report)}
        context |= {"claims": report.payload and claims(report.payload), "payload": report.payload}
        context |= {"successor": _successor(report), "withdrawn": verifying.withdrawn(report)}
    response = render(request, "receipts/verify.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def _successor(report: Report) -> str | None:
    """The receipt that took the place of one that is on record."""
    if report.status is None or report.jti is None:
        return None
    receipt = selectors.by_jti(report.jti)
    return receipt.superseded_by_id if receipt else None
