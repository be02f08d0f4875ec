"""Disputes in Django's admin: one page each, with all that bears on it and the three outcomes.

To see one needs `receipts.view_dispute`, to decide `receipts.change_dispute`, to pay back `payments.add_refund` as
well. It stands here and not in receipts because what is shown and done needs every app.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils import timezone

from payments.admin import NoChange, RefundForm
from payments.ports import LedgerUnavailable
from payments.refunds import NotARefund
from quoteproof import disputes, dossier
from quoteproof.disputes import Matter, NotCorrected
from quoteproof.presentation.amounts import usdc
from receipts import disputes as records
from receipts import selectors
from receipts.disputes import AlreadyDecided, Decision, ReceiptMoved
from receipts.models import Dispute, Outcome

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Model]
else:
    ModelAdmin = admin.ModelAdmin


ID = re.compile(r"dsp_[a-z2-7]{26}")


class ReasonForm(forms.Form):
    """Why; whoever holds the check's id reads it."""

    reason = forms.CharField(
        max_length=records.REASON_MAX,
        widget=forms.Textarea({"rows": 3}),
        help_text="Shown to the holder of the id.",
    )


class ChainRefundForm(RefundForm, ReasonForm):
    """And which transfer paid the charge back."""


def _uphold(dispute: Dispute, decision: Decision, form: forms.Form) -> Dispute:
    return records.uphold(dispute, decision)


def _correct(dispute: Dispute, decision: Decision, form: forms.Form) -> Dispute:
    return disputes.correct(dispute, decision)


def _refund(dispute: Dispute, decision: Decision, form: forms.Form) -> Dispute:
    name = form.cleaned_data.get("transaction", "").lower()
    return disputes.refund(dispute, decision, name, form.cleaned_data.get("log_index"))


DECIDE: dict[str, Callable[[Dispute, Decision, forms.Form], Dispute]] = {
    Outcome.VERDICT_UPHELD: _uphold,
    Outcome.CORRECTED: _correct,
    Outcome.REFUNDED: _refund,
}


class StateFilter(admin.SimpleListFilter):
    """Open disputes wait for somebody; closed ones are done."""

    title = parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> tuple[tuple[str, str], ...]:
        return ("open", "open"), ("closed", "closed")

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() is None:
            return queryset
        return queryset.filter(closed_at__isnull=self.value() == "open")


@admin.register(Dispute)
class DisputeAdmin(NoChange, ModelAdmin):
    list_display = ("id", "check_id", "state", "outcome", "created_at", "closed_at", "decided_by")
    list_filter = (StateFilter, "outcome")
    search_fields = ("id", "check_id", "receipt__jti")
    date_hierarchy = "created_at"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page of a dispute; a POST names what to do: `live`, or an outcome."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        dispute = known(unquote(object_id))
        if request.method != "POST":
            return self._page(request, dispute)
        action = request.POST.get("action", "")
        if action not in allowed(request):
            raise PermissionDenied
        if action == "live":
            return self._page(request, dispute, fetch=True)
        form = form_of(action, request.POST)
        if form.is_valid() and self._decided(request, dispute, action, form):
            return HttpResponseRedirect(request.path)
        return self._page(request, known(dispute.pk), form)

    def _decided(self, request: HttpRequest, dispute: Dispute, action: str, form: forms.Form) -> bool:
        """Whether the outcome stands now; if not, an error in the form or a message says why not."""
        decision = Decision(form.cleaned_data["reason"], request.user.get_username(), timezone.now())
        try:
            closed = DECIDE[action](dispute, decision, form)
        except AlreadyDecided as error:
            messages.error(request, words(error))
            return False
        except (ReceiptMoved, NotCorrected, NotARefund, LedgerUnavailable) as error:
            form.add_error(None, words(error))
            return False
        self.log_change(request, closed, f"Decided: {action}.")
        messages.success(request, f"Decided: {action}.")
        return True

    def _page(
        self, request: HttpRequest, dispute: Dispute, tried: forms.Form | None = None, *, fetch: bool = False
    ) -> HttpResponse:
        may, matter = allowed(request), Matter(dispute)
        outcomes = [each for each in DECIDE if each in may and dispute.closed_at is None]
        shown = {each: form_of(each) for each in outcomes}
        if tried is not None and tried.prefix in shown:
            shown[str(tried.prefix)] = tried
        file = dossier.of(matter)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Dispute {dispute.pk}",
            "opts": self.opts,
            "dispute": dispute,
            "file": file,
            "amount": usdc(file.charge.amount),
            "current": selectors.current(dispute.check_id),
            "refund": records.refund_of(dispute.check_id),
            "pages": dossier.live(matter) if fetch else None,
            "may_fetch": "live" in may,
            "forms": shown,
            "prospect": disputes.prospect(matter) if Outcome.CORRECTED in shown else None,
            "sandbox": settings.SANDBOX,
        }
        return TemplateResponse(request, "admin/receipts/dispute/dispute.html", context)


def known(dispute_id: str) -> Dispute:
    """The dispute; Http404."""
    found = Dispute.objects.select_related("receipt").filter(pk=dispute_id) if ID.fullmatch(dispute_id) else ()
    for dispute in found:
        return dispute
    raise Http404


def allowed(request: HttpRequest) -> set[str]:
    """What the user may do with disputes."""
    if not request.user.has_perm("receipts.change_dispute"):
        return set()
    may = {"live", Outcome.VERDICT_UPHELD.value, Outcome.CORRECTED.value}
    return may | {Outcome.REFUNDED.value} if request.user.has_perm("payments.add_refund") else may


def form_of(outcome: str, data: Any = None) -> forms.Form:
    """The form of an outcome; its fields' names begin with that."""
    on_chain = outcome == Outcome.REFUNDED and not settings.SANDBOX
    return (ChainRefundForm if on_chain else ReasonForm)(data, prefix=outcome)


def words(error: Exception) -> str:
    """Why nothing was decided."""
    if isinstance(error, AlreadyDecided):
        return f"It was decided already: {error.dispute.outcome}. Money that has gone back is stated all the same."
    if isinstance(error, ReceiptMoved):
        return "The payment was looked at anew at this moment. Nothing was decided: send it again."
    if isinstance(error, LedgerUnavailable):
        return "The ledger can't be read now. Nothing was decided: try again."
    return error.detail if isinstance(error, NotARefund) else str(error)
