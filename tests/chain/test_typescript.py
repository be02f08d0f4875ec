from __future__ import annotations

import os
import secrets
from collections.abc import Iterator

import pytest

from tests.chain import typescript
from tests.chain.anvil import AnvilUnavailable, binary
from tests.live import Service, running

pytestmark = [pytest.mark.chain, pytest.mark.xdist_group("chain")]
ASKED = {"text": "Refunds are paid within 14 days.", "quote": "within 14 days"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    try:
        binary()
    except AnvilUnavailable as error:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(error))
    with running(tmp_path_factory.mktemp("typescript")) as started:
        yield started


def test_the_stock_buyer_of_typescript_pays(service: Service):
    answer = typescript.buy(service.url + "/v1/verify/text-quote", ASKED, "0x" + secrets.token_hex(32))
    assert answer["status"] == 200 and answer["payment"]["success"] is True
    assert answer["payment"]["transaction"].startswith("sandbox:")


def test_a_request_that_is_refused_costs_nothing(service: Service):
    asked = {**ASKED, "quote": "\u200b"}
    answer = typescript.buy(service.url + "/v1/verify/text-quote", asked, "0x" + secrets.token_hex(32))
    assert answer["status"] >= 400 and answer["payment"] is None
