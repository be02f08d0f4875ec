"""`/checks/{id}`: a check's progress, then its result, evidence and payment. Holding the id is the right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from payments import selectors as payments
from payments import services
from payments.core.states import OPEN
from payments.models import Charge
from quoteproof import answers, checks, contracts
from quoteproof.presentation import progress, words
from quoteproof.presentation.amounts import usdc
from quoteproof.presentation.moments import moment
from quoteproof.presentation.one_quote import one_quote, undecided
from quoteproof.presentation.one_quote_words import STEPS as OWN_STEPS
from quoteproof.presentation.one_quote_words import WORKING
from quoteproof.presentation.report import report
from receipts import selectors as receipts
from verification.models import Check

CHECK_ID = re.compile(r"chk_[a-z2-7]{26}")
View = Callable[..., HttpResponse]


def unlisted(view: View) -> View:
    """For the holder of the id alone: kept by no cache, listed by no search engine."""

    @wraps(view)
    def viewed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Cache-Control"] = "private, no-store"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return viewed


@unlisted
@require_safe
def page(request: HttpRequest, check_id: str) -> HttpResponse:
    """Opening the page of a released check hands its result over."""
    check, charge = _known(check_id)
    context = _context(check, charge)
    if charge.released_at is not None and request.method == "GET":
        services.mark_handed_over(check.pk)
    template = "quoteproof/check.html" if checks.is_final(charge) else "quoteproof/check_open.html"
    return render(request, template, context)


@unlisted
@require_safe
def fragment(request: HttpRequest, check_id: str) -> HttpResponse:
    """The part of the page that changes while the check is under way."""
    return render(request, "quoteproof/progress.html", _context(*_known(check_id)))


@unlisted
@require_safe
def result(request: HttpRequest, check_id: str) -> HttpResponse:
    """The released result as a file: exactly the bytes whose SHA-256 the receipt names."""
    check, charge = _known(check_id)
    if charge.released_at is None:
        raise Http404
    if request.method == "GET":
        services.mark_handed_over(check.pk)
    disposition = {"Content-Disposition": f'attachment; filename="{check.pk}.json"'}
    return HttpResponse(answers.sealed(check), content_type="application/json", headers=disposition)


def _known(check_id: str) -> tuple[Check, Charge]:
    found = checks.known(check_id) if CHECK_ID.fullmatch(check_id) else None
    if found is None:
        raise Http404
    return found


def _context(check: Check, charge: Charge) -> dict[str, Any]:
    receipt = receipts.current(check.pk) if charge.released_at else None
    told = checks.body(check, charge, receipt)
    problem = told["problem"] or {}
    headline = words.headline(told["state"], problem.get("code"))
    supplied = not contracts.BY_PATH[check.route].keeps_request
    events = [(each.from_state, each.to_state, checks.moment(each.at)) for each in payments.events(charge)]
    return {
        "check": told,
        "final": checks.is_final(charge),
        "headline": replace(headline, text=WORKING) if supplied and told["state"] == "working" else headline,
        "steps": progress.steps(told["steps"], OWN_STEPS if supplied else progress.NO_OTHERS),
        "timeline": progress.timeline(events),
        "created_at": moment(told["created_at"]),
        "amount": usdc(charge.amount),
        "money_moved": charge.state not in OPEN,
        "again": reverse("home") + ("?way=text" if supplied else ""),
        **_found(check, told["result"], problem),
    }


def _found(check: Check, answer: dict[str, Any] | None, problem: dict[str, Any]) -> dict[str, Any]:
    """What was found, or why nothing was: `report` of many quotes, `one` or `undecided` of one."""
    output = answer or problem.get("report")
    if not output:
        return {}
    asked = json.loads(bytes(check.request or b"{}"))
    sources = list(check.sources.order_by("index"))
    if not contracts.BY_PATH[check.route].names_check:
        quotes = [quote["quote"] for quote in asked["quotes"]]
        return {"report": report(output, quotes, [source.robots_rule for source in sources])}
    rule, units = sources[0].robots_rule, sources[0].extracted_chars
    if answer is None:
        told = undecided(problem["reason"], output["source"], quote=asked["quote"], robots_rule=rule, units=units)
        return {"undecided": told}
    terms = json.loads(bytes(check.terms or b"{}"))
    return {"one": one_quote(answer, quote=asked.get("quote"), terms=terms, robots_rule=rule, units=units)}
