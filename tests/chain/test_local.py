"""The facilitator of one's own on a real chain: what it moves, what it refuses, and what it sends when."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Lock

import pytest

from payments.adapters import settler_account
from payments.adapters.local import Local
from payments.adapters.settler_account import MAX_FEE
from payments.core.authorization import Signed
from payments.core.handover import may_call_again
from payments.models import PendingSettlement
from payments.ports import Answer, Verdict
from tests.chain import wallets
from tests.chain.anvil import TERMS_HERE, Anvil
from tests.chain.link import Link
from tests.payments.buyer import PAY_TO

pytestmark = [pytest.mark.chain, pytest.mark.xdist_group("chain"), pytest.mark.django_db]
ETHER = 10**18


class InMemory:
    """For threads, which an in-memory database can't be shared by."""

    def __init__(self) -> None:
        self.entries: dict[str, str] = {}
        self.lock = Lock()

    def get(self, key: str) -> str | None:
        return self.entries.get(key)

    def set(self, key: str, tx_hash: str) -> None:
        with self.lock:
            self.entries[key] = tx_hash

    def delete(self, key: str) -> None:
        with self.lock:
            self.entries.pop(key, None)


@pytest.fixture
def key() -> str:
    return "0x" + secrets.token_hex(32)


@pytest.fixture
def link(chain: Anvil) -> Iterator[Link]:
    with Link(chain) as opened:
        yield opened


@pytest.fixture
def local(chain: Anvil, link: Link, key: str) -> Local:
    made = Local(TERMS_HERE, key, link.url)
    chain.fund(made.address, ETHER)
    return made


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch, local: Local, link: Link, key: str) -> Callable[[], Local]:
    """Makes the same settler anew, with so little time that it sees no receipt that isn't there at once."""
    monkeypatch.setattr(settler_account, "SENDING_S", 0.1)
    return lambda: Local(TERMS_HERE, key, link.url, timeout_s=2)


def refused(answer: Answer, reason: str = "simulation_failed") -> bool:
    return (answer.verdict, answer.reason) == (Verdict.REFUSED, reason)


# What it moves


def test_a_buyer_without_ether_pays(chain: Anvil, local: Local):
    buyer = wallets.plain(chain, 50_000)
    answer = local.settle(buyer.sign())
    assert answer.verdict == Verdict.SETTLED and chain.mined(answer.transaction)["status"] == "0x1"
    assert (chain.balance(PAY_TO), chain.balance(buyer.address)) == (10_000, 40_000)
    assert chain.ether(buyer.address) == 0 and not PendingSettlement.objects.exists()


@pytest.mark.parametrize("tail", [b"", b"and more"])
def test_a_smart_wallet_pays(chain: Anvil, local: Local, tail: bytes):
    wallet = wallets.smart(chain, 50_000, tail)
    assert local.settle(wallet.sign()).verdict == Verdict.SETTLED
    assert chain.balance(PAY_TO) == 10_000


def test_20_at_once_are_all_paid(chain: Anvil, key: str):
    local = Local(TERMS_HERE, key, chain.url, InMemory())
    chain.fund(local.address, ETHER)
    buyer = wallets.plain(chain, 200_000)
    signed = [buyer.sign() for _ in range(20)]
    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(local.settle, signed))
    assert {answer.verdict for answer in answers} == {Verdict.SETTLED}
    assert len({answer.transaction for answer in answers}) == 20
    assert (chain.balance(PAY_TO), chain.sent_by(local.address)) == (200_000, 20)


# What it refuses, and that this costs no gas


@pytest.fixture
def free_of_charge(chain: Anvil, local: Local) -> Iterator[None]:
    yield
    assert (chain.ether(local.address), chain.sent_by(local.address)) == (ETHER, 0)
    assert not PendingSettlement.objects.exists()


@pytest.mark.usefixtures("free_of_charge")
def test_a_replay_is_refused(chain: Anvil, local: Local):
    signed = wallets.plain(chain, 50_000).sign()
    chain.pay(signed)
    assert refused(local.settle(signed)) and chain.balance(PAY_TO) == 10_000


@pytest.mark.usefixtures("free_of_charge")
def test_a_drained_payer_is_refused(chain: Anvil, local: Local):
    buyer = wallets.plain(chain, 10_000)
    signed = buyer.sign()
    chain.transfer(buyer.address, wallets.plain(chain).address, 1)
    assert refused(local.settle(signed))


@pytest.mark.usefixtures("free_of_charge")
def test_a_cancelled_authorization_is_refused(chain: Anvil, local: Local):
    buyer = wallets.plain(chain, 50_000)
    signed = buyer.sign()
    chain.cancel_authorization(buyer.address, signed.authorization.nonce, buyer.key)
    assert refused(local.settle(signed))


@pytest.mark.usefixtures("free_of_charge")
@pytest.mark.parametrize("smart", [False, True])
def test_anothers_signature_is_refused(chain: Anvil, local: Local, smart: bool):
    buyer = wallets.smart(chain, 50_000) if smart else wallets.plain(chain, 50_000)
    signed, other = buyer.sign(), wallets.plain(chain)
    forged = other.sign(signed.authorization)
    answer = local.settle(forged)
    assert refused(answer, "simulation_failed" if smart else "invalid_signature")


@pytest.mark.usefixtures("free_of_charge")
def test_a_wallet_that_is_not_there_is_refused(chain: Anvil, local: Local):
    signed = wallets.plain(chain, 50_000).sign()
    longer = Signed(signed.terms, signed.authorization, signed.signature + b"more")
    assert refused(local.settle(longer), "smart_wallet_unsupported")


@pytest.mark.usefixtures("free_of_charge")
def test_an_expired_one_is_refused(chain: Anvil, local: Local):
    signed = wallets.plain(chain, 50_000).sign(valid_before=1_000_000_000)
    assert refused(local.settle(signed), "outside_window")


@pytest.mark.usefixtures("free_of_charge")
def test_a_price_of_gas_without_bounds_is_not_paid(chain: Anvil, link: Link, local: Local):
    told = {"baseFeePerGas": ["0x1", hex(MAX_FEE)], "reward": [["0x1"]]}
    link.faults["eth_feeHistory"] = lambda *_: told
    assert refused(local.settle(wallets.plain(chain, 50_000).sign()), "fees_too_high")


@pytest.mark.parametrize("usual", ["0x0", hex(10**15)])
def test_the_tip_is_bounded(chain: Anvil, link: Link, local: Local, usual: str):
    link.faults["eth_feeHistory"] = lambda *_: {"baseFeePerGas": ["0x1", hex(10**9)], "reward": [[usual]]}
    answer = local.settle(wallets.plain(chain, 50_000).sign())
    sent = chain.rpc("eth_getTransactionByHash", answer.transaction)
    assert 10**6 <= int(sent["maxPriorityFeePerGas"], 16) <= 10**8
    assert int(sent["maxFeePerGas"], 16) <= MAX_FEE


def test_one_without_ether_is_told(chain: Anvil, local: Local):
    chain.fund(local.address, 0)
    assert not local.has_gas()
    assert refused(local.settle(wallets.plain(chain, 50_000).sign()), "node_refused")
    assert not PendingSettlement.objects.exists()


# What is under way


def test_a_transaction_that_waits_is_pending_and_waited_for_again(
    chain: Anvil, local: Local, hurried: Callable[[], Local]
):
    signed = wallets.plain(chain, 50_000).sign()
    chain.automine(False)
    first = hurried().settle(signed)
    assert first.verdict == Verdict.PENDING and chain.sent_by(local.address) == 1
    assert hurried().settle(signed) == first
    chain.automine(True)
    chain.mine()
    assert local.settle(signed) == Answer(Verdict.SETTLED, transaction=first.transaction)
    assert (chain.balance(PAY_TO), chain.sent_by(local.address)) == (10_000, 1)
    assert not PendingSettlement.objects.exists()


def test_the_store_holds_no_signature(chain: Anvil, hurried: Callable[[], Local]):
    signed = wallets.plain(chain, 50_000).sign()
    chain.automine(False)
    answer = hurried().settle(signed)
    entry = PendingSettlement.objects.get()
    assert entry.transaction == answer.transaction
    assert len(entry.key) == 64 and entry.key not in signed.signature.hex()


def test_a_lost_answer_of_the_node_is_unknown_and_not_sent_again(chain: Anvil, link: Link, local: Local):
    signed = wallets.plain(chain, 50_000).sign()
    link.faults["eth_sendRawTransaction"] = link.lose_answer
    first = local.settle(signed)
    assert (first.verdict, first.reason) == (Verdict.UNKNOWN, "not_confirmed_in_time")
    assert local.settle(signed) == Answer(Verdict.SETTLED, transaction=first.transaction)
    assert (chain.balance(PAY_TO), chain.sent_by(local.address)) == (10_000, 1)


def test_one_that_never_reached_the_node_is_sent_anew(chain: Anvil, link: Link, local: Local):
    signed = wallets.plain(chain, 50_000).sign()
    link.faults["eth_sendRawTransaction"] = link.cut
    first = local.settle(signed)
    assert first.verdict == Verdict.UNKNOWN and chain.sent_by(local.address) == 0
    link.faults.clear()
    assert local.settle(signed).verdict == Verdict.SETTLED
    assert (chain.balance(PAY_TO), chain.sent_by(local.address)) == (10_000, 1)


def test_a_node_that_refuses_has_sent_nothing(chain: Anvil, link: Link, local: Local):
    signed = wallets.plain(chain, 50_000).sign()
    link.faults["eth_sendRawTransaction"] = link.once(link.refuse)
    assert refused(local.settle(signed), "node_refused") and not PendingSettlement.objects.exists()
    assert local.settle(signed).verdict == Verdict.SETTLED  # no account nonce is missing


def test_a_node_that_refuses_what_it_has_is_waited_for(chain: Anvil, link: Link, local: Local):
    link.faults["eth_sendRawTransaction"] = link.refuse_though_taken
    assert local.settle(wallets.plain(chain, 50_000).sign()).verdict == Verdict.SETTLED


@pytest.mark.parametrize("method", ["eth_getCode", "eth_call", "eth_feeHistory", "eth_getTransactionCount"])
@pytest.mark.parametrize("fault", ["cut", "refuse"])
def test_a_fault_before_sending_sends_nothing(chain: Anvil, link: Link, local: Local, method: str, fault: str):
    link.faults[method] = getattr(link, fault)
    answer = local.settle(wallets.plain(chain, 50_000).sign())
    assert answer.verdict in (Verdict.REFUSED, Verdict.UNKNOWN)
    assert link.asked["eth_sendRawTransaction"] == 0 and "script" not in answer.reason


@pytest.mark.parametrize("method", ["eth_call", "eth_getTransactionCount"])
def test_a_node_that_stands_still_holds_nobody_up(
    chain: Anvil, link: Link, hurried: Callable[[], Local], method: str
):
    link.faults[method] = link.stall
    assert hurried().settle(wallets.plain(chain, 50_000).sign()).verdict == Verdict.REFUSED
    assert link.asked["eth_sendRawTransaction"] == 0


def test_rubbish_for_a_receipt_is_pending(chain: Anvil, link: Link, local: Local):
    signed = wallets.plain(chain, 50_000).sign()
    link.faults["eth_getTransactionReceipt"] = link.once(lambda *_: {"status": 1})
    first = local.settle(signed)
    assert first.verdict == Verdict.PENDING
    assert local.settle(signed) == Answer(Verdict.SETTLED, transaction=first.transaction)


def test_a_gap_of_the_accounts_nonces_is_filled(chain: Anvil, local: Local):
    account, buyer = local._account, wallets.plain(chain, 50_000)
    account._next, account._behind = 3, (0, -1_000.0)  # three sent, and the node has lost all of them for long
    assert local.settle(buyer.sign()).verdict == Verdict.SETTLED
    assert account._next == 3


def test_one_that_reverts_is_told_with_its_transaction(chain: Anvil, link: Link, local: Local):
    signed = wallets.plain(chain, 50_000).sign()

    def spent_first(method: str, params: list[object]) -> object:
        chain.pay(signed)
        return link.ask(method, params)

    link.faults["eth_sendRawTransaction"] = spent_first
    answer = local.settle(signed)
    assert (answer.verdict, answer.reason) == (Verdict.REVERTED, "transaction_failed")
    assert chain.receipt(answer.transaction)["status"] == "0x0"
    assert chain.balance(PAY_TO) == 10_000 and not PendingSettlement.objects.exists()


def test_a_reorg_takes_it_away_and_it_can_be_sent_again(chain: Anvil, local: Local):
    signed = wallets.plain(chain, 50_000).sign()
    first = local.settle(signed)
    chain.reorg(1)
    assert chain.balance(PAY_TO) == 0
    local._account._behind = (0, -1_000.0)  # the node's count has been behind for long
    assert local.settle(signed).verdict == Verdict.SETTLED and first.verdict == Verdict.SETTLED
    assert chain.balance(PAY_TO) == 10_000


# A wallet that says yes where it costs nothing and no where it costs gas
TREACHEROUS = "0x3a60145763" + "1626ba7e" + "60e01b600052" + "60206000f3" + "5bfe"
"""If GASPRICE isn't zero: INVALID, which takes all gas; else ERC-1271's magic value."""


def test_a_wallet_that_fails_on_the_chain_alone_is_called_no_more(chain: Anvil, local: Local):
    trap = wallets.SmartWallet(contract="0x" + "7a" * 20)
    chain.rpc("anvil_setCode", trap.contract, TREACHEROUS)
    chain.mint(trap.contract, 10_000)
    answer = local.settle(trap.sign())
    assert answer.verdict is Verdict.REVERTED and chain.receipt(answer.transaction)["status"] == "0x0"
    assert not may_call_again(answer.verdict, None, 2_000_000_000, datetime.now(UTC))


def test_without_gas_it_can_settle_nothing(chain: Anvil, local: Local):
    assert local.has_gas()
    chain.fund(local.address, 10**12)
    assert not local.has_gas()
