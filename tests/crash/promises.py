"""What must hold at the very moment of a crash, before any recovery, and what must hold in the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from payments.core.states import HANDED_OVER, PAID, UNPAID, State
from payments.models import Charge, SandboxTransfer
from tests.crash.stories import Story

LEASE_S = 30


def broken_at_the_crash(story: Story, calls: list[float]) -> Iterator[str]:
    """Names of the promises that the database breaks right now. `calls`: when each settle call began."""
    charge = Charge.objects.select_related("evidence").filter(nonce=story.signed.authorization.nonce).first()
    moved = SandboxTransfer.objects.filter(nonce=story.signed.authorization.nonce)
    if charge is None:
        if moved.exists() or calls:
            yield "a call or a payment without a claim"
        return
    if moved.exists() and not charge.sealed_sha256:
        yield "a payment without a sealed result"
    if (moved.exists() or calls) and charge.state not in HANDED_OVER:
        yield "a call that is not on record"
    if len(calls) > charge.calls:
        yield "more calls than are on record"
    if any(later - earlier < LEASE_S for earlier, later in pairwise(calls)):
        yield "two calls in flight"
    if (charge.released_at is not None) != (charge.state in PAID) or (charge.state in PAID) != bool(
        charge.evidence
    ):
        yield "released and paid by evidence are not one"
    if charge.evidence and charge.evidence.transaction not in moved.values_list("transaction", flat=True):
        yield "evidence that the ledger doesn't hold"
    events = list(charge.events.order_by("seq").values_list("seq", "to_state"))
    if [seq for seq, _ in events] != list(range(1, len(events) + 1)) or events[-1][1] != charge.state:
        yield "events that don't tell the row"


def broken_in_the_end(story: Story, calls: list[float]) -> Iterator[str]:
    yield from broken_at_the_crash(story, calls)
    charge = Charge.objects.filter(nonce=story.signed.authorization.nonce).first()
    moved = SandboxTransfer.objects.filter(nonce=story.signed.authorization.nonce).count()
    if charge is None:
        yield "lost"
    elif charge.state == State.SETTLED:
        if moved != 1 or charge.handed_over_at is None:
            yield "settled without one payment and one hand-over"
    elif charge.state not in UNPAID or moved:
        yield "no end, or an end that the ledger denies"


def outcome(story: Story) -> tuple[object, ...] | None:
    """What a released charge must go on saying, whatever happens after."""
    charge = Charge.objects.select_related("evidence").filter(nonce=story.signed.authorization.nonce).first()
    if charge is None or charge.evidence is None:
        return None
    return (charge.released_at, charge.sealed_sha256, charge.evidence.transaction)
