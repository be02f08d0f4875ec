"""`GET /v1/receipts/{jti}/status`: what has become of a receipt, in signed statements."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from receipts import log, selectors, statuses

_HEADERS = {"Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=2"}
STATUS: dict[str, Any] = {
    "type": "object",
    "required": ["jti", "status", "statements", "checkpoint"],
    "properties": {
        "jti": {"type": "string"},
        "status": {
            "type": "string",
            "enum": ["valid", "finality_upgraded", "reorged", "refunded", "replacement", "key_compromise"],
        },
        "statements": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Compact JWS, typ quote-receipt-status+jws; the newest first, and that one counts.",
        },
        "checkpoint": {
            "type": ["string", "null"],
            "description": "The log's newest checkpoint, a signed note; null until there is one.",
        },
    },
}


class StatusView(APIView):
    """The newest statement counts; without one the receipt is valid."""

    @extend_schema(
        operation_id="receipt_status",
        summary="What has become of a receipt",
        tags=["receipts"],
        responses={
            (200, "application/json"): STATUS,
            (404, "application/problem+json"): OpenApiTypes.OBJECT,
        },
    )
    def get(self, request: Request, jti: str) -> Response:
        receipt = selectors.by_jti(jti)
        if receipt is None:
            raise NotFound
        head = log.head()
        return Response(
            {
                "jti": receipt.jti,
                "status": selectors.status(receipt),
                "statements": [each.compact for each in statuses.of(receipt.jti)],
                "checkpoint": bytes(head.note).decode() if head else None,
            },
            headers=_HEADERS,
        )
