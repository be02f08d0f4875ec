"""The account that settles: its transactions, one after the other, and the chain as one settle call sees it.

`Chain` implements x402's `FacilitatorEvmSigner`. The package's own signer gives each request to the node 30
seconds and repeats it, waits for receipts by a clock of its own, takes an account nonce before it has a price
(one failure, and every later transaction waits for the gap), and tells a transaction's hash only after sending
it. Here one deadline holds for all of a call, nonce and sending are one turn, and the hash is known first.
To be imported late: the package brings web3 with it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final, TypeVar

from eth_abi import decode
from eth_account import Account as Accounts
from x402.mechanisms.evm.constants import BALANCE_OF_ABI
from x402.mechanisms.evm.multicall import encode_contract_call
from x402.mechanisms.evm.types import TransactionReceipt, TypedDataDomain, TypedDataField
from x402.mechanisms.evm.verify import verify_typed_data_strict

from payments.adapters.jsonrpc import Endpoint, ErrorAnswer, Fault
from payments.core import words
from payments.core.terms import Terms
from payments.core.words import Malformed

REQUEST_S: Final = 4.0
"""Of one question to the node, if the call has that much left."""
SENDING_S: Final = 4.0
"""With less left nothing is sent any more: the answer to it would come too late."""
POLL_S: Final = 0.25
GAS: Final = 400_000
"""Of a transaction, and of its simulation: a transfer takes 100,000, a smart wallet's check may take more."""
MIN_TIP, MAX_TIP = 1_000_000, 100_000_000
MAX_FEE: Final = 5_000_000_000
"""Wei for each unit of gas. A node that tells of more is lying, or settling would cost more than it earns."""
GAP_S: Final = 15.0
_KEY: Final = re.compile(r"(?:0x)?[0-9a-fA-F]{64}")
_Value = TypeVar("_Value")


class NotSent(Exception):
    """The transaction wasn't sent; the message is one of our own words."""


class Account:
    """A private key on a chain. Threads share one object; another process may not use the key beside it."""

    def __init__(self, key: str, terms: Terms) -> None:
        """ValueError: `key` isn't 0x and 64 hex digits of a private key; it isn't repeated in the message."""
        if not _KEY.fullmatch(key):
            raise ValueError("the settler's key must be 0x and 64 hex digits")
        try:
            self._key = Accounts.from_key(key)
        except Exception:
            raise ValueError("the settler's key is no private key of secp256k1") from None
        self.address: str = self._key.address
        self._chain_id = terms.chain_id
        self._turn = Lock()
        self._next = 0
        self._behind: tuple[int, float] | None = None

    def __repr__(self) -> str:
        return f"Account({self.address})"

    def send(self, chain: Chain, to: str, data: bytes) -> str:
        """Signs, tells the hash, sends. NotSent; any other error says that it may have been sent."""
        fee, tip = chain.fees()
        with self._one_at_a_time(chain):
            nonce = self._nonce(chain.account_nonce(self.address))
            signed = self._key.sign_transaction(
                {
                    "type": 2,
                    "chainId": self._chain_id,
                    "nonce": nonce,
                    "to": to,
                    "data": data,
                    "value": 0,
                    "gas": GAS,
                    "maxFeePerGas": fee,
                    "maxPriorityFeePerGas": tip,
                }
            )
            chain.broadcast("0x" + signed.raw_transaction.hex(), "0x" + signed.hash.hex())
            self._next = max(self._next, nonce + 1)
        return "0x" + signed.hash.hex()

    @contextmanager
    def _one_at_a_time(self, chain: Chain) -> Iterator[None]:
        if not self._turn.acquire(timeout=max(0.0, chain.left())):
            raise chain.not_sent("settler_busy")
        try:
            if chain.left() < SENDING_S:
                raise chain.not_sent("settler_busy")
            yield
        finally:
            self._turn.release()

    def _nonce(self, told: int) -> int:
        """The node's count or our own, whichever is more, for nodes lag behind one another.

        One that stays at the same count has lost a transaction: those after it wait, so the gap is filled.
        """
        now = time.monotonic()
        if told >= self._next:
            self._behind = None
            return told
        if self._behind is None or self._behind[0] != told:
            self._behind = (told, now)
        if now - self._behind[1] < GAP_S:
            return self._next
        self._behind = (told, now)
        return told


class Chain:
    """The chain as one settle call sees it, until its deadline (of time.monotonic).

    `tell(hash)` is called before a transaction is sent and must have stored it when it returns; `untell()` where
    the node refused it. `sent` is a transaction that may have been sent, `trouble` our word for why none was.
    Every method raises Fault where the node gives no answer.
    """

    def __init__(
        self,
        account: Account,
        url: str,
        terms: Terms,
        deadline: float,
        tell: Callable[[str], None],
        untell: Callable[[], None],
    ) -> None:
        self._account, self._url, self._terms = account, url, terms
        self._deadline, self._tell, self._untell = deadline, tell, untell
        self.sent = ""
        self.trouble = ""

    def left(self) -> float:
        return self._deadline - time.monotonic()

    def _ask(self, method: str, *params: object) -> Any:
        if (left := self.left()) <= 0:
            raise Fault("timeout")
        return Endpoint(self._url, min(left, REQUEST_S)).ask(method, *params)

    def _read(self, read: Callable[[object], _Value], method: str, *params: object) -> _Value:
        return _well_formed(read, self._ask(method, *params))

    # What an account needs

    def account_nonce(self, address: str) -> int:
        return self._read(words.quantity, "eth_getTransactionCount", address, "pending")

    def fees(self) -> tuple[int, int]:
        """Most wei for a unit of gas, and the part that goes to the block's maker. NotSent("fees_too_high")."""
        told = self._ask("eth_feeHistory", "0x1", "latest", [50])
        try:
            base = words.quantity(told["baseFeePerGas"][-1])
            usual = words.quantity(told["reward"][0][0]) if told.get("reward") else 0  # a block too new: none yet
        except (AttributeError, TypeError, LookupError, Malformed):
            raise Fault("not_a_fee") from None
        tip = min(max(usual, MIN_TIP), MAX_TIP)
        if base + tip > MAX_FEE:
            raise self.not_sent("fees_too_high")
        return min(2 * base + tip, MAX_FEE), tip

    def price(self) -> int:
        """Most wei that one transfer takes. NotSent("fees_too_high")."""
        return GAS * self.fees()[0]

    def broadcast(self, raw: str, transaction: str) -> None:
        """NotSent where the node says no and doesn't know the transaction either."""
        self._tell(transaction)
        self.sent = transaction
        try:
            self._ask("eth_sendRawTransaction", raw)
        except ErrorAnswer:
            if not self.knows(transaction):
                self._untell()
                self.sent = ""
                raise self.not_sent("node_refused") from None

    def knows(self, transaction: str) -> bool:
        """Whether the node has it, in a block or waiting for one."""
        return self._ask("eth_getTransactionByHash", transaction) is not None

    def not_sent(self, trouble: str) -> NotSent:
        """The error to raise for it, and a note of why."""
        self.trouble = trouble
        return NotSent(trouble)

    # x402's FacilitatorEvmSigner

    def get_addresses(self) -> list[str]:
        return [self._account.address]

    def get_chain_id(self) -> int:
        return self._terms.chain_id

    def get_code(self, address: str) -> bytes:
        return self._read(words.octets, "eth_getCode", address, "latest")

    def get_balance(self, address: str, token_address: str) -> int:
        """Wei, for no token or the zero address; else atomic units."""
        if not int(token_address or "0x0", 16):
            return self._read(words.quantity, "eth_getBalance", address, "latest")
        return int(self.read_contract(token_address, BALANCE_OF_ABI, "balanceOf", address))

    def read_contract(self, address: str, abi: list[dict[str, Any]], function_name: str, *args: Any) -> Any:
        """What a call from the settler's account would return; ErrorAnswer if it would fail."""
        data = "0x" + encode_contract_call(abi, function_name, *args).hex()
        call = {"from": self._account.address, "to": address, "data": data, "gas": hex(GAS)}
        answer = self._read(words.octets, "eth_call", call, "latest")
        function = next(each for each in abi if each.get("name") == function_name)
        kinds = [_kind(each) for each in function.get("outputs", [])]
        values = decode(kinds, answer) if kinds else ()
        return values[0] if len(values) == 1 else values or None

    def verify_typed_data(
        self,
        address: str,
        domain: TypedDataDomain,
        types: dict[str, list[TypedDataField]],
        primary_type: str,
        message: dict[str, Any],
        signature: bytes,
    ) -> bool:
        """As the token does: by code at the address."""
        fields: dict[str, list[TypedDataField | dict[str, Any]]] = {each: [*types[each]] for each in types}
        return verify_typed_data_strict(self, address, domain, fields, primary_type, message, signature)

    def write_contract(
        self,
        address: str,
        abi: list[dict[str, Any]],
        function_name: str,
        *args: Any,
        data_suffix: str | None = None,
    ) -> str:
        data = encode_contract_call(abi, function_name, *args)
        return self._account.send(self, address, data + bytes.fromhex((data_suffix or "").removeprefix("0x")))

    def send_transaction(self, to: str, data: bytes) -> str:
        return self._account.send(self, to, data)

    def wait_for_transaction_receipt(self, tx_hash: str) -> TransactionReceipt:
        """TimeoutError when the call's time is over; a node that doesn't answer is asked again until then."""
        while self.left() > 0:
            if (receipt := self._receipt(tx_hash)) is not None:
                status, number = (
                    _well_formed(words.quantity, receipt[each]) for each in ("status", "blockNumber")
                )
                return TransactionReceipt(status, number, tx_hash, receipt["logs"])
            time.sleep(max(0.0, min(POLL_S, self.left())))
        raise TimeoutError

    def _receipt(self, transaction: str) -> Any:
        try:
            return self._ask("eth_getTransactionReceipt", transaction)
        except Fault:
            return None


def _well_formed(read: Callable[[object], _Value], value: object) -> _Value:
    try:
        return read(value)
    except Malformed as error:
        raise Fault("malformed") from error


def _kind(item: dict[str, Any]) -> str:
    """An ABI entry's type, tuples spelled out."""
    if not item["type"].startswith("tuple"):
        return str(item["type"])
    return f"({','.join(map(_kind, item['components']))}){item['type'].removeprefix('tuple')}"
