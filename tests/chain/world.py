"""A chain in memory, its endpoints, a facilitator that fails as told; the service's clock is the blocks' time."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest

from payments import clock, networks
from payments.adapters.facilitator import Remote
from payments.core.authorization import Signed
from payments.core.terms import TERMS
from quoteproof import flow, tasks
from tests.chain.fake_facilitator import Behaviour, FakeFacilitator
from tests.chain.fake_rpc import FakeChain, FakeRpc, Lie
from tests.payments import buyer

NETWORK = "eip155:84532"
PAY_TO = "0x" + "9a" * 20


class World:
    """`pause(seconds)` lets blocks come; the service looks at what is due after each of them."""

    def __init__(self, endpoints: list[tuple[int, Lie | None]], script: tuple[Behaviour, ...]) -> None:
        self.chain = FakeChain(TERMS[NETWORK])
        self.endpoints = [FakeRpc(self.chain, lag=lag, lie=lie) for lag, lie in endpoints]
        self.facilitator = FakeFacilitator(TERMS[NETWORK], self.settle, *script, batched=self._batched)
        self.buyer = buyer.Buyer(terms=TERMS[NETWORK])

    def settle(self, signed: Signed) -> str:
        return self.chain.pay(signed.authorization).hash

    def _batched(self, signed: Signed) -> str:
        other = self.buyer.authorization(pay_to=PAY_TO, valid_before=self.now + 300)
        return self.chain.pay(other, signed.authorization).hash

    @property
    def now(self) -> int:
        """The newest block's time, which is also the service's."""
        return self.chain.newest.time

    def payment(self, **changes: Any) -> str:
        """A PAYMENT-SIGNATURE for a text check."""
        wanted = {"pay_to": PAY_TO, "amount": 5_000, "valid_before": self.now + 300} | changes
        return buyer.encoded(buyer.payload(self.buyer.sign(**wanted)))

    def pause(self, seconds: int) -> None:
        for _ in range(0, seconds, 10):
            self.chain.mine(1, seconds=10)
            tasks.reconcile_all()


@contextmanager
def world(
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    *script: Behaviour,
    endpoints: list[tuple[int, Lie | None]] | None = None,
) -> Iterator[World]:
    """The service on this chain; `endpoints` are how far each lags, and its lie."""
    made = World(endpoints or [(0, None)], script)
    with ExitStack() as running:
        for each in (*made.endpoints, made.facilitator):
            running.enter_context(each)
        settings.NETWORK, settings.SANDBOX, settings.PAY_TO = NETWORK, False, PAY_TO
        settings.FACILITATOR = made.facilitator.url
        settings.RPC_URLS = tuple(endpoint.url for endpoint in made.endpoints)
        impatient = Remote(made.facilitator.url, TERMS[NETWORK], timeout_s=1)
        network = dataclasses.replace(networks.current(), facilitator=impatient)
        monkeypatch.setattr(networks, "current", lambda: network)
        monkeypatch.setattr(clock, "now", lambda: datetime.fromtimestamp(made.now, UTC))
        monkeypatch.setattr(flow, "READS_S", 0.05)
        monkeypatch.setattr(flow, "READ_PAUSE_S", 0.01)
        yield made
