"""A chain in memory for the settlement machine's histories: blocks, finality, reorgs, readers that lag or fail.

It is the port `Ledger` over the test's own clock: a block every two seconds, `safe` and `finalized` some way
behind, transactions in the next block, and a past that may change until it is final. `spends` is the truth that
promises are checked against; what a reader is told may lag behind it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count

from payments.core.authorization import Authorization, Signed
from payments.core.evidence import Finality, Finding, Horizon, Inclusion, Moved, Spend, Transfer, judge
from payments.ports import LedgerUnavailable, Standing

BLOCK_S, SAFE_S, FINAL_S = 2, 20, 60
OPENING = 100_000_000
_chains = count(1)
SHOP = "0x" + "77" * 20


@dataclass(frozen=True, slots=True)
class Spent:
    """How a nonce was used, and in which block; `transfer` None: cancelled."""

    transaction: str
    block: int
    transfer: Transfer | None


class Chain:
    def __init__(self, now: Callable[[], datetime]) -> None:
        self.now, self.number = now, next(_chains)
        self.genesis = self._unix() - 10 * FINAL_S
        self.spends: dict[str, Spent] = {}
        self.ever: set[tuple[str, str]] = set()
        self.forks = [0]
        self.numbers = count(1)
        self.lag, self.down = 0, False

    def _unix(self) -> int:
        return int(self.now().timestamp())

    # -- what others do

    def broadcast(self, wanted: Authorization, transfer: Transfer | None) -> bool:
        """In the next block, if the token takes it there: its time, the nonce, the balance."""
        block = self.height() + 1
        late = transfer is not None and self.time(block) >= wanted.valid_before
        poor = transfer is not None and self.balance(wanted.payer) < transfer.amount
        if late or poor or wanted.nonce in self.spends:
            return False
        self._put(wanted.nonce, Spent(self._hex(f"transaction {next(self.numbers)}"), block, transfer))
        return True

    def pay(self, wanted: Authorization, pay_to: str = "") -> bool:
        return self.broadcast(wanted, Transfer(wanted.payer, pay_to or wanted.pay_to, wanted.amount))

    def drain(self, wanted: Authorization) -> None:
        """The payer's whole balance goes elsewhere, under a nonce of its own."""
        if rest := self.balance(wanted.payer):
            other = replace(wanted, nonce=self._hex(f"drain {next(self.numbers)}"), amount=rest)
            self.pay(replace(other, valid_before=self._unix() + FINAL_S), SHOP)

    def reorg(self, depth: int, fate: str) -> None:
        """The newest `depth` blocks, none of them final, are others now; what they held comes again or not."""
        first = max(self.height() - depth, self.final_height()) + 1
        self.forks += [first] * (first <= self.height())
        for nonce, spent in list(self.spends.items()):
            if spent.block >= first:
                del self.spends[nonce]
                if fate != "lost":
                    self._put(nonce, replace(spent, block=first if fate == "earlier" else self.height() + 1))

    def _put(self, nonce: str, spent: Spent) -> None:
        self.spends[nonce] = spent
        self.ever.add((spent.transaction, self.hash(spent.block)))

    # -- what is true

    def time(self, number: int) -> int:
        return self.genesis + number * BLOCK_S

    def hash(self, number: int) -> str:
        fork = max(at for at, first in enumerate(self.forks) if first <= number)
        return self._hex(f"block {number} {fork}")

    def height(self) -> int:
        return (self._unix() - self.genesis) // BLOCK_S

    def final_height(self) -> int:
        return self.height() - FINAL_S // BLOCK_S

    def paid(self, wanted: Authorization) -> bool:
        spent = self.spends.get(wanted.nonce)
        return spent is not None and spent.transfer == Transfer(wanted.payer, wanted.pay_to, wanted.amount)

    def can_never_pay(self, wanted: Authorization) -> bool:
        """By what is final: the nonce was used otherwise, or wasn't used by `validBefore`."""
        spent = self.spends.get(wanted.nonce)
        if spent is not None and spent.block <= self.final_height():
            return not self.paid(wanted)
        return self.time(self.final_height()) >= wanted.valid_before

    # -- what a reader is told

    def balance(self, payer: str) -> int:
        transfers = [spent.transfer for spent in self.spends.values() if spent.transfer]
        return OPENING - sum(each.amount for each in transfers if each.payer == payer)

    def nonce_used(self, payer: str, nonce: str) -> bool:
        return self._seen(nonce, self.height() - self.lag) is not None

    def standing(self, payer: str, nonce: str) -> Standing:
        return Standing(self.height(), self.nonce_used(payer, nonce), self.balance(payer))

    def accepts_signature(self, signed: Signed, digest: bytes, *, recovers: bool) -> bool:
        return recovers

    def find(self, authorization: Authorization, from_height: int, known_height: int = 0) -> Finding:
        newest = self.height() - self.lag
        if self.down or newest < max(from_height, known_height):
            raise LedgerUnavailable
        spent = self._seen(authorization.nonce, newest)
        final = min(self.final_height(), newest)
        used = spent is not None and spent.block <= final
        horizon = Horizon(final, self.hash(final), self.time(final), used)
        spend = Spend(self._place(spent), spent.transfer) if spent else None
        return judge(authorization, spend, horizon, used_now=spent is not None)

    def received(self, pay_to: str, first: int, last: int) -> list[Moved]:
        rows = sorted((spent for spent in self.spends.values() if first <= spent.block <= last), key=_block)
        return [Moved(self._place(each), each.transfer) for each in rows if _pays(each.transfer, pay_to)]

    def moved_in(self, transaction: str) -> list[Moved]:
        rows = [spent for spent in self.spends.values() if spent.transaction == transaction]
        return [Moved(self._place(each), each.transfer) for each in rows if each.transfer]

    def _hex(self, text: str) -> str:
        return "0x" + hashlib.sha256(f"chain {self.number} {text}".encode()).hexdigest()

    def _seen(self, nonce: str, newest: int) -> Spent | None:
        spent = self.spends.get(nonce)
        return spent if spent and spent.block <= newest else None

    def _place(self, spent: Spent) -> Inclusion:
        number, newest = spent.block, self.height() - self.lag
        finality = Finality.SAFE if number <= newest - SAFE_S // BLOCK_S else Finality.INCLUDED
        if number <= min(self.final_height(), newest):
            finality = Finality.FINALIZED
        log = int(spent.transaction[2:6], 16)
        return Inclusion(spent.transaction, number, self.hash(number), self.time(number), log, finality)


def _block(spent: Spent) -> int:
    return spent.block


def _pays(transfer: Transfer | None, pay_to: str) -> bool:
    return transfer is not None and transfer.pay_to == pay_to
