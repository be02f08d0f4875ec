"""`/checks/{id}` in every state a check can stand in."""

from __future__ import annotations

import hashlib
import html
import json

import pytest

from payments.core.states import OPEN, Disproof, State, VoidCause
from payments.models import Charge
from quoteproof.presentation import words
from tests.mirror.behaviours import ONCE
from tests.quoteproof.pages.conftest import HTML_PAGE, NOWHERE, Visitor, advanced, disproven, voided
from verification.models import Check

pytestmark = pytest.mark.django_db


def path(charge: Charge) -> str:
    return f"/checks/{charge.reference}"


@pytest.mark.parametrize("state", OPEN)
def test_before_the_release_only_steps_and_times_are_shown(visitor: Visitor, claimed: Charge, state):
    charge = advanced(claimed, state)
    shown = visitor.text(path(charge)) + visitor.text(path(charge) + "/progress")
    output = json.loads(bytes(Check.objects.get().result or b"{}") or b"{}")
    source = output.get("sources", [{}])[0]
    hidden = [source.get("content_sha256"), source.get("extraction_sha256"), "developers.cloudflare.com"]
    hidden += [*words.VERDICTS, *(each.word for each in words.VERDICTS.values()), "text/html", ONCE]
    assert not [each for each in hidden if each and each in html.unescape(shown)]
    assert words.STEPS["accepted"] in shown and "data-final" not in shown


def test_an_open_check_renews_its_page_with_and_without_script(visitor: Visitor, claimed: Charge):
    shown = visitor.text(path(claimed))
    assert '<noscript><meta http-equiv="refresh"' in shown
    assert f'data-poll="{path(claimed)}/progress"' in shown and 'role="status"' in shown


def test_a_final_check_ends_the_renewing(visitor: Visitor, published: Charge):
    assert "data-final" in visitor.text(path(published) + "/progress")
    assert "http-equiv" not in visitor.text(path(published))


def test_a_published_check_shows_each_verdict_with_its_passage(visitor: Visitor, published: Charge):
    shown = visitor.text(path(published))
    assert "3 quotes: 1 found, 1 found more than once, 1 undecided" in shown
    assert f"<mark>{ONCE}</mark>" in shown
    assert "#:~:text=" in shown or ":~:text=" in shown
    assert html.escape(words.REASONS["html_absence_unverifiable"].remedy) in shown


def test_it_shows_the_evidence_the_payment_and_the_receipt(visitor: Visitor, published: Charge):
    shown = visitor.text(path(published))
    source = json.loads(bytes(Check.objects.get().result))["sources"][0]
    for part in (source["content_sha256"], source["extraction_sha256"], HTML_PAGE, "text/html", "robots.txt"):
        assert part in shown
    for part in (published.payer, "0.01 test USDC", "/receipts/rcp_", words.EVENTS["SETTLED"]):
        assert part in shown


def test_opening_the_page_of_a_released_check_hands_it_over(visitor: Visitor, published: Charge):
    visitor.client.head(path(published))
    visitor.get(path(published) + "/progress")
    published.refresh_from_db()
    assert published.handed_over_at is None
    visitor.get(path(published))
    published.refresh_from_db()
    assert published.handed_over_at is not None


def test_the_result_file_is_the_bytes_that_the_receipt_names(visitor: Visitor, published: Charge):
    response = visitor.get(path(published) + "/result.json")
    assert hashlib.sha256(response.content).hexdigest() == published.sealed_sha256
    assert response["Content-Disposition"] == f'attachment; filename="{published.reference}.json"'


def test_there_is_no_result_file_before_the_release(visitor: Visitor, claimed: Charge):
    advanced(claimed, State.UNCERTAIN)
    assert visitor.get(path(claimed) + "/result.json").status_code == 404


def test_a_check_without_a_decisive_result_shows_why_and_that_nothing_was_charged(
    visitor: Visitor, undecided: Charge
):
    shown = visitor.text(path(undecided))
    assert "Nothing could be decided, so nothing was charged" in shown and NOWHERE in shown
    assert "1 quote: 1 undecided" in shown and "/receipts/rcp_" not in shown


@pytest.mark.parametrize(
    ("cause", "code"),
    [(VoidCause.SERVICE_FAULT, "internal_error"), (VoidCause.ABANDONED, "unavailable")],
)
def test_a_check_that_the_service_failed_says_so(visitor: Visitor, claimed: Charge, cause, code):
    shown = visitor.text(path(voided(claimed, cause)))
    assert words.ENDINGS[code].title in shown and ONCE not in shown


@pytest.mark.parametrize("proof", Disproof)
def test_a_check_that_was_never_paid_shows_no_result(visitor: Visitor, claimed: Charge, proof):
    shown = visitor.text(path(disproven(advanced(claimed, State.SEALED), proof)))
    assert words.ENDINGS["payment_required"].title in shown
    assert ONCE not in shown and "exact_match" not in shown


@pytest.mark.parametrize("suffix", ["", "/progress", "/result.json"])
def test_pages_are_private_and_unlisted(visitor: Visitor, published: Charge, suffix):
    response = visitor.get(path(published) + suffix)
    assert response["Cache-Control"] == "private, no-store"
    assert "noindex" in response["X-Robots-Tag"]


@pytest.mark.parametrize("suffix", ["", "/progress", "/result.json"])
@pytest.mark.parametrize("check", ["chk_" + "a" * 26, "x", "chk_%00"])
def test_unknown_ids_have_one_page(visitor: Visitor, check, suffix):
    response = visitor.get(f"/checks/{check}{suffix}")
    assert (response.status_code, response.content) == (404, visitor.get("/nowhere").content)
