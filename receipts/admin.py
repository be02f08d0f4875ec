"""Receipts, the statements about them and corrected results, for staff to read. Disputes: `quoteproof.admin`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin

from payments.admin import NoChange
from receipts.models import Correction, Receipt, Statement

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin


@admin.register(Receipt)
class ReceiptAdmin(NoChange, Base):
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


@admin.register(Statement)
class StatementAdmin(NoChange, Base):
    list_display = ("receipt", "status", "stated_at", "replacement", "finality")
    list_filter = ("status",)
    search_fields = ("receipt__jti", "receipt__check_id", "payload_sha256")
    date_hierarchy = "stated_at"
    fields = (
        "receipt",
        "seq",
        "status",
        "replacement",
        "finality",
        "stated_at",
        "payload_sha256",
        "said",
        "compact",
    )
    readonly_fields = ("said", "compact")

    @admin.display(description="payload")
    def said(self, statement: Statement) -> str:
        return bytes(statement.payload).decode()


@admin.register(Correction)
class CorrectionAdmin(NoChange, Base):
    list_display = ("check_id", "dispute", "receipt", "made_at")
    search_fields = ("check_id", "dispute__id", "receipt__jti", "result_sha256")
    exclude = ("result",)
    readonly_fields = ("answer",)

    @admin.display(description="result")
    def answer(self, correction: Correction) -> str:
        return bytes(correction.result).decode()
