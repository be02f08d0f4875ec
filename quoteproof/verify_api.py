"""`POST /v1/receipts/verify`: the ten checks on a receipt, with what the service itself has on record of it.

Free, and nothing of it is kept: the same checks run offline with `python -m quoteproof.verify`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from payments.core import strict_json
from quoteproof import bodies, openapi
from receipts import verifier
from receipts.core import jcs
from receipts.core.verification import NAMES
from verification.core.contracts.faults import Fault

MOST = 262_144
"""Bytes of a body."""
_TYPES: dict[str, tuple[type, str]] = {
    "receipt": (str, "a text: the token"),
    "result": (dict, "an object: the answer's body"),
    "request": (object, "the body that was posted"),
    "proof": (str, "a text: the log proof"),
}
_TEXT_OR_NULL = {"type": ["string", "null"]}
_ASKED = {
    "type": "object",
    "required": ["receipt"],
    "additionalProperties": False,
    "properties": {
        "receipt": {"type": "string", "description": "The token, a compact JWS of at most 16,384 bytes."},
        "result": {"type": ["object", "null"], "description": "The answer's body."},
        "request": {"description": "The body that was posted, or an object of `body` and `route` alone."},
        "proof": {**_TEXT_OR_NULL, "description": "What `/v1/receipts/{jti}/proof` answers."},
    },
}
_CHECK = {
    "type": "object",
    "required": ["name", "ok", "detail"],
    "properties": {
        "name": {"enum": list(NAMES)},
        "ok": {"type": ["boolean", "null"], "description": "null: not asked for, or not reached."},
        "detail": {"type": "string"},
    },
}
_ANSWER = {
    "type": "object",
    "required": ["valid", "jti", "status", "checks", "payload"],
    "properties": {
        "valid": {"type": "boolean", "description": "No check is false."},
        "jti": _TEXT_OR_NULL,
        "status": {**_TEXT_OR_NULL, "description": "What has become of it, as the service has it on record."},
        "checks": {"type": "array", "items": _CHECK, "minItems": len(NAMES), "maxItems": len(NAMES)},
        "payload": {"type": ["object", "null"], "description": "The claims, once their signature is good."},
    },
}


class VerifyReceipt(APIView):
    """What fits of a receipt, and what doesn't."""

    @extend_schema(
        operation_id="verify_receipt",
        summary="Check a receipt, with its answer and request",
        description="Free. Says which check failed; a receipt that isn't valid is answered 200 as well.",
        tags=["receipts"],
        request={"application/json": _ASKED},
        responses={(200, "application/json"): _ANSWER, **openapi.problems(400, 413, 415, 429)},
    )
    def post(self, request: Request) -> HttpResponse:
        try:
            return _verified(request._request)
        except bodies.Refusal as refusal:
            return refusal.response


def _verified(request: HttpRequest) -> HttpResponse:
    asked = _asked(bodies.read_free(request, MOST))
    report = verifier.report(
        asked["receipt"],
        result=_spelled(asked.get("result")),
        request=_spelled(asked.get("request")),
        log_proof=_bytes(asked.get("proof")),
    )
    return JsonResponse(report.members(), headers={"Cache-Control": "no-store"})


def _asked(body: bytes) -> dict[str, Any]:
    """The members that were sent, null ones left out; Refusal with every fault."""
    try:
        value = strict_json.loads(body)
    except strict_json.NotStrict:
        raise _refusal(Fault("", "invalid_json", "The body isn't strict JSON.")) from None
    if not isinstance(value, dict):
        raise _refusal(Fault("", "wrong_type", "Must be an object."))
    given = {name: member for name, member in value.items() if member is not None}
    if faults := list(_faults(given)):
        raise _refusal(*faults)
    return given


def _refusal(*faults: Fault) -> bodies.Refusal:
    return bodies.Refusal(bodies.invalid_request(faults, paid=False))


def _faults(given: dict[str, Any]) -> Iterator[Fault]:
    if "receipt" not in given:
        yield Fault("/receipt", "missing_field", "Must be there.")
    for name, (kind, what) in _TYPES.items():
        if name in given and not isinstance(given[name], kind):
            yield Fault(f"/{name}", "wrong_type", f"Must be {what}.")
    if given.keys() - _TYPES.keys():
        yield Fault("", "unknown_field", f"Known are {', '.join(_TYPES)}.")


def _spelled(value: Any) -> bytes | None:
    """The value as it was served: its canonical bytes, so that only values count. What has none fits nothing."""
    if value is None:
        return None
    try:
        return jcs.encode(value)
    except jcs.NoForm:
        return json.dumps(value).encode()


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8", "replace")
