"""Reads a chain's blocks, logs and receipts: what a token's events say about an authorization, and where.

Circle's EIP-3009: a spent nonce leaves `AuthorizationUsed(payer, nonce)` and, at the next log index of the
same transaction, the `Transfer` it made; a cancelled one leaves `AuthorizationCanceled`. Everything comes from
a node's JSON and is hostile: what has the wrong form, or isn't what was asked for, is Malformed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from payments.core.evidence import Finality, Inclusion, Moved, Spend, Transfer
from payments.core.words import (
    MOST_HEIGHT,
    Malformed,
    address,
    hash32,
    number,
    octets,
    padded,
    quantity,
    unpadded,
)

USED: Final = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5"
"""AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)"""
CANCELED: Final = "0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81"
"""AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)"""
TRANSFER: Final = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
"""Transfer(address indexed from, address indexed to, uint256 value)"""
MOST_LOGS: Final = 20_000
"""In one answer: more than fit into the bytes that are read of one."""
_MOST_TOPICS: Final = 4

Topics = tuple[tuple[str, ...], ...]
"""A filter: for each position the topics that will do, none for any."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block's header. `time` in unix seconds."""

    number: int
    block_hash: str
    time: int


@dataclass(frozen=True, slots=True)
class Log:
    """One event. `index` counts through the whole block."""

    address: str
    topics: tuple[str, ...]
    data: bytes
    block_number: int
    block_hash: str
    transaction: str
    index: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """What one transaction did; its logs in order."""

    transaction: str
    block_number: int
    block_hash: str
    succeeded: bool
    logs: tuple[Log, ...]


def _member(value: object, name: str) -> object:
    if type(value) is not dict or name not in value:
        raise Malformed("a member is missing")
    return value[name]


def _list(value: object, most: int) -> list[object]:
    if type(value) is not list or len(value) > most:
        raise Malformed("not a list, or too long")
    return value


def block(value: object) -> Block:
    return Block(
        quantity(_member(value, "number"), MOST_HEIGHT),
        hash32(_member(value, "hash")),
        quantity(_member(value, "timestamp"), MOST_HEIGHT),
    )


def read_logs(value: object) -> tuple[Log, ...]:
    """A list of logs, without those that a reorg has removed. A pending log (no block) is Malformed."""
    return tuple(_log(each) for each in _list(value, MOST_LOGS) if not _removed(each))


def _removed(value: object) -> bool:
    removed = _member(value, "removed") if type(value) is dict and "removed" in value else False
    if type(removed) is not bool:
        raise Malformed("not a bool")
    return removed


def _log(value: object) -> Log:
    return Log(
        address(_member(value, "address")),
        tuple(hash32(topic) for topic in _list(_member(value, "topics"), _MOST_TOPICS)),
        octets(_member(value, "data")),
        quantity(_member(value, "blockNumber"), MOST_HEIGHT),
        hash32(_member(value, "blockHash")),
        hash32(_member(value, "transactionHash")),
        quantity(_member(value, "logIndex"), MOST_HEIGHT),
    )


def receipt(value: object) -> Receipt:
    """A receipt whose logs are its own and in order."""
    read = Receipt(
        hash32(_member(value, "transactionHash")),
        quantity(_member(value, "blockNumber"), MOST_HEIGHT),
        hash32(_member(value, "blockHash")),
        quantity(_member(value, "status"), 1) == 1,
        read_logs(_member(value, "logs")),
    )
    place = (read.transaction, read.block_number, read.block_hash)
    if any((log.transaction, log.block_number, log.block_hash) != place for log in read.logs):
        raise Malformed("a log of another transaction")
    _check_order(read.logs)
    return read


def in_order(logs: list[Log]) -> list[Log]:
    """The logs of several blocks in the chain's order; Malformed if one place holds two."""
    ordered = sorted(logs, key=_position)
    _check_order(ordered)
    return ordered


def _check_order(logs: list[Log] | tuple[Log, ...]) -> None:
    places = [_position(log) for log in logs]
    if any(first >= second for first, second in pairwise(places)):
        raise Malformed("logs out of order")


def _position(log: Log) -> tuple[int, int]:
    return log.block_number, log.index


def uses(payer: str, nonce: str) -> Topics:
    """The filter for what ends a nonce."""
    return (USED, CANCELED), (padded(payer),), (padded(nonce),)


def transfers_to(pay_to: str) -> Topics:
    return (TRANSFER,), (), (padded(pay_to),)


def fits(log: Log, topics: Topics) -> bool:
    """Whether the log is one that the filter asks for: a node may answer with any."""
    return len(log.topics) >= len(topics) and all(
        not wanted or given in wanted for given, wanted in zip(log.topics, topics, strict=False)
    )


def spend(use: Log, receipt: Receipt, time: int, finality: Finality) -> Spend | None:
    """How a nonce was spent: `use` is its event, `receipt` the transaction's, `time` its block's.

    None: used, but no transfer of the same token follows: nothing that this service knows how to read.
    Malformed: the receipt isn't of a success that holds the event.
    """
    if not receipt.succeeded or use not in receipt.logs:
        raise Malformed("the receipt doesn't hold the event")
    if use.topics[0] == CANCELED:
        return Spend(_place(use, time, finality), None)
    following = [log for log in receipt.logs if log.index == use.index + 1]
    found = [made for log in following if (made := moved(log, use.address, time, finality))]
    return Spend(found[0].place, found[0].transfer) if found else None


def moved(log: Log, asset: str, time: int, finality: Finality) -> Moved | None:
    """The transfer that this log is, if the token at `asset` (lower case) emitted it as one."""
    if log.address != asset or log.topics[:1] != (TRANSFER,):
        return None
    if len(log.topics) != 3:
        raise Malformed("not the token's transfer")
    payer, pay_to = map(unpadded, log.topics[1:])
    return Moved(_place(log, time, finality), Transfer(payer, pay_to, number(log.data)))


def _place(log: Log, time: int, finality: Finality) -> Inclusion:
    return Inclusion(log.transaction, log.block_number, log.block_hash, time, log.index, finality)
