"""The sandbox wallet of a browser's session: one key a session, kept here, good for test money alone.

It signs nothing but this service's own offers, and exists in the sandbox only.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from payments import services
from quoteproof import bodies, contracts, ratelimit, wallet
from quoteproof.problems import problem
from verification.core.contracts import strict_json
from verification.core.contracts.faults import Fault, InvalidRequest

KEY = "sandbox_key"
MAX_BYTES = 16_384


class ForeignOffer(ValueError):
    """What was to be signed is no offer of this service."""


def payer(session: SessionBase) -> str | None:
    """The wallet's address; None before its first payment."""
    key = session.get(KEY)
    return wallet.address(key) if key else None


def sign(session: SessionBase, payment_required: str) -> str:
    """PAYMENT-SIGNATURE for the first offer of a PAYMENT-REQUIRED header. ForeignOffer if it is not ours."""
    offer = _own(payment_required)
    if KEY not in session:
        session[KEY] = wallet.new_key()
    return wallet.pay(offer, session[KEY])


def _own(payment_required: str) -> dict[str, Any]:
    """The offer, rebuilt from our own terms once it has been found to be one of ours."""
    try:
        offer = wallet.read_offer(payment_required)
        url, accepted = offer["resource"]["url"], offer["accepts"][0]
        contract = {settings.PUBLIC_URL + each.path: each for each in contracts.ALL}[url]
        own = [each.requirements() for each in services.offers(contract.path)]
        return {"accepts": [own[own.index(accepted)]], "resource": {"url": url}}
    except (ValueError, LookupError, TypeError) as error:
        raise ForeignOffer from error


@require_POST
def wallet_sign(request: HttpRequest) -> HttpResponse:
    """`{offer}`, a PAYMENT-REQUIRED header of ours, in; `{payment_signature}` out. For the session's own pages."""
    if not settings.SANDBOX:
        raise Http404
    if (seconds := ratelimit.retry_after(ratelimit.client_address(request))) is not None:
        return problem("rate_limited", headers={"Retry-After": str(seconds)})
    try:
        value = strict_json.loads(bodies.read(request, MAX_BYTES, paid=False))
        signature = sign(request.session, value["offer"])
    except bodies.Refusal as refusal:
        return refusal.response
    except InvalidRequest as error:
        return bodies.invalid_request(error.faults, paid=False)
    except (ForeignOffer, LookupError, TypeError):
        fault = Fault("/offer", "wrong_type", "Must be a PAYMENT-REQUIRED header of this service.")
        return bodies.invalid_request([fault], paid=False)
    return JsonResponse({"payment_signature": signature}, headers={"Cache-Control": "private, no-store"})
