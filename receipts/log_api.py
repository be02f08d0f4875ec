"""The log as strangers read it: checkpoint, tiles and entries (c2sp.org/tlog-tiles), and each receipt's proof."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from receipts import log, selectors

_TEXT = "text/plain; charset=utf-8"
_BYTES = "application/octet-stream"
_ANY_ORIGIN = {"Access-Control-Allow-Origin": "*"}
_MOMENTS = _ANY_ORIGIN | {"Cache-Control": "public, max-age=2"}
_FOR_EVER = _ANY_ORIGIN | {"Cache-Control": "public, max-age=31536000, immutable"}
_NOT_FOUND = {(404, "application/problem+json"): OpenApiTypes.OBJECT}


class NotCovered(NotFound):
    """The receipt waits for its place in the log."""


class CheckpointView(APIView):
    """The newest signed checkpoint."""

    @extend_schema(
        operation_id="log_checkpoint",
        summary="The log's newest checkpoint",
        description="A signed note (c2sp.org/tlog-checkpoint); its key is one of `/.well-known/jwks.json`.",
        tags=["log"],
        responses={(200, "text/plain"): OpenApiTypes.STR, **_NOT_FOUND},
    )
    def get(self, request: Request) -> HttpResponse:
        newest = log.head()
        if newest is None:
            raise NotFound
        return HttpResponse(bytes(newest.note), content_type=_TEXT, headers=_MOMENTS)


class TileView(APIView):
    """One tile of hashes, or one bundle of entries. Its bytes never change."""

    @extend_schema(
        operation_id="log_tile",
        summary="A tile of the log",
        description="`<level>/<number>`, for a partial one `.p/<width>`; level `entries` for the entries "
        "themselves (c2sp.org/tlog-tiles). An entry is the SHA-256 of a receipt's, statement's or key event's "
        "payload.",
        tags=["log"],
        parameters=[OpenApiParameter("path", str, OpenApiParameter.PATH, description="Such as 0/x001/067.p/8.")],
        responses={(200, _BYTES): OpenApiTypes.BINARY, **_NOT_FOUND},
    )
    def get(self, request: Request, path: str) -> HttpResponse:
        content = log.resource(path)
        if content is None:
            raise NotFound
        return HttpResponse(content, content_type=_BYTES, headers=_FOR_EVER)


class ProofView(APIView):
    """That a receipt is in the log."""

    @extend_schema(
        operation_id="receipt_proof",
        summary="Proof that a receipt is in the log",
        description="Verified offline (c2sp.org/tlog-proof@v1). 404 with Retry-After until a checkpoint covers "
        f"it, at most {log.MMD_S} seconds.",
        tags=["receipts"],
        parameters=[
            OpenApiParameter("Retry-After", int, OpenApiParameter.HEADER, description="Seconds.", response=[404])
        ],
        responses={(200, "text/plain"): OpenApiTypes.STR, **_NOT_FOUND},
    )
    def get(self, request: Request, jti: str) -> HttpResponse:
        receipt = selectors.by_jti(jti)
        if receipt is None:
            raise NotFound
        text = log.proof_of(receipt.jti)
        if text is None:
            raise NotCovered
        return HttpResponse(text, content_type=_TEXT, headers=_MOMENTS)

    def handle_exception(self, exc: Exception) -> Response:
        response = super().handle_exception(exc)
        if isinstance(exc, NotCovered):
            response["Retry-After"] = str(log.RETRY_S)
        return response
