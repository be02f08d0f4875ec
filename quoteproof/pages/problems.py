"""`/problems/{code}`: the page that a problem's `type` leads to."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from quoteproof.problems import KINDS


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    kind = KINDS.get(code)
    if kind is None:
        raise Http404
    return render(request, "quoteproof/problem.html", {"code": code, "kind": kind})
