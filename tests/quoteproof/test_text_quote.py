"""`POST /v1/verify/text-quote`, through the whole service."""

from __future__ import annotations

import hashlib
import json

import jsonschema
import pytest

from payments.models import Charge, SandboxTransfer
from receipts.models import Receipt
from tests.quoteproof.conftest import Buyer
from verification.core.contracts.canonical import canonical

pytestmark = pytest.mark.django_db

ROUTE = "/v1/verify/text-quote"
TEXT = "Refunds are paid within 14 days of purchase, to the card that was used."


@pytest.fixture
def buyer() -> Buyer:
    return Buyer(route=ROUTE)


def asking(quote: str, text: str = TEXT, **more):
    return {"text": text, "quote": quote, **more}


def claims() -> dict:
    return json.loads(bytes(Receipt.objects.get().payload))


def test_the_offer_is_of_half_a_cent(buyer: Buyer):
    offer = buyer.offer(asking("14 days"))
    assert [accepted["amount"] for accepted in offer["accepts"]] == ["5000", "25000", "100000"]
    assert len(buyer.post(asking("14 days"))["PAYMENT-REQUIRED"]) < 6_000


def test_the_answer_keeps_the_published_schema(buyer: Buyer):
    response = buyer.pay(asking("refunds are paid within 15 days"))
    schema = buyer.client.get("/v1/contracts/text-quote").json()["output_schema"]
    assert response.status_code == 200, response.content
    jsonschema.validate(response.json(), schema)
    assert response.content == canonical(response.json())
