"""Receipts and the keys that verify them: `/v1/receipts/{jti}`, `/.well-known/jwks.json` and `did.json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import JsonResponse
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from receipts import keyring, selectors
from receipts.core import did
from receipts.serializers import ReceiptSerializer

_KEYS_HEADERS = {"Cache-Control": "public, max-age=3600", "Access-Control-Allow-Origin": "*"}


class JoseRenderer(BaseRenderer):
    """The token alone (RFC 7515 §9.2.1)."""

    media_type = "application/jose"
    format = "jose"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return str(data["token"]).encode("ascii")


class ReceiptView(APIView):
    """One receipt: the signed token, or by `Accept: application/json` the token and what it says."""

    renderer_classes = (JoseRenderer, JSONRenderer)

    @extend_schema(
        operation_id="receipt",
        summary="A signed receipt",
        tags=["receipts"],
        responses={
            (200, "application/jose"): OpenApiTypes.STR,
            (200, "application/json"): ReceiptSerializer,
            (404, "application/problem+json"): OpenApiTypes.OBJECT,
        },
    )
    def get(self, request: Request, jti: str) -> Response:
        receipt = selectors.by_jti(jti)
        if receipt is None:
            raise NotFound
        return Response(ReceiptSerializer(receipt).data)


class KeysView(APIView):
    """Every public key that receipts were or will be signed with."""

    @extend_schema(
        operation_id="jwks",
        summary="The keys that verify receipts",
        tags=["receipts"],
        responses={(200, "application/jwk-set+json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request) -> JsonResponse:
        return JsonResponse(keyring.jwks(), content_type="application/jwk-set+json", headers=_KEYS_HEADERS)


class DidView(APIView):
    """The DID document that the `kid` of signed x402 offers leads to."""

    @extend_schema(
        operation_id="did",
        summary="The DID document of the offers' keys",
        tags=["receipts"],
        responses={(200, "application/did+json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request) -> JsonResponse:
        trusted = [key for key in keyring.published() if key.revoked_at is None]
        body = did.document(did.web_did(settings.PUBLIC_URL), trusted)
        return JsonResponse(body, content_type="application/did+json", headers=_KEYS_HEADERS)
