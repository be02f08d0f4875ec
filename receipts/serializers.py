"""How a receipt is shown. Neither form names the check it belongs to."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from rest_framework import serializers

from receipts import selectors
from receipts.core import base64url
from receipts.models import Receipt


class ReceiptSerializer(serializers.Serializer[Receipt]):
    jti = serializers.CharField()
    token = serializers.CharField(source="compact", help_text="The compact JWS.")
    header = serializers.SerializerMethodField()
    payload = serializers.SerializerMethodField()
    status = serializers.SerializerMethodField(help_text="`valid`, or what has become of it.")
    superseded_by = serializers.CharField(source="superseded_by_id", allow_null=True)
    proof_url = serializers.SerializerMethodField(help_text="Where its inclusion in the log is proven, if it is.")

    def get_header(self, receipt: Receipt) -> dict[str, str]:
        header: dict[str, str] = json.loads(base64url.decode(receipt.compact.partition(".")[0]))
        return header

    def get_payload(self, receipt: Receipt) -> dict[str, Any]:
        claims: dict[str, Any] = json.loads(bytes(receipt.payload))
        return claims

    def get_status(self, receipt: Receipt) -> str:
        return selectors.status(receipt)

    def get_proof_url(self, receipt: Receipt) -> str:
        return f"{settings.PUBLIC_URL}/v1/receipts/{receipt.jti}/proof"
