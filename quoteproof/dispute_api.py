"""`POST /v1/checks/{id}/disputes`: whoever holds a check's id says what is wrong with its published result."""

from __future__ import annotations

import json
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from quoteproof import bodies, checks, disputes, openapi, ratelimit
from quoteproof.problems import problem
from receipts.disputes import (
    A_DAY,
    REASON_MAX,
    Complaint,
    DisputeOpen,
    NotPublished,
    TextMismatch,
    TooMany,
    UnknownQuote,
)
from receipts.models import Dispute
from verification.core.contracts import schema, strict_json
from verification.core.contracts.faults import Fault, Finding
from verification.models import Check

BODY_MAX: Final = 262_144
"""Bytes: a text of 65,536 may be written with an escape for each character here."""
_MOST_INDEX: Final = 9_999
INPUT: Final = schema.understood(
    {
        "type": "object",
        "additionalProperties": False,
        "required": ["reason"],
        "properties": {
            "quote_index": {
                "type": "integer",
                "minimum": 0,
                "maximum": _MOST_INDEX,
                "description": "Of the verdict in the result; null or left out: the whole result.",
            },
            "reason": {"type": "string", "minLength": 1, "maxLength": REASON_MAX},
            "text": {
                "type": "string",
                "description": "Where a supplied text was compared: that text, for it isn't kept. It is stored "
                "until the dispute closes.",
            },
            "quote": {"type": "string", "description": "With `text`: the quote that was compared with it."},
        },
    }
)
_PROPERTIES: Final[dict[str, Any]] = INPUT["properties"]
_NULLABLE: Final = _PROPERTIES.keys() - {"reason"}
_SHOWN: Final[dict[str, Any]] = {
    **INPUT,
    "properties": {
        name: {**each, "type": [each["type"], "null"]} if name in _NULLABLE else each
        for name, each in _PROPERTIES.items()
    },
}
_OPENED: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["id", "check", "state", "created_at"],
    "properties": {
        "id": {"type": "string", "pattern": "^dsp_[a-z2-7]{26}$"},
        "check": {"type": "string"},
        "state": {"const": "open"},
        "created_at": {"type": "string", "format": "date-time"},
    },
}


class Disputes(APIView):
    """One open dispute of a check at a time; staff decide it."""

    @extend_schema(
        operation_id="dispute",
        summary="Dispute a verdict",
        description="Free. Staff look at it and uphold the verdict, correct it or pay the charge back; "
        f"`GET /v1/checks/{{id}}` shows what came of it. {A_DAY} a day for one client address.",
        tags=["checks"],
        request={"application/json": _SHOWN},
        responses={
            (201, "application/json"): OpenApiResponse(_OPENED, "Opened."),
            **openapi.problems(400, 404, 409, 413, 415, 422, 429),
        },
    )
    def post(self, request: Request, check_id: str) -> HttpResponse:
        try:
            return _opened(request._request, check_id)
        except bodies.Refusal as refusal:
            return refusal.response


def refusal(error: Exception) -> HttpResponse:
    """The problem that stands for an error of `open_dispute`."""
    if isinstance(error, UnknownQuote):
        fault = Fault("/quote_index", "out_of_range", "The result has no quote of this index.")
        return bodies.invalid_request([fault], paid=False)
    if isinstance(error, TooMany):
        detail = f"{A_DAY} disputes within 24 hours may be opened from one client address."
        return problem("rate_limited", detail, headers={"Retry-After": str(error.seconds)})
    codes: dict[type[Exception], str] = {
        NotPublished: "not_published",
        TextMismatch: "text_mismatch",
        DisputeOpen: "dispute_open",
    }
    return problem(codes[type(error)])


REFUSALS: Final = (NotPublished, UnknownQuote, TextMismatch, DisputeOpen, TooMany)


def parse(body: bytes) -> Complaint:
    """The complaint in a body; Refusal with every fault."""
    document = strict_json.read(body)
    value = document.value
    if document.complete and isinstance(value, dict):
        value = {name: each for name, each in value.items() if each is not None or name not in _NULLABLE}
    rules = schema.findings(INPUT, value) if document.complete else iter(())
    if faults := document.faults(rules, _blank(value)):
        raise bodies.Refusal(bodies.invalid_request(faults, paid=False))
    index = value.get("quote_index")
    return Complaint(value["reason"], None if index is None else int(index), value.get("text"), value.get("quote"))


def _blank(value: Any) -> Any:
    reason = value.get("reason") if isinstance(value, dict) else None
    if isinstance(reason, str) and reason and not reason.strip():
        yield Finding(("reason",), "too_short", "Nothing but white space stands in it.")


def _opened(request: HttpRequest, check_id: str) -> HttpResponse:
    body = bodies.read_free(request, BODY_MAX)
    found = checks.known(check_id)
    if found is None:
        raise Http404
    try:
        dispute = disputes.open_dispute(found[0], parse(body), ratelimit.client_address(request))
    except REFUSALS as error:
        return refusal(error)
    return _created(found[0], dispute)


def _created(check: Check, dispute: Dispute) -> HttpResponse:
    told = {
        "id": dispute.pk,
        "check": check.pk,
        "state": dispute.state,
        "created_at": checks.moment(dispute.created_at),
    }
    headers = {"Cache-Control": "private, no-store"}
    return HttpResponse(json.dumps(told), status=201, content_type="application/json", headers=headers)
