"""One endpoint's view of the chain: each method is a reading, checked for what a node can be checked for.

The chain id is asked before anything else. The finalized block is never ahead of the newest. A
log counts once its block hash is the canonical one of its number: an RPC may show pre-confirmed ones too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final, TypeVar

from payments.adapters.jsonrpc import Endpoint, ErrorAnswer, Fault, TooMuch
from payments.core import logs, words
from payments.core.evidence import Finality
from payments.core.logs import Block, Log, Receipt, Topics
from payments.core.terms import Terms
from payments.core.words import Malformed

TAGS_S: Final = 60.0
PIECE: Final = 2_000
"""Blocks in one question for logs: more than an hour on Base."""
MOST_BLOCKS: Final = 1_000_000
"""Searched at once: three weeks on Base."""
CODE_GAS: Final = 1_000_000
"""What a smart wallet may use up to check one signature."""
REVERTED: Final = (3, -32015)
"""The error codes that mean only: the contract said no (3: geth, reth, erigon; -32015: Nethermind).

-32000 isn't among them: geth gives it to a contract that ran out of gas, and to a header it doesn't have. Such
a wallet gets "can't be read now" in place of "bad signature", which costs nobody anything.
"""

SEARCH_S: Final = 120.0
"""For all questions of one search for logs."""

_Value = TypeVar("_Value")
_NEWEST: Final = "latest"


class Reader:
    """Threads may share it. Every method raises LedgerUnavailable."""

    def __init__(self, endpoint: Endpoint, terms: Terms) -> None:
        self.asset = terms.asset.lower()
        self._endpoint = endpoint
        self._chain_id = terms.chain_id
        self._chain_is_ours = False
        self._tags_until = 0.0

    def _ask(self, read: Callable[[object], _Value], method: str, *params: object) -> _Value:
        if not self._chain_is_ours:
            self._check_chain()
        return self._read(read, method, *params)

    def _check_chain(self) -> None:
        if self._read(words.quantity, "eth_chainId") != self._chain_id:
            raise Fault("wrong_chain")
        self._chain_is_ours = True

    def _read(self, read: Callable[[object], _Value], method: str, *params: object) -> _Value:
        answer = self._endpoint.ask(method, *params)
        if answer is None:
            raise Fault("missing")
        try:
            return read(answer)
        except Malformed as error:
            raise Fault("malformed") from error

    def newest(self) -> Block:
        return self._tagged(_NEWEST)

    def _tagged(self, tag: str) -> Block:
        return self._ask(logs.block, "eth_getBlockByNumber", tag, False)

    def at(self, number: int) -> Block:
        """The canonical block of this number."""
        block = self._ask(logs.block, "eth_getBlockByNumber", hex(number), False)
        if block.number != number:
            raise Fault("inconsistent")
        return block

    def canonical(self, number: int, block_hash: str) -> Block:
        block = self.at(number)
        if block.block_hash != block_hash:
            raise Fault("not_canonical")
        return block

    def final(self, newest: Block) -> Block:
        """The newest finalized block; `newest` was read before. An older one than last time only proves less."""
        return self._not_ahead(self._tagged("finalized"), newest)

    def check_tags(self, newest: Block) -> None:
        """That it knows of finality at all: without, what is paid could never be proven. Asked once a minute."""
        now = monotonic()
        if now < self._tags_until:
            return
        self.finality(newest.number, newest)
        self._tags_until = now + TAGS_S

    def _not_ahead(self, block: Block, newest: Block) -> Block:
        """Blocks may have come since `newest` was read."""
        if block.number > newest.number and block.number > self.newest().number:
            raise Fault("ahead_of_newest")
        return block

    def finality(self, number: int, newest: Block) -> Finality:
        """How final a block of this number is. To be read before the block's hash is checked."""
        if number <= self.final(newest).number:
            return Finality.FINALIZED
        safe = self._not_ahead(self._tagged("safe"), newest)
        return Finality.SAFE if number <= safe.number else Finality.INCLUDED

    def logs(self, first: int, last: int, topics: Topics) -> Iterator[list[Log]]:
        """The token's logs that fit, in the blocks `first` to `last`, in order, a piece at a time."""
        if last - first >= MOST_BLOCKS:
            raise Fault("too_far")
        deadline = monotonic() + SEARCH_S
        for start in range(first, last + 1, PIECE):
            found = self._piece(start, min(start + PIECE - 1, last), topics, deadline)
            try:
                yield logs.in_order(found)
            except Malformed as error:
                raise Fault("malformed") from error

    def _piece(self, first: int, last: int, topics: Topics, deadline: float) -> list[Log]:
        """By halves where the endpoint won't, or can't, answer for so many blocks."""
        if monotonic() > deadline:
            raise Fault("timeout")
        try:
            return self._whole_piece(first, last, topics)
        except (ErrorAnswer, TooMuch):
            if first == last:
                raise
        middle = (first + last) // 2
        halves = ((first, middle), (middle + 1, last))
        return [log for half in halves for log in self._piece(*half, topics, deadline)]

    def _whole_piece(self, first: int, last: int, topics: Topics) -> list[Log]:
        wanted = {
            "address": self.asset,
            "fromBlock": hex(first),
            "toBlock": hex(last),
            "topics": [list(each) or None for each in topics],
        }
        found = list(self._ask(logs.read_logs, "eth_getLogs", wanted))
        if not all(
            log.address == self.asset and first <= log.block_number <= last and logs.fits(log, topics)
            for log in found
        ):
            raise Fault("not_asked_for")
        return found

    def receipt(self, transaction: str) -> Receipt | None:
        """None: not there."""
        try:
            receipt = self._ask(logs.receipt, "eth_getTransactionReceipt", transaction)
        except Fault as fault:
            if fault.kind != "missing":
                raise
            return None
        if receipt.transaction != transaction:
            raise Fault("not_asked_for")
        return receipt

    def nonce_used(self, payer: str, nonce: str, block: Block | None = None) -> bool:
        """At this block by its hash (EIP-1898), or at the newest."""
        pinned = {"blockHash": block.block_hash, "requireCanonical": True} if block else _NEWEST
        return self._token(words.flag, words.authorization_state(payer, nonce), pinned)

    def balance(self, owner: str) -> int:
        return self._token(words.number, words.balance_of(owner))

    def token_facts(self) -> tuple[str, str, int]:
        """The token's name, version and decimals, by its own word."""
        name, version = self._token(words.text, words.NAME), self._token(words.text, words.VERSION)
        return name, version, self._token(words.number, words.DECIMALS)

    def _token(self, read: Callable[[bytes], _Value], call: str, block: object = _NEWEST) -> _Value:
        return self._ask(
            lambda answer: read(words.octets(answer)), "eth_call", {"to": self.asset, "data": call}, block
        )

    def has_code(self, owner: str) -> bool:
        return bool(self._ask(words.octets, "eth_getCode", owner, _NEWEST))

    def wallet_accepts(self, wallet: str, digest: bytes, signature: bytes) -> bool:
        """What the contract at `wallet` answers the token by ERC-1271; a revert is a no."""
        call = {
            "from": self.asset,
            "to": wallet,
            "data": words.is_valid_signature(digest, signature),
            "gas": hex(CODE_GAS),
        }
        try:
            return self._ask(lambda answer: words.is_magic(words.octets(answer)), "eth_call", call, _NEWEST)
        except ErrorAnswer as answer:
            if answer.code not in REVERTED:
                raise
            return False
