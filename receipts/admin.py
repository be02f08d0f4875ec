"""Read-only view of issued receipts for staff."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from receipts.models import Receipt


@admin.register(Receipt)
class ReceiptAdmin(admin.ModelAdmin):
    list_display = ("jti", "check_id", "issued_at", "superseded_by")
    search_fields = ("jti", "check_id", "result_sha256", "payload_sha256")
    date_hierarchy = "issued_at"
    fields = (
        "jti",
        "check_id",
        "issued_at",
        "superseded_by",
        "result_sha256",
        "payload_sha256",
        "claims",
        "compact",
    )
    readonly_fields = ("claims", "compact")

    @admin.display(description="payload")
    def claims(self, receipt: Receipt) -> str:
        return bytes(receipt.payload).decode()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
