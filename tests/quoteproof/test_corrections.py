"""The outcome `corrected`, on checks that a mistaken version of the service made."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from payments.models import Charge
from quoteproof import disputes, facts
from quoteproof.case import Case
from receipts import disputes as records
from receipts import selectors, services, statuses
from receipts.models import Correction, Dispute, Receipt, Statement
from tests.mirror.behaviours import ONCE, TWICE
from tests.quoteproof import disputed
from tests.quoteproof.conftest import Buyer
from tests.quoteproof.disputed import ASKED, PAGE, PLAIN, QUOTE, TEXT, decision, opened, reorged, state, text_check
from verification.models import Check

pytestmark = pytest.mark.django_db


@pytest.fixture
def blindly(monkeypatch) -> Check:
    """Answered `none` by a mistaken version."""
    with disputed.blind(monkeypatch):
        return text_check()


def test_a_correction_is_a_result_beside_the_old_one(blindly):
    before = state(blindly)
    disputes.correct(opened(blindly, text=TEXT, quote=QUOTE), decision())
    after = state(blindly)
    assert (before["result"]["result"]["match"], after["result"]["result"]["match"]) == ("none", "fuzzy")
    assert after["result"]["check"] == blindly.pk and after["result"]["tier"] == "sandbox"
    assert after["result"]["receipt"] == after["receipt"]["token"] != before["receipt"]["token"]
    [past] = after["history"]
    assert (past["jti"], past["result_sha256"]) == (before["receipt"]["jti"], before["result_sha256"])
    assert past["status"] == "replacement" and past["result"]["result"]["match"] == "none"


def test_its_receipt_supersedes_the_old_one_for_the_same_charge_and_request(blindly):
    disputes.correct(opened(blindly, text=TEXT, quote=QUOTE), decision())
    old, new = selectors.first(blindly.pk), selectors.current(blindly.pk)
    was, now_is = (json.loads(bytes(each.payload)) for each in (old, new))
    assert now_is["prev"] == old.jti and old.superseded_by_id == new.jti
    assert (was["req"], was["pay"], was["src"]) == (now_is["req"], now_is["pay"], now_is["src"])
    assert now_is["res"]["sha256"] == Correction.objects.get().result_sha256 == state(blindly)["result_sha256"]
    assert now_is["res"]["verdicts"][0]["match"] == "fuzzy"


def test_the_old_receipts_status_names_its_replacement(blindly):
    disputes.correct(opened(blindly, text=TEXT, quote=QUOTE), decision())
    old, new = selectors.first(blindly.pk), selectors.current(blindly.pk)
    [statement] = statuses.of(old.jti)
    assert (statement.status, statement.replacement_id) == ("replacement", new.jti)
    assert (selectors.status(old), selectors.status(new)) == ("replacement", "valid")


def test_a_replay_keeps_the_original_bytes(monkeypatch):
    buyer = Buyer(route=disputed.TEXT_ROUTE)
    header = buyer.payment(ASKED)
    with disputed.blind(monkeypatch):
        first = buyer.post(ASKED, PAYMENT_SIGNATURE=header)
    check = Check.objects.get()
    disputes.correct(opened(check, text=TEXT, quote=QUOTE), decision())
    again = buyer.post(ASKED, PAYMENT_SIGNATURE=header)
    assert again.content == first.content and again["PAYMENT-RESPONSE"] == first["PAYMENT-RESPONSE"]


def test_the_quote_need_not_be_sent_where_answer_and_text_tell_it(monkeypatch):
    def careful(output: dict[str, Any]) -> dict[str, Any]:
        return output | {"advice": "An older wording."}

    seeing = disputed.work.one_quote.of_text
    with monkeypatch.context() as patch:
        patch.setattr(disputed.work.one_quote, "of_text", lambda request: careful(seeing(request)))
        check = text_check()
    assert disputes.correct(opened(check, text=TEXT), decision()).outcome == "corrected"
    assert state(check)["result"]["advice"] != "An older wording."


def test_correcting_twice_is_once(blindly):
    dispute = opened(blindly, text=TEXT, quote=QUOTE)
    made = disputes.correct(dispute, decision())
    assert disputes.correct(dispute_again(made), decision()) == made
    assert (Correction.objects.count(), Receipt.objects.count(), Statement.objects.count()) == (1, 2, 1)


def dispute_again(dispute: Dispute) -> Dispute:
    return Dispute.objects.get(pk=dispute.pk)


def test_the_same_code_on_the_same_bytes_is_no_correction():
    dispute = opened(text_check(), text=TEXT, quote=QUOTE)
    with pytest.raises(disputes.NotCorrected, match="same result to the byte"):
        disputes.correct(dispute, decision())
    assert "same result" in disputes.prospect(disputes.Matter(dispute)).why_not
    assert Dispute.objects.get().state == "open" and not Correction.objects.exists()


@pytest.mark.parametrize("sent", [{}, {"text": TEXT}])
def test_without_the_text_and_the_quote_there_is_no_correction(blindly, sent):
    with pytest.raises(disputes.NotCorrected, match="not kept"):
        disputes.correct(opened(blindly, **sent), decision())


def test_a_refunded_check_that_is_corrected_stays_refunded(blindly):
    disputes.refund(opened(blindly), decision())
    disputes.correct(opened(blindly, text=TEXT, quote=QUOTE), decision())
    assert selectors.status(selectors.first(blindly.pk)) == "replacement"
    assert selectors.status(selectors.current(blindly.pk)) == "refunded"


def test_a_corrected_result_can_be_disputed_and_is_not_corrected_for_nothing(blindly):
    disputes.correct(opened(blindly, text=TEXT, quote=QUOTE), decision())
    again = opened(blindly, text=TEXT, quote=QUOTE)
    assert again.receipt == selectors.current(blindly.pk)
    with pytest.raises(disputes.NotCorrected, match="same result"):
        disputes.correct(again, decision())
    assert state(blindly)["disputes"][0]["state"] == "open" and len(state(blindly)["disputes"]) == 2


def test_a_payment_that_moves_meanwhile_stops_the_correction(blindly, monkeypatch):
    dispute = opened(blindly, text=TEXT, quote=QUOTE)
    charge = records.charge_of(dispute)
    charge.stamp = "another"
    monkeypatch.setattr(records, "charge_of", lambda _: charge)
    with pytest.raises(records.ReceiptMoved):
        disputes.correct(dispute, decision())
    assert Receipt.objects.count() == 1 and Dispute.objects.get().state == "open"


def test_a_page_is_read_again_from_its_stored_bytes(mirror, monkeypatch):
    with disputed.careless(monkeypatch):
        check = disputed.quotes_check(PAGE, ONCE, TWICE)
    mirror.reset()
    disputes.correct(opened(check, quote_index=0), decision())
    told = state(check)
    assert [row["status"] for row in told["result"]["results"]] == ["exact_match", "ambiguous"]
    assert told["history"][0]["result"]["summary"] == {"decisive": 1, "unknown": 1}
    assert told["result"]["sources"][0]["fetched_at"] == told["history"][0]["result"]["sources"][0]["fetched_at"]
    assert mirror.log == []


def test_one_quote_on_a_page_too(mirror, monkeypatch):
    with disputed.careless(monkeypatch):
        check = disputed.page_check(PLAIN, ONCE)
    disputes.correct(opened(check), decision())
    claims = json.loads(bytes(selectors.current(check.pk).payload))
    assert state(check)["result"]["result"]["match"] == "exact"
    assert claims["src"][0]["extracted_chars"] == Correction.objects.get().units
    assert claims["src"][0]["extraction_sha256"] == state(check)["result"]["result"]["source"]["extraction_sha256"]


def test_a_payment_that_is_found_elsewhere_later_is_attested_with_the_result_that_stands(blindly):
    disputes.correct(opened(blindly, text=TEXT, quote=QUOTE), decision())
    before = selectors.current(blindly.pk)
    after = moved(blindly)
    assert (
        after != before and after.result_sha256 == before.result_sha256 == Correction.objects.get().result_sha256
    )
    assert state(blindly)["result"]["result"]["match"] == "fuzzy"


def moved(check: Check) -> Receipt:
    """The current receipt, after a reorg put the payment elsewhere."""
    charge, before = Charge.objects.get(), selectors.current(check.pk)
    elsewhere = replace(charge.evidence.inclusion(charge.finality), transaction="sandbox:" + "b" * 26)
    said = facts.of(disputes.standing(Case(check)), charge, elsewhere)
    return services.issue(check.pk, said, json.loads(bytes(before.delivery)), timezone.now())


def test_a_correction_supersedes_the_receipt_that_a_reorg_put_in_the_disputed_ones_place(blindly):
    dispute = opened(blindly, text=TEXT, quote=QUOTE)
    between = moved(blindly)
    disputes.correct(dispute, decision())
    newest = selectors.current(blindly.pk)
    chain = [dispute.receipt.jti, between.jti, newest.jti]
    assert [json.loads(bytes(newest.payload))["prev"], between.superseded_by_id] == [between.jti, None]
    assert list(Receipt.objects.order_by("issued_at").values_list("superseded_by", flat=True)) == [
        *chain[1:],
        None,
    ]


def test_a_refund_is_stated_of_the_receipt_that_a_reorg_put_in_the_disputed_ones_place(blindly):
    dispute = opened(blindly)
    between = moved(blindly)
    disputes.refund(dispute, decision())
    assert selectors.status(between) == state(blindly)["receipt"]["status"] == "refunded"


def test_nor_is_a_receipt_made_then(blindly, monkeypatch):
    dispute = opened(blindly, text=TEXT, quote=QUOTE)
    monkeypatch.setattr(records, "charge_of", reorged)
    with pytest.raises(disputes.NotCorrected, match="doesn't hold the payment"):
        disputes.correct(dispute, decision())
    assert Receipt.objects.count() == 1
