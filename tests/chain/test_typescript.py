"""The stock TypeScript client against the sandbox; on a chain it pays in test_service.py."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import pytest

from tests.chain.anvil import Anvil
from tests.chain.service import with_node
from tests.live import running
from tests.quoteproof.conftest import decoded

pytestmark = [pytest.mark.chain, pytest.mark.xdist_group("chain")]
ASKED = {"text": "Refunds are paid within 14 days.", "quote": "within 14 days"}


@pytest.fixture(scope="module")
def route(tmp_path_factory: pytest.TempPathFactory, chain_node: Anvil) -> Iterator[str]:
    """`chain_node` says where the npm packages are missing."""
    with running(tmp_path_factory.mktemp("typescript")) as service:
        yield service.url + "/v1/verify/text-quote"


def test_the_stock_buyer_of_typescript_pays_in_the_sandbox(route: str):
    answer = with_node(route, "0x" + secrets.token_hex(32), ASKED)
    paid = decoded(answer["headers"]["payment-response"])
    assert (answer["status"], paid["success"]) == (200, True)
    assert paid["transaction"].startswith("sandbox:")


def test_a_request_that_is_refused_costs_nothing(route: str):
    answer = with_node(route, "0x" + secrets.token_hex(32), {**ASKED, "quote": "\u200b"})
    assert answer["status"] == 400 and "payment-response" not in answer["headers"]
