"""What our own reading of a ledger proves about one authorization.

Paid: the nonce was spent by the transfer we were promised. Never to be paid: the ledger's finalized time
has reached `validBefore` with the nonce unused, or a finalized cancellation, or a finalized other use of the
nonce. Anything else, a used nonce alone included, proves nothing. Follows Circle's EIP-3009 and Base's tags.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from payments.core.authorization import Authorization
from payments.core.states import Disproof


class Finality(StrEnum):
    INCLUDED = "included"
    SAFE = "safe"
    FINALIZED = "finalized"


_RANK: Final = {Finality.INCLUDED: 0, Finality.SAFE: 1, Finality.FINALIZED: 2}
REORG_BLOCKS: Final = 64
"""How far below the height noted at the claim a search begins: a reorg may bring a spend below it."""
SMALL_AMOUNT: Final = 1_000_000
"""Atomic units up to which the policy `included` settles on inclusion; above, it asks for `safe`."""


@dataclass(frozen=True, slots=True)
class Inclusion:
    """Where a ledger holds an event: canonical, in a transaction that succeeded. Times are unix seconds."""

    transaction: str
    block_number: int
    block_hash: str
    block_time: int
    log_index: int
    finality: Finality


@dataclass(frozen=True, slots=True)
class Transfer:
    """A token transfer: who moved how many atomic units to whom."""

    payer: str
    pay_to: str
    amount: int


@dataclass(frozen=True, slots=True)
class Moved:
    """One transfer and where the ledger holds it."""

    place: Inclusion
    transfer: Transfer


@dataclass(frozen=True, slots=True)
class Spend:
    """How a nonce was spent: by `transfer`, which is at `place`; or cancelled (None), which `place` marks."""

    place: Inclusion
    transfer: Transfer | None


@dataclass(frozen=True, slots=True)
class Horizon:
    """The ledger's finalized end: its time (unix seconds), and whether the nonce was used by then."""

    number: int
    block_hash: str
    time: int
    nonce_used: bool


@dataclass(frozen=True, slots=True)
class Refutation:
    """A proof that this authorization can't pay us any more, and where it stands."""

    proof: Disproof
    block_number: int
    block_hash: str
    block_time: int
    transaction: str = ""


@dataclass(frozen=True, slots=True)
class Undecided:
    """Nothing is proven yet; `nonce_used` is what the ledger's newest state shows."""

    nonce_used: bool


Finding = Inclusion | Refutation | Undecided


def judge(wanted: Authorization, spend: Spend | None, horizon: Horizon, *, used_now: bool) -> Finding:
    """What the readings prove; `used_now` is the nonce's state at the newest block."""
    if spend is None:
        if horizon.time >= wanted.valid_before and not horizon.nonce_used:
            return Refutation(Disproof.EXPIRED, horizon.number, horizon.block_hash, horizon.time)
        return Undecided(nonce_used=used_now or horizon.nonce_used)
    if spend.transfer == Transfer(wanted.payer, wanted.pay_to, wanted.amount):
        return spend.place
    if spend.place.finality is not Finality.FINALIZED:
        return Undecided(nonce_used=True)
    place = spend.place
    proof = Disproof.SPENT_ELSEWHERE if spend.transfer else Disproof.CANCELLED
    return Refutation(proof, place.block_number, place.block_hash, place.block_time, place.transaction)


def settles(policy: Finality, amount: int, reached: Finality) -> bool:
    """Whether the finality policy lets SETTLED be written for `amount` atomic units."""
    if policy is Finality.INCLUDED and amount > SMALL_AMOUNT:
        policy = Finality.SAFE
    return _RANK[reached] >= _RANK[policy]
