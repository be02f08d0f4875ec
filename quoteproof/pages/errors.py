"""What is answered where nothing is found, or something breaks: problem+json to programs, a page to people.

Programs ask under `/v1`, `/.well-known` and `/log`, and at the few addresses that end in no page.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from quoteproof import context
from quoteproof.problems import KINDS, problem

FOR_PROGRAMS = ("/v1/", "/.well-known/", "/log/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/llms.txt")


def for_programs(path: str) -> bool:
    return path == "/v1" or path.startswith(FOR_PROGRAMS)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if for_programs(request.path):
        charged: dict[str, Any] = {"charged": False} if request.path.startswith("/v1/verify/") else {}
        return problem("invalid_request", "The request cannot be read.", errors=[], **charged)
    return _page(request, 400, "This request cannot be read", "Go back and try again with less in it.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if for_programs(request.path):
        return problem("not_found")
    kind = KINDS["not_found"]
    return _page(request, kind.status, "There is nothing here", f"{kind.meaning} {kind.remedy}")


def server_error(request: HttpRequest) -> HttpResponse:
    if for_programs(request.path):
        return problem("internal_error", "Something went wrong here; it is logged.", charged=None)
    return _page(
        request, 500, "A fault of the service", "Something went wrong here, and it is logged. Try again soon."
    )


def _page(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    """Made without the session and the database, which may be what broke."""
    told = {"status": status, "title": title, "text": text}
    page = render_to_string("quoteproof/error.html", {**context.site(request), **told})
    return HttpResponse(page, status=status, headers={"Cache-Control": "no-store"})
