"""`GET /v1/checks/{id}/evidence`: the evidence file.

Holding the id is the right to it; the fetched bytes are for staff alone.
"""

from __future__ import annotations

from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from payments import services
from payments.models import Charge
from quoteproof import checks, evidence, openapi
from quoteproof.problems import problem
from verification.models import Check

_TEXT: Final = {"type": "string"}
_TEXT_OR_NONE: Final = {"type": ["string", "null"]}
_HASH: Final = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_COUNT_OR_NONE: Final = {"type": ["integer", "null"]}
_SOURCE: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "index": {"type": "integer"},
        **dict.fromkeys(("url", "final_url", "fetched_at", "content_type", "extraction_rules"), _TEXT_OR_NONE),
        **dict.fromkeys(("content_sha256", "extraction_sha256", "reason", "robots_rule"), _TEXT_OR_NONE),
        **dict.fromkeys(("http_status", "source_bytes", "extracted_chars", "max_snippet"), _COUNT_OR_NONE),
        "extraction": _TEXT,
    },
}
SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "required": [
        *("format", "check", "route", "contract", "created_at", "request", "request_sha256", "result"),
        *("result_sha256", "sources", "receipt", "status", "history", "proof", "checkpoint", "keys"),
    ],
    "properties": {
        "format": {"type": "string", "const": evidence.FORMAT},
        "check": {"type": "string", "pattern": "^chk_[a-z2-7]{26}$"},
        "route": _TEXT,
        "contract": {"type": "object", "properties": {"name": _TEXT, "version": _TEXT, "sha256": _HASH}},
        "created_at": {"type": "string", "format": "date-time"},
        "request": {"type": ["object", "null"], "description": "Null where it held a text: texts are not kept."},
        "request_sha256": _HASH,
        "result": {"type": "object", "description": "The 200 body."},
        "result_sha256": _HASH,
        "sources": {"type": "array", "items": _SOURCE},
        "receipt": {"type": "string", "description": "The current receipt's token."},
        "status": {"type": "string", "description": "What has become of that receipt."},
        "history": {"type": "array", "items": {"type": "object"}, "description": "Receipts that it replaced."},
        "proof": {"type": ["string", "null"], "description": "tlog-proof@v1, once a checkpoint covers it."},
        "checkpoint": {"type": ["string", "null"], "description": "The log's newest."},
        "keys": {"type": "object", "description": "The JWK Set of `/.well-known/jwks.json`."},
    },
}


class Evidence(APIView):
    @extend_schema(
        operation_id="evidence",
        summary="The evidence file of a released check",
        description="Checked offline by `python -m quoteproof.verify --evidence`.",
        tags=["checks"],
        responses={
            (200, "application/json"): OpenApiResponse(SCHEMA, "Everything that is needed to check it."),
            **openapi.problems(404, 409),
        },
    )
    def get(self, request: Request, check_id: str) -> HttpResponse:
        check, charge = _known(check_id)
        if charge.released_at is None:
            return problem("not_published")
        if request.method == "GET":
            services.mark_handed_over(check.pk)
        return _file(check, evidence.document(check, charge))


@require_safe
def with_bodies(request: HttpRequest, check_id: str) -> HttpResponse:
    """The same with the bytes that were fetched, for staff who may see them; under `/admin/`."""
    if not request.user.has_perm("verification.view_sourcebody"):
        raise PermissionDenied
    check, charge = _known(check_id)
    if charge.released_at is None:
        raise Http404
    return _file(check, evidence.document(check, charge, bodies=True))


def _known(check_id: str) -> tuple[Check, Charge]:
    found = checks.known(check_id)
    if found is None:
        raise Http404
    return found


def _file(check: Check, content: bytes) -> HttpResponse:
    headers = {
        "Content-Disposition": f'attachment; filename="{check.pk}-evidence.json"',
        "Cache-Control": "private, no-store",
        "QuoteProof-Check": check.pk,
    }
    return HttpResponse(content, content_type="application/json", headers=headers)
