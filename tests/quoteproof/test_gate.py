"""The buyer's answers, row by row, over HTTP against the sandbox."""

from __future__ import annotations

import pytest

from payments import services
from payments.core.states import VoidCause
from payments.models import Charge, SandboxTransfer
from quoteproof import flow, wallet
from receipts.models import Receipt
from tests.mirror.cases import CASES
from tests.quoteproof.conftest import Buyer, decoded, one

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(mirror):
    case = next(case for case in CASES if case.status == "exact_match" and not case.robots and not case.need)
    return one(case.url, case.quote)


@pytest.fixture
def missed(mirror):
    case = next(case for case in CASES if case.reason == "html_absence_unverifiable" and not case.need)
    return one(case.url, case.quote)


def test_without_payment_the_answer_is_402_with_the_offer(buyer: Buyer, asked):
    response = buyer.post(asked)
    offer = decoded(response["PAYMENT-REQUIRED"])
    assert (response.status_code, response["Cache-Control"]) == (402, "no-store")
    assert (response.json()["code"], response.json()["reason"]) == ("payment_required", "payment_required")
    assert [accepted["amount"] for accepted in offer["accepts"]] == ["10000", "50000", "250000"]
    assert offer["resource"]["description"].startswith("Sandbox, no real money.")
    assert "PAYMENT-RESPONSE" not in response
    assert len(response["PAYMENT-REQUIRED"]) < 6_000


def test_the_offer_quotes_the_amount_that_the_buyer_names(buyer: Buyer, asked):
    offer = buyer.offer(asked, query="?amount=123456")
    assert [accepted["amount"] for accepted in offer["accepts"]] == ["123456"]
    assert (
        buyer.post(asked, PAYMENT_SIGNATURE=wallet.pay(offer, buyer.key), query="?amount=123456").status_code
        == 200
    )


def test_an_amount_over_a_dollar_comes_with_a_warning(buyer: Buyer, asked):
    assert "US$1" in buyer.post(asked, query="?amount=2000000").json()["detail"]


@pytest.mark.parametrize("method", ["get", "head"])
def test_get_and_head_answer_the_unsigned_402(buyer: Buyer, method):
    response = getattr(buyer.client, method)(buyer.route)
    assert response.status_code == 402
    assert "offer-receipt" not in decoded(response["PAYMENT-REQUIRED"])["extensions"]


def test_only_a_request_that_was_read_is_called_valid(buyer: Buyer, asked):
    assert "The request is valid." in buyer.post(asked).json()["detail"]
    assert "valid" not in buyer.client.get(buyer.route).json()["detail"]


def test_a_paid_request_is_answered_with_result_payment_and_receipt(buyer: Buyer, asked):
    response = buyer.pay(asked)
    paid = decoded(response["PAYMENT-RESPONSE"])
    receipt = Receipt.objects.get()
    assert (response.status_code, response["Cache-Control"]) == (200, "private, no-store")
    assert response.json()["results"][0]["status"] == "exact_match"
    assert (paid["success"], paid["amount"], paid["payer"]) == (True, "10000", buyer.address)
    assert paid["transaction"].startswith("sandbox:") and len(paid["transaction"]) == 34
    assert response["QuoteProof-Network"] == "sandbox"
    assert response["QuoteProof-Receipt"] == receipt.compact
    assert receipt.jti in response["Link"] and 'rel="receipt"' in response["Link"]
    assert response["QuoteProof-Check"] == Charge.objects.get().reference


def test_the_criterion_failed_is_422_and_not_charged(buyer: Buyer, missed):
    response = buyer.pay(missed)
    problem = response.json()
    assert (response.status_code, problem["code"], problem["charged"]) == (422, "no_decisive_result", False)
    assert (problem["authorization"], problem["retry_with"]) == ("not_used", "new_authorization")
    assert problem["report"]["summary"] == {"decisive": 0, "unknown": 1}
    assert not SandboxTransfer.objects.exists() and not Receipt.objects.exists()


def test_the_same_authorization_and_body_get_the_same_bytes_and_one_charge(buyer: Buyer, asked):
    header = buyer.payment(asked)
    first, second = (buyer.post(asked, PAYMENT_SIGNATURE=header) for _ in range(2))
    assert first.content == second.content
    for name in ("PAYMENT-RESPONSE", "QuoteProof-Receipt", "QuoteProof-Check", "Link"):
        assert first[name] == second[name]
    assert "QuoteProof-Replayed" not in first and second["QuoteProof-Replayed"] == "true"
    assert SandboxTransfer.objects.count() == Charge.objects.count() == 1


def test_a_422_is_replayed_with_the_same_bytes(buyer: Buyer, missed):
    header = buyer.payment(missed)
    assert (
        buyer.post(missed, PAYMENT_SIGNATURE=header).content
        == buyer.post(missed, PAYMENT_SIGNATURE=header).content
    )


def test_the_same_authorization_with_another_body_is_409_and_names_nothing(buyer: Buyer, asked, missed):
    header = buyer.payment(asked)
    buyer.post(asked, PAYMENT_SIGNATURE=header)
    response = buyer.post(missed, PAYMENT_SIGNATURE=header)
    assert (response.status_code, response.json()["code"]) == (409, "authorization_reused")
    assert "check" not in response.json() and "QuoteProof-Check" not in response


def test_the_same_key_and_body_get_the_outcome_and_the_new_authorization_is_not_used(buyer: Buyer, asked):
    first = buyer.pay(asked, Idempotency_Key="order-1")
    second = buyer.pay(asked, Idempotency_Key="order-1")
    assert first.content == second.content and second["QuoteProof-Replayed"] == "true"
    assert Charge.objects.count() == SandboxTransfer.objects.count() == 1


def test_the_same_key_with_another_body_is_a_conflict(buyer: Buyer, asked, missed):
    buyer.pay(asked, Idempotency_Key="order-1")
    response = buyer.pay(missed, Idempotency_Key="order-1")
    assert (response.status_code, response.json()["code"]) == (409, "idempotency_conflict")


def test_a_key_says_nothing_to_another_payer(buyer: Buyer, asked, missed):
    buyer.pay(asked, Idempotency_Key="order-1")
    assert Buyer().pay(missed, Idempotency_Key="order-1").status_code == 422
    assert buyer.post(missed, Idempotency_Key="order-1").status_code == 402


def test_a_void_charge_frees_its_key(buyer: Buyer, asked, missed):
    buyer.pay(missed, Idempotency_Key="order-1")
    assert buyer.pay(asked, Idempotency_Key="order-1").status_code == 200


def test_a_new_authorization_while_one_is_open_is_told_where_to_look(buyer: Buyer, asked):
    response = buyer.pay(asked, Prefer="respond-async")
    again = buyer.pay(asked)
    assert (again.status_code, again.json()["code"]) == (409, "payment_unresolved")
    assert again.json()["status_url"] == response["Location"]
    assert again.json()["valid_before"] == Charge.objects.get().valid_before


def test_a_result_that_was_never_handed_over_answers_a_new_authorization(buyer: Buyer, asked):
    buyer.pay(asked, Prefer="respond-async")
    flow.carry_out(Charge.objects.get(), patience=30)
    response = buyer.pay(asked)
    assert (response.status_code, response["QuoteProof-Replayed"]) == (200, "true")
    assert Charge.objects.count() == 1
    assert "QuoteProof-Replayed" not in buyer.pay(asked)


def test_a_result_that_was_handed_over_is_bought_anew(buyer: Buyer, asked):
    buyer.pay(asked)
    assert "QuoteProof-Replayed" not in buyer.pay(asked)
    assert SandboxTransfer.objects.count() == 2


def test_respond_async_is_202_with_the_state_of_the_check(buyer: Buyer, asked):
    response = buyer.pay(asked, Prefer="respond-async, wait=5")
    assert (response.status_code, response["Preference-Applied"]) == (202, "respond-async")
    assert (response["Retry-After"], response.json()["state"]) == ("2", "working")
    assert response["Location"].endswith("/v1/checks/" + response.json()["id"])
    assert response.json()["result"] is None


def test_an_open_check_is_503_in_progress_with_the_same_authorization(buyer: Buyer, asked, monkeypatch):
    monkeypatch.setattr(flow, "REQUEST_PATIENCE_S", 0.0)
    header = buyer.payment(asked)
    buyer.post(asked, PAYMENT_SIGNATURE=header, Prefer="respond-async")
    response = buyer.post(asked, PAYMENT_SIGNATURE=header)
    assert (response.status_code, response.json()["code"], response["Retry-After"]) == (503, "in_progress", "2")
    assert response.json()["retry_with"] == "same_authorization"
    assert response.json()["do_not_sign_new"] is True
    assert response.json()["charged"] is False


def test_an_abandoned_check_is_503_unavailable(buyer: Buyer, asked):
    header = buyer.payment(asked)
    buyer.post(asked, PAYMENT_SIGNATURE=header, Prefer="respond-async")
    services.void(Charge.objects.get(), VoidCause.ABANDONED)
    response = buyer.post(asked, PAYMENT_SIGNATURE=header)
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert (response.json()["authorization"], response.json()["charged"]) == ("not_used", False)


def test_another_contract_than_the_pinned_one_is_409(buyer: Buyer, asked):
    current = buyer.client.get("/v1/contracts").json()["contracts"][0]["contract_sha256"]
    assert buyer.post(asked, QuoteProof_Contract=f"sha256={current}").status_code == 402
    response = buyer.post(asked, QuoteProof_Contract="sha256=" + "0" * 64)
    assert (response.status_code, response.json()["contract_sha256"]) == (409, current)


def test_a_known_authorization_needs_no_pin_and_no_host(buyer: Buyer, asked, settings):
    header = buyer.payment(asked)
    first = buyer.post(asked, PAYMENT_SIGNATURE=header)
    settings.HOSTS = ("nodejs.org",)
    again = buyer.post(asked, PAYMENT_SIGNATURE=header, QuoteProof_Contract="sha256=" + "0" * 64)
    assert (again.status_code, again.content) == (200, first.content)
    assert buyer.post(asked).status_code == 400


def test_the_rate_limit_comes_before_any_work(buyer: Buyer, settings):
    settings.RATE_LIMIT = 1
    assert buyer.post(b"{").status_code == 400
    response = buyer.post(b"{")
    assert (response.status_code, response.json()["code"]) == (429, "rate_limited")
    assert int(response["Retry-After"]) > 0
