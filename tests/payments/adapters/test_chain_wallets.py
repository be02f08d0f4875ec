"""Whose signature the token takes: a key's by recovery, a wallet's by its own word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from payments.adapters.chain import Chain
from payments.core import words
from payments.core.authorization import Signed
from payments.ports import LedgerUnavailable
from tests.chain.fake_rpc import FakeChain, FakeRpc, Wallet, about
from tests.payments.adapters.chains import PAYER, WANTED, reader

YES = bytes.fromhex("1626ba7e") + bytes(28)
DIGEST, SIGNATURE = bytes(range(32)), b"any length of bytes " * 5


@pytest.fixture
def chain() -> FakeChain:
    return FakeChain()


@pytest.fixture
def endpoints(chain: FakeChain) -> Iterator[list[FakeRpc]]:
    with ExitStack() as stack:
        yield [stack.enter_context(FakeRpc(chain)) for _ in range(2)]


@pytest.fixture
def ledger(endpoints: list[FakeRpc]) -> Chain:
    return reader(*endpoints)


def accepts(ledger: Chain, *, recovers: bool = False, signature: bytes = SIGNATURE) -> bool:
    signed = Signed(FakeChain(blocks=0).terms, WANTED, signature)
    return ledger.accepts_signature(signed, DIGEST, recovers=recovers)


def owned(digest: bytes, signature: bytes) -> bytes:
    return YES if (digest, signature) == (DIGEST, SIGNATURE) else bytes(32)


@pytest.mark.parametrize("recovers", [True, False])
def test_without_code_the_recovered_key_decides(ledger: Chain, recovers: bool):
    assert accepts(ledger, recovers=recovers) is recovers


@pytest.mark.parametrize("recovers", [True, False])
def test_with_code_the_wallet_decides_whatever_key_was_recovered(chain: FakeChain, ledger: Chain, recovers: bool):
    chain.wallets[PAYER] = owned
    assert accepts(ledger, recovers=recovers)
    assert not accepts(ledger, recovers=recovers, signature=b"another")


@pytest.mark.parametrize(
    "wallet",
    [
        lambda *_: b"",
        lambda *_: bytes(28) + YES[:4],
        lambda *_: YES + bytes(32),
        lambda *_: YES[:4],
        lambda *_: 3,
        lambda *_: -32015,
    ],
)
def test_any_other_word_and_a_revert_are_a_no(chain: FakeChain, ledger: Chain, wallet: Wallet):
    chain.wallets[PAYER] = wallet
    assert not accepts(ledger, recovers=True)


@pytest.mark.parametrize("code", [-32000, -32005, -32603, 0])
def test_an_error_that_may_be_the_endpoints_own_is_no_word(chain: FakeChain, ledger: Chain, code: int):
    chain.wallets[PAYER] = lambda *_: code
    with pytest.raises(LedgerUnavailable, match="error_answer"):
        accepts(ledger, recovers=True)


def test_a_delegation_counts_as_code(chain: FakeChain, endpoints: list[FakeRpc], ledger: Chain):
    for each in endpoints:
        each.lie = about("eth_getCode", lambda _: "0xef0100" + "55" * 20)
    assert not accepts(ledger, recovers=True)


def test_endpoints_split_on_the_code_say_nothing(endpoints: list[FakeRpc], ledger: Chain):
    endpoints[1].lie = about("eth_getCode", lambda _: "0x60")
    with pytest.raises(LedgerUnavailable, match="split"):
        accepts(ledger, recovers=True)


@pytest.mark.parametrize("liar", [0, 1])
def test_endpoints_split_on_the_wallets_word_say_nothing(
    chain: FakeChain, endpoints: list[FakeRpc], ledger: Chain, liar: int
):
    chain.wallets[PAYER] = lambda *_: bytes(32)
    endpoints[liar].lie = about("eth_call", lambda _: "0x" + YES.hex())
    with pytest.raises(LedgerUnavailable, match="split"):
        accepts(ledger)


def test_the_wallet_is_asked_as_the_token_asks_it_with_bounded_gas(
    chain: FakeChain, endpoints: list[FakeRpc], ledger: Chain
):
    chain.wallets[PAYER] = owned
    accepts(ledger)
    (call, block) = endpoints[0].asked[-1][1]
    assert call["data"] == words.is_valid_signature(DIGEST, SIGNATURE)
    assert (call["to"], call["from"], call["gas"], block) == (PAYER, chain.asset, "0xf4240", "latest")
