from __future__ import annotations

import json

import pytest
from django.test import Client

from payments.core.states import State
from quoteproof import tasks
from receipts.models import Receipt
from tests.quoteproof.conftest import clerk
from tests.quoteproof.dashboard.conftest import charge_of, shown
from tests.quoteproof.disputed import PLAIN, decision, opened
from tests.quoteproof.pages.conftest import advanced
from verification.models import Check

pytestmark = pytest.mark.django_db


def page_of(check: Check) -> str:
    return f"/dashboard/checks/{check.pk}"


def test_request_source_verdict_charge_and_receipt(staff: Client, page: Check):
    told, charge, source, receipt = (
        shown(staff, page_of(page)),
        charge_of(page),
        page.sources.get(),
        Receipt.objects.get(),
    )
    for part in (
        json.loads(bytes(page.request))["quotes"][0]["quote"],
        PLAIN, source.content_sha256, source.extraction_sha256,
        source.robots_rule, source.content_type, charge.payer, charge.nonce, charge.evidence.transaction,
        "10000 atomic units", receipt.jti, receipt.payload_sha256, page.result_sha256, page.verdicts.get().status,
    ):  # fmt: skip
        assert part and part in told


def test_the_timeline_is_in_the_order_of_time(staff: Client, page: Check):
    opened(page)
    events = staff.get(page_of(page)).context["story"].timeline
    assert [each.at for each in events] == sorted(each.at for each in events)
    assert {each.area for each in events} >= {"check", "charge", "ledger", "receipt", "dispute"}
    assert len([each for each in events if each.area == "charge"]) >= charge_of(page).events.count()


def test_looking_hands_nothing_over(staff: Client, begun: Check):
    charge = advanced(charge_of(begun), State.VOID)
    shown(staff, page_of(begun))
    charge.refresh_from_db()
    assert charge.handed_over_at is None


def test_the_leaf_and_its_checkpoint(staff: Client, text: Check):
    assert "waits for its place" in shown(staff, page_of(text))
    tasks.keep_log()
    told = shown(staff, page_of(text))
    assert "Receipt in the log" in told and "First checkpoint over it" in told


def test_a_supplied_text_is_nowhere(staff: Client, text: Check):
    told = shown(staff, page_of(text))
    assert "texts are not kept" in told and "supplied with the request" in told


def test_before_the_release_nothing_that_was_found_is_told(staff: Client, sealed: Check):
    told, source = shown(staff, page_of(sealed)), sealed.sources.get()
    found = (source.content_sha256, source.extraction_sha256, sealed.result_sha256, source.robots_rule)
    assert all(each and each not in told for each in found)
    assert sealed.verdicts.get().status not in told and "not shown before the release" in told


def test_no_signature_and_no_stamp_is_told(staff: Client, sealed: Check):
    told, charge = shown(staff, page_of(sealed)), charge_of(sealed)
    assert charge.signature and charge.signature not in told and charge.stamp not in told


def test_a_report_is_shown(staff: Client, undecided: Check):
    told = shown(staff, page_of(undecided))
    assert "criterion_failed" in told and "Report" in told and "html_absence_unverifiable" in told


def test_disputes_their_ends_and_refunds(staff: Client, text: Check):
    from quoteproof import disputes

    dispute = opened(text, reason="It says 14.")
    disputes.refund(dispute, decision("Paid back."))
    told = shown(staff, page_of(text))
    for part in ("It says 14.", "Paid back.", "Dispute decided: refunded", "Refund recorded", "Stated: refunded"):
        assert part in told


def test_links_are_those_the_user_may_follow(text: Check):
    told = shown(clerk("view_charge"), page_of(text))
    assert "The charge in the admin" in told
    assert "The check in the admin" not in told and "evidence file" not in told and "Reconcile now" not in told


def test_every_link_leads_somewhere(staff: Client, text: Check):
    opened(text)
    for link in staff.get(page_of(text)).context["story"].links:
        assert staff.get(link.href).status_code == 200, link


@pytest.mark.parametrize("name", ["chk_" + "a" * 26, "nonsense", "chk_"])
def test_an_unknown_id_is_404(staff: Client, name: str):
    assert staff.get(f"/dashboard/checks/{name}").status_code == 404


def test_what_the_queue_noted_is_told(staff: Client, text: Check):
    from django.utils import timezone
    from django_q.models import Task

    times = {"started": timezone.now(), "stopped": timezone.now()}
    Task.objects.create(id="a", name="a", func="quoteproof.tasks.advance", args=(text.pk,), success=False,
                        result="Traceback\nValueError: <b>", **times)  # fmt: skip
    told = staff.get(page_of(text)).content.decode()
    assert "failed: ValueError: &lt;b&gt;" in told
