"""Payments in Django's admin: to read, never to change. A signature is shown nowhere.

One thing can be done here: where money came for an unpaid charge, its refund is recorded, by who may add refunds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from payments import networks, refunds
from payments.models import (
    Acknowledgement,
    BooksRead,
    Charge,
    ChargeEvent,
    Deployment,
    Evidence,
    PendingSettlement,
    Received,
    Refund,
    RefundDue,
    SandboxAccount,
    SandboxTransfer,
    SettlerLease,
)
from payments.ports import LedgerUnavailable

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


class RefundForm(forms.Form):
    """Names the transfer that paid a charge back."""

    transaction = forms.RegexField(
        r"\A0x[0-9a-fA-F]{64}\Z", strip=True, help_text="its hash: 0x and 64 hex digits"
    )
    log_index = forms.IntegerField(min_value=0, required=False, help_text="only where several transfers would fit")


@admin.register(RefundDue)
class RefundDueAdmin(NoChange, ModelAdmin):
    list_display = ("charge", "evidence", "found_at", "refund")
    list_select_related = ("charge__refund", "evidence")
    search_fields = ("charge__reference", "charge__payer", "evidence__transaction")

    @admin.display(empty_value="due")
    def refund(self, due: RefundDue) -> Refund | None:
        return getattr(due.charge, "refund", None)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.refund_view)
        return [path("<int:pk>/refund/", view, name="payments_refunddue_refund"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        due = RefundDue.objects.filter(pk=object_id, charge__refund=None) if object_id.isdecimal() else None
        shown = {"may_refund": due is not None and may_refund(request) and due.exists()}
        return super().change_view(request, object_id, form_url, (extra_context or {}) | shown)

    def refund_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The form that records a refund; in the sandbox one button that makes it."""
        if not (may_refund(request) and self.has_view_permission(request)):
            raise PermissionDenied
        due = get_object_or_404(RefundDue.objects.select_related("charge"), pk=pk)
        sandbox = networks.current().sandbox
        form = (forms.Form if sandbox else RefundForm)(request.POST if request.method == "POST" else None)
        if form.is_valid() and (made := refunded(form, due.charge)):
            self.log_change(request, due, f"Refunded by {made}.")
            messages.success(request, f"Refunded: {due.charge.reference}, by {made}.")
            return redirect(reverse("admin:payments_refunddue_changelist"))
        context = {
            **self.admin_site.each_context(request),
            "title": "Record its refund",
            "opts": self.opts,
            "original": due,
            "charge": due.charge,
            "form": form,
            "sandbox": sandbox,
            "senders": settings.REFUND_FROM,
        }
        return TemplateResponse(request, "admin/payments/refunddue/refund.html", context)


def may_refund(request: HttpRequest) -> bool:
    return request.user.has_perm("payments.add_refund")


def refunded(form: forms.Form, charge: Charge) -> Refund | None:
    """The refund that the valid form names or asks for; None with an error in the form that says why not."""
    try:
        if isinstance(form, RefundForm):
            return refunds.record(charge, form.cleaned_data["transaction"].lower(), form.cleaned_data["log_index"])
        return refunds.pay_back(charge)
    except refunds.NotARefund as error:
        form.add_error(None, error.detail)
    except LedgerUnavailable:
        form.add_error(None, "The ledger can't be read now. Nothing was recorded: try again.")
    return None


@admin.register(Received)
class ReceivedAdmin(NoChange, ModelAdmin):
    list_display = ("transaction", "log_index", "amount", "payer", "pay_to", "block_number", "acknowledgement")
    list_filter = ("pay_to",)
    list_select_related = ("acknowledgement",)
    search_fields = ("transaction", "payer", "block_hash")

    @admin.display(empty_value="-")
    def acknowledgement(self, received: Received) -> str | None:
        known = getattr(received, "acknowledgement", None)
        return known.reason if known else None


@admin.register(Acknowledgement)
class AcknowledgementAdmin(NoChange, ModelAdmin):
    list_display = ("received", "reason", "at")
    list_select_related = ("received",)
    search_fields = ("received__transaction", "reason")


@admin.register(Refund)
class RefundAdmin(NoChange, ModelAdmin):
    list_display = ("transaction", "log_index", "charge", "amount", "payer", "pay_to", "noted_at")
    list_select_related = ("charge",)
    search_fields = ("transaction", "charge__reference", "pay_to")


@admin.register(BooksRead)
class BooksReadAdmin(NoChange, ModelAdmin):
    list_display = ("pay_to", "height")


@admin.register(SettlerLease)
class SettlerLeaseAdmin(NoChange, ModelAdmin):
    list_display = ("holder", "until")


@admin.register(PendingSettlement)
class PendingSettlementAdmin(NoChange, ModelAdmin):
    list_display = ("transaction", "stored_at")
    search_fields = ("transaction",)


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
