"""The page of a dispute in the admin: what staff see, and what each may do."""

from __future__ import annotations

import html
import re
import zlib
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.admin.utils import quote
from django.contrib.auth.models import User
from django.test import Client

from payments.models import Charge, Refund, SandboxTransfer
from quoteproof import admin, disputes, rerun
from receipts import disputes as records
from receipts import selectors
from receipts.models import Correction, Dispute, Statement
from tests.mirror.behaviours import HOST, ONCE, PLAIN
from tests.payments import ledgers
from tests.payments.ledgers import refund_of
from tests.quoteproof import disputed
from tests.quoteproof.conftest import clerk
from tests.quoteproof.disputed import PAGE, QUOTE, TEXT, decision, opened, text_check
from verification.models import Check

pytestmark = pytest.mark.django_db
STATES = ("open", "closed")
LATER = 10**9
"""A block after any of the sandbox's."""


def address(dispute: Dispute) -> str:
    return f"/admin/receipts/dispute/{quote(dispute.pk)}/change/"


def shown(client: Client, dispute: Dispute) -> str:
    answer = client.get(address(dispute))
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def decide(client: Client, dispute: Dispute, outcome: str, reason: str = "Looked at.", **more: str) -> Any:
    fields = {"action": outcome, f"{outcome}-reason": reason}
    return client.post(address(dispute), fields | {f"{outcome}-{name}": value for name, value in more.items()})


@pytest.fixture
def dispute() -> Dispute:
    return opened(text_check(), reason="<i>It</i> says 14.", text=TEXT, quote=QUOTE)


# -- what is seen --------------------------------------------------------------------------------


def test_the_list_leads_to_each(staff: Client, dispute: Dispute):
    listed = staff.get("/admin/receipts/dispute/").content.decode()
    assert address(dispute) in listed and dispute.check_id in listed


def test_the_reason_the_text_and_its_hash_against_the_receipt(staff: Client, dispute: Dispute):
    page = staff.get(address(dispute)).content.decode()
    assert "&lt;i&gt;It&lt;/i&gt; says 14." in page
    digest = Check.objects.get().sources.get().extraction_sha256
    assert digest in page and "it is what was compared" in page and TEXT in page
    assert "the same?" not in page and "live pages" not in page


def test_open_ones_and_closed_ones_are_listed_apart(staff: Client, dispute: Dispute):
    closed = opened(text_check(), "192.0.2.8")
    decide(staff, closed, "verdict_upheld")
    listed = {state: staff.get("/admin/receipts/dispute/", {"state": state}).content.decode() for state in STATES}
    assert [(address(dispute) in page, address(closed) in page) for page in listed.values()] == [
        (True, False),
        (False, True),
    ]
    assert "?state=open" in staff.get("/admin/receipts/dispute/").content.decode()


def test_both_normalised_strings_with_the_difference_marked(staff: Client, dispute: Dispute):
    page = shown(staff, dispute)
    assert "paid within 15 days of purchase</pre>" in page and "paid within 14 days of purchase</pre>" in page
    assert "paid within <del>15</del><ins>14</ins> days of purchase" in page


def test_without_the_text_the_page_says_what_is_not_at_hand(staff: Client):
    page = shown(staff, opened(text_check()))
    assert "was not sent with the dispute" in page and "isn't kept and wasn't sent" in page
    assert "Not possible now." in page


def test_the_payment_and_everything_on_record(staff: Client, dispute: Dispute):
    page, charge = shown(staff, dispute), Charge.objects.get()
    for part in (charge.payer, charge.pay_to, charge.evidence.transaction, "5000 atomic units", "receipt issued"):
        assert part in page
    events = [f"charge: {event.cause}" for event in charge.events.all()]
    assert len(events) >= 4 and all(each in page for each in events)


def test_a_letter_by_letter_contract_is_shown_letter_by_letter(staff: Client, mirror):
    check = disputed.quotes_check(PAGE, ONCE, ONCE.replace("A retry", "A Retry"))
    page = shown(staff, opened(check, quote_index=1))
    assert "<del>Retry</del><ins>retry</ins>" in page and "Quote 2 (disputed)" in page
    assert "Quote 1:" in page and "No difference" in page


def test_stored_bytes_that_are_gone_are_told(staff: Client, mirror):
    check = disputed.quotes_check(PAGE, ONCE)
    check.sources.get().stored_body.delete()
    assert "are not kept any more" in shown(staff, opened(check))


def test_other_bytes_than_the_attested_ones_are_never_read(staff: Client, mirror):
    check = disputed.quotes_check(PAGE, ONCE)
    body = check.sources.get().stored_body
    body.body = zlib.compress(b"<p>Another page.")
    body.save()
    page = shown(staff, opened(check))
    assert "are not those that were hashed" in page and "Another page" not in page


# -- the live page -------------------------------------------------------------------------------


def test_the_live_page_is_fetched_at_a_press(staff: Client, mirror):
    dispute = opened(disputed.quotes_check(PAGE, ONCE))
    mirror.reset()
    shown(staff, dispute)
    assert mirror.log == []
    page = html.unescape(staff.post(address(dispute), {"action": "live"}).content.decode())
    assert "The same bytes as were checked." in page
    assert [request.path for request in mirror.log][:1] == ["/robots.txt"]


def test_a_page_that_changed_is_told(staff: Client, mirror, monkeypatch):
    dispute = opened(disputed.quotes_check(disputed.PLAIN, ONCE))
    seen = mirror.answer

    def changed(host: str, target: str) -> Any:
        found = seen(host, target)
        other = PLAIN.replace(ONCE, ONCE.replace("small", "little")).encode()
        return found if target == "/robots.txt" else replace(found, body=other)

    monkeypatch.setattr(mirror, "answer", changed)
    page = html.unescape(staff.post(address(dispute), {"action": "live"}).content.decode())
    assert "Another text than was checked." in page and "<del>small</del><ins>little</ins>" in page


def test_a_page_that_can_not_be_read_is_told(staff: Client, mirror):
    dispute = opened(disputed.quotes_check(PAGE, ONCE))
    mirror.robots_overrides[HOST] = (200, {}, b"User-agent: *\nDisallow: /")
    page = staff.post(address(dispute), {"action": "live"}).content.decode()
    assert "It can't be read: source_disallows_access." in page


# -- outcomes ------------------------------------------------------------------------------------


def test_the_verdict_is_upheld(staff: Client, dispute: Dispute):
    assert decide(staff, dispute, "verdict_upheld").status_code == 302
    closed = Dispute.objects.get()
    assert (closed.outcome, closed.outcome_reason, closed.decided_by) == ("verdict_upheld", "Looked at.", "root")
    page = shown(staff, dispute)
    assert "Closed: verdict_upheld" in page and "Uphold</button>" not in page
    assert LogEntry.objects.get().change_message == "Decided: verdict_upheld."


def test_the_result_is_corrected(staff: Client, monkeypatch):
    with disputed.blind(monkeypatch):
        check = text_check()
    dispute = opened(check, text=TEXT, quote=QUOTE)
    assert '"match": "fuzzy"' in shown(staff, dispute)
    assert decide(staff, dispute, "corrected").status_code == 302
    assert Correction.objects.get().check_id == check.pk
    assert "stated: replacement" in shown(staff, dispute)


def test_the_charge_is_paid_back_in_the_sandbox(staff: Client, dispute: Dispute):
    assert decide(staff, dispute, "refunded").status_code == 302
    assert SandboxTransfer.objects.filter(pay_to=Charge.objects.get().payer).count() == 1
    assert selectors.status(dispute.receipt) == "refunded"
    assert str(Refund.objects.get()) in shown(staff, dispute)


def test_on_a_chain_the_transfer_is_named(staff: Client, dispute: Dispute, monkeypatch, settings):
    charge = Charge.objects.get()
    shelf = ledgers.install(monkeypatch, settings, ledgers.Shelf(refund_of(charge, LATER)))
    settings.SANDBOX = False
    answer = decide(staff, dispute, "refunded", transaction="0x" + "0" * 64)
    assert answer.status_code == 200 and "no successful transaction" in answer.content.decode()
    assert not Statement.objects.exists() and Dispute.objects.get().state == "open"
    decide(staff, dispute, "refunded", transaction=shelf.moves[0].place.transaction, log_index="0")
    assert Refund.objects.get().transaction == shelf.moves[0].place.transaction
    assert Dispute.objects.get().outcome == "refunded"


def test_a_ledger_that_can_not_be_read_decides_nothing(staff: Client, dispute: Dispute, monkeypatch, settings):
    shelf = ledgers.install(monkeypatch, settings, ledgers.Shelf(refund_of(Charge.objects.get(), LATER)))
    shelf.fails_after, settings.SANDBOX = 0, False
    answer = decide(staff, dispute, "refunded", transaction=shelf.moves[0].place.transaction)
    assert "can't be read now" in html.unescape(answer.content.decode())
    assert Dispute.objects.get().state == "open"


@pytest.mark.parametrize("outcome", ["verdict_upheld", "corrected", "refunded"])
@pytest.mark.parametrize("reason", ["", "  ", "x" * 2_001])
def test_each_outcome_needs_a_reason(staff: Client, dispute: Dispute, outcome, reason):
    answer = decide(staff, dispute, outcome, reason)
    assert answer.status_code == 200 and "errorlist" in answer.content.decode()
    assert Dispute.objects.get().state == "open"


def test_what_can_not_be_corrected_is_said_in_words(staff: Client, dispute: Dispute):
    assert "same result to the byte" in shown(staff, dispute)
    answer = decide(staff, dispute, "corrected", "Typed.")
    assert answer.status_code == 200 and "Typed." in answer.content.decode()
    assert "same result to the byte" in answer.content.decode()


def test_what_can_not_be_corrected_can_not_be_pressed(staff: Client, dispute: Dispute):
    page = shown(staff, dispute)
    assert 'value="verdict_upheld"' in page and 'value="refunded"' in page
    assert 'value="corrected"' not in page and 'name="corrected-reason"' not in page


def test_before_a_press_each_outcome_says_what_it_does(staff: Client, monkeypatch):
    with disputed.blind(monkeypatch):
        check = text_check()
    page, charge = shown(staff, opened(check, text=TEXT, quote=QUOTE)), Charge.objects.get()
    jti = selectors.current(check.pk).jti
    assert "Nothing is stated about them" in page and page.count("No money moves.") == 2
    assert f"The status of <code>{jti}</code> becomes <code>replacement</code>" in page
    assert f"pays 0.005 test USDC back to <code>{charge.payer}</code>, at once" in page
    assert f"receipt <code>{jti}</code> becomes <code>refunded</code>" in page
    assert page.count("The dispute is closed for good, and the text") == 3


def test_on_a_chain_it_says_that_nothing_is_sent_and_what_to_send(staff: Client, dispute: Dispute, settings):
    settings.SANDBOX = False
    page, charge = shown(staff, dispute), Charge.objects.get()
    assert "This sends no money" in page and "exactly 0.005 (5000 atomic units)" in page
    assert charge.pay_to in page and charge.asset in page and "Record the refund</button>" in page


def test_what_was_paid_back_already_is_not_paid_again(staff: Client, dispute: Dispute):
    decide(staff, dispute, "refunded")
    again = opened(Check.objects.get())
    assert "no more money moves" in shown(staff, again)
    assert decide(staff, again, "refunded").status_code == 302
    assert Refund.objects.count() == 1 and Statement.objects.count() == 1


def test_while_the_payment_is_not_on_the_ledger_nothing_is_offered_as_a_correction(staff: Client, monkeypatch):
    with disputed.blind(monkeypatch):
        dispute = opened(text_check(), text=TEXT, quote=QUOTE)
    monkeypatch.setattr(disputes.disputes, "charge_of", disputed.reorged)
    assert "doesn't hold the payment at present" in disputes.prospect(disputes.Matter(dispute)).why_not


def test_somebody_who_comes_second_sees_what_the_first_decided(staff: Client, dispute: Dispute, monkeypatch):
    stale = Dispute.objects.select_related("receipt").get()
    records.uphold(dispute, decision("Meanwhile."))
    known, seen = admin.known, iter([stale])
    monkeypatch.setattr(admin, "known", lambda name: next(seen, None) or known(name))
    page = html.unescape(decide(staff, dispute, "refunded").content.decode())
    assert "It was decided already: verdict_upheld." in page and "Closed: verdict_upheld" in page
    assert 'name="action"' not in page


def test_a_page_is_extracted_once_for_all_that_is_shown(staff: Client, mirror, monkeypatch):
    dispute, calls = opened(disputed.quotes_check(PAGE, ONCE)), list[str]()
    reading = rerun.extractor.read
    monkeypatch.setattr(rerun.extractor, "read", lambda text, **more: calls.append(text) or reading(text, **more))
    page = shown(staff, dispute)
    assert len(calls) == 1 and "same result to the byte" in page


def test_a_second_press_is_the_same_and_another_outcome_is_too_late(staff: Client, dispute: Dispute):
    assert [decide(staff, dispute, "verdict_upheld").status_code for _ in range(2)] == [302, 302]
    assert "It was decided already: verdict_upheld." in decide(staff, dispute, "refunded").content.decode()
    assert not Refund.objects.exists()


# -- who may what --------------------------------------------------------------------------------


def test_who_may_only_view_sees_everything_and_decides_nothing(dispute: Dispute):
    client = clerk("view_dispute")
    page = shown(client, dispute)
    assert 'name="action"' not in page and TEXT in page
    for action in ("live", "verdict_upheld", "corrected", "refunded"):
        assert decide(client, dispute, action).status_code == 403
    assert Dispute.objects.get().state == "open"


def test_who_may_decide_pays_nothing_back(dispute: Dispute):
    client = clerk("change_dispute")
    assert 'value="refunded"' not in shown(client, dispute)
    assert decide(client, dispute, "refunded").status_code == 403
    assert decide(client, dispute, "verdict_upheld").status_code == 302


def test_who_may_pay_back_too_does(dispute: Dispute):
    assert decide(clerk("change_dispute", "add_refund"), dispute, "refunded").status_code == 302


def test_strangers_log_in_and_forged_forms_are_refused(dispute: Dispute):
    assert "/admin/login/" in decide(Client(), dispute, "verdict_upheld")["Location"]
    assert clerk().get(address(dispute)).status_code == 403
    forged = Client(enforce_csrf_checks=True)
    forged.force_login(User.objects.create_superuser("root"))
    assert decide(forged, dispute, "verdict_upheld").status_code == 403
    assert Dispute.objects.get().state == "open"


@pytest.mark.parametrize("name", ["dsp_" + "a" * 26, "x", "dsp_%00"])
def test_there_is_no_page_of_an_unknown_dispute(staff: Client, name):
    assert staff.get(f"/admin/receipts/dispute/{name}/change/").status_code == 404


def test_nobody_adds_or_deletes_and_no_other_action_is_taken(staff: Client, dispute: Dispute):
    assert staff.get("/admin/receipts/dispute/add/").status_code == 403
    assert staff.post(address(dispute).replace("change", "delete")).status_code == 403
    assert staff.post(address(dispute), {"action": "reopened"}).status_code == 403


def test_statements_and_corrections_have_pages(staff: Client, monkeypatch):
    with disputed.blind(monkeypatch):
        check = text_check()
    disputes.correct(opened(check, text=TEXT, quote=QUOTE), decision())
    for path, row in (("statement", Statement.objects.get()), ("correction", Correction.objects.get())):
        assert staff.get(f"/admin/receipts/{path}/").status_code == 200
        page = staff.get(f"/admin/receipts/{path}/{row.pk}/change/").content.decode()
        assert selectors.first(check.pk).jti in page or check.pk in page
        assert staff.post(f"/admin/receipts/{path}/{row.pk}/change/", {}).status_code == 403


def test_the_page_holds_no_script_or_style_of_its_own(staff: Client, dispute: Dispute):
    page = staff.get(address(dispute)).content.decode()
    scripts = re.findall(r"<script[^>]*>", page)
    assert all(" src=" in tag or "application/json" in tag for tag in scripts)
    assert "style=" not in page and "<style" not in page
