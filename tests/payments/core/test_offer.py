from __future__ import annotations

import base64
import json
from dataclasses import replace

import pytest

from payments.core.header import read
from payments.core.offer import (
    Offer,
    check_match,
    encode,
    payment_required,
    payment_response,
    resource,
)
from payments.core.refusals import Reason
from payments.core.terms import TERMS
from tests.payments.buyer import PAY_TO, Buyer, encoded, payload
from tests.payments.conftest import refused

SANDBOX, BASE = TERMS["sandbox"], TERMS["eip155:8453"]
OFFERS = [Offer(SANDBOX, amount, PAY_TO) for amount in (10_000, 50_000, 250_000)]
RESOURCE = resource(SANDBOX, "https://quotes.example/v1/verify/quotes", "Checks quotations.")


def test_requirements_are_x402_version_2_exact():
    assert OFFERS[0].requirements() == {
        "scheme": "exact",
        "network": "eip155:84532",
        "amount": "10000",
        "asset": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
        "payTo": PAY_TO,
        "maxTimeoutSeconds": 300,
        "extra": {"name": "USDC", "version": "2"},
    }


def test_base_has_the_other_domain_name():
    assert Offer(BASE, 10_000, PAY_TO).requirements()["extra"] == {"name": "USD Coin", "version": "2"}


def test_payment_required_lists_the_offers_and_names_the_reason():
    content = payment_required(OFFERS, RESOURCE, Reason.EXPIRED, {"payment-identifier": {"info": {}}})
    assert (content["x402Version"], content["error"]) == (2, "expired")
    assert [accept["amount"] for accept in content["accepts"]] == ["10000", "50000", "250000"]
    assert content["extensions"] == {"payment-identifier": {"info": {}}}
    assert "extensions" not in payment_required(OFFERS, RESOURCE, Reason.EXPIRED, {})


def test_the_stock_models_read_it():
    from x402.schemas import PaymentRequired

    content = payment_required(OFFERS, RESOURCE, Reason.PAYMENT_REQUIRED, {})
    parsed = PaymentRequired.model_validate(content)
    assert parsed.model_dump(by_alias=True, exclude_none=True) == content


def test_the_sandbox_says_so_first_and_stays_within_500_characters():
    assert RESOURCE["description"] == "Sandbox, no real money. Checks quotations."
    assert len(resource(SANDBOX, "u", "x" * 600)["description"]) == 500
    assert resource(BASE, "u", "Checks quotations.")["description"] == "Checks quotations."


def test_service_metadata_keeps_the_limits_of_the_bazaar():
    assert RESOURCE["serviceName"].isascii()
    assert len(RESOURCE["serviceName"]) <= 32
    assert len(RESOURCE["tags"]) <= 5
    assert all(len(tag) <= 32 for tag in RESOURCE["tags"])


def test_a_header_is_padded_standard_base64_of_compact_json():
    value = encode({"a": "ü", "b": [1]})
    assert base64.b64decode(value, validate=True) == '{"a":"ü","b":[1]}'.encode()


def presented(**changes):
    return read(encoded(payload(Buyer().sign(**changes))), SANDBOX)


@pytest.mark.parametrize("amount", [10_000, 50_000, 250_000])
def test_each_offered_amount_matches(amount: int):
    check_match(presented(amount=amount), OFFERS)


@pytest.mark.parametrize("amount", [0, 9_999, 10_001, 60_000, 2**256 - 1])
def test_any_other_amount_is_a_mismatch(amount: int):
    assert refused(check_match, presented(amount=amount), OFFERS) == "amount_mismatch"


def test_a_tier_that_was_not_quoted_is_a_mismatch():
    assert refused(check_match, presented(amount=50_000), [OFFERS[0]]) == "amount_mismatch"


def test_another_recipient_is_a_mismatch():
    assert refused(check_match, presented(pay_to="0x" + "77" * 20), OFFERS) == "recipient_mismatch"


def test_what_the_buyer_says_was_accepted_is_never_trusted():
    good = presented()
    for accepted, reason in (
        (replace(good.accepted, amount=50_000), "amount_mismatch"),
        (replace(good.accepted, pay_to="0x" + "77" * 20), "recipient_mismatch"),
    ):
        assert refused(check_match, replace(good, accepted=accepted), OFFERS) == reason
    for signed, reason in (
        (presented(amount=1), "amount_mismatch"),
        (presented(pay_to="0x" + "77" * 20), "recipient_mismatch"),
    ):
        assert refused(check_match, replace(signed, accepted=good.accepted), OFFERS) == reason


def test_a_checksummed_pay_to_matches_whatever_the_case():
    mixed = [replace(offer, pay_to="0x" + "9A" * 20) for offer in OFFERS]
    check_match(presented(), mixed)


def test_payment_response_names_the_chain_in_the_sandbox_too():
    content = payment_response(SANDBOX, "sandbox:" + "a" * 26, "0xP", 10_000)
    assert content == {
        "success": True,
        "transaction": "sandbox:" + "a" * 26,
        "network": "eip155:84532",
        "payer": "0xP",
        "amount": "10000",
    }


def test_payment_response_carries_extensions_and_extra_only_when_there_are_any():
    content = payment_response(
        SANDBOX, "t", "p", 1, extensions={"offer-receipt": {"info": {}}}, extra={"sandbox": True}
    )
    assert content["extensions"] == {"offer-receipt": {"info": {}}}
    assert content["extra"] == {"sandbox": True}
    assert json.loads(base64.b64decode(encode(content))) == content
