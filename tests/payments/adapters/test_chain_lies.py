"""What `Chain` refuses: endpoints that lag, err, contradict themselves or each other, or lie."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from payments.adapters import chain as adapter
from payments.adapters import chain_reader
from payments.adapters.chain import Chain
from payments.adapters.chain_reader import MOST_BLOCKS, PIECE
from payments.adapters.jsonrpc import MOST_BYTES
from payments.core import logs, words
from payments.core.evidence import Finality, Finding, Inclusion, Refutation, Undecided
from payments.core.states import Disproof
from payments.ports import LedgerUnavailable
from tests.chain.fake_rpc import (
    FakeChain,
    FakeRpc,
    Lie,
    about,
    each_log,
    in_the_envelope,
    on_the_wire,
    tagged,
)
from tests.payments.adapters import chains
from tests.payments.adapters.chains import CLAIMED_AT, OTHER, PAY_TO, PAYER, WANTED, a_chain, read, reader

USED = Undecided(nonce_used=True)
HASH = "0x" + "ee" * 32
NUMBERS = (1, 1.5, -1, "-0x1", "0x01", "1", None, True, "0x" + "f" * 65, hex(2**63), [], {})


def find(ledger: Chain) -> Finding:
    return ledger.find(WANTED, CLAIMED_AT)


def unavailable(kind: str):
    return pytest.raises(LedgerUnavailable, match=f"^{kind}$")


def fault(chain: FakeChain, *lies: Lie | None, timeout_s: float = 5.0) -> str:
    with read(chain, *lies, timeout_s=timeout_s) as ledger, pytest.raises(LedgerUnavailable) as caught:
        find(ledger)
    return str(caught.value)


def in_receipt(change: Callable[[dict[str, Any]], Any]) -> Lie:
    return about("eth_getTransactionReceipt", lambda receipt: receipt and change(receipt))


WIRE: dict[str, tuple[Lie, str]] = {
    "rubbish": (on_the_wire(b"<html>"), "not_json"),
    "huge body": (on_the_wire(b" " * (MOST_BYTES + 1)), "too_large"),
    "slow drip": (on_the_wire(lambda: repeat(b" ", 500)), "timeout"),
    "wrong id": (in_the_envelope(id=0), "wrong_id"),
    "no result": (in_the_envelope(result=None), "missing"),
    "another chain": (about("eth_chainId", lambda _: "0x2105"), "wrong_chain"),
}


@pytest.mark.parametrize("name", WIRE)
@pytest.mark.parametrize("beside", [[], [None]], ids=["alone", "beside an honest one"])
def test_an_endpoint_that_gives_no_answer_makes_all_unknown(name: str, beside: list[None]):
    lie, kind = WIRE[name]
    assert fault(a_chain(chains.paid), *beside, lie, timeout_s=0.5) == kind


@pytest.mark.parametrize("value", NUMBERS)
def test_a_number_that_is_no_quantity_in_bounds_is_malformed(value: Any):
    chain = a_chain(chains.paid)
    for lie in (tagged("latest", lambda block: block | {"number": value}), each_log(logIndex=value)):
        assert fault(chain, lie) == "malformed"


LOG_LIES: dict[str, tuple[Lie, str]] = {
    "a foreign address": (each_log(address=OTHER), "not_asked_for"),
    "another payer's": (
        each_log(topics=[logs.USED, words.padded(OTHER), WANTED.nonce]),
        "not_asked_for",
    ),
    "a block before the search": (each_log(blockNumber="0x0", blockHash=HASH), "not_canonical"),
    "a block past the newest": (each_log(blockNumber="0xffff"), "not_asked_for"),
    "another block's hash": (each_log(blockHash=HASH), "not_canonical"),
    "an unknown transaction": (each_log(transactionHash=HASH), "missing"),
    "another place": (each_log(logIndex="0x9"), "malformed"),
    "twice": (about("eth_getLogs", lambda found: found * 2), "malformed"),
    "in two places": (
        about("eth_getLogs", lambda found: [*found, found[0] | {"logIndex": "0x9"}]),
        "inconsistent",
    ),
    "a failed transaction": (in_receipt(lambda receipt: receipt | {"status": "0x0"}), "malformed"),
    "a receipt without it": (in_receipt(lambda receipt: receipt | {"logs": receipt["logs"][1:]}), "malformed"),
    "another's receipt": (in_receipt(lambda receipt: receipt | {"transactionHash": HASH}), "malformed"),
    "no receipt": (in_receipt(lambda _: None), "missing"),
    "an unused nonce": (about("eth_call", lambda _: "0x" + "00" * 32), "inconsistent"),
    "a nonce's state of no bool": (about("eth_call", lambda _: "0x" + "00" * 31 + "02"), "malformed"),
}


@pytest.mark.parametrize("name", LOG_LIES)
def test_a_log_that_does_not_hold_up_makes_all_unknown(name: str):
    lie, kind = LOG_LIES[name]
    chain = a_chain(chains.paid)
    assert fault(chain, lie) == kind
    assert fault(chain, None, lie) == kind


LACKING: dict[str, Lie] = {
    "missing logs": about("eth_getLogs", lambda _: []),
    "removed logs": each_log(removed=True),
    "no transfer next": in_receipt(lambda receipt: receipt | {"logs": receipt["logs"][:1]}),
    "a foreign transfer next": in_receipt(
        lambda receipt: receipt | {"logs": [receipt["logs"][0], receipt["logs"][1] | {"address": OTHER}]}
    ),
}


@pytest.mark.parametrize("name", LACKING)
@pytest.mark.parametrize("beside", [[], [None]], ids=["alone", "beside an honest one"])
def test_lacking_evidence_beside_a_used_nonce_never_looks_unpaid(name: str, beside: list[None]):
    with read(a_chain(chains.paid_for_good), *beside, LACKING[name]) as ledger:
        assert find(ledger) == USED


def test_a_nonce_used_without_evidence_is_not_expired_by_an_older_block():
    chain = a_chain(chains.expired)
    chain.cancel(WANTED)
    with read(chain, LACKING["missing logs"]) as ledger:
        assert find(ledger) == USED


def far_off(method: str, params: list[Any], answer: dict[str, Any]) -> dict[str, Any]:
    """No logs, and a chain without end."""
    if method == "eth_getLogs":
        return answer | {"result": []}
    endless = method == "eth_getBlockByNumber"
    return answer | {"result": answer["result"] | {"number": hex(2**63 - 1)}} if endless else answer


@pytest.mark.parametrize(("history", "questions"), [(chains.untouched, 1), (chains.paid, MOST_BLOCKS // PIECE)])
def test_a_chain_without_end_is_not_searched_for_ever(history: Callable[[FakeChain], None], questions: int):
    with FakeRpc(a_chain(history), lie=far_off) as rpc:
        assert find(reader(rpc)) == Undecided(nonce_used=history is chains.paid)
        with unavailable("too_far"):
            reader(rpc).received(PAY_TO, 0, MOST_BLOCKS)
    assert rpc.methods().count("eth_getLogs") == questions


def test_another_transactions_receipt_is_not_the_one_asked_for():
    chain = a_chain(chains.paid)
    sent = chain.newest.transactions[0].hash
    other = in_receipt(
        lambda receipt: (
            receipt
            | {"transactionHash": HASH, "logs": [log | {"transactionHash": HASH} for log in receipt["logs"]]}
        )
    )
    with read(chain, other) as ledger, unavailable("not_asked_for"):
        ledger.moved_in(sent)


def test_another_block_than_the_one_asked_for_is_no_answer():
    chain = a_chain(chains.paid)
    number = hex(chain.newest.number)
    assert fault(chain, tagged(number, lambda block: block | {"number": "0x14"})) == "inconsistent"


def test_an_endpoint_that_lags_makes_the_proof_wait():
    chain = a_chain(chains.paid)
    with FakeRpc(chain) as ahead, FakeRpc(chain, lag=1) as behind:
        ledger = reader(ahead, behind)
        assert ledger.height() == CLAIMED_AT
        assert find(ledger) == USED
        chain.mine()
        assert isinstance(find(ledger), Inclusion)
        with unavailable("behind"):
            ledger.find(WANTED, CLAIMED_AT, chain.newest.number)


def test_finality_is_the_least_that_an_endpoint_sees():
    chain = a_chain(chains.paid)
    with FakeRpc(chain) as ahead, FakeRpc(chain, lag=3) as behind:
        chain.mine(6)
        found = find(reader(ahead, behind))
        assert isinstance(found, Inclusion) and found.finality is Finality.SAFE
        assert reader(ahead, behind).final_height() == CLAIMED_AT + 1 - 3


def test_the_expiry_is_read_at_the_older_end_and_held_by_both():
    chain = a_chain(chains.expired)
    with FakeRpc(chain) as ahead, FakeRpc(chain, lag=2) as behind:
        found = find(reader(ahead, behind))
    assert isinstance(found, Refutation)
    assert (found.proof, found.block_number) == (Disproof.EXPIRED, chain.newest.number - 8)


def test_an_expiry_at_a_block_of_ones_own_is_split():
    chain, other = a_chain(chains.expired), a_chain(chains.expired)
    other.reorg(20)
    with FakeRpc(chain) as one, FakeRpc(other, lag=3) as two, unavailable("not_canonical"):
        find(reader(one, two))


def test_an_expiry_at_a_time_of_ones_own_is_split():
    chain = a_chain(chains.expired)
    lie = tagged("finalized", lambda block: block | {"timestamp": hex(int(block["timestamp"], 16) - 1)})
    assert fault(chain, lie, None) == "split"


def test_the_balance_is_the_least_and_a_nonce_is_used_if_one_says_so():
    chain = a_chain(chains.paid)
    with FakeRpc(chain) as ahead, FakeRpc(chain, lag=1) as behind:
        for ledger in (reader(ahead, behind), reader(behind, ahead)):
            assert ledger.balance(PAYER) == 100_000_000 - 10_000
            assert ledger.nonce_used(PAYER, WANTED.nonce)


def test_other_lists_of_what_was_received_are_split():
    chain = a_chain(chains.paid_for_good)
    lie = about("eth_getLogs", lambda found: found[1:])
    with read(chain, None, lie) as ledger, unavailable("split"):
        ledger.received(PAY_TO, 0, CLAIMED_AT + 1)


def test_what_was_received_in_a_block_that_is_not_canonical_is_no_list():
    chain = a_chain(chains.paid_for_good)
    with read(chain, each_log(blockHash=HASH)) as ledger, unavailable("not_canonical"):
        ledger.received(PAY_TO, 0, CLAIMED_AT + 1)


def test_a_transaction_that_one_endpoint_does_not_have_is_split():
    chain = a_chain(chains.paid)
    sent = chain.newest.transactions[0].hash
    with read(chain, None, in_receipt(lambda _: None)) as ledger, unavailable("split"):
        ledger.moved_in(sent)


def test_a_receipt_of_no_canonical_block_moved_nothing_yet():
    chain = a_chain(chains.paid)
    sent = chain.newest.transactions[0].hash
    preconfirmed = in_receipt(
        lambda receipt: (
            receipt | {"blockHash": HASH, "logs": [log | {"blockHash": HASH} for log in receipt["logs"]]}
        )
    )
    with read(chain, preconfirmed) as ledger:
        assert ledger.moved_in(sent) == []
    with FakeRpc(chain, lie=tagged("latest", lambda block: block | {"number": hex(CLAIMED_AT)})) as rpc:
        assert reader(rpc).moved_in(sent) == []


def test_split_facts_of_the_token_are_no_facts():
    lie = about("eth_call", lambda word: word[:-1] + "7" if len(word) == 66 else word)
    with read(FakeChain(), None, lie) as ledger, unavailable("split"):
        ledger.token_facts()


@pytest.fixture
def backwards() -> Iterator[tuple[FakeRpc, Chain]]:
    chain = a_chain(chains.expired)
    with FakeRpc(chain) as rpc:
        yield rpc, reader(rpc)


def test_a_finalized_end_that_runs_back_proves_less_and_is_no_fault(backwards: tuple[FakeRpc, Chain]):
    rpc, ledger = backwards
    height = ledger.final_height()
    rpc.lag = 1
    assert ledger.final_height() == height - 1
    rpc.lag = 0
    assert isinstance(find(ledger), Refutation)


def test_one_wrong_finalized_block_is_forgotten(backwards: tuple[FakeRpc, Chain]):
    rpc, ledger = backwards
    height, far = ledger.final_height(), hex(1 << 40)
    rpc.lie = about("eth_getBlockByNumber", lambda block: block | {"number": far})
    assert ledger.final_height() == 1 << 40
    rpc.lie = None
    assert ledger.final_height() == height


@pytest.mark.parametrize("tag", ["finalized", "safe"])
def test_a_tag_ahead_of_the_newest_block_is_refused(tag: str):
    chain = a_chain(chains.paid)
    assert fault(chain, tagged(tag, lambda block: block | {"number": "0xffff"})) == "ahead_of_newest"


def test_blocks_that_come_while_it_is_read_are_no_fault():
    chain = a_chain(chains.paid)

    def grows(method: str, params: list[Any], answer: dict[str, Any]) -> dict[str, Any]:
        if method == "eth_getTransactionReceipt":
            chain.mine(9)
        return answer

    with read(chain, grows) as ledger:
        found = find(ledger)
    assert isinstance(found, Inclusion) and found.finality is Finality.FINALIZED


@pytest.mark.parametrize("after", ["eth_call", "eth_getLogs", "eth_getTransactionReceipt"])
def test_a_reorg_while_it_is_read_is_no_proof(after: str):
    chain = a_chain(chains.paid)

    def turns(method: str, params: list[Any], answer: dict[str, Any]) -> dict[str, Any]:
        if method == after:
            chain.reorg(1)
        return answer

    with read(chain, turns) as ledger:
        with contextlib.suppress(LedgerUnavailable):
            assert find(ledger) == USED
        assert find(ledger) == Undecided(nonce_used=False)


def test_a_question_that_is_too_much_is_asked_in_halves():
    chain = a_chain(chains.paid)

    def narrow(method: str, params: list[Any], answer: dict[str, Any]) -> dict[str, Any]:
        wide = method == "eth_getLogs" and int(params[0]["toBlock"], 16) > int(params[0]["fromBlock"], 16) + 4
        too_much = {"code": -32005, "message": "more than 5 blocks"}
        return {name: answer[name] for name in ("jsonrpc", "id")} | {"error": too_much} if wide else answer

    with read(chain, narrow) as ledger:
        assert isinstance(find(ledger), Inclusion)


def test_an_endpoint_without_logs_at_all_is_a_fault():
    def none(method: str, params: list[Any], answer: dict[str, Any]) -> dict[str, Any]:
        refused = {"jsonrpc": "2.0", "id": answer["id"], "error": {"code": -32601, "message": "no"}}
        return refused if method == "eth_getLogs" else answer

    assert fault(a_chain(chains.paid), none) == "error_answer"


def test_a_fault_is_logged_by_the_endpoints_number_and_our_word(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(adapter, "log", structlog.get_logger())  # one that no earlier test has bound
    lie = on_the_wire(b"its own words")
    with read(FakeChain(), None, lie) as ledger, capture_logs() as entries, unavailable("not_json"):
        ledger.height()
    assert [(each["event"], each["endpoint"], each["fault"]) for each in entries] == [
        ("chain_endpoint_fault", 1, "not_json")
    ]
    assert not any(word in repr(entries) for word in ("127.0.0.1", "http", "its own words"))


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chain_reader, "SEARCH_S", -1.0)
    assert fault(a_chain(chains.paid)) == "timeout"
