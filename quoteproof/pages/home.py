"""`/`: the form that checks quotes, in its three ways, and what its two ways of paying need.

`way=page` (or none): quotes and their pages. `way=text`: a quote and a text that the visitor holds.
`way=document`: an answer with its citations, whose quotes are found and chosen before anything is paid.
"""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST

from quoteproof.contracts import DOCUMENT, QUOTES, TEXT_QUOTE, Paid
from quoteproof.pages import document_form, form, paying, sandbox, text_form
from quoteproof.pages.document_form import DocumentForm
from quoteproof.pages.text_form import TextForm
from quoteproof.presentation import words
from quoteproof.presentation.amounts import usdc
from verification.core.contracts.limits import MAX_QUOTES, MAX_URLS
from verification.core.contracts.text_quote import limits
from verification.core.page.urls import InvalidUrl
from verification.core.page.urls import parse as parse_url

Filled: TypeAlias = form.Draft | TextForm | DocumentForm


@dataclass(frozen=True, slots=True)
class Way:
    """One of the ways in, as a tab of the form."""

    name: str
    title: str

    @property
    def url(self) -> str:
        return _address(self.name)


WAYS: Final = (
    Way("page", "A quote and its page"),
    Way("text", "A quote and the text I hold"),
    Way("document", "An answer with its citations"),
)
BLANK: Final[dict[str, Filled]] = {"text": TextForm(), "document": DocumentForm()}


@cache_control(private=True, no_cache=True)  # not no-store: going back must find what was typed
@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, BLANK.get(request.GET.get("way", "")) or _drafted((form.Row(),)))
    filled = _filled(request.POST)
    if "add" in request.POST and isinstance(filled, form.Draft):
        return _page(request, _drafted(form.with_another(filled.rows)), focus=len(filled.rows) + 1)
    if "edit" in request.POST:
        return _page(request, filled)
    finds = isinstance(filled, DocumentForm) and not filled.part  # work that nobody pays for
    if finds and (wait := paying.too_many(request)):
        return _page(request, filled, refused=wait, status=wait.status)
    if wrong := _mistakes(filled):
        return _page(request, filled, wrong, status=400)
    if finds:
        return _page(request, filled)
    if not settings.SANDBOX:
        return _command(request, filled)
    paid = paying.pay(request, filled.contract, filled.body, _key(request, filled))
    if isinstance(paid, paying.Refused):
        return _page(request, filled, refused=paid, status=paid.status)
    response = HttpResponseRedirect(reverse("check", args=[paid]))
    response.status_code = 303
    return response


@never_cache
@require_POST
def draft(request: HttpRequest) -> HttpResponse:
    """What the filled-in form asks, as the API takes it, for the script that pays; 400 where it has mistakes."""
    filled = _filled(request.POST)
    if _mistakes(filled) or (isinstance(filled, DocumentForm) and not filled.part):
        return JsonResponse({}, status=400)
    asked = {"path": filled.contract.path, "request": filled.request, "key": _key(request, filled)}
    return JsonResponse(asked)


def page_name(url: str) -> str:
    """The URL as it is fetched, so that two links into one page are one source; else the URL itself."""
    try:
        return parse_url(url, settings.HOSTS).url
    except InvalidUrl:
        return url


def curl(contract: Paid, body: bytes) -> str:
    """The command that asks for the offer; a wallet signs it and the same command sends the payment."""
    url = settings.PUBLIC_URL + contract.path
    return f"curl -i {shlex.quote(url)} -H 'Content-Type: application/json' -d {shlex.quote(body.decode())}"


def _command(request: HttpRequest, filled: Filled) -> HttpResponse:
    command = curl(filled.contract, filled.body)
    way = _way(filled)
    context = {"command": command, "fields": filled.fields, "way": way, "action": _address(way)}
    return render(request, "quoteproof/curl.html", context)


def _filled(sent: QueryDict) -> Filled:
    if sent.get("way") == "text":
        return text_form.filled(sent)
    if sent.get("way") == "document":
        return document_form.filled(sent)
    return _drafted(form.rows(sent.getlist("quote"), sent.getlist("url")))


def _drafted(rows: tuple[form.Row, ...]) -> form.Draft:
    return form.draft(rows, page_name)


def _mistakes(filled: Filled) -> tuple[form.Mistake, ...]:
    if isinstance(filled, TextForm):
        return text_form.mistakes(filled)
    return document_form.mistakes(filled) if isinstance(filled, DocumentForm) else form.mistakes(filled)


def _way(filled: Filled) -> str:
    if isinstance(filled, TextForm):
        return "text"
    return "document" if isinstance(filled, DocumentForm) else "page"


def _address(way: str) -> str:
    return reverse("home") + ("" if way == "page" else f"?way={way}")


def _key(request: HttpRequest, filled: Filled) -> str:
    return paying.key_for(request.POST.get("form", ""), filled.body)


def _page(
    request: HttpRequest,
    filled: Filled,
    wrong: Sequence[form.Mistake] = (),
    *,
    refused: paying.Refused | None = None,
    focus: int = 0,
    status: int = 200,
) -> HttpResponse:
    way = _way(filled)
    context = {
        "way": way,
        "ways": WAYS,
        "action": _address(way),
        "mistakes": wrong,
        "refused": refused,
        "focus": focus,
        "form_id": request.POST.get("form") or secrets.token_urlsafe(16),
        "payer": sandbox.payer(request.session) if settings.SANDBOX else None,
        "refusals": words.REFUSALS,
        "wrong": {mistake.field: mistake.text for mistake in wrong},
        "filled": filled,
        "hosts": settings.HOSTS,
        **_own(filled, wrong, looks=refused is None or refused.status != 429),
    }
    return render(request, f"quoteproof/home_{way}.html", context, status=status)


def _own(filled: Filled, wrong: Sequence[form.Mistake], *, looks: bool) -> dict[str, Any]:
    """What the form of that way has of its own; `looks`: whether a text may be looked through for it."""
    if isinstance(filled, TextForm):
        return _of_text()
    return _of_document(filled, looks=looks) if isinstance(filled, DocumentForm) else _of_pages(filled, wrong)


def _of_text() -> dict[str, Any]:
    return {
        "matches": text_form.MATCHES,
        "price": usdc(TEXT_QUOTE.minimum),
        "most_text": limits.TEXT,
        "most_quote": limits.QUOTE,
    }


def _of_document(filled: DocumentForm, *, looks: bool) -> dict[str, Any]:
    readable = looks and document_form.unreadable(filled) is None
    return {
        "price": usdc(DOCUMENT.minimum),
        "formats": document_form.FORMATS,
        "read_as": document_form.FORMATS[filled.read_as],
        "listed": readable,
        "parts": range(1, filled.bought.parts + 1) if readable else (),
    }


def _of_pages(filled: form.Draft, wrong: Sequence[form.Mistake]) -> dict[str, Any]:
    return {
        "rows": form.shown(filled.rows, wrong),
        "price": usdc(QUOTES.minimum),
        "most_quotes": MAX_QUOTES,
        "most_pages": MAX_URLS,
    }
