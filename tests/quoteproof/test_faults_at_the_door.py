"""Faults and races at the door of a paid route: what the buyer is told, and what stays true behind it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.db import OperationalError

from payments import clock, services, settlement
from payments.core.states import State, VoidCause
from payments.models import Charge, SandboxTransfer
from quoteproof import answers, flow, gate, tasks, wallet
from tests.mirror.cases import CASES
from tests.quoteproof.conftest import Buyer, one

pytestmark = pytest.mark.django_db
CASE = next(case for case in CASES if case.status == "exact_match" and not case.robots and not case.need)
ASKED = one(CASE.url, CASE.quote)
OTHERS = [one(CASE.url, f"{CASE.quote} {number}") for number in range(3)]
TEXT = {"text": "Refunds are paid within 14 days.", "quote": "within 14 days"}


def fail(*_: Any, **__: Any) -> Any:
    raise OperationalError("the database is locked")


@pytest.fixture
def text_buyer() -> Buyer:
    return Buyer(route="/v1/verify/text-quote")


def claimed(buyer: Buyer, body: Any = ASKED) -> tuple[str, str]:
    """A payment that is claimed and waits for the queue, and its check."""
    header = buyer.payment(body)
    return header, buyer.post(body, PAYMENT_SIGNATURE=header, Prefer="respond-async").json()["id"]


def test_a_signature_that_pays_another_opens_no_record_of_its_payer(text_buyer: Buyer):
    _, reference = claimed(text_buyer, TEXT)
    offer = text_buyer.offer(TEXT)
    offer["accepts"][0]["payTo"] = "0x" + "22" * 20
    scraped = wallet.pay(offer, text_buyer.key)
    for _ in range(2):  # while it is open, and once it is released and not yet fetched
        response = text_buyer.post(TEXT, PAYMENT_SIGNATURE=scraped)
        assert (response.status_code, response.json()["reason"]) == (402, "recipient_mismatch")
        flow.carry_out(flow.charge_of(reference), patience=20)
    assert Charge.objects.get().released_at and not Charge.objects.get().handed_over_at


def test_the_steps_of_a_check_follow_each_other_in_time(text_buyer: Buyer):
    _, reference = claimed(text_buyer, TEXT)
    flow.carry_out(flow.charge_of(reference), patience=20)
    times = [step["at"] for step in text_buyer.client.get(f"/v1/checks/{reference}").json()["steps"]]
    assert times == sorted(times)


def test_a_fault_after_the_claim_is_503_for_the_same_authorization(buyer: Buyer, monkeypatch):
    monkeypatch.setattr(flow, "carry_out", fail)
    response = buyer.pay(ASKED)
    told = response.json()
    assert (response.status_code, told["code"], told["charged"]) == (503, "in_progress", False)
    assert (told["retry_with"], told["do_not_sign_new"]) == ("same_authorization", True)
    assert response["Retry-After"] and told["status_url"].endswith(Charge.objects.get().reference)


def test_a_fault_after_the_money_moved_is_never_said_to_be_uncharged(text_buyer: Buyer, monkeypatch):
    monkeypatch.setattr(answers, "of", fail)
    response = text_buyer.pay(TEXT)
    assert (response.status_code, response.json()["code"]) == (503, "settlement_unresolved")
    assert response.json()["charged"] is None and SandboxTransfer.objects.count() == 1


def test_a_fault_before_the_claim_is_500_and_leaves_the_authorization_unused(buyer: Buyer, monkeypatch):
    monkeypatch.setattr(services, "check_funds", fail)
    response = buyer.pay(ASKED)
    told = response.json()
    assert (response.status_code, told["code"], told["charged"]) == (500, "internal_error", False)
    assert told["authorization"] == "not_used" and not Charge.objects.exists()


def test_a_fault_at_the_look_up_of_a_paid_request_is_unresolved_and_names_nothing(text_buyer: Buyer, monkeypatch):
    header = text_buyer.payment(TEXT)
    text_buyer.post(TEXT, PAYMENT_SIGNATURE=header)
    monkeypatch.setattr(gate, "_recorded", fail)
    told = text_buyer.post(TEXT, PAYMENT_SIGNATURE=header).json()
    assert (told["code"], told["charged"], told["do_not_sign_new"]) == ("settlement_unresolved", None, True)
    assert "check" not in told and "status_url" not in told


def test_a_fault_without_a_payment_is_500_and_not_charged(buyer: Buyer, monkeypatch):
    monkeypatch.setattr(gate, "_read", fail)
    response = buyer.post(ASKED)
    assert (response.status_code, response.json()["charged"]) == (500, False)


def test_what_stood_in_the_way_of_a_claim_may_be_gone_by_the_second_look(buyer: Buyer, monkeypatch):
    real, calls = gate._claim, []

    def once_in_the_way(*arguments: Any) -> Charge:
        calls.append(1)
        if len(calls) == 1:
            raise services.RequestOpen(Charge(reference="chk_gone"))
        return real(*arguments)

    monkeypatch.setattr(gate, "_claim", once_in_the_way)
    assert buyer.pay(ASKED, Prefer="respond-async").status_code == 202


def test_a_third_check_under_a_live_lease_is_429_and_a_known_authorization_is_not(buyer: Buyer):
    (header, _), *_ = [claimed(buyer, body) for body in OTHERS[:2]]
    Charge.objects.update(lease_until=clock.now() + timedelta(seconds=30))
    response = buyer.pay(OTHERS[2])
    assert (response.status_code, response["Retry-After"], response.json()["charged"]) == (429, "2", False)
    assert buyer.post(OTHERS[0], PAYMENT_SIGNATURE=header, Prefer="respond-async").status_code == 202


def test_a_request_that_meets_the_limit_looks_once_more_for_its_own_claim(buyer: Buyer, monkeypatch):
    header, reference = claimed(buyer)
    real, looks = gate._recorded, []

    def blind_at_first(*arguments: Any) -> Any:
        looks.append(1)
        return real(*arguments) if len(looks) > 1 else None

    monkeypatch.setattr(gate, "_recorded", blind_at_first)
    monkeypatch.setattr(gate.selectors, "retry_after", lambda *_: 2)
    response = buyer.post(ASKED, PAYMENT_SIGNATURE=header, Prefer="respond-async")
    assert (response.status_code, response.json()["id"]) == (202, reference)


def test_thirty_void_charges_an_hour_are_enough_and_zero_turns_every_limit_off(
    buyer: Buyer, settings, monkeypatch
):
    monkeypatch.setattr(gate.selectors, "MAX_VOIDED", 1)
    claimed(buyer)
    services.void(Charge.objects.get(), VoidCause.SERVICE_FAULT)
    assert buyer.pay(ASKED).status_code == Buyer().pay(ASKED).status_code == 429
    settings.RATE_LIMIT = 0
    assert buyer.pay(ASKED, Prefer="respond-async").status_code == 202


def test_requests_are_answered_though_the_cache_that_counts_them_is_gone(buyer: Buyer, monkeypatch):
    monkeypatch.setattr(type(caches["counts"]), "incr", fail)
    assert buyer.post(ASKED).status_code == 402


@pytest.mark.parametrize("key", ["x" * 256, "two words", "schlüssel", ""])
def test_a_key_that_cannot_be_used_costs_no_signature(buyer: Buyer, key):
    response = buyer.post(ASKED, Idempotency_Key=key)
    assert (response.status_code, response.json()["errors"][0]["parameter"]) == (400, "Idempotency-Key")


def test_the_bell_ends_the_watch_over_a_void_charge(buyer: Buyer):
    _, reference = claimed(buyer)
    services.void(Charge.objects.get(), VoidCause.SERVICE_FAULT)
    long_ago = clock.unix() - 1
    Charge.objects.update(ring_at=clock.at(long_ago))
    tasks.ring_due()
    tasks.advance(reference)
    assert Charge.objects.get().lease_until is None
    assert Charge.objects.get().ring_at > clock.now() + timedelta(seconds=30)


def test_the_queue_leaves_what_has_to_wait_to_the_bell(text_buyer: Buyer, monkeypatch):
    monkeypatch.setattr(flow, "has_outcome", lambda charge: True)
    text_buyer.pay(TEXT, Prefer="respond-async")
    monkeypatch.undo()
    monkeypatch.setattr(settlement, "hand_over", fail)
    reference = Charge.objects.get().reference
    tasks.advance(reference)
    assert (Charge.objects.get().state, Charge.objects.get().waits) == (State.SEALED, 1)


def test_reads_of_an_unproven_settlement_end_before_the_patience_does(text_buyer: Buyer, monkeypatch):
    monkeypatch.setattr(flow, "READS_S", 0.0)
    monkeypatch.setattr(flow, "_prove", lambda charge, asked: flow._give_back(charge))
    monkeypatch.setitem(flow.STEPS, State.UNCERTAIN, lambda charge, asked: flow._give_back(charge))
    response = text_buyer.pay(TEXT)
    assert (response.status_code, response.json()["code"]) == (503, "settlement_unresolved")


def test_head_hands_nothing_over(text_buyer: Buyer):
    _, reference = claimed(text_buyer, TEXT)
    flow.carry_out(flow.charge_of(reference), patience=20)
    for path in (f"/v1/checks/{reference}", f"/checks/{reference}/result.json"):
        text_buyer.client.head(path)
        assert Charge.objects.get().handed_over_at is None
    text_buyer.client.get(f"/v1/checks/{reference}")
    assert Charge.objects.get().handed_over_at is not None


@pytest.mark.parametrize("path", ["/v1/verify/quotes", "/v1/checks/chk_x", "/v1/receipts/rcp_x", "/v1/contracts"])
def test_options_is_answered_on_every_route(buyer: Buyer, path):
    response = buyer.client.options(path)
    assert (response.status_code, response.content) == (204, b"") and "Content-Type" not in response


@pytest.mark.parametrize("path", ["/v1", "/v1/nowhere", "/v1/contracts"])
def test_every_answer_under_v1_says_sandbox_and_can_be_read_from_any_origin(client, path):
    response = client.get(path)
    assert response["QuoteProof-Network"] == "sandbox" and response["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("method", ["put", "patch", "delete", "trace"])
def test_another_method_on_a_paid_route_is_405_and_not_charged(buyer: Buyer, method):
    response = getattr(buyer.client, method)(buyer.route)
    assert (response.status_code, response.json()["charged"], "POST" in response["Allow"]) == (405, False, True)


@pytest.mark.parametrize("check_id", ["%00", "chk_%00", "chk_" + "A" * 26, "chk_" + "a" * 900])
def test_an_id_that_cannot_be_one_is_unknown(buyer: Buyer, check_id):
    assert buyer.client.get("/v1/checks/" + check_id).json()["code"] == "not_found"


def test_too_many_parameters_are_400_and_not_charged(buyer: Buyer):
    response = buyer.post(ASKED, query="?" + "&".join(f"a={number}" for number in range(1_100)))
    assert (response.status_code, response.json()["charged"]) == (400, False)


def test_a_request_that_was_overtaken_between_look_up_and_funds_gets_the_outcome(
    buyer: Buyer, monkeypatch: pytest.MonkeyPatch
):
    """The other one has claimed and settled by then: the nonce is used, for just this request."""
    asking = {"text": "The quick brown fox jumps.", "quote": "quick brown fox"}
    buyer.route, check_funds = "/v1/verify/text-quote", services.check_funds
    payment, first = buyer.payment(asking), []

    def overtaken(authorization):
        monkeypatch.setattr(services, "check_funds", check_funds)
        first.append(buyer.post(asking, PAYMENT_SIGNATURE=payment))
        return check_funds(authorization)

    monkeypatch.setattr(services, "check_funds", overtaken)
    second = buyer.post(asking, PAYMENT_SIGNATURE=payment)
    assert (first[0].status_code, second.status_code) == (200, 200)
    assert second.content == first[0].content and second["QuoteProof-Replayed"] == "true"
