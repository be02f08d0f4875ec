"""The staff's pages: overview, list and search, one check's story, export. What acts is in `actions`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from quoteproof.dashboard import export, figures, latency, listing, records, waiting
from quoteproof.dashboard.listing import Search
from quoteproof.dashboard.records import Records
from quoteproof.dashboard.story import story

View = Callable[..., HttpResponseBase]


def staff(view: View) -> View:
    """For active staff; others are sent to the admin's login. Kept by no cache, listed by no search engine."""

    @wraps(view)
    def viewed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        response["Cache-Control"] = "private, no-store"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return staff_member_required(viewed)


@staff
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """What came in today and over thirty days, and what waits for somebody."""
    now = timezone.now()
    since, today = figures.midnight(figures.first_day(now)), figures.midnight(now.date())
    context = {
        "now": now,
        "figures": figures.figures(now),
        "latencies": [("Today", latency.latencies(today)), ("30 days", latency.latencies(since))],
        "by_route": latency.by_route(since),
        "under_way": waiting.under_way(),
        "uncertain": waiting.uncertain(),
        "disputes": waiting.disputes(),
        "due": waiting.refunds_due(),
        "refunded": waiting.refunded(since),
        "failures": [("host", waiting.failures_by_host(since)), ("reason", waiting.failures_by_reason(since))],
        "closed": waiting.closed_unpaid(since),
    }
    return render(request, "dashboard/overview.html", context)


@staff
@require_safe
def checks(request: HttpRequest) -> HttpResponse:
    """The list; whoever looked for a name that one check alone goes by is led to that check."""
    form = Search(request.GET)
    if not form.is_valid():
        return _list(request, form, status=400)
    found = listing.listed(form.cleaned_data)
    if found.only and form.cleaned_data.get("q"):
        return redirect("dashboard-check", found.only)
    return _list(request, form, found=found)


@staff
@require_safe
def csv(request: HttpRequest) -> HttpResponseBase:
    """The same checks as a file, all pages of the list."""
    form = Search(request.GET)
    if not form.is_valid():
        return _list(request, form, status=400)
    try:
        pieces = export.export(form.cleaned_data)
    except export.TooMuch:
        form.add_error(
            "first", f"These are more than {export.MOST:,} checks, the most one file holds: give fewer days."
        )
        return _list(request, form, status=400)
    headers = {"Content-Disposition": f'attachment; filename="checks-{timezone.now():%Y-%m-%d}.csv"'}
    return StreamingHttpResponse(pieces, content_type="text/csv; charset=utf-8", headers=headers)


@staff
@require_safe
def check(request: HttpRequest, check_id: str) -> HttpResponse:
    """One check's whole story. Looking at it hands nothing over."""
    return shown(request, known(check_id))


def shown(request: HttpRequest, kept: Records, **more: Any) -> HttpResponse:
    return render(request, "dashboard/check.html", {"story": story(kept, request.user), **more})


def known(check_id: str) -> Records:
    """The records of a check; Http404."""
    found = records.of(check_id)
    if found is None:
        raise Http404
    return found


def _list(
    request: HttpRequest, form: Search, *, found: listing.Listed | None = None, status: int = 200
) -> HttpResponse:
    asked = form.cleaned_data
    context = {
        "form": form,
        "found": found,
        "export": listing.query(asked, page=None),
        "older": listing.query(asked, page=found.page + 1) if found and found.more else "",
        "newer": listing.query(asked, page=found.page - 1) if found and found.page > 1 else "",
    }
    return render(request, "dashboard/checks.html", context, status=status)
