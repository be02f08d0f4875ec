"""The two things payments need from outside: someone who settles, and a ledger to read.

A facilitator's answer is a hint and never evidence; a `Ledger` is the service's own eyes. The sandbox
implements both over the database; a chain implements them by RPC. Neither may be called inside a transaction.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from payments.core.authorization import Authorization, Signed
from payments.core.evidence import Finding, Moved


class LedgerUnavailable(Exception):
    """The ledger can't be read, or its readers disagree: nothing is known (503 `chain_unavailable`)."""


class Verdict(StrEnum):
    """What a facilitator said. `UNKNOWN`: no answer, or none that could be read.

    `REVERTED`: the transfer was on the chain and failed there, at the settler's cost; our own alone says so.
    """

    SETTLED = "settled"
    PENDING = "pending"
    REFUSED = "refused"
    REVERTED = "reverted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Answer:
    """A hint. `reason` is one of our own words; `transaction` is what the facilitator names, if it fits."""

    verdict: Verdict
    reason: str = ""
    transaction: str = ""


class Facilitator(Protocol):
    timeout_s: int

    def settle(self, signed: Signed) -> Answer:
        """Hands the authorization over; comes back within `timeout_s` seconds."""
        ...


@dataclass(frozen=True, slots=True)
class Standing:
    """What the door asks of a ledger: the newest block, whether the nonce is used, the payer's atomic units.

    `height` isn't newer than the other two: a spend that they don't show yet lies above it.
    """

    height: int
    nonce_used: bool
    balance: int


class Ledger(Protocol):
    """Each method may raise LedgerUnavailable."""

    def standing(self, payer: str, nonce: str) -> Standing:
        """In one look; its height is where the search for evidence begins."""
        ...

    def height(self) -> int:
        """The newest block."""
        ...

    def accepts_signature(self, signed: Signed, digest: bytes, *, recovers: bool) -> bool:
        """Whether the token takes the signature; `recovers` says whether it is the payer's own key's.

        A payer with code is asked by EIP-1271 whatever `recovers` says. Raises
        Refused(smart_wallet_unsupported) where the ledger has no contracts.
        """
        ...

    def find(self, authorization: Authorization, from_height: int, known_height: int = 0) -> Finding:
        """What the ledger proves about this authorization, read from block `from_height` on.

        A reader that hasn't come to `known_height` yet (the block of evidence seen before) knows nothing:
        LedgerUnavailable.
        """
        ...

    def final_height(self) -> int:
        """The newest finalized block: up to it, nothing that is read changes any more."""
        ...

    def received(self, pay_to: str, first: int, last: int) -> list[Moved]:
        """Every transfer of the token to `pay_to` in the finalized blocks `first` to `last`, in order."""
        ...

    def moved_in(self, transaction: str) -> list[Moved]:
        """The token's transfers in one transaction; none where it isn't there or failed."""
        ...
