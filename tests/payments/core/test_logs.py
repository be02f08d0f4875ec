from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from eth_hash.auto import keccak
from hypothesis import given
from hypothesis import strategies as st

from payments.core import logs
from payments.core.evidence import Finality, Inclusion, Spend, Transfer
from payments.core.words import Malformed, padded
from tests.payments.core.test_words import HOSTILE

ASSET, PAYER, PAY_TO = "0x" + "aa" * 20, "0x" + "11" * 20, "0x" + "22" * 20
NONCE, TX, BLOCK = "0x" + "33" * 32, "0x" + "44" * 32, "0x" + "55" * 32
FINAL = Finality.FINALIZED
PLAIN: dict[str, Any] = {
    "address": ASSET,
    "topics": [logs.USED, padded(PAYER), NONCE],
    "data": "0x",
    "blockNumber": "0x9",
    "blockHash": BLOCK,
    "transactionHash": TX,
    "logIndex": "0x4",
    "removed": False,
}
PAID = PLAIN | {
    "topics": [logs.TRANSFER, padded(PAYER), padded(PAY_TO)],
    "data": f"0x{10_000:064x}",
    "logIndex": "0x5",
}


def receipt(*found: dict[str, Any], status: Any = "0x1", **members: Any) -> dict[str, Any]:
    place = {name: PLAIN[name] for name in ("transactionHash", "blockNumber", "blockHash")}
    return place | {"status": status, "logs": list(found)} | members


def use(**members: Any) -> logs.Log:
    return logs.read_logs([PLAIN | members])[0]


def spend(*found: dict[str, Any], **members: Any) -> Spend | None:
    return logs.spend(logs.read_logs([found[0]])[0], logs.receipt(receipt(*found, **members)), 1_000, FINAL)


@pytest.mark.parametrize(
    ("topic", "event"),
    [
        (logs.USED, b"AuthorizationUsed(address,bytes32)"),
        (logs.CANCELED, b"AuthorizationCanceled(address,bytes32)"),
        (logs.TRANSFER, b"Transfer(address,address,uint256)"),
    ],
)
def test_topics_are_the_hashes_of_the_events(topic: str, event: bytes):
    assert topic == "0x" + keccak(event).hex()


def test_a_transfer_is_spent_where_the_next_log_is():
    place = Inclusion(TX, 9, BLOCK, 1_000, 5, FINAL)
    assert spend(PLAIN, PAID) == Spend(place, Transfer(PAYER, PAY_TO, 10_000))


def test_a_cancellation_is_spent_where_its_own_log_is():
    canceled = PLAIN | {"topics": [logs.CANCELED, padded(PAYER), NONCE]}
    assert spend(canceled, PAID) == Spend(Inclusion(TX, 9, BLOCK, 1_000, 4, FINAL), None)


@pytest.mark.parametrize(
    "following",
    [
        PAID | {"logIndex": "0x6"},
        PAID | {"address": "0x" + "bb" * 20},
        PAID | {"topics": PLAIN["topics"]},
        PAID | {"removed": True},
    ],
)
def test_a_used_nonce_without_the_tokens_transfer_next_to_it_is_spent_unknown(following: dict[str, Any]):
    assert spend(PLAIN, following) is None
    assert spend(PLAIN) is None


@pytest.mark.parametrize("status", ["0x0", "0x2", None, 1, True, "success"])
def test_a_receipt_of_no_success_holds_no_event(status: Any):
    with pytest.raises(Malformed):
        spend(PLAIN, PAID, status=status)


@pytest.mark.parametrize(
    "members", [{"data": "0x00"}, {"logIndex": "0x3"}, {"topics": [logs.USED, padded(PAY_TO), NONCE]}]
)
def test_a_receipt_must_hold_the_very_event(members: dict[str, Any]):
    with pytest.raises(Malformed):
        logs.spend(use(**members), logs.receipt(receipt(PLAIN, PAID)), 1_000, FINAL)


@pytest.mark.parametrize("name", ["transactionHash", "blockHash"])
def test_a_receipts_logs_are_its_own(name: str):
    with pytest.raises(Malformed):
        logs.receipt(receipt(PLAIN | {name: "0x" + "66" * 32}))


@pytest.mark.parametrize("index", ["0x5", "0x4", "0x3"])
def test_a_receipts_logs_are_in_order(index: str):
    with pytest.raises(Malformed):
        logs.receipt(receipt(PLAIN | {"logIndex": "0x5"}, PAID | {"logIndex": index}))


def test_two_logs_in_one_place_are_malformed_and_others_are_sorted():
    first, second = use(), use(blockNumber="0xa", logIndex="0x0")
    assert logs.in_order([second, first]) == [first, second]
    with pytest.raises(Malformed):
        logs.in_order([first, second, replace(first, data=b"x")])


@pytest.mark.parametrize(
    "topics", [[logs.TRANSFER], PAID["topics"][:2], [*PAID["topics"], NONCE], [logs.TRANSFER, NONCE, NONCE]]
)
def test_the_tokens_transfer_of_another_shape_is_malformed(topics: list[str]):
    with pytest.raises(Malformed):
        logs.moved(logs.read_logs([PAID | {"topics": topics}])[0], ASSET, 1, FINAL)


@pytest.mark.parametrize("data", ["0x", "0x01", f"0x{1:0128x}"])
def test_an_amount_is_one_word(data: str):
    with pytest.raises(Malformed):
        logs.moved(logs.read_logs([PAID | {"data": data}])[0], ASSET, 1, FINAL)


def test_another_contracts_transfer_moves_nothing():
    assert logs.moved(logs.read_logs([PAID])[0], PAY_TO, 1, FINAL) is None


def test_removed_logs_are_left_out():
    assert logs.read_logs([PLAIN | {"removed": True}, PAID]) == logs.read_logs([PAID])
    without = {name: value for name, value in PAID.items() if name != "removed"}
    assert logs.read_logs([without]) == logs.read_logs([PAID])


@pytest.mark.parametrize("name", ["blockHash", "blockNumber", "transactionHash", "logIndex"])
def test_a_log_in_no_block_yet_is_malformed(name: str):
    with pytest.raises(Malformed):
        logs.read_logs([PLAIN | {name: None}])


def test_lists_have_a_bound():
    with pytest.raises(Malformed):
        logs.read_logs([PLAIN] * (logs.MOST_LOGS + 1))
    with pytest.raises(Malformed):
        logs.read_logs([PLAIN | {"topics": [NONCE] * 5}])


def test_a_filter_fits_what_it_asks_for_only():
    assert logs.fits(use(), logs.uses(PAYER, NONCE))
    assert logs.fits(use(topics=[logs.CANCELED, padded(PAYER), NONCE]), logs.uses(PAYER, NONCE))
    assert not logs.fits(use(topics=[logs.USED, padded(PAYER), TX]), logs.uses(PAYER, NONCE))
    assert not logs.fits(use(topics=[logs.USED, padded(PAYER)]), logs.uses(PAYER, NONCE))


def test_a_filter_for_transfers_takes_any_payer():
    assert logs.fits(use(topics=PAID["topics"]), logs.transfers_to(PAY_TO))
    assert not logs.fits(use(topics=PAID["topics"]), logs.transfers_to(PAYER))


@given(st.sampled_from(sorted(PLAIN)), HOSTILE)
def test_a_hostile_member_of_a_log_is_read_or_malformed(name: str, value: Any):
    try:
        (log,) = logs.read_logs([PLAIN | {name: value}]) or [use()]
    except Malformed:
        return
    assert value == PLAIN[name] or value is True or isinstance(value, str | list)
    assert log.index < 2**63


@given(HOSTILE | st.dictionaries(st.sampled_from(sorted(receipt())), HOSTILE))
def test_hostile_json_is_never_a_receipt_a_block_or_a_log(value: Any):
    for read in (logs.receipt, logs.block):
        with pytest.raises(Malformed):
            read(value)
    with pytest.raises(Malformed):
        logs.read_logs([value])


@given(st.lists(st.integers(0, 9).map(lambda index: PLAIN | {"logIndex": hex(index)}), max_size=4))
def test_a_receipt_is_read_if_its_logs_are_in_order(found: list[dict[str, Any]]):
    indexes = [int(log["logIndex"], 16) for log in found]
    if indexes == sorted(set(indexes)):
        assert [log.index for log in logs.receipt(receipt(*found)).logs] == indexes
    else:
        with pytest.raises(Malformed):
            logs.receipt(receipt(*found))
