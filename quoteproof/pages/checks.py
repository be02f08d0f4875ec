"""`/checks/{id}`: a check's progress, then its result, evidence and payment. Holding the id is the right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from payments import selectors as payments
from payments import services
from payments.core.states import OPEN
from payments.models import Charge
from quoteproof import answers, checks, contracts, disputes, ratelimit
from quoteproof.case import Case
from quoteproof.pages import dispute_form
from quoteproof.pages.dispute_form import BLANK, DisputeForm, Shown
from quoteproof.pages.document import of_check
from quoteproof.pages.form import Mistake
from quoteproof.presentation import progress, words
from quoteproof.presentation.amounts import usdc
from quoteproof.presentation.disputed import OUTCOMES
from quoteproof.presentation.moments import moment
from quoteproof.presentation.one_quote import one_quote, undecided
from quoteproof.presentation.one_quote_words import STEPS as OWN_STEPS
from quoteproof.presentation.one_quote_words import WORKING
from quoteproof.presentation.report import report
from receipts import selectors as receipts
from receipts.models import Receipt
from verification.models import Check, Source

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
    check, charge = known(check_id)
    if charge.released_at is not None and request.method == "GET":
        services.mark_handed_over(check.pk)
    return shown(request, check, charge)


def shown(
    request: HttpRequest,
    check: Check,
    charge: Charge,
    form: DisputeForm = BLANK,
    mistakes: Sequence[Mistake] = (),
    *,
    status: int = 200,
) -> HttpResponse:
    """The page of a check; `form` is what was typed into its form for disputes, `mistakes` are what is wrong."""
    context = _context(check, charge)
    refused = disputes.hindrance(check, ratelimit.client_address(request))
    context["dispute"] = Shown(
        form,
        mistakes,
        quotes=check.verdicts.count(),
        supplied=not contracts.BY_PATH[check.route].keeps_request,
        why_not="" if refused is None else dispute_form.refusal(refused).text,
        again=bool(context["disputes"]),
        refunded=context["refund"] is not None,
    )
    template = "quoteproof/check.html" if checks.is_final(charge) else "quoteproof/check_open.html"
    return render(request, template, context, status=status)


@unlisted
@require_safe
def fragment(request: HttpRequest, check_id: str) -> HttpResponse:
    """The part of the page that changes while the check is under way."""
    return render(request, "quoteproof/progress.html", _context(*known(check_id)))


@unlisted
@require_safe
def result(request: HttpRequest, check_id: str) -> HttpResponse:
    """The released result as a file: exactly the bytes whose SHA-256 the current receipt names."""
    check, charge = known(check_id)
    if charge.released_at is None:
        raise Http404
    if request.method == "GET":
        services.mark_handed_over(check.pk)
    disposition = {"Content-Disposition": f'attachment; filename="{check.pk}.json"'}
    content = answers.sealed(disputes.standing(Case(check)).check)
    return HttpResponse(content, content_type="application/json", headers=disposition)


def known(check_id: str) -> tuple[Check, Charge]:
    """The check and its charge; Http404."""
    found = checks.known(check_id) if CHECK_ID.fullmatch(check_id) else None
    if found is None:
        raise Http404
    return found


def _context(check: Check, charge: Charge) -> dict[str, Any]:
    prefetch_related_objects([charge], "events")
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
        "again": reverse("home") + _way(check.route),
        "disputes": [_dispute(each) for each in told["disputes"]],
        "refund": told["refund"] and _refund(told["refund"]),
        **_found(check, receipt, told["result"], problem),
    }


def _way(route: str) -> str:
    """Which way in leads to another check of the same kind."""
    ways = {contracts.TEXT_QUOTE.path: "?way=text", contracts.DOCUMENT.path: "?way=document"}
    return ways.get(route, "")


def _dispute(told: dict[str, Any]) -> dict[str, Any]:
    return {
        "open": told["state"] == "open",
        "about": None if told["quote_index"] is None else told["quote_index"] + 1,
        "word": OUTCOMES[told["outcome"] or "open"],
        "why": told["outcome_reason"],
        "opened": moment(told["created_at"]),
        "closed": moment(told["closed_at"]),
        "corrected": told["outcome"] == "corrected",
    }


def _refund(told: dict[str, Any]) -> dict[str, Any]:
    return {**told, "amount": usdc(int(told["amount"])), "at": moment(told["at"])}


def _found(
    check: Check, receipt: Receipt | None, answer: dict[str, Any] | None, problem: dict[str, Any]
) -> dict[str, Any]:
    """What was found, or why nothing was: `report` of many quotes, `one` or `undecided` of one."""
    sources, output = list(check.sources.order_by("index")), answer or problem.get("report")
    if not output:
        return {}
    asked = json.loads(bytes(check.request or b"{}"))
    rules = [source.robots_rule for source in sources]
    if check.route == contracts.DOCUMENT.path:
        return {"report": of_check(check, answer, problem, rules)}
    if not contracts.BY_PATH[check.route].names_check:
        quotes = [quote["quote"] for quote in asked["quotes"]]
        return {"report": report(output, quotes, rules)}
    rule, units = sources[0].robots_rule, _units(sources[0], receipt)
    if answer is None:
        told = undecided(problem["reason"], output["source"], quote=asked["quote"], robots_rule=rule, units=units)
        return {"undecided": told}
    terms = json.loads(bytes(check.terms or b"{}"))
    return {"one": one_quote(answer, quote=asked.get("quote"), terms=terms, robots_rule=rule, units=units)}


def _units(source: Source, receipt: Receipt | None) -> int | None:
    """UTF-16 code units of a single source's text; a corrected result's receipt counts them for that result."""
    attested = json.loads(bytes(receipt.payload))["src"][0] if receipt else {}
    known: int | None = attested.get("extracted_chars", source.extracted_chars)
    return known
