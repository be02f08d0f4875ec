"""The settlement state machine, whole: states, transitions, and why a charge ends unpaid.

    CLAIMED -> SEALED -> SETTLING -> UNCERTAIN -> INCLUDED -> SETTLED
       |         |                    |    ^         |          |
     VOID    NOT_SETTLED     NOT_SETTLED   +--- reorg, until finalized

Whatever a facilitator answers leads to UNCERTAIN; only the service's own reading of the ledger leads on.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class State(StrEnum):
    CLAIMED = "CLAIMED"
    SEALED = "SEALED"
    SETTLING = "SETTLING"
    UNCERTAIN = "UNCERTAIN"
    INCLUDED = "INCLUDED"
    SETTLED = "SETTLED"
    VOID = "VOID"
    NOT_SETTLED = "NOT_SETTLED"


class VoidCause(StrEnum):
    """Why a claim ended without a result to sell (422, 500, 503)."""

    CRITERION_FAILED = "criterion_failed"
    SERVICE_FAULT = "service_fault"
    ABANDONED = "abandoned"


class Disproof(StrEnum):
    """The three proofs that an authorization can never pay us any more."""

    EXPIRED = "expired"
    CANCELLED = "cancelled"
    SPENT_ELSEWHERE = "spent_elsewhere"


OPEN: Final = (State.CLAIMED, State.SEALED, State.SETTLING, State.UNCERTAIN)
PAID: Final = (State.INCLUDED, State.SETTLED)
UNPAID: Final = (State.VOID, State.NOT_SETTLED)
HANDED_OVER: Final = (State.SETTLING, State.UNCERTAIN, *PAID)

TRANSITIONS: Final = frozenset(
    {
        (State.CLAIMED, State.SEALED),
        (State.CLAIMED, State.VOID),
        (State.SEALED, State.SETTLING),
        (State.SEALED, State.NOT_SETTLED),
        (State.SETTLING, State.UNCERTAIN),
        (State.UNCERTAIN, State.INCLUDED),
        (State.UNCERTAIN, State.NOT_SETTLED),
        (State.INCLUDED, State.SETTLED),
        (State.INCLUDED, State.UNCERTAIN),
        (State.SETTLED, State.UNCERTAIN),
    }
)

MAX_ATTEMPTS: Final = 3
"""Leases of a charge in CLAIMED; from SEALED on no count ends anything."""


def backoff_s(waits: int) -> int:
    """Seconds until a charge that has waited `waits` times is rung again: 2, 4, 8 ... 60."""
    return min(2 << min(waits, 5), 60)
