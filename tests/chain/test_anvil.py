from __future__ import annotations

import pytest
from eth_abi import decode

from tests.chain import usdc, wallets
from tests.chain.anvil import TERMS_HERE, Anvil
from tests.payments.buyer import PAY_TO

pytestmark = [pytest.mark.chain, pytest.mark.xdist_group("chain")]


def asked(chain: Anvil, name: str, kind: str) -> object:
    answer = chain.rpc("eth_call", {"to": chain.asset, "data": usdc.call(f"{name}()")}, "latest")
    return decode([kind], bytes.fromhex(answer[2:]))[0]


def test_the_token_is_what_the_offer_says(chain: Anvil):
    assert int(chain.rpc("eth_chainId"), 16) == TERMS_HERE.chain_id
    assert asked(chain, "name", "string") == TERMS_HERE.token_name
    assert asked(chain, "version", "string") == TERMS_HERE.token_version
    assert asked(chain, "decimals", "uint8") == 6


def test_anyone_may_submit_what_a_payer_without_ether_signed(chain: Anvil):
    buyer = wallets.plain(chain, 50_000)
    signed = buyer.sign()
    assert chain.mined(chain.pay(signed))["status"] == "0x1"
    assert (chain.balance(PAY_TO), chain.balance(buyer.address)) == (10_000, 40_000)
    assert chain.nonce_used(signed.authorization) and chain.ether(buyer.address) == 0
    assert chain.mined(chain.pay(signed))["status"] == "0x0"


def test_a_payer_cancels(chain: Anvil):
    buyer = wallets.plain(chain, 50_000)
    signed = buyer.sign()
    nonce = signed.authorization.nonce
    assert chain.mined(chain.cancel_authorization(buyer.address, nonce, buyer.key))["status"] == "0x1"
    assert chain.nonce_used(signed.authorization)
    assert chain.mined(chain.pay(signed))["status"] == "0x0" and chain.balance(PAY_TO) == 0


def test_a_payer_moves_the_money_away(chain: Anvil):
    buyer = wallets.plain(chain, 50_000)
    chain.transfer(buyer.address, PAY_TO, 50_000)
    assert (chain.balance(PAY_TO), chain.balance(buyer.address), chain.ether(buyer.address)) == (50_000, 0, 0)


@pytest.mark.parametrize("tail", [b"", b"and more"])
def test_a_smart_wallet_pays_by_its_owners_signature(chain: Anvil, tail: bytes):
    wallet = wallets.smart(chain, 50_000, tail)
    signed = wallet.sign()
    assert len(signed.signature) == 65 + len(tail)
    assert chain.mined(chain.pay(signed))["status"] == "0x1" and chain.balance(PAY_TO) == 10_000


def test_a_smart_wallet_pays_by_nobody_elses(chain: Anvil):
    wallet = wallets.smart(chain, 50_000)
    wallet.key = wallets.plain(chain).key
    assert chain.mined(chain.pay(wallet.sign()))["status"] == "0x0" and chain.balance(PAY_TO) == 0


def test_finality_comes_with_blocks(chain: Anvil):
    chain.mine(3)
    newest = chain.height()
    assert (chain.height("safe"), chain.height("finalized")) == (newest - 1, newest - 2)


def test_a_reorg_takes_a_payment_away(chain: Anvil):
    buyer = wallets.plain(chain, 50_000)
    signed = buyer.sign()
    paid = chain.pay(signed)
    replaced = chain.block()["hash"]
    chain.reorg(1)
    assert chain.block()["hash"] != replaced
    assert chain.receipt(paid) is None and not chain.nonce_used(signed.authorization)


def test_without_automine_a_transaction_waits(chain: Anvil):
    chain.automine(False)
    paid = chain.pay(wallets.plain(chain).sign())
    assert chain.receipt(paid) is None
    chain.mine()
    assert chain.receipt(paid) is not None


def test_an_authorization_expires_by_the_chains_time(chain: Anvil):
    signed = wallets.plain(chain, 50_000).sign()
    chain.increase_time(310)
    assert chain.time() >= signed.authorization.valid_before
    assert chain.mined(chain.pay(signed))["status"] == "0x0"


def test_a_snapshot_brings_money_and_time_back(chain: Anvil):
    before, time = chain.snapshot(), chain.time()
    buyer = wallets.plain(chain, 50_000)
    chain.increase_time(10_000)
    chain.revert(before)
    chain.mine()
    assert chain.balance(buyer.address) == 0 and chain.time() < time + 10_000


def test_two_chains_stand_side_by_side(chain: Anvil):
    with Anvil() as other:
        other.mint(PAY_TO, 7)
        assert (other.balance(PAY_TO), chain.balance(PAY_TO)) == (7, 0)
