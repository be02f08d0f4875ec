"""One endpoint of two lies, in any way: nothing is proven that the honest one alone wouldn't prove."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from payments.adapters.chain import Chain
from payments.core.evidence import Finality, Finding, Inclusion, Refutation, Undecided
from payments.core.states import Disproof
from payments.ports import LedgerUnavailable
from tests.chain.fake_rpc import Envelope, FakeChain, FakeRpc
from tests.payments.adapters.chains import CLAIMED_AT, HISTORIES, OTHER, PAY_TO, WANTED, a_chain, paid, reader

ORDER = tuple(Finality)
METHODS = ("eth_getBlockByNumber", "eth_getLogs", "eth_getTransactionReceipt", "eth_call", "eth_chainId")
PLAUSIBLE = st.one_of(
    st.sampled_from(
        ["0x", "0x0", "0x1", "0x15", "0xffff", "0x" + "00" * 32, "0x" + "00" * 31 + "01", "0x" + "ee" * 32]
    ),
    st.sampled_from([OTHER, PAY_TO, None, True, [], {}, 1, 0.5, "latest", "0x7fffffffffffffff"]),
    st.integers(0, 30).map(hex),
    st.integers(WANTED.valid_before - 9, WANTED.valid_before + 9).map(hex),
)
Fork = tuple[FakeRpc, FakeRpc]


@pytest.fixture(scope="module")
def endpoints() -> Iterator[Fork]:
    with FakeRpc(FakeChain()) as honest, FakeRpc(FakeChain()) as liar:
        yield honest, liar


def found(*endpoints: FakeRpc) -> Finding | None:
    """None: nothing is known."""
    try:
        return reader(*endpoints).find(WANTED, CLAIMED_AT)
    except LedgerUnavailable:
        return None


def check(together: Finding | None, honest: FakeRpc) -> None:
    """What both say is unknown, undecided, or just what the honest one proves by itself."""
    alone = found(honest)
    if isinstance(together, Inclusion):
        assert isinstance(alone, Inclusion) and same_place(together, alone)
    if isinstance(together, Refutation):
        assert isinstance(alone, Refutation) and together.proof == alone.proof
        block = honest.chain.blocks[together.block_number]
        assert (block.hash, block.time) == (together.block_hash, together.block_time)
        assert together == alone or together.proof is Disproof.EXPIRED
        assert block.time >= WANTED.valid_before or together.proof is not Disproof.EXPIRED
    if together == Undecided(nonce_used=False):
        assert isinstance(alone, Undecided | Refutation) and not spent(alone)


def same_place(one: Inclusion, other: Inclusion) -> bool:
    fields = ("transaction", "block_number", "block_hash", "block_time", "log_index")
    return all(getattr(one, name) == getattr(other, name) for name in fields) and (
        ORDER.index(one.finality) <= ORDER.index(other.finality)
    )


def spent(finding: Finding) -> bool:
    return finding == Undecided(nonce_used=True) or getattr(finding, "proof", None) in (
        Disproof.CANCELLED,
        Disproof.SPENT_ELSEWHERE,
    )


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every value in a JSON value, its own first."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] + [way for key, each in inner for way in places(each, (*path, key))]


def altered(value: Any, way: tuple[Any, ...], other: Any) -> Any:
    if not way:
        return other
    changed = copy.copy(value)
    changed[way[0]] = altered(value[way[0]], way[1:], other)
    return changed


class Lying:
    """From its `first` answer of one method on, one value of each, the same way into it, is another."""

    def __init__(self, method: str, first: int, way: int, other: Any) -> None:
        self.method, self.left, self.way, self.other = method, first, way, other

    def __call__(self, method: str, params: list[Any], answer: Envelope) -> Envelope:
        if method != self.method or "result" not in answer:
            return answer
        self.left -= 1
        ways = places(answer["result"])
        changed = altered(answer["result"], ways[self.way % len(ways)], self.other)
        return answer | {"result": changed} if self.left < 0 else answer


LIES = st.builds(Lying, st.sampled_from(METHODS), st.integers(0, 3), st.integers(0, 40), PLAUSIBLE)


@pytest.mark.parametrize("liar_first", [True, False])
@settings(max_examples=300)
@given(history=st.sampled_from(HISTORIES), lie=LIES)
def test_one_lie_of_one_endpoint_proves_nothing(
    endpoints: Fork, liar_first: bool, history: Callable[[FakeChain], None], lie: Lying
):
    honest, liar = endpoints
    honest.chain = liar.chain = a_chain(history)
    liar.lie = lie
    check(found(*(liar, honest) if liar_first else (honest, liar)), honest)


@pytest.mark.parametrize("told", HISTORIES)
@pytest.mark.parametrize("true", HISTORIES)
def test_a_whole_false_history_proves_nothing(
    endpoints: Fork, true: Callable[[FakeChain], None], told: Callable[[FakeChain], None]
):
    honest, liar = endpoints
    liar.lie = None
    honest.chain, liar.chain = a_chain(true), a_chain(told)
    check(found(honest, liar), honest)
    check(found(liar, honest), honest)


def test_the_false_history_would_be_believed_alone(endpoints: Fork):
    """What the other tests rule out is there to be ruled out."""
    honest, liar = endpoints
    liar.lie = None
    honest.chain, liar.chain = FakeChain(), a_chain(paid)
    assert isinstance(found(liar), Inclusion)
    assert found(honest, liar) == Undecided(nonce_used=True)


@settings(max_examples=150)
@given(history=st.sampled_from(HISTORIES), lie=LIES)
def test_a_lie_told_alone_raises_nothing_but_unavailable(
    endpoints: Fork, history: Callable[[FakeChain], None], lie: Lying
):
    _, liar = endpoints
    liar.chain, liar.lie = a_chain(history), lie
    ledger = reader(liar)
    questions: list[Callable[[Chain], Any]] = [
        lambda chain: chain.received(PAY_TO, 0, 15),
        lambda chain: chain.moved_in("0x" + "ab" * 32),
        lambda chain: chain.find(WANTED, CLAIMED_AT),
        lambda chain: chain.token_facts(),
    ]
    for question in questions:
        try:
            json.dumps(question(ledger), default=repr)
        except LedgerUnavailable:
            continue
