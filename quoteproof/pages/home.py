"""`/`: the form that checks quotes, and what its two ways of paying need."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST

from quoteproof.contracts import QUOTES
from quoteproof.pages import form, paying, sandbox
from quoteproof.presentation import words
from quoteproof.presentation.amounts import usdc
from verification.core.contracts.limits import MAX_QUOTES, MAX_URLS
from verification.core.page.urls import InvalidUrl
from verification.core.page.urls import parse as parse_url


@cache_control(private=True, no_cache=True)  # not no-store: going back must find what was typed
@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, (form.Row(),))
    rows = _rows(request)
    if "add" in request.POST:
        return _page(request, form.with_another(rows), focus=len(rows) + 1)
    if "edit" in request.POST:
        return _page(request, rows)
    drafted = form.draft(rows, page_name)
    if wrong := form.mistakes(drafted, QUOTES.read):
        return _page(request, rows, wrong, status=400)
    if not settings.SANDBOX:
        return render(request, "quoteproof/curl.html", {"command": curl(drafted.body), "rows": rows})
    paid = paying.pay(request, QUOTES, drafted.body, _key(request, drafted))
    if isinstance(paid, paying.Refused):
        return _page(request, rows, refused=paid, status=paid.status)
    response = HttpResponseRedirect(reverse("check", args=[paid]))
    response.status_code = 303
    return response


@never_cache
@require_POST
def draft(request: HttpRequest) -> HttpResponse:
    """What the filled-in form asks, as the API takes it, for the script that pays; 400 where it has mistakes."""
    drafted = form.draft(_rows(request), page_name)
    if form.mistakes(drafted, QUOTES.read):
        return JsonResponse({}, status=400)
    return JsonResponse({"request": drafted.request, "key": _key(request, drafted)})


def page_name(url: str) -> str:
    """The URL as it is fetched, so that two links into one page are one source; else the URL itself."""
    try:
        return parse_url(url, settings.HOSTS).url
    except InvalidUrl:
        return url


def curl(body: bytes) -> str:
    """The command that asks for the offer; a wallet signs it and the same command sends the payment."""
    url = settings.PUBLIC_URL + QUOTES.path
    return f"curl -i {shlex.quote(url)} -H 'Content-Type: application/json' -d {shlex.quote(body.decode())}"


def _rows(request: HttpRequest) -> tuple[form.Row, ...]:
    return form.rows(request.POST.getlist("quote"), request.POST.getlist("url"))


def _key(request: HttpRequest, drafted: form.Draft) -> str:
    return paying.key_for(request.POST.get("form", ""), drafted.body)


def _page(
    request: HttpRequest,
    rows: Sequence[form.Row],
    wrong: Sequence[form.Mistake] = (),
    *,
    refused: paying.Refused | None = None,
    focus: int = 0,
    status: int = 200,
) -> HttpResponse:
    context = {
        "rows": form.shown(rows, wrong),
        "mistakes": wrong,
        "refused": refused,
        "focus": focus,
        "form_id": request.POST.get("form") or secrets.token_urlsafe(16),
        "price": usdc(QUOTES.minimum),
        "payer": sandbox.payer(request.session) if settings.SANDBOX else None,
        "hosts": settings.HOSTS,
        "most_quotes": MAX_QUOTES,
        "most_pages": MAX_URLS,
        "path": QUOTES.path,
        "refusals": words.REFUSALS,
    }
    return render(request, "quoteproof/home.html", context, status=status)
