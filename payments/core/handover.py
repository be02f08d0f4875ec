"""When an authorization may be handed to a facilitator: once, and again only under a strict rule.

A further call needs three things: the earlier call's lease has run out, its answer was none of "settled",
"pending" and "reverted", and an own read of the ledger, made after that, showed the nonce unused. Near
`validBefore` none is made.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from payments.core.authorization import can_hand_over

CALL_SLACK_S: Final = 10
"""A call's lease is the facilitator's time-out plus this."""
ANSWERED_FOR_GOOD: Final = ("settled", "pending", "reverted")


def call_lease(timeout_s: int) -> timedelta:
    return timedelta(seconds=timeout_s + CALL_SLACK_S)


def may_call_again(answer: str, call_until: datetime | None, valid_before: int, now: datetime) -> bool:
    """Whether a further call may be made once the ledger shows the nonce unused."""
    lease_over = call_until is None or call_until <= now
    return lease_over and answer not in ANSWERED_FOR_GOOD and can_hand_over(valid_before, int(now.timestamp()))
