"""The session's sandbox wallet signs this service's own offers and nothing else."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from quoteproof import wallet
from tests.mirror.behaviours import ONCE
from tests.quoteproof.conftest import Buyer, decoded, one
from tests.quoteproof.pages.conftest import HTML_PAGE, Visitor

pytestmark = pytest.mark.django_db
ASKED = one(HTML_PAGE, ONCE)


def sign(visitor: Visitor, value: Any) -> Any:
    token = str(visitor.client.get("/").context["csrf_token"])
    return visitor.client.post(
        "/wallet/sign", json.dumps(value), content_type="application/json", headers={"X-CSRFToken": token}
    )


@pytest.fixture
def offer(buyer: Buyer) -> dict[str, Any]:
    return decoded(buyer.post(ASKED)["PAYMENT-REQUIRED"])


def encoded(offer: dict[str, Any]) -> str:
    return base64.b64encode(json.dumps(offer).encode()).decode()


def test_an_own_offer_is_signed_and_the_door_takes_it(visitor: Visitor, buyer: Buyer, offer, mirror):
    response = sign(visitor, {"offer": encoded(offer)})
    header = response.json()["payment_signature"]
    assert response.status_code == 200 and "no-store" in response["Cache-Control"]
    assert buyer.post(ASKED, PAYMENT_SIGNATURE=header).status_code == 200


def test_a_session_signs_with_one_key(visitor: Visitor, offer):
    headers = [sign(visitor, {"offer": encoded(offer)}).json()["payment_signature"] for _ in range(2)]
    payers = {decoded(header)["payload"]["authorization"]["from"] for header in headers}
    assert len(payers) == 1 and payers.pop() in visitor.text("/")


@pytest.mark.parametrize(
    "change",
    [
        {"payTo": wallet.address(wallet.new_key())},
        {"amount": "10001"},
        {"amount": "100000000"},
        {"network": "eip155:8453"},
        {"asset": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"},
        {"extra": {"name": "USD Coin", "version": "2"}},
        {"maxTimeoutSeconds": 10**9},
        {"more": 1},
    ],
)
def test_an_offer_on_other_terms_is_not_signed(visitor: Visitor, offer, change):
    offer["accepts"][0] |= change
    assert sign(visitor, {"offer": encoded(offer)}).status_code == 400


@pytest.mark.parametrize("url", ["https://example.com/v1/verify/quotes", "", None, ["x"]])
def test_an_offer_for_another_resource_is_not_signed(visitor: Visitor, offer, url):
    offer["resource"]["url"] = url
    assert sign(visitor, {"offer": encoded(offer)}).status_code == 400


@pytest.mark.parametrize(
    "value", [{}, [], "x", None, {"offer": None}, {"offer": "%%"}, {"offer": "e30="}, {"offer": "bnVsbA=="}]
)
def test_what_is_no_offer_is_400(visitor: Visitor, value):
    assert sign(visitor, value).status_code == 400


@pytest.mark.parametrize(
    ("body", "status"), [(b"{", 400), (b'{"offer": 1, "offer": 2}', 400), (b"x" * 20_000, 413)]
)
def test_a_body_that_cannot_be_read_is_refused(client, body, status):
    assert client.post("/wallet/sign", body, content_type="application/json").status_code == status


def test_without_the_sites_own_token_nothing_is_signed(visitor: Visitor, offer):
    response = visitor.client.post("/wallet/sign", {"offer": encoded(offer)}, content_type="application/json")
    assert response.status_code == 403


def test_signing_is_rate_limited(visitor: Visitor, offer, settings):
    settings.RATE_LIMIT = 2  # the offer took the first
    assert [sign(visitor, {"offer": encoded(offer)}).status_code for _ in range(2)] == [200, 429]


def test_on_a_real_network_there_is_no_such_wallet(visitor: Visitor, settings):
    settings.SANDBOX = False
    assert sign(visitor, {}).status_code == 404
