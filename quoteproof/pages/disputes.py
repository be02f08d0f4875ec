"""`/checks/{id}/dispute`: the form on a result page, sent as any browser sends it. Holding the id is the right."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from quoteproof import disputes, ratelimit
from quoteproof.dispute_api import REFUSALS
from quoteproof.pages import checks, dispute_form
from quoteproof.pages.form import Mistake


@checks.unlisted
@require_POST
def dispute(request: HttpRequest, check_id: str) -> HttpResponse:
    """Opens a dispute and shows it, or shows the form again with what is wrong and all that was typed."""
    check, charge = checks.known(check_id)
    form = dispute_form.filled(request.POST)
    address = ratelimit.client_address(request)
    if (seconds := ratelimit.retry_after(address)) is not None:
        wait = Mistake("", f"Please wait {seconds} seconds and send the form again.")
        return checks.shown(request, check, charge, form, (wait,), status=429)
    if wrong := dispute_form.mistakes(form, check.verdicts.count()):
        return checks.shown(request, check, charge, form, wrong, status=400)
    try:
        disputes.open_dispute(check, form.complaint(*disputes.compared(check)), address)
    except REFUSALS as error:
        return checks.shown(request, check, charge, form, (dispute_form.refusal(error),), status=409)
    response = HttpResponseRedirect(reverse("check", args=[check.pk]) + "#disputes")
    response.status_code = 303
    return response
