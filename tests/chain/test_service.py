"""Stock clients pay the whole service on a chain: balances, events, books and receipts agree."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from eth_account import Account
from x402 import x402Client
from x402.http.clients import x402HttpxClient
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client

from quoteproof import wallet
from tests.chain import wallets
from tests.chain.anvil import Anvil
from tests.chain.service import Deployment, deployed, with_node
from tests.mirror.cases import CASES
from tests.mirror.server import Mirror
from tests.payments import buyer
from tests.quoteproof.conftest import decoded, one

pytestmark = [pytest.mark.mirror, pytest.mark.chain, pytest.mark.xdist_group("chain")]
CASE = next(case for case in CASES if case.status == "exact_match" and not case.robots and not case.need)
QUOTES, QUOTE, TEXT = "/v1/verify/quotes", "/v1/verify/quote", "/v1/verify/text-quote"
CALLS: dict[str, tuple[Any, int]] = {
    QUOTES: (one(CASE.url, CASE.quote), 10_000),
    QUOTE: ({"url": CASE.url, "quote": CASE.quote}, 10_000),
    TEXT: ({"text": "The quick brown fox jumps.", "quote": "quick brown fox"}, 5_000),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: Any, mirror_server: Mirror, chain_node: Anvil) -> Iterator[Deployment]:
    with deployed(tmp_path_factory.mktemp("chain"), mirror_server, chain_node) as deployment:
        yield deployment


@dataclass
class Payer:
    """An account of the chain that holds a dollar."""

    place: Deployment
    account: Any = field(default_factory=Account.create)

    def __post_init__(self) -> None:
        self.place.chain.mint(self.account.address, 1_000_000)

    @property
    def balance(self) -> int:
        return self.place.chain.balance(self.account.address)

    def buy(self, route: str, body: Any) -> httpx.Response:
        """As the stock client does; told to come again (the machine stood still), once."""
        response = asyncio.run(self._buy(self.place.url + route, body))
        if response.status_code == 503 and response.json()["retry_with"] == "same_authorization":
            print(response.text, self.place.said())
            response = asyncio.run(self._buy(self.place.url + route, body))
        return response

    async def _buy(self, url: str, body: Any) -> httpx.Response:
        client = x402Client()
        register_exact_evm_client(client, EthAccountSigner(self.account))
        async with x402HttpxClient(client, timeout=60) as http:
            return await http.post(url, json=body)

    def payment(self, route: str, body: Any, tier: int = 0) -> str:
        offer = httpx.post(self.place.url + route, json=body).headers["PAYMENT-REQUIRED"]
        return wallet.pay(wallet.read_offer(offer), self.account.key.to_0x_hex(), tier=tier)


@pytest.fixture
def payer(place: Deployment) -> Payer:
    return Payer(place)


def post(place: Deployment, route: str, body: Any, payment: str, **headers: str) -> httpx.Response:
    sent = {"PAYMENT-SIGNATURE": payment, **headers}
    return httpx.post(place.url + route, json=body, headers=sent, timeout=60)


def claims(token: str) -> dict[str, Any]:
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def agrees(place: Deployment, response: httpx.Response, payer: str, amount: int) -> None:
    """PAYMENT-RESPONSE, receipt and check name the transfer that the chain holds."""
    said = decoded(response.headers["PAYMENT-RESPONSE"])
    assert (said["success"], said["amount"], said["network"]) == (True, str(amount), "eip155:84532")
    receipt = place.chain.receipt(said["transaction"])
    paid = claims(response.headers["QuoteProof-Receipt"])["pay"]
    assert (paid["tx"], paid["block"]) == (receipt["transactionHash"], int(receipt["blockNumber"], 16))
    log = next(log for log in receipt["logs"] if int(log["logIndex"], 16) == paid["log_index"])
    assert log["topics"][1][-40:] == payer.lower()[2:] and log["topics"][2][-40:] == place.pay_to.lower()[2:]
    assert int(log["data"], 16) == amount == int(paid["amount"])
    check = httpx.get(place.url + "/v1/checks/" + response.headers["QuoteProof-Check"]).json()
    assert (check["state"], check["charge"]["transaction"]) == ("published", paid["tx"])


@pytest.mark.parametrize("route", CALLS)
def test_the_python_client_pays(place: Deployment, payer: Payer, route: str):
    body, amount = CALLS[route]
    before = place.earned()
    response = payer.buy(route, body)
    assert response.status_code == 200, response.text + place.said()
    assert (place.earned() - before, payer.balance) == (amount, 1_000_000 - amount)
    agrees(place, response, payer.account.address, amount)


@pytest.mark.parametrize("route", CALLS)
def test_the_typescript_client_pays(place: Deployment, payer: Payer, route: str):
    body, amount = CALLS[route]
    answer = with_node(place.url + route, payer.account.key.to_0x_hex(), body)
    assert answer["status"] == 200, answer
    response = httpx.Response(200, headers=answer["headers"])
    assert payer.balance == 1_000_000 - amount
    agrees(place, response, payer.account.address, amount)


def test_a_criterion_failure_moves_nothing(place: Deployment, payer: Payer):
    before = place.earned()
    response = payer.buy(QUOTES, one(CASE.url + "-which-is-not-there", CASE.quote))
    assert (response.status_code, response.json()["charged"]) == (422, False)
    assert (place.earned(), payer.balance) == (before, 1_000_000)


def test_a_dearer_tier_is_honoured(place: Deployment, payer: Payer):
    body, _ = CALLS[TEXT]
    response = post(place, TEXT, body, payer.payment(TEXT, body, tier=2))
    assert (response.status_code, payer.balance) == (200, 900_000)
    agrees(place, response, payer.account.address, 100_000)


def test_a_smart_wallet_pays(place: Deployment):
    body, amount = CALLS[TEXT]
    owner = wallets.smart(place.chain, 1_000_000, tail=b"more than 65 bytes")
    signed = owner.sign(pay_to=place.pay_to.lower(), amount=amount)
    offered = httpx.post(place.url + TEXT, json=body).headers["PAYMENT-REQUIRED"]
    content = buyer.payload(signed) | {"accepted": decoded(offered)["accepts"][0]}
    response = post(place, TEXT, body, buyer.encoded(content))
    assert (response.status_code, place.chain.balance(owner.address)) == (200, 1_000_000 - amount)
    agrees(place, response, owner.address, amount)


def test_a_captured_payment_buys_and_reveals_nothing_else(place: Deployment, payer: Payer):
    body, _ = CALLS[TEXT]
    payment = payer.payment(TEXT, body)
    first = post(place, TEXT, body, payment)
    assert post(place, TEXT, body, payment).content == first.content
    other = post(place, TEXT, body | {"quote": "brown fox"}, payment)
    assert (other.status_code, other.json()["code"]) == (409, "authorization_reused")
    bare = httpx.post(place.url + TEXT, headers={"PAYMENT-SIGNATURE": payment, "Content-Type": "application/json"})
    assert bare.status_code == 400
    for answer in (other, bare):
        assert first.headers["QuoteProof-Check"] not in answer.text + str(answer.headers)
    assert payer.balance == 995_000


def test_a_poor_payer_is_turned_away(place: Deployment):
    body, _ = CALLS[TEXT]
    poor = Payer(place)
    place.chain.transfer(poor.account.address, place.pay_to, 1_000_000)
    response = post(place, TEXT, body, poor.payment(TEXT, body))
    assert (response.status_code, response.json()["reason"]) == (402, "insufficient_funds")


def test_the_books_balance_but_for_what_a_stranger_sent(place: Deployment, payer: Payer):
    body, amount = CALLS[TEXT]
    assert payer.buy(TEXT, body).status_code == 200
    sent = place.chain.transfer(payer.account.address, place.pay_to, 1_000_000 - amount)
    place.chain.mine(3)
    told = place.manage("books")
    orphans = [line for line in told.stdout.splitlines() if payer.account.address.lower() in line]
    assert (told.returncode, len(orphans)) == (1, 1), told
    assert sent in orphans[0] and "995000 atomic units" in orphans[0]
