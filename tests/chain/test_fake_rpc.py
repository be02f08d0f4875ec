from __future__ import annotations

import json
from typing import Any

import httpx

from payments.core import words
from tests.chain.fake_rpc import FINAL_DEPTH, FakeChain, FakeRpc, tagged
from tests.payments.adapters.chains import OTHER, PAYER, WANTED


def ask(rpc: FakeRpc, method: str, *params: Any) -> Any:
    question = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
    answer = httpx.post(rpc.url, content=json.dumps(question), trust_env=False).json()
    assert (answer["jsonrpc"], answer["id"]) == ("2.0", 7)
    return answer.get("result", answer.get("error"))


def call(chain: FakeChain, data: str, at: Any = "latest") -> Any:
    with FakeRpc(chain) as rpc:
        return ask(rpc, "eth_call", {"to": chain.asset, "data": data}, at)


def test_blocks_hang_together_and_have_a_time_of_their_own():
    blocks = FakeChain(blocks=5).blocks
    assert [block.parent for block in blocks[1:]] == [block.hash for block in blocks[:-1]]
    assert [block.time - blocks[0].time for block in blocks] == [0, 2, 4, 6, 8, 10]


def test_a_reorg_changes_the_hashes_and_drops_the_transactions():
    chain = FakeChain()
    chain.pay(WANTED)
    old = list(chain.blocks)
    chain.reorg(2)
    assert (chain.blocks[:-3], len(chain.blocks)) == (old[:-2], len(old) + 1)
    assert not {block.hash for block in old[-2:]} & {block.hash for block in chain.blocks}
    assert not any(block.transactions for block in chain.blocks)


def test_a_payment_uses_the_nonce_and_moves_the_balance():
    chain = FakeChain()
    before = chain.newest
    chain.pay(WANTED)
    state = words.authorization_state(PAYER, WANTED.nonce)
    pinned = {"blockHash": before.hash, "requireCanonical": True}
    assert [int(call(chain, state, at), 16) for at in (pinned, "latest")] == [0, 1]
    assert int(call(chain, words.balance_of(PAYER)), 16) == 100_000_000 - 10_000
    assert int(call(chain, words.balance_of(WANTED.pay_to)), 16) == 100_000_000 + 10_000


def test_a_cancelled_nonce_is_used_and_nothing_moves():
    chain = FakeChain()
    chain.cancel(WANTED)
    assert int(call(chain, words.authorization_state(PAYER, WANTED.nonce)), 16) == 1
    assert int(call(chain, words.balance_of(PAYER)), 16) == 100_000_000


def test_a_state_at_a_block_that_is_gone_is_an_error():
    chain = FakeChain()
    gone = {"blockHash": chain.newest.hash, "requireCanonical": True}
    chain.reorg(1)
    assert call(chain, words.balance_of(PAYER), gone)["code"] == -32000


def test_a_receipt_and_the_list_of_logs_show_the_same():
    chain = FakeChain()
    payment = chain.pay(WANTED, before=(chain.canceled(WANTED),))
    with FakeRpc(chain) as rpc:
        receipt = ask(rpc, "eth_getTransactionReceipt", payment.hash)
        wanted = {"address": chain.asset, "fromBlock": "0x0", "toBlock": "0xff", "topics": []}
        assert ask(rpc, "eth_getLogs", wanted) == receipt["logs"]
        assert [log["logIndex"] for log in receipt["logs"]] == ["0x0", "0x1", "0x2"]
        assert ask(rpc, "eth_getLogs", wanted | {"address": OTHER}) == []


def test_tags_lag_and_lies():
    chain = FakeChain()
    with FakeRpc(chain, lag=2) as rpc:
        heights = [ask(rpc, "eth_getBlockByNumber", tag, False) for tag in ("latest", "safe", "finalized")]
        assert [int(block["number"], 16) for block in heights] == [18, 15, 18 - FINAL_DEPTH]
        rpc.lie = tagged("latest", lambda block: block | {"number": "0x63"})
        assert ask(rpc, "eth_getBlockByNumber", "latest", False)["number"] == "0x63"
        assert ask(rpc, "eth_getBlockByNumber", "safe", False)["number"] == "0xf"
