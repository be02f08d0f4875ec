"""`/receipts/{jti}`: what a receipt says, in words, with the token to keep. It never names its check."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from quoteproof.presentation import verifying
from quoteproof.presentation.claims import claims
from receipts import selectors
from receipts.core.verification import GOOD
from receipts.serializers import ReceiptSerializer


@require_safe
def page(request: HttpRequest, jti: str) -> HttpResponse:
    receipt = selectors.by_jti(jti)
    if receipt is None:
        raise Http404
    shown = ReceiptSerializer(receipt).data
    context = {
        "receipt": shown,
        "claims": claims(shown["payload"]),
        "good": shown["status"] in GOOD,
        "withdrawn": verifying.WITHDRAWN.get(shown["status"], ""),
        **verifying.told(),
        "status_text": verifying.STATUSES.get(shown["status"], shown["status"]),
        "payload": json.dumps(shown["payload"], indent=2, ensure_ascii=False),
    }
    return render(request, "receipts/receipt.html", context)
