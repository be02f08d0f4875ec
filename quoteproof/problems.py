"""Every 4xx and 5xx of `/v1`: RFC 9457 `application/problem+json`, one code a row, each with a page.

The codes, their members and when they fit are public interface.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

import structlog
from django.conf import settings
from django.http import Http404, HttpResponse
from rest_framework import exceptions
from rest_framework.response import Response

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Kind:
    """One problem code: its status, its title, what it means and what the caller can do."""

    status: int
    title: str
    meaning: str
    remedy: str


SAME = "Send the same request again with the same authorization; do not sign a new one."
NEW = "Nothing was charged and the authorization was not used. To try again, sign a new one."

KINDS: dict[str, Kind] = {
    "invalid_request": Kind(
        400,
        "The request does not fit the contract",
        "The body or a parameter breaks a rule of the contract. `errors` names each fault by JSON Pointer.",
        "Mend what `errors` names and send it again. Nothing was charged.",
    ),
    "unsupported_x402_version": Kind(
        400,
        "Only x402 version 2 is spoken here",
        "The request carries a header of x402 version 1 (X-PAYMENT).",
        "Use a client of x402 version 2: the offer stands in PAYMENT-REQUIRED, the payment in PAYMENT-SIGNATURE.",
    ),
    "invalid_payment_header": Kind(
        400,
        "The payment header cannot be read",
        "PAYMENT-SIGNATURE is not the base64 of a JSON payment payload of x402 version 2.",
        "Send the header exactly as an x402 client makes it. Nothing was charged.",
    ),
    "payment_required": Kind(
        402,
        "Payment required",
        "The request is valid; it is carried out for the amount in the PAYMENT-REQUIRED header.",
        "Sign one of the offers with an x402 client and send the same request with PAYMENT-SIGNATURE.",
    ),
    "not_found": Kind(404, "Not found", "Nothing is known under this address.", "Check the address."),
    "method_not_allowed": Kind(
        405,
        "Method not allowed",
        "This address does not take that method.",
        "Use a method that `Allow` names.",
    ),
    "authorization_reused": Kind(
        409,
        "This authorization was used for another request",
        "One authorization pays for one request; this one is on record with another.",
        "Sign a new authorization for this request.",
    ),
    "idempotency_conflict": Kind(
        409,
        "This idempotency key was used for another request",
        "The payer used this key with another body.",
        "Use a new key, or send the body that the key was used with.",
    ),
    "payment_unresolved": Kind(
        409,
        "An earlier payment for this request is not resolved yet",
        "The same payer has an authorization for the same request under way.",
        "Send the request again with the earlier authorization, or look at `status_url`.",
    ),
    "contract_changed": Kind(
        409,
        "The contract is another one",
        "The contract that QuoteProof-Contract pins is not the one in force here.",
        "Read the contract that `contract_sha256` names, then pin that one.",
    ),
    "not_published": Kind(
        409, "Not published", "The check has no released result.", "Wait until it is published."
    ),
    "dispute_open": Kind(409, "A dispute is open", "One dispute of a check at a time.", "Wait for its outcome."),
    "body_too_large": Kind(413, "The body is too large", "The route takes less than this.", "Send less at once."),
    "unsupported_media_type": Kind(
        415, "Unsupported media type", "The body must be JSON.", "Send Content-Type: application/json."
    ),
    "no_decisive_result": Kind(
        422,
        "No decisive result",
        "Nothing could be decided, so there is nothing to pay for. `reason` and `report` say why.",
        NEW,
    ),
    "match_too_costly": Kind(422, "The match is too costly", "The comparison is over the work budget.", NEW),
    "text_mismatch": Kind(
        422,
        "The text is another one",
        "Its hash is not the one on record.",
        "Send the text that was checked.",
    ),
    "rate_limited": Kind(429, "Too many requests", "A limit is used up for now.", "Wait as `Retry-After` says."),
    "internal_error": Kind(
        500, "A fault of the service", "Something went wrong here; it is logged. Nothing was charged.", NEW
    ),
    "settlement_unresolved": Kind(
        503,
        "The settlement is not proven yet",
        "The payment was handed over and its outcome is not proven. The result is released once it is.",
        SAME,
    ),
    "in_progress": Kind(503, "The check is under way", "Its outcome is not there yet.", SAME),
    "chain_unavailable": Kind(
        503,
        "The chain cannot be read",
        "No claim is made without it. Nothing was charged.",
        "Send the same request again soon; the authorization was not used and may be sent with it.",
    ),
    "unavailable": Kind(
        503,
        "Unavailable",
        "The service could not do the work, or can't settle payments at the moment.",
        "Nothing was charged and the authorization was not used. `retry_with` says whether it can be sent again.",
    ),
}


UNUSED: Final[dict[str, Any]] = {"charged": False, "authorization": "not_used", "retry_with": "new_authorization"}
"""Members of a problem that left the payment's authorization unused."""


def body(code: str, detail: str = "", **members: Any) -> dict[str, Any]:
    """A problem's members; those that are None stay out unless they are `charged`."""
    kind = KINDS[code]
    known = {name: value for name, value in members.items() if value is not None or name == "charged"}
    return {
        "type": f"{settings.PUBLIC_URL}/problems/{code}",
        "title": kind.title,
        "status": kind.status,
        "detail": detail or kind.meaning,
        "code": code,
        **known,
    }


def problem(code: str, detail: str = "", headers: Mapping[str, str] | None = None, **members: Any) -> HttpResponse:
    """The answer for `code`, with `body`'s members."""
    response = HttpResponse(
        json.dumps(body(code, detail, **members), ensure_ascii=False),
        status=KINDS[code].status,
        content_type="application/problem+json",
    )
    response["Cache-Control"] = "no-store"
    for name, value in (headers or {}).items():
        response[name] = value
    return response


def _code_of(error: Exception) -> str | None:
    if isinstance(error, Http404 | exceptions.NotFound):
        return "not_found"
    if isinstance(error, exceptions.MethodNotAllowed):
        return "method_not_allowed"
    if isinstance(error, exceptions.UnsupportedMediaType):
        return "unsupported_media_type"
    if isinstance(error, exceptions.Throttled):
        return "rate_limited"
    if isinstance(error, exceptions.APIException) and error.default_code in KINDS:
        return error.default_code
    if isinstance(error, exceptions.APIException) and error.status_code < 500:
        return "invalid_request"
    return None


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | HttpResponse | None:
    """DRF's hook. None for what is no answer of ours: Django then logs it and answers 500."""
    code = _code_of(error)
    if code is None:
        return None
    members: dict[str, Any] = {"charged": False} if getattr(context["view"], "charges", False) else {}
    ours = error if isinstance(error, exceptions.APIException) and code == error.default_code else None
    detail = str(ours.detail) if ours else ""
    return problem(code, detail, _headers(error, context), errors=getattr(error, "errors", None), **members)


def _headers(error: Exception, context: dict[str, Any]) -> dict[str, str]:
    if isinstance(error, exceptions.MethodNotAllowed):
        return {"Allow": ", ".join(context["view"].allowed_methods)}
    wait = getattr(error, "wait", None)
    return {} if wait is None else {"Retry-After": str(ceil(wait))}
