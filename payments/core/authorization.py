"""What a buyer signs: one ERC-3009 `TransferWithAuthorization`, and when it is valid.

Amounts are atomic units, times unix seconds, addresses and nonces lower-case hex with 0x. The signature binds
these six fields, the chain and the token, nothing of the request: binding to the request is ours to do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from payments.core.refusals import Reason, Refused
from payments.core.terms import Terms

MIN_REMAINING_S: Final = 45
"""A claim needs this much left: the work (12 s), the hand-over and a margin for the chain's clock."""
MAX_REMAINING_S: Final = 900
"""Bounds how long an outcome can stay uncertain."""
HAND_OVER_REMAINING_S: Final = 30
"""Less than this left: the authorization is not handed over any more, its expiry is waited for."""


@dataclass(frozen=True, slots=True)
class Authorization:
    """The six signed fields under the terms they were signed for."""

    payer: str
    pay_to: str
    amount: int
    valid_after: int
    valid_before: int
    nonce: str


@dataclass(frozen=True, slots=True)
class Signed:
    """An authorization with its signature bytes. A bearer instrument until it expires: never logged."""

    terms: Terms
    authorization: Authorization
    signature: bytes

    def __repr__(self) -> str:
        return f"Signed({self.authorization!r}, signature=<{len(self.signature)} bytes>)"


def check_window(authorization: Authorization, now: int) -> None:
    """Refuses what a claim at `now` (unix seconds) can't use: expired, window_too_long, not_yet_valid."""
    if authorization.valid_before < now + MIN_REMAINING_S:
        raise Refused(Reason.EXPIRED, f"validBefore must be at least {MIN_REMAINING_S} seconds from now.")
    if authorization.valid_before > now + MAX_REMAINING_S:
        raise Refused(Reason.WINDOW_TOO_LONG, f"validBefore must be at most {MAX_REMAINING_S} seconds from now.")
    if authorization.valid_after > now:
        raise Refused(Reason.NOT_YET_VALID, "validAfter is in the future.")


def can_hand_over(valid_before: int, now: int) -> bool:
    return valid_before >= now + HAND_OVER_REMAINING_S
