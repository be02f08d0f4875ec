"""A chain in memory, and JSON-RPC endpoints over HTTP that show it: honestly, late, or with one lie.

`FakeChain` is the truth: blocks with hashes and a time of their own, a token's transfers by authorization,
cancellations, reorgs, tags. `FakeRpc` serves it on loopback; its `lag` keeps it some blocks behind, its `lie`
is handed every answer and gives back another one, or raw bytes for the wire.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from payments.core import logs, words
from payments.core.authorization import Authorization
from payments.core.terms import TERMS, Terms

GENESIS_TIME = 1_900_000_000
BLOCK_SECONDS = 2
SAFE_DEPTH, FINAL_DEPTH = 3, 6
OPENING_BALANCE = 100_000_000
Wallet = Callable[[bytes, bytes], bytes | int]
"""A contract's answer to a digest and a signature: bytes, or the code of an error."""


def digest(*parts: object) -> str:
    return "0x" + hashlib.sha256(repr(parts).encode()).hexdigest()


@dataclass(frozen=True)
class Event:
    address: str
    topics: tuple[str, ...]
    data: str = "0x"


@dataclass(frozen=True)
class Transaction:
    events: tuple[Event, ...]
    succeeded: bool = True
    salt: int = 0

    @property
    def hash(self) -> str:
        return digest("transaction", self.events, self.succeeded, self.salt)


@dataclass(frozen=True)
class FakeBlock:
    number: int
    parent: str
    time: int
    transactions: tuple[Transaction, ...] = ()
    fork: int = 0

    @property
    def hash(self) -> str:
        return digest("block", self.number, self.parent, self.time, self.transactions, self.fork)

    def logs(self) -> Iterator[tuple[Transaction, dict[str, Any]]]:
        events = [(each, event) for each in self.transactions for event in each.events if each.succeeded]
        for index, (transaction, event) in enumerate(events):
            yield transaction, self._log(transaction, event, index)

    def _log(self, transaction: Transaction, event: Event, index: int) -> dict[str, Any]:
        return {
            "address": event.address,
            "topics": list(event.topics),
            "data": event.data,
            "blockNumber": hex(self.number),
            "blockHash": self.hash,
            "transactionHash": transaction.hash,
            "transactionIndex": hex(self.transactions.index(transaction)),
            "logIndex": hex(index),
            "removed": False,
        }


class FakeChain:
    """Blocks from 0 on. Nothing here reads a clock."""

    def __init__(self, terms: Terms = TERMS["eip155:84532"], blocks: int = 20) -> None:
        self.terms = terms
        self.asset = terms.asset.lower()
        self.blocks = [FakeBlock(0, "0x" + "00" * 32, GENESIS_TIME)]
        self.wallets: dict[str, Wallet] = {}
        self._forks = 0
        self.mine(blocks)

    @property
    def newest(self) -> FakeBlock:
        return self.blocks[-1]

    def mine(self, count: int = 1, *transactions: Transaction, seconds: int = BLOCK_SECONDS) -> FakeBlock:
        """`count` blocks; the first one holds the transactions. The newest block is given back."""
        for _ in range(count):
            last = self.newest
            self.blocks.append(
                FakeBlock(last.number + 1, last.hash, last.time + seconds, transactions, self._forks)
            )
            transactions = ()
        return self.newest

    def finalize(self) -> None:
        self.mine(FINAL_DEPTH)

    def reorg(self, depth: int) -> None:
        """Other, empty blocks in place of the newest `depth`, and one more."""
        del self.blocks[-depth:]
        self._forks += 1
        self.mine(depth + 1)

    def used(self, authorization: Authorization) -> tuple[Event, Event]:
        """What the token emits for an authorization that pays."""
        transfer = (logs.TRANSFER, words.padded(authorization.payer), words.padded(authorization.pay_to))
        data = f"0x{authorization.amount:064x}"
        return self._end(logs.USED, authorization), Event(self.asset, transfer, data)

    def _end(self, event: str, authorization: Authorization) -> Event:
        topics = (event, words.padded(authorization.payer), authorization.nonce)
        return Event(self.asset, topics)

    def canceled(self, authorization: Authorization) -> Event:
        return self._end(logs.CANCELED, authorization)

    def pay(self, *authorizations: Authorization, before: tuple[Event, ...] = ()) -> Transaction:
        """One transaction, in a block of its own, that carries out all of them after other events."""
        events = before + tuple(event for each in authorizations for event in self.used(each))
        return self.emit(*events)

    def emit(self, *events: Event) -> Transaction:
        transaction = Transaction(events, salt=self.newest.number)
        self.mine(1, transaction)
        return transaction

    def cancel(self, authorization: Authorization) -> Transaction:
        return self.emit(self.canceled(authorization))


@dataclass
class View:
    """What an honest node at this height answers. `None`: it has no such thing."""

    chain: FakeChain
    height: int
    blocks: list[FakeBlock] = field(init=False)

    def __post_init__(self) -> None:
        self.blocks = self.chain.blocks[: self.height + 1]

    def answer(self, method: str, params: list[Any]) -> Any:
        return getattr(self, method)(*params)

    def eth_chainId(self) -> str:
        return hex(self.chain.terms.chain_id)

    def _block(self, tag: str) -> FakeBlock | None:
        depth = {"latest": 0, "safe": SAFE_DEPTH, "finalized": FINAL_DEPTH}.get(tag)
        number = int(tag, 16) if depth is None else max(0, self.height - depth)
        return self.blocks[number] if number <= self.height else None

    def eth_getBlockByNumber(self, tag: str, full: bool) -> Any:
        block = self._block(tag)
        if block is None:
            return None
        return {
            "number": hex(block.number),
            "hash": block.hash,
            "parentHash": block.parent,
            "timestamp": hex(block.time),
            "transactions": [each.hash for each in block.transactions],
        }

    def eth_getLogs(self, wanted: dict[str, Any]) -> Any:
        first, last = int(wanted["fromBlock"], 16), int(wanted["toBlock"], 16)
        found = [log for block in self.blocks[first : last + 1] for _, log in block.logs()]
        return [log for log in found if log["address"] == wanted["address"] and _fits(log, wanted["topics"])]

    def eth_getTransactionReceipt(self, name: str) -> Any:
        for block in self.blocks:
            for each in block.transactions:
                if each.hash == name:
                    return self._receipt(block, each)
        return None

    def _receipt(self, block: FakeBlock, transaction: Transaction) -> dict[str, Any]:
        return {
            "transactionHash": transaction.hash,
            "blockNumber": hex(block.number),
            "blockHash": block.hash,
            "status": hex(int(transaction.succeeded)),
            "logs": [log for owner, log in block.logs() if owner is transaction],
        }

    def eth_getCode(self, owner: str, tag: str) -> str:
        return "0x6001" if owner in self.chain.wallets else "0x"

    def eth_call(self, call: dict[str, Any], at: Any) -> Any:
        data, blocks = bytes.fromhex(call["data"][2:]), self._until(at)
        if blocks is None:
            return Refusal(-32000, "header not found")
        if call["to"] in self.chain.wallets:
            return self._wallet(self.chain.wallets[call["to"]], data)
        return "0x" + self._token(data, blocks).hex() if call["to"] == self.chain.asset else "0x"

    def _until(self, at: Any) -> list[FakeBlock] | None:
        if at == "latest":
            return self.blocks
        known = [block for block in self.blocks if block.hash == at["blockHash"]]
        return self.blocks[: known[0].number + 1] if known else None

    def _wallet(self, wallet: Wallet, data: bytes) -> Any:
        length = int.from_bytes(data[68:100], "big")
        said = wallet(data[4:36], data[100 : 100 + length])
        return Refusal(said, "execution reverted") if isinstance(said, int) else "0x" + said.hex()

    def _token(self, data: bytes, blocks: list[FakeBlock]) -> bytes:
        selector, arguments = (
            "0x" + data[:4].hex(),
            ["0x" + data[i : i + 32].hex() for i in range(4, len(data), 32)],
        )
        emitted = [log for block in blocks for _, log in block.logs() if log["address"] == self.chain.asset]
        terms = self.chain.terms
        answers: dict[str, Callable[[], bytes]] = {
            "0xe94a0102": lambda: word(_ended(emitted, *arguments)),
            "0x70a08231": lambda: word(_balance(emitted, *arguments)),
            words.NAME: lambda: abi_text(terms.token_name),
            words.VERSION: lambda: abi_text(terms.token_version),
            words.DECIMALS: lambda: word(6),
        }
        return answers[selector]()


def _fits(log: dict[str, Any], wanted: list[Any]) -> bool:
    pairs = zip(log["topics"], wanted, strict=False)
    return len(log["topics"]) >= len(wanted) and all(some is None or topic in some for topic, some in pairs)


def _ended(emitted: list[dict[str, Any]], payer: str, nonce: str) -> bool:
    return any(
        log["topics"][0] in (logs.USED, logs.CANCELED) and log["topics"][1:] == [payer, nonce] for log in emitted
    )


def _balance(emitted: list[dict[str, Any]], owner: str) -> int:
    moves = [log for log in emitted if log["topics"][0] == logs.TRANSFER]
    out = sum(int(log["data"], 16) for log in moves if log["topics"][1] == owner)
    return OPENING_BALANCE - out + sum(int(log["data"], 16) for log in moves if log["topics"][2] == owner)


def word(number: int) -> bytes:
    return int(number).to_bytes(32, "big")


def abi_text(text: str) -> bytes:
    raw = text.encode()
    return word(32) + word(len(raw)) + raw + bytes(-len(raw) % 32)


@dataclass(frozen=True)
class Refusal:
    """An answer with a JSON-RPC error."""

    code: int
    message: str


Envelope = dict[str, Any]
Raw = bytes | Iterable[bytes]
"""A body for the wire; in pieces: one every few milliseconds, until the client goes."""
Lie = Callable[[str, list[Any], Envelope], Envelope | Raw]


class FakeRpc:
    """One endpoint, for a `with`. `asked` holds the questions in the order they came."""

    def __init__(self, chain: FakeChain, *, lag: int = 0, lie: Lie | None = None) -> None:
        self.chain, self.lag, self.lie = chain, lag, lie
        self.status = 200
        self.asked: list[tuple[str, list[Any]]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def methods(self) -> list[str]:
        return [method for method, _ in self.asked]

    def body(self, question: Envelope) -> Raw:
        method, params = question["method"], question["params"]
        self.asked.append((method, params))
        view = View(self.chain, max(0, self.chain.newest.number - self.lag))
        answer = {"jsonrpc": "2.0", "id": question["id"]} | _outcome(view.answer(method, params))
        said = self.lie(method, params, answer) if self.lie else answer
        return json.dumps(said).encode() if isinstance(said, dict) else said

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.005,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def _outcome(result: Any) -> Envelope:
    if isinstance(result, Refusal):
        return {"error": {"code": result.code, "message": result.message}}
    return {"result": result}


def _handler(rpc: FakeRpc) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            body = rpc.body(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            with contextlib.suppress(OSError):
                self._send(body)

        def _send(self, body: Raw) -> None:
            whole = isinstance(body, bytes)
            self.send_response(rpc.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body) if isinstance(body, bytes) else 1_000_000))
            self.end_headers()
            for part in [body] if isinstance(body, bytes) else body:
                self.wfile.write(part)
                self.wfile.flush()
                time.sleep(0 if whole else 0.02)
            self.close_connection = not whole

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def about(method: str, change: Callable[[Any], Any]) -> Lie:
    """A lie about one method's results."""

    def lie(asked: str, params: list[Any], answer: Envelope) -> Envelope:
        return answer | {"result": change(answer["result"])} if asked == method and "result" in answer else answer

    return lie


def each_log(**members: Any) -> Lie:
    """A lie that changes these members of every log that is listed."""
    return about("eth_getLogs", lambda found: [log | members for log in found])


def tagged(tag: str, change: Callable[[Any], Any]) -> Lie:
    """A lie about the block of one tag."""

    def lie(asked: str, params: list[Any], answer: Envelope) -> Envelope:
        mine = asked == "eth_getBlockByNumber" and params[0] == tag
        return answer | {"result": change(answer["result"])} if mine else answer

    return lie


def on_the_wire(body: bytes | Callable[[], Raw]) -> Lie:
    """A lie that sends these bytes in place of every answer."""
    return lambda asked, params, answer: body if isinstance(body, bytes) else body()


def in_the_envelope(**members: Any) -> Lie:
    return lambda asked, params, answer: answer | members
