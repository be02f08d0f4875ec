"""Payments in Django's admin: to read, never to change. A signature is shown nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from payments.models import (
    Charge,
    ChargeEvent,
    Deployment,
    Evidence,
    RefundDue,
    SandboxAccount,
    SandboxTransfer,
)

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Model]
    Inline = admin.TabularInline[ChargeEvent, Charge]
else:
    ModelAdmin, Inline = admin.ModelAdmin, admin.TabularInline


class NoChange:
    """Nobody adds, changes or deletes here, whatever their permissions."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class EventInline(NoChange, Inline):
    model = ChargeEvent
    extra = 0


@admin.register(Charge)
class ChargeAdmin(NoChange, ModelAdmin):
    list_display = ("reference", "state", "cause", "route", "amount", "payer", "claimed_at", "released_at")
    list_filter = ("state", "cause", "route", "network")
    search_fields = ("reference", "payer", "nonce", "request_sha256", "evidence__transaction")
    date_hierarchy = "claimed_at"
    exclude = ("signature", "stamp", "sealed_sha256")  # the last: no hash of a result before its release
    inlines = (EventInline,)


@admin.register(Evidence)
class EvidenceAdmin(NoChange, ModelAdmin):
    list_display = ("transaction", "log_index", "charge", "block_number", "seen_at")
    search_fields = ("transaction", "block_hash", "charge__reference")


@admin.register(RefundDue)
class RefundDueAdmin(NoChange, ModelAdmin):
    list_display = ("charge", "evidence", "found_at")


@admin.register(SandboxTransfer)
class SandboxTransferAdmin(NoChange, ModelAdmin):
    list_display = ("transaction", "payer", "amount", "time")
    search_fields = ("transaction", "payer", "nonce")


@admin.register(SandboxAccount)
class SandboxAccountAdmin(NoChange, ModelAdmin):
    list_display = ("payer", "balance")
    search_fields = ("payer",)


@admin.register(Deployment)
class DeploymentAdmin(NoChange, ModelAdmin):
    list_display = ("network", "pay_to")
