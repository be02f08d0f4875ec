"""What `Chain` reads from honest endpoints."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from payments.adapters.chain import Chain
from payments.adapters.chain_reader import PIECE
from payments.core import logs, words
from payments.core.evidence import REORG_BLOCKS, Finality, Inclusion, Moved, Refutation, Transfer, Undecided
from payments.core.states import Disproof
from payments.ports import Ledger, LedgerUnavailable
from tests.chain.fake_rpc import (
    FINAL_DEPTH,
    OPENING_BALANCE,
    SAFE_DEPTH,
    Event,
    FakeChain,
    FakeRpc,
    Lie,
    Transaction,
)
from tests.payments.adapters import chains
from tests.payments.adapters.chains import (
    CLAIMED_AT,
    ELSEWHERE,
    OTHER,
    PAY_TO,
    PAYER,
    WANTED,
    a_chain,
    read,
    reader,
)

UNUSED, USED = Undecided(nonce_used=False), Undecided(nonce_used=True)


@pytest.fixture
def chain() -> FakeChain:
    return FakeChain()


@pytest.fixture(params=[1, 2])
def ledger(chain: FakeChain, request: pytest.FixtureRequest) -> Iterator[Ledger]:
    with read(chain, *[None] * request.param) as ledger:
        yield ledger


def find(ledger: Ledger, known: int = 0):
    return ledger.find(WANTED, CLAIMED_AT, known)


def place(chain: FakeChain, number: int, index: int, finality: Finality) -> Inclusion:
    block = chain.blocks[number]
    return Inclusion(block.transactions[0].hash, number, block.hash, block.time, index, finality)


def test_a_payment_is_found_where_its_transfer_is(chain: FakeChain, ledger: Ledger):
    chain.pay(WANTED)
    assert find(ledger) == place(chain, CLAIMED_AT + 1, 1, Finality.INCLUDED)


@pytest.mark.parametrize(
    ("deep", "finality"),
    [
        (SAFE_DEPTH - 1, Finality.INCLUDED),
        (SAFE_DEPTH, Finality.SAFE),
        (FINAL_DEPTH - 1, Finality.SAFE),
        (FINAL_DEPTH, Finality.FINALIZED),
    ],
)
def test_how_final_a_payment_is_is_read_from_the_tags(
    chain: FakeChain, ledger: Ledger, deep: int, finality: Finality
):
    chain.pay(WANTED)
    chain.mine(deep)
    assert find(ledger) == place(chain, CLAIMED_AT + 1, 1, finality)


def test_nothing_spent_is_undecided_until_it_expires(chain: FakeChain, ledger: Ledger):
    assert find(ledger) == UNUSED
    while chain.newest.time < WANTED.valid_before + 2 * FINAL_DEPTH - 2:
        chain.mine()
        assert find(ledger) == UNUSED


def test_a_finalized_block_at_validbefore_proves_the_expiry(chain: FakeChain, ledger: Ledger):
    while chain.newest.time < WANTED.valid_before:
        chain.mine()
    end = chain.newest
    chain.finalize()
    assert find(ledger) == Refutation(Disproof.EXPIRED, end.number, end.hash, WANTED.valid_before)


@pytest.mark.parametrize("seconds", [-1, 0, 1])
def test_the_finalized_blocks_own_time_decides(chain: FakeChain, ledger: Ledger, seconds: int):
    chain.mine(1, seconds=WANTED.valid_before - chain.newest.time + seconds)
    chain.finalize()
    assert isinstance(find(ledger), Refutation) == (seconds >= 0)


def test_a_cancellation_counts_once_it_is_finalized(chain: FakeChain, ledger: Ledger):
    cancelled = chain.cancel(WANTED)
    assert find(ledger) == USED
    chain.finalize()
    block = chain.blocks[CLAIMED_AT + 1]
    assert find(ledger) == Refutation(Disproof.CANCELLED, block.number, block.hash, block.time, cancelled.hash)


@pytest.mark.parametrize("changes", [{"pay_to": OTHER}, {"amount": 9_999}, {"amount": 10_001}])
def test_another_use_of_the_nonce_counts_once_it_is_finalized(
    chain: FakeChain, ledger: Ledger, changes: dict[str, object]
):
    chain.pay(replace(WANTED, **changes))
    assert find(ledger) == USED
    chain.finalize()
    found = find(ledger)
    assert isinstance(found, Refutation) and found.proof is Disproof.SPENT_ELSEWHERE


def test_another_payers_same_nonce_is_nothing(chain: FakeChain, ledger: Ledger):
    chain.pay(replace(WANTED, payer=OTHER))
    assert find(ledger) == UNUSED


def test_each_of_two_payments_in_one_transaction_has_its_own_place(chain: FakeChain, ledger: Ledger):
    other = replace(WANTED, nonce="0x" + "77" * 32, amount=25_000)
    chain.pay(other, WANTED)
    assert find(ledger) == place(chain, CLAIMED_AT + 1, 3, Finality.INCLUDED)
    assert ledger.find(other, CLAIMED_AT) == place(chain, CLAIMED_AT + 1, 1, Finality.INCLUDED)


@pytest.mark.parametrize("between", [True, False])
def test_a_use_whose_next_log_is_no_transfer_of_the_token_proves_nothing(
    chain: FakeChain, ledger: Ledger, between: bool
):
    use, transfer = chain.used(WANTED)
    foreign = Event(OTHER, transfer.topics, transfer.data)
    chain.emit(use, foreign, *[transfer] * between)
    chain.finalize()
    assert find(ledger) == USED


def test_a_foreign_contracts_events_are_nothing(chain: FakeChain, ledger: Ledger):
    chain.emit(*(replace(event, address=OTHER) for event in chain.used(WANTED)))
    assert find(ledger) == UNUSED


def test_after_a_reorg_the_payment_is_gone_and_found_again_elsewhere(chain: FakeChain, ledger: Ledger):
    chain.pay(WANTED)
    assert isinstance(find(ledger), Inclusion)
    chain.reorg(1)
    assert find(ledger) == UNUSED
    chain.pay(WANTED)
    assert find(ledger) == place(chain, CLAIMED_AT + 3, 1, Finality.INCLUDED)


def test_a_reorg_may_bring_the_spend_below_the_height_of_the_claim(chain: FakeChain, ledger: Ledger):
    chain.reorg(5)
    del chain.blocks[17:]
    chain.pay(WANTED)
    chain.mine(5)
    assert find(ledger) == place(chain, 17, 1, Finality.SAFE)


def test_a_spend_long_before_the_search_is_only_known_as_used(chain: FakeChain, ledger: Ledger):
    chain.pay(WANTED)
    chain.mine(REORG_BLOCKS + 1)
    height = chain.newest.number
    assert ledger.find(WANTED, height) == USED
    assert isinstance(ledger.find(WANTED, height - 1), Inclusion)


@pytest.mark.parametrize(("first", "known"), [(21, 0), (20, 21), (0, 2**62)])
def test_a_reader_that_lags_behind_what_was_seen_knows_nothing(ledger: Ledger, first: int, known: int):
    with pytest.raises(LedgerUnavailable, match="behind"):
        ledger.find(WANTED, first, known)


def pieces(rpc: FakeRpc) -> list[tuple[int, int]]:
    asked = [params[0] for method, params in rpc.asked if method == "eth_getLogs"]
    return [(int(each["fromBlock"], 16), int(each["toBlock"], 16)) for each in asked]


def test_an_unused_nonce_is_searched_for_where_a_claim_can_be_paid(chain: FakeChain):
    chain.mine(2 * PIECE)
    with FakeRpc(chain) as rpc:
        assert isinstance(reader(rpc).find(WANTED, 100), Refutation)
    assert pieces(rpc) == [(36, 2035)]


def test_a_used_nonce_is_searched_for_in_pieces_until_it_is_found(chain: FakeChain):
    chain.mine(2 * PIECE)
    chain.cancel(WANTED)
    chain.mine(2 * PIECE)
    with FakeRpc(chain) as rpc:
        found = reader(rpc).find(WANTED, 100)
    assert isinstance(found, Refutation) and found.proof is Disproof.CANCELLED
    assert pieces(rpc) == [(36, 2035), (2036, 4035)]


def test_balances_heights_and_nonces(chain: FakeChain, ledger: Ledger):
    assert (ledger.height(), ledger.final_height()) == (CLAIMED_AT, CLAIMED_AT - FINAL_DEPTH)
    assert ledger.balance(PAYER) == OPENING_BALANCE and not ledger.nonce_used(PAYER, WANTED.nonce)
    chain.pay(WANTED)
    assert ledger.balance(PAYER) == OPENING_BALANCE - WANTED.amount
    assert ledger.nonce_used(PAYER, WANTED.nonce) and not ledger.nonce_used(OTHER, WANTED.nonce)


def test_the_token_is_asked_for_its_facts(ledger: Chain):
    assert ledger.token_facts() == ("USDC", "2", 6)


def test_what_was_received_is_listed_in_the_chains_order(chain: FakeChain, ledger: Ledger):
    chain.pay(WANTED, ELSEWHERE, replace(WANTED, amount=5))
    chain.pay(replace(WANTED, payer=OTHER))
    chain.finalize()
    places = [(21, 1, 10_000, PAYER), (21, 5, 5, PAYER), (22, 1, 10_000, OTHER)]
    assert ledger.received(PAY_TO, 0, ledger.final_height()) == [
        Moved(place(chain, number, index, Finality.FINALIZED), Transfer(payer, PAY_TO, amount))
        for number, index, amount, payer in places
    ]


def test_what_was_received_is_listed_for_the_blocks_asked_for(chain: FakeChain, ledger: Ledger):
    for _ in range(3):
        chain.pay(WANTED)
    chain.finalize()
    assert [move.place.block_number for move in ledger.received(PAY_TO, 22, 22)] == [22]
    assert ledger.received(PAY_TO, 22, 21) == ledger.received(OTHER, 0, 23) == []
    assert ledger.received("0x" + PAY_TO[2:].upper(), 22, 22) == ledger.received(PAY_TO, 22, 22)


def test_what_is_not_finalized_is_not_listed(chain: FakeChain, ledger: Ledger):
    with pytest.raises(LedgerUnavailable, match="behind"):
        ledger.received(PAY_TO, 0, ledger.final_height() + 1)


def test_a_transactions_transfers_are_listed_with_their_finality(chain: FakeChain, ledger: Ledger):
    foreign = Event(OTHER, chain.used(WANTED)[1].topics, "0x")
    sent = chain.pay(WANTED, ELSEWHERE, before=(foreign,))
    moves = ledger.moved_in(sent.hash)
    assert [move.place for move in moves] == [place(chain, 21, index, Finality.INCLUDED) for index in (2, 4)]
    assert [move.transfer.pay_to for move in moves] == [PAY_TO, OTHER]
    chain.finalize()
    assert {move.place.finality for move in ledger.moved_in(sent.hash.upper().replace("X", "x"))} == {
        Finality.FINALIZED
    }


@pytest.mark.parametrize("name", ["", "sandbox:abc", "0x12", "0x" + "ab" * 32, "0x" + "ab" * 33])
def test_a_transaction_that_is_not_there_moved_nothing(ledger: Ledger, name: str):
    assert ledger.moved_in(name) == []


def test_a_failed_transaction_or_one_that_a_reorg_dropped_moved_nothing(chain: FakeChain, ledger: Ledger):
    failed = Transaction(chain.used(WANTED), succeeded=False)
    chain.mine(1, failed)
    sent = chain.pay(ELSEWHERE)
    chain.reorg(1)
    assert ledger.moved_in(failed.hash) == ledger.moved_in(sent.hash) == []


def test_the_chain_id_is_asked_once(chain: FakeChain):
    with FakeRpc(chain) as rpc:
        ledger = reader(rpc)
        assert ledger.height() == ledger.height()
    assert rpc.methods() == ["eth_chainId", "eth_getBlockByNumber", "eth_getBlockByNumber"]


def test_states_are_pinned_by_block_hash(chain: FakeChain):
    chains.expired(chain)
    with FakeRpc(chain) as rpc:
        reader(rpc).find(WANTED, CLAIMED_AT)
    pinned = [params[1] for method, params in rpc.asked if method == "eth_call"]
    heights = (-1, -1 - FINAL_DEPTH)
    assert pinned == [{"blockHash": chain.blocks[h].hash, "requireCanonical": True} for h in heights]


def test_the_finalized_end_is_left_alone_before_anything_can_have_expired(chain: FakeChain):
    with FakeRpc(chain) as rpc:
        reader(rpc).find(WANTED, CLAIMED_AT)
    assert rpc.methods() == ["eth_chainId", "eth_getBlockByNumber", "eth_call", "eth_getLogs"]
    wanted = rpc.asked[-1][1][0]
    assert wanted["topics"] == [[logs.USED, logs.CANCELED], [words.padded(PAYER)], [WANTED.nonce]]


def test_a_chain_needs_an_endpoint(chain: FakeChain):
    with pytest.raises(ValueError):
        Chain(chain.terms, [])
    with pytest.raises(ValueError):
        Chain(chain.terms, ["http://rpc.example.com/"])


@pytest.mark.parametrize("history", chains.HISTORIES)
def test_one_endpoint_and_three_find_the_same(history):
    chain = a_chain(history)
    with read(chain) as one, read(chain, None, None, None) as three:
        assert find(one) == find(three)


def test_threads_that_read_a_growing_chain_do_not_take_it_for_one_that_runs_back(chain: FakeChain):
    def look(number: int) -> int:
        chain.mine(number % 2)
        return ledger.final_height()

    with read(chain) as ledger, ThreadPoolExecutor(8) as pool:
        heights = list(pool.map(look, range(80)))
    assert max(heights) > CLAIMED_AT + 20


def test_an_endpoint_that_shows_no_logs_or_no_finality_takes_no_payment_on():
    for method in ("eth_getLogs", "eth_getBlockByNumber"):
        chain = a_chain(chains.untouched)
        with FakeRpc(chain, lie=refusing(method)) as rpc, pytest.raises(LedgerUnavailable):
            reader(rpc).standing(PAYER, WANTED.nonce)


def refusing(method: str) -> Lie:
    """An endpoint without logs, or without the tags of finality."""

    def lie(asked: str, params: list[Any], answer: dict[str, Any]) -> dict[str, Any]:
        tagged = asked == "eth_getLogs" or params[0] in ("finalized", "safe")
        if asked == method and tagged:
            return {"jsonrpc": "2.0", "id": answer["id"], "error": {"code": -32601, "message": "not here"}}
        return answer

    return lie


def test_a_range_that_is_too_wide_by_another_http_status_is_halved():
    chain = a_chain(chains.paid)
    with FakeRpc(chain) as rpc:
        rpc.lie = narrow(rpc)
        assert isinstance(find(reader(rpc)), Inclusion)


def narrow(rpc: FakeRpc) -> Lie:
    """No more than eight blocks of logs at once; it says so by a JSON-RPC error under HTTP 400."""

    def lie(asked: str, params: list[Any], answer: dict[str, Any]) -> dict[str, Any]:
        wide = asked == "eth_getLogs" and int(params[0]["toBlock"], 16) - int(params[0]["fromBlock"], 16) > 8
        rpc.status = 400 if wide else 200
        refusal = {"jsonrpc": "2.0", "id": answer["id"], "error": {"code": -32602, "message": "too wide"}}
        return refusal if wide else answer

    return lie
