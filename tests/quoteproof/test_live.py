"""The service as a stranger meets it: real processes, the stock x402 client, no code of this project."""

from __future__ import annotations

import asyncio
import http.client
import json
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import jsonschema
import pytest
from eth_account import Account
from x402 import x402Client
from x402.http.clients import x402HttpxClient
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client

from quoteproof import wallet
from tests.live import Service, running
from tests.mirror.cases import CASES
from tests.mirror.server import Mirror
from tests.quoteproof.conftest import one

pytestmark = [pytest.mark.mirror, pytest.mark.xdist_group("live")]
CASE = next(case for case in CASES if case.status == "exact_match" and not case.robots and not case.need)


@pytest.fixture(scope="module")
def service(tmp_path_factory, mirror_server: Mirror) -> Iterator[Service]:
    with running(
        tmp_path_factory.mktemp("live"),
        QUOTEPROOF_FETCH_RESOLVE=mirror_server.resolve,
        QUOTEPROOF_FETCH_CA_FILE=str(mirror_server.ca_file),
    ) as started:
        yield started


async def _buy(url: str, body: dict[str, Any]) -> httpx.Response:
    client = x402Client()
    register_exact_evm_client(client, EthAccountSigner(Account.create()))
    async with x402HttpxClient(client, timeout=60) as http:
        return await http.post(url, json=body)


def test_the_stock_client_pays_and_the_body_validates(service: Service):
    response = asyncio.run(_buy(service.url + "/v1/verify/quotes", one(CASE.url, CASE.quote)))
    contract = httpx.get(service.url + "/v1/contracts/quoteproof").json()
    assert response.status_code == 200
    jsonschema.validate(response.json(), contract["output_schema"])
    assert response.json()["results"][0]["status"] == "exact_match"


def test_sixteen_requests_with_one_authorization_get_one_charge_and_the_same_bytes(service: Service):
    url, body = service.url + "/v1/verify/quotes", one(CASE.url, CASE.quote)
    offer = wallet.read_offer(httpx.post(url, json=body).headers["PAYMENT-REQUIRED"])
    headers = {"PAYMENT-SIGNATURE": wallet.pay(offer, wallet.new_key())}
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: httpx.post(url, json=body, headers=headers, timeout=60), range(16)))
    assert [answer.status_code for answer in answers] == [200] * 16
    assert len({answer.content for answer in answers}) == 1
    assert len({answer.headers["PAYMENT-RESPONSE"] for answer in answers}) == 1
    assert sum("QuoteProof-Replayed" not in answer.headers for answer in answers) == 1


def test_the_queue_carries_out_what_asked_for_an_async_answer(service: Service):
    url, body = service.url + "/v1/verify/quotes", one(CASE.url, CASE.quote)
    offer = wallet.read_offer(httpx.post(url, json=body).headers["PAYMENT-REQUIRED"])
    headers = {"PAYMENT-SIGNATURE": wallet.pay(offer, wallet.new_key())}
    accepted = httpx.post(url, json=body, headers=headers | {"Prefer": "respond-async"}, timeout=60)
    assert accepted.status_code == 202
    state = _until_final(service.url + "/v1/checks/" + accepted.json()["id"])
    assert (state["state"], state["charge"]["charged"]) == ("published", True)
    assert httpx.post(url, json=body, headers=headers).json() == state["result"]


def test_a_body_in_chunks_is_read_and_counted(service: Service):
    url, headers = service.url + "/v1/verify/quotes", {"Content-Type": "application/json"}
    body = json.dumps(one(CASE.url, CASE.quote)).encode()
    assert httpx.post(url, content=iter([body[:40], body[40:]]), headers=headers).status_code == 402
    assert httpx.post(url, content=iter([b"[" + b" " * 66_000, b"]"]), headers=headers).status_code == 413


@pytest.mark.parametrize(
    ("size", "content_type", "status"), [(65_537, "application/json", 413), (1_000, "text/plain", 415)]
)
def test_a_refused_body_does_not_cost_the_connection(service: Service, size, content_type, status):
    connection = http.client.HTTPConnection(service.url.removeprefix("http://"))
    connection.connect()
    connection.auto_open = 0  # the one connection, or none
    for _ in range(20):
        connection.request("POST", "/v1/verify/quotes", b" " * size, {"Content-Type": content_type})
        assert _status(connection) == status
        connection.request("POST", "/v1/verify/quotes", iter([b" " * size]), {"Content-Type": content_type})
        assert _status(connection) == status
    connection.close()


def _status(connection: http.client.HTTPConnection) -> int:
    with connection.getresponse() as response:
        response.read()
        return response.status


def _until_final(url: str) -> dict[str, Any]:
    for _ in range(120):
        response = httpx.get(url)
        if "Retry-After" not in response.headers:
            return response.json()
        asyncio.run(asyncio.sleep(0.25))
    raise AssertionError(response.text)


def test_health_and_documents_are_served(service: Service):
    for path in ("/healthz", "/readyz", "/v1/contracts", "/.well-known/jwks.json", "/docs"):
        with urllib.request.urlopen(service.url + path) as response:
            assert response.status == 200
    with urllib.request.urlopen(service.url + "/openapi.json") as response:
        assert json.load(response)["openapi"].startswith("3.1")
