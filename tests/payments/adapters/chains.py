"""Chains with a history about one authorization, and readers of the endpoints that show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from payments.adapters.chain import Chain
from payments.core.authorization import Authorization
from tests.chain.fake_rpc import GENESIS_TIME, FakeChain, FakeRpc, Lie

PAYER, PAY_TO, OTHER = "0x" + "11" * 20, "0x" + "22" * 20, "0x" + "44" * 20
CLAIMED_AT = 20
"""The newest block of a fresh `FakeChain`."""
WANTED = Authorization(PAYER, PAY_TO, 10_000, 0, GENESIS_TIME + 60, "0x" + "3c" * 32)
ELSEWHERE = replace(WANTED, pay_to=OTHER)


def paid(chain: FakeChain) -> None:
    chain.pay(WANTED)


def paid_for_good(chain: FakeChain) -> None:
    chain.pay(WANTED)
    chain.finalize()


def spent_elsewhere(chain: FakeChain) -> None:
    chain.pay(ELSEWHERE)
    chain.finalize()


def cancelled(chain: FakeChain) -> None:
    chain.cancel(WANTED)
    chain.finalize()


def just_cancelled(chain: FakeChain) -> None:
    chain.cancel(WANTED)


def expired(chain: FakeChain) -> None:
    chain.mine(40)


def untouched(chain: FakeChain) -> None:
    chain.mine()


HISTORIES: tuple[Callable[[FakeChain], None], ...] = (
    paid,
    paid_for_good,
    spent_elsewhere,
    cancelled,
    just_cancelled,
    expired,
    untouched,
)


def a_chain(history: Callable[[FakeChain], None] = untouched) -> FakeChain:
    chain = FakeChain()
    history(chain)
    return chain


def reader(*endpoints: FakeRpc, timeout_s: float = 5.0) -> Chain:
    return Chain(endpoints[0].chain.terms, [each.url for each in endpoints], timeout_s=timeout_s)


@contextmanager
def read(chain: FakeChain, *lies: Lie | None, timeout_s: float = 5.0) -> Iterator[Chain]:
    """A reader of this chain over one endpoint for each lie (None: an honest one); without any, one honest."""
    with ExitStack() as stack:
        endpoints = [stack.enter_context(FakeRpc(chain, lie=lie)) for lie in lies or (None,)]
        yield reader(*endpoints, timeout_s=timeout_s)
