"""The service's own eyes on a chain: the port `Ledger` over JSON-RPC endpoints that must all agree.

Every endpoint is asked, at the same time, and each one's readings are judged by themselves: logs, receipt,
canonical block, finality, and the nonce's state pinned by block hash (EIP-1898). A proof is what all of them
prove (`core/agreement`). An endpoint that can't be read, lags behind what was seen before, or contradicts
another one makes everything unknown: LedgerUnavailable. The server's clock decides nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count, repeat
from typing import TypeVar

import structlog

from payments.adapters.chain_reader import MOST_BLOCKS, PIECE, Reader
from payments.adapters.jsonrpc import Endpoint, Fault
from payments.core import logs, words
from payments.core.agreement import Split, agreed, agreed_moves, same
from payments.core.authorization import Authorization, Signed
from payments.core.evidence import REORG_BLOCKS, Finality, Finding, Horizon, Moved, Refutation, Undecided, judge
from payments.core.logs import Block, Log
from payments.core.terms import Terms
from payments.core.words import Malformed
from payments.ports import LedgerUnavailable, Standing

log = structlog.get_logger(__name__)
_Answer = TypeVar("_Answer")
_Whole = TypeVar("_Whole")
_Value = TypeVar("_Value", bound=Hashable)


class Chain:
    """Implements the port `Ledger`. `urls`: one JSON-RPC endpoint or more; ValueError for none or a bad one.

    `timeout_s` bounds each question to an endpoint; a method asks one to ten of them in a row.
    """

    def __init__(self, terms: Terms, urls: Sequence[str], *, timeout_s: float = 5.0) -> None:
        if not urls:
            raise ValueError("no endpoint to read the chain from")
        self._asset = terms.asset.lower()
        self._readers = tuple(Reader(Endpoint(url, timeout_s), terms) for url in urls)

    def standing(self, payer: str, nonce: str) -> Standing:
        """Every endpoint is asked for all three, its height first: the lowest, the used, the least.

        In the way in which `find` proves a payment later: an endpoint that can't do that takes none on.
        """

        def seen(reader: Reader) -> tuple[int, bool, int]:
            newest = reader.newest()
            reader.check_tags(newest)
            used = reader.nonce_used(payer, nonce, newest)
            first = max(0, newest.number - REORG_BLOCKS)
            ended = any(reader.logs(first, newest.number, logs.uses(payer, nonce)))
            return newest.number, used or ended, reader.balance(payer)

        heights, used, balances = zip(*self._all(seen), strict=True)
        return Standing(min(heights), any(used), min(balances))

    def height(self) -> int:
        return min(newest.number for newest in self._all(Reader.newest))

    def balance(self, payer: str) -> int:
        return min(self._all(lambda reader: reader.balance(payer)))

    def nonce_used(self, payer: str, nonce: str) -> bool:
        return any(self._all(lambda reader: reader.nonce_used(payer, nonce)))

    def accepts_signature(self, signed: Signed, digest: bytes, *, recovers: bool) -> bool:
        """As the token decides it: by ERC-1271 where the payer has code, a delegation (EIP-7702) included."""
        payer, signature = signed.authorization.payer, signed.signature
        if not self._same(lambda reader: reader.has_code(payer)):
            return recovers
        return self._same(lambda reader: reader.wallet_accepts(payer, digest, signature))

    def find(self, authorization: Authorization, from_height: int, known_height: int = 0) -> Finding:
        """Searched from a little below `from_height`: what a nonce was spent for doesn't depend on when."""
        finding = self._agree(
            agreed, self._all(lambda reader: _find(reader, authorization, from_height, known_height))
        )
        if isinstance(finding, Refutation):
            self._confirm(finding)
        return finding

    def _confirm(self, proof: Refutation) -> None:
        """Every endpoint holds the block that the proof names, at the time that it names."""
        stands = self._same(lambda reader: reader.canonical(proof.block_number, proof.block_hash).time)
        if stands != proof.block_time:
            raise self._split()

    def final_height(self) -> int:
        return min(self._all(lambda reader: reader.final(reader.newest()).number))

    def received(self, pay_to: str, first: int, last: int) -> list[Moved]:
        """LedgerUnavailable, too, for a million blocks at once, and where `last` isn't final for all endpoints."""
        return self._agree(agreed_moves, self._all(lambda reader: _received(reader, pay_to, first, last)))

    def moved_in(self, transaction: str) -> list[Moved]:
        try:
            name = words.hash32(transaction)
        except Malformed:
            return []  # no chain has a transaction of such a name
        return self._agree(agreed_moves, self._all(lambda reader: _moved_in(reader, name)))

    def token_facts(self) -> tuple[str, str, int]:
        """The token's own name, version and decimals: what an offer must name. LedgerUnavailable."""
        return self._same(Reader.token_facts)

    def _same(self, question: Callable[[Reader], _Value]) -> _Value:
        return self._agree(same, self._all(question))

    def _agree(self, combine: Callable[[list[_Answer]], _Whole], answers: list[_Answer]) -> _Whole:
        try:
            return combine(answers)
        except Split:
            raise self._split() from None

    def _split(self) -> LedgerUnavailable:
        log.warning("chain_split", endpoints=len(self._readers))
        return Fault("split")

    def _all(self, question: Callable[[Reader], _Answer]) -> list[_Answer]:
        """Every endpoint's answer; the first fault, once all have come back."""
        if len(self._readers) == 1:
            return [_noted(0, self._readers[0], question)]
        # Threads of their own for each question: a pool shared by requests would make them wait in line.
        with ThreadPoolExecutor(len(self._readers), thread_name_prefix="chain") as pool:
            return list(pool.map(_noted, count(), self._readers, repeat(question)))


def _noted(index: int, reader: Reader, question: Callable[[Reader], _Answer]) -> _Answer:
    """The answer; a fault is logged by the endpoint's place in the settings, never by its URL."""
    try:
        return question(reader)
    except Fault as fault:
        log.warning("chain_endpoint_fault", endpoint=index, fault=fault.kind)
        raise


def _find(reader: Reader, wanted: Authorization, from_height: int, known_height: int) -> Finding:
    """What this one endpoint's readings prove."""
    newest = reader.newest()
    if newest.number < max(from_height, known_height):
        raise Fault("behind")
    used = reader.nonce_used(wanted.payer, wanted.nonce, newest)
    use = _use(reader, wanted, max(0, from_height - REORG_BLOCKS), newest, used)
    if use and not used:
        raise Fault("inconsistent")
    if use:
        return _judge_use(reader, wanted, use, newest)
    return judge(wanted, None, _horizon(reader, wanted, newest, used), used_now=used)


def _use(reader: Reader, wanted: Authorization, first: int, newest: Block, used: bool) -> Log | None:
    """The event that ended the nonce; a token emits one at most.

    Where the token's state says "unused", the blocks in which a claim can be paid are searched all the same:
    the two must agree. Else the search goes on, for a cancellation may come long after a claim, but not for
    ever: it is the endpoint that says how far it is to the newest block.
    """
    topics = logs.uses(wanted.payer, wanted.nonce)
    end = min(newest.number, first + (MOST_BLOCKS if used else PIECE) - 1)
    found = next(filter(None, reader.logs(first, end, topics)), [])
    if len(found) > 1:
        raise Fault("inconsistent")
    return found[0] if found else None


def _judge_use(reader: Reader, wanted: Authorization, use: Log, newest: Block) -> Finding:
    receipt = reader.receipt(use.transaction)
    if receipt is None:
        raise Fault("missing")
    finality = reader.finality(use.block_number, newest)
    block = reader.canonical(use.block_number, use.block_hash)
    try:
        spend = logs.spend(use, receipt, block.time, finality)
    except Malformed as error:
        raise Fault("malformed") from error
    if spend is None:
        return Undecided(nonce_used=True)
    return judge(wanted, spend, Horizon(block.number, block.block_hash, block.time, True), used_now=True)


def _horizon(reader: Reader, wanted: Authorization, newest: Block, used: bool) -> Horizon:
    """The finalized end, once it can prove anything; before that the newest block, which proves nothing yet."""
    if used or newest.time < wanted.valid_before:
        return Horizon(newest.number, newest.block_hash, newest.time, used)
    final = reader.final(newest)
    spent = reader.nonce_used(wanted.payer, wanted.nonce, final)
    return Horizon(final.number, final.block_hash, final.time, spent)


def _received(reader: Reader, pay_to: str, first: int, last: int) -> list[Moved]:
    if last > reader.final(reader.newest()).number:
        raise Fault("behind")
    found = [each for piece in reader.logs(first, last, logs.transfers_to(pay_to)) for each in piece]
    places = dict.fromkeys((each.block_number, each.block_hash) for each in found)
    blocks = {block_hash: reader.canonical(number, block_hash) for number, block_hash in places}
    return [
        move for each in found if (move := _moved(reader, each, blocks[each.block_hash].time, Finality.FINALIZED))
    ]


def _moved_in(reader: Reader, transaction: str) -> list[Moved]:
    receipt = reader.receipt(transaction)
    if receipt is None or not receipt.succeeded:
        return []
    newest = reader.newest()
    if receipt.block_number > newest.number:
        return []  # pre-confirmed: in no block yet
    finality = reader.finality(receipt.block_number, newest)
    block = reader.at(receipt.block_number)
    if block.block_hash != receipt.block_hash:
        return []
    return [move for each in receipt.logs if (move := _moved(reader, each, block.time, finality))]


def _moved(reader: Reader, each: Log, time: int, finality: Finality) -> Moved | None:
    try:
        return logs.moved(each, reader.asset, time, finality)
    except Malformed as error:
        raise Fault("malformed") from error
