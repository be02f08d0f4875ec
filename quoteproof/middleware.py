"""Headers that hold for every `/v1` answer, whoever made it."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from quoteproof import bodies

PAYMENT_HEADERS = (
    "PAYMENT-REQUIRED, PAYMENT-RESPONSE, QuoteProof-Check, QuoteProof-Network, QuoteProof-Receipt, "
    "QuoteProof-Replayed, Link, Location, Retry-After, Preference-Applied, ETag"
)
REQUEST_HEADERS = (
    "Content-Type, Accept, PAYMENT-SIGNATURE, X-PAYMENT, Idempotency-Key, Prefer, QuoteProof-Contract, "
    "Access-Control-Expose-Headers"  # stock x402 clients send this one as a request header
)


class ApiHeaders:
    """CORS for browsers that pay from another origin, and the network on every `/v1` answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path != "/v1" and not request.path.startswith("/v1/"):
            return self.get_response(request)
        response = _preflight() if request.method == "OPTIONS" else self.get_response(request)
        bodies.drain(request)
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = PAYMENT_HEADERS
        response["Access-Control-Allow-Headers"] = REQUEST_HEADERS
        response["Access-Control-Allow-Methods"] = "GET, HEAD, POST, OPTIONS"
        response["QuoteProof-Network"] = settings.NETWORK
        return response


def _preflight() -> HttpResponse:
    response = HttpResponse(status=204)
    del response["Content-Type"]
    return response
