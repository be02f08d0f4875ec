"""`POST /v1/receipts/verify`: the ten checks on a receipt, with what the service itself has on record of it.

Free, and nothing of it is kept: the same checks run offline with `python -m quoteproof.verify`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.conf import settings
from django.http import HttpRequest, JsonResponse, UnreadablePostError
from django.utils.module_loading import import_string
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework.exceptions import APIException, UnsupportedMediaType
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from payments.core import strict_json
from receipts import verifier
from receipts.core import jcs
from receipts.core.verification import NAMES

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


class InvalidBody(APIException):
    """400 `invalid_request`; `errors` names each fault."""

    status_code = 400
    default_code = "invalid_request"

    def __init__(self, errors: list[dict[str, str]]) -> None:
        super().__init__(f"{errors[0]['pointer'] or 'The body'}: {errors[0]['detail']}")
        self.errors = errors


class BodyTooLarge(APIException):
    """413 `body_too_large`."""

    status_code = 413
    default_code = "body_too_large"
    default_detail = f"The body may have at most {MOST} bytes."


class VerifyView(APIView):
    """What fits of a receipt, and what doesn't."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Cryptography costs: the caller's address may ask as often as for a paid check, no more."""
        return [import_string(settings.FREE_POST_THROTTLE)()]

    @extend_schema(
        operation_id="verify_receipt",
        summary="Check a receipt, with its answer and request",
        description="Free. Says which check failed; a receipt that isn't valid is answered 200 as well.",
        tags=["receipts"],
        request={"application/json": _ASKED},
        responses={
            (200, "application/json"): _ANSWER,
            **{(status, "application/problem+json"): OpenApiTypes.OBJECT for status in (400, 413, 415, 429)},
        },
    )
    def post(self, request: Request) -> JsonResponse:
        asked = _asked(_body(request._request))
        report = verifier.report(
            asked["receipt"],
            result=_spelled(asked.get("result")),
            request=_spelled(asked.get("request")),
            log_proof=_bytes(asked.get("proof")),
        )
        return JsonResponse(report.members(), headers={"Cache-Control": "no-store"})


def _asked(body: bytes) -> dict[str, Any]:
    """The members that were sent, null ones left out; InvalidBody lists every fault."""
    try:
        value = strict_json.loads(body)
    except strict_json.NotStrict:
        raise InvalidBody([_fault("", "invalid_json", "The body isn't strict JSON.")]) from None
    if not isinstance(value, dict):
        raise InvalidBody([_fault("", "wrong_type", "Must be an object.")])
    given = {name: member for name, member in value.items() if member is not None}
    if errors := list(_faults(given)):
        raise InvalidBody(errors)
    return given


def _faults(given: dict[str, Any]) -> Iterator[dict[str, str]]:
    if "receipt" not in given:
        yield _fault("/receipt", "missing_field", "Must be there.")
    for name, (kind, what) in _TYPES.items():
        if name in given and not isinstance(given[name], kind):
            yield _fault(f"/{name}", "wrong_type", f"Must be {what}.")
    if given.keys() - _TYPES.keys():
        yield _fault("", "unknown_field", f"Known are {', '.join(_TYPES)}.")


def _fault(pointer: str, reason: str, detail: str) -> dict[str, str]:
    return {"pointer": pointer, "reason": reason, "detail": detail}


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


def _body(request: HttpRequest) -> bytes:
    """The body, read no further than its bound. InvalidBody, BodyTooLarge, UnsupportedMediaType."""
    if (request.content_type or "").lower() != "application/json":
        raise UnsupportedMediaType(request.content_type or "")
    length = request.META.get("CONTENT_LENGTH") or ""
    if length.isdigit() and int(length) > MOST:
        raise BodyTooLarge
    # Django takes a body in chunks, one without a length, for an empty one; the server ends its stream itself.
    chunked = not length and request.META.get("wsgi.input_terminated")
    try:
        body = _read(request.META["wsgi.input"] if chunked else request)
    except (UnreadablePostError, OSError):
        raise InvalidBody([_fault("", "invalid_json", "The body did not arrive whole.")]) from None
    if len(body) > MOST:
        raise BodyTooLarge
    return body


def _read(stream: BinaryIO | HttpRequest) -> bytes:
    parts, room = [], MOST + 1
    while room > 0 and (part := stream.read(room)):
        parts.append(part)
        room -= len(part)
    return b"".join(parts)
