"""What staff do from a check's story: look at its charge now, read its pages again. Each is put on record."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from quoteproof import flow, reread
from quoteproof.dashboard.story import may_fetch, may_reconcile
from quoteproof.dashboard.views import known, shown, staff


@staff
@require_POST
def reconcile(request: HttpRequest, check_id: str) -> HttpResponse:
    """Takes the check on in this process, as far as it goes without waiting, as the reconciler does by itself."""
    kept = known(check_id)
    if not may_reconcile(kept, request.user):
        raise PermissionDenied
    before = kept.charge.state
    flow.go_on(check_id)
    after = flow.charge_of(check_id).state
    told = (
        f"Reconciled: {before} → {after}."
        if after != before
        else f"Reconciled: still {after}, nothing new is proven."
    )
    _noted(request, kept.charge, told)
    messages.success(request, told)
    return redirect("dashboard-check", check_id)


@staff
@require_POST
def fetch(request: HttpRequest, check_id: str) -> HttpResponse:
    """Reads the pages again and shows them beside what was read for the check, which stays as it is."""
    kept = known(check_id)
    if not may_fetch(kept, request.user):
        raise PermissionDenied
    pages = reread.pages(kept.check.route, kept.sources)
    _noted(request, kept.check, "Read the pages again.")
    return shown(request, known(check_id), live=pages)


def _noted(request: HttpRequest, what: Model, told: str) -> None:
    assert request.user.pk is not None, "staff alone come here"
    LogEntry.objects.log_actions(request.user.pk, [what], CHANGE, change_message=told, single_object=True)
