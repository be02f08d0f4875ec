"""The facilitator within this deployment: x402's `exact` scheme for EVM chains, with the settler's own account.

The package checks signature, window, nonce and balance, simulates the transfer (a refusal costs no gas) and sends
it. Which transaction was sent for which signature is committed before it is sent, and dropped only when its
outcome is known, so that a further call, of this process or of another, waits for that one and sends none beside
it. What the package says in words, and the node's with it, is put into our own and not logged.
"""

from __future__ import annotations

import sys
import time
from types import ModuleType
from typing import TYPE_CHECKING, Final

import structlog

from payments.adapters import facilitator
from payments.adapters.https import place
from payments.adapters.pending import Pending
from payments.core import settle_reasons
from payments.core.authorization import Signed
from payments.core.terms import Terms
from payments.ports import Answer, LedgerUnavailable, Verdict

if TYPE_CHECKING:
    from x402.schemas import SettleResponse

    from payments.adapters.settler_account import Chain

TIMEOUT_S: Final = 20
FEW: Final = 3
"""Transfers that there must be gas for; with less, no payment is taken on."""
_LAST_S: Final = 1.0
"""Left for the database when the chain's time is over."""
log = structlog.get_logger(__name__)


class Local:
    """Implements the port `Facilitator`. One object a process; its threads share it. No other process may use
    the key beside it: `payments/settler.py` holds the lease."""

    def __init__(
        self, terms: Terms, key: str, rpc_url: str, store: Pending | None = None, *, timeout_s: int = TIMEOUT_S
    ) -> None:
        """`key` is the settler's private key (0x and 64 hex digits). ValueError: that, or `rpc_url`, isn't one."""
        place(rpc_url)
        self.timeout_s = timeout_s
        self._exact = _library()
        self._account = self._exact.Account(key, terms)
        self._terms, self._url = terms, rpc_url
        self._store = store or Pending()

    @property
    def address(self) -> str:
        """Checksummed: the account that needs ETH for gas."""
        return str(self._account.address)

    def has_gas(self) -> bool:
        """Whether the account holds the gas of a few transfers at today's price, and that is one that is paid.

        True if the node can't say: the calls themselves will tell.
        """
        chain = self._chain("")
        try:
            return bool(chain.get_balance(self.address, "") >= FEW * chain.price())
        except LedgerUnavailable:
            return True
        except self._exact.NotSent:
            return False

    def settle(self, signed: Signed) -> Answer:
        """Sends the transfer and waits for its receipt, within `timeout_s`. Raises nothing."""
        content = facilitator.request(signed)
        key = content["paymentPayload"]["payload"]["signature"]
        chain = self._chain(key)
        try:
            self._forget_lost(key, chain)
            return self._answer(self._exact.settle(content, chain, self._store), key, chain)
        except Exception as error:
            log.warning("facilitator_fault", fault=type(error).__name__)
            return Answer(Verdict.UNKNOWN, "facilitator_fault", chain.sent)

    def _chain(self, key: str) -> Chain:
        chain: Chain = self._exact.Chain(
            self._account,
            self._url,
            self._terms,
            time.monotonic() + self.timeout_s - _LAST_S,
            tell=lambda transaction: self._store.set(key, transaction),
            untell=lambda: self._store.delete(key),
        )
        return chain

    def _forget_lost(self, key: str, chain: Chain) -> None:
        """A transaction that the node has never got, or has dropped, is not waited for."""
        sent = self._store.get(key)
        if sent is not None and not chain.knows(sent):
            self._store.delete(key)

    def _answer(self, response: SettleResponse, key: str, chain: Chain) -> Answer:
        transaction = response.transaction.lower()
        reason = response.error_reason or ""
        if response.success is not True and reason == settle_reasons.PENDING:
            return Answer(Verdict.PENDING, transaction=transaction)
        if chain.sent and not transaction:
            return Answer(Verdict.UNKNOWN, "not_confirmed_in_time", chain.sent)  # the node may have taken it
        if transaction:
            self._store.delete(key)  # it is in a block
        if response.success is True:
            return Answer(Verdict.SETTLED, transaction=transaction)
        verdict = Verdict.REVERTED if transaction else Verdict.REFUSED
        return Answer(verdict, chain.trouble or settle_reasons.word(reason), transaction)


def _library() -> ModuleType:
    """x402's part, which is slow to import; what the import does to the process is undone."""
    depth = sys.getrecursionlimit()
    from payments.adapters import exact  # noqa: PLC0415

    sys.setrecursionlimit(depth)  # eth_account raises it a hundredfold
    return exact
