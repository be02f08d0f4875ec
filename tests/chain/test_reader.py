"""The chain's reader on a real node and the real token: what it reads is what happened there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from payments.adapters import signature
from payments.adapters.chain import Chain
from payments.core.authorization import Signed
from payments.core.evidence import Finality, Inclusion, Refutation, Undecided
from payments.core.states import Disproof
from tests.chain import wallets
from tests.chain.anvil import RICH, TERMS_HERE, Anvil
from tests.payments.buyer import PAY_TO, Buyer

pytestmark = [pytest.mark.chain, pytest.mark.xdist_group("chain")]


@pytest.fixture
def ledger(chain: Anvil) -> Chain:
    return Chain(TERMS_HERE, [chain.url, chain.url])


@pytest.fixture
def signed(chain: Anvil) -> Signed:
    return wallets.plain(chain, 50_000).sign()


def accepts(ledger: Chain, signed: Signed) -> bool:
    digest = signature.digest(signed.terms, signed.authorization)
    return ledger.accepts_signature(signed, digest, recovers=signature.recovers(signed))


def test_a_payment_is_found_and_becomes_final(chain: Anvil, ledger: Chain, signed: Signed):
    height, wanted = ledger.height(), signed.authorization
    assert ledger.find(wanted, height) == Undecided(nonce_used=False)
    sent = chain.pay(signed)
    found = ledger.find(wanted, height)
    assert isinstance(found, Inclusion) and found.transaction == sent
    assert (found.block_number, found.block_time) == (chain.height(), chain.time())
    chain.mine(64)
    assert ledger.find(wanted, height) == replace(found, finality=Finality.FINALIZED)


def test_a_payment_that_a_reorg_drops_is_gone(chain: Anvil, ledger: Chain, signed: Signed):
    height, wanted = ledger.height(), signed.authorization
    chain.pay(signed)
    assert isinstance(ledger.find(wanted, height), Inclusion)
    chain.reorg(1)
    assert ledger.find(wanted, height) == Undecided(nonce_used=False)


def test_an_expiry_is_proven_at_the_finalized_end(chain: Anvil, ledger: Chain, signed: Signed):
    height, wanted = ledger.height(), signed.authorization
    chain.increase_time(wanted.valid_before - chain.time() + 1)
    assert ledger.find(wanted, height) == Undecided(nonce_used=False)
    chain.mine(64)
    found = ledger.find(wanted, height)
    assert isinstance(found, Refutation)
    assert found.proof is Disproof.EXPIRED and found.block_time >= wanted.valid_before


def test_a_cancellation_is_proven_once_it_is_final(chain: Anvil, ledger: Chain):
    buyer = wallets.plain(chain, 50_000)
    wanted = buyer.authorization()
    height = ledger.height()
    sent = chain.cancel_authorization(buyer.address, wanted.nonce, buyer.key)
    assert ledger.find(wanted, height) == Undecided(nonce_used=True)
    chain.mine(64)
    found = ledger.find(wanted, height)
    assert isinstance(found, Refutation)
    assert (found.proof, found.transaction) == (Disproof.CANCELLED, sent)


def test_the_books_see_every_transfer(chain: Anvil, ledger: Chain, signed: Signed):
    first = ledger.height() + 1
    sent = [chain.pay(signed), chain.transfer(RICH, PAY_TO, 0), chain.pay(wallets.plain(chain, 70_000).sign())]
    assert ledger.moved_in(sent[0])[0].transfer.payer == signed.authorization.payer
    chain.mine(64)
    moves = ledger.received(PAY_TO, first, ledger.final_height())
    assert [(move.place.transaction, move.transfer.amount) for move in moves] == [
        (sent[0], 10_000),
        (sent[1], 0),
        (sent[2], 10_000),
    ]
    assert ledger.moved_in(sent[2]) == moves[2:]


def test_a_failed_transaction_moved_nothing(chain: Anvil, ledger: Chain, signed: Signed):
    chain.pay(signed)
    assert ledger.moved_in(chain.pay(signed)) == []


def test_balance_nonce_and_the_tokens_facts(chain: Anvil, ledger: Chain, signed: Signed):
    wanted = signed.authorization
    assert (ledger.balance(wanted.payer), ledger.nonce_used(wanted.payer, wanted.nonce)) == (50_000, False)
    chain.pay(signed)
    assert (ledger.balance(wanted.payer), ledger.nonce_used(wanted.payer, wanted.nonce)) == (40_000, True)
    assert ledger.token_facts() == (TERMS_HERE.token_name, TERMS_HERE.token_version, 6)


def test_a_keys_signature_is_taken_as_the_token_takes_it(chain: Anvil, ledger: Chain, signed: Signed):
    assert accepts(ledger, signed)
    assert not accepts(ledger, replace(signed, signature=Buyer().sign().signature))


@pytest.mark.parametrize("tail", [b"", b"and more"])
def test_a_wallets_signature_is_taken_by_its_own_word(chain: Anvil, ledger: Chain, tail: bytes):
    wallet = wallets.smart(chain, 50_000, tail)
    assert accepts(ledger, wallet.sign())
    wallet.key = wallets.plain(chain).key
    assert not accepts(ledger, wallet.sign())


@pytest.mark.parametrize("code", ["0x60006000fd", "0x00"])
def test_a_contract_that_reverts_or_says_nothing_takes_nothing(
    chain: Anvil, ledger: Chain, signed: Signed, code: str
):
    chain.rpc("anvil_setCode", signed.authorization.payer, code)
    assert not accepts(ledger, signed)
