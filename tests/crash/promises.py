"""What must hold at the very moment of a crash, before any recovery, and what must hold in the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from django.db.models import QuerySet

from payments.core.states import HANDED_OVER, PAID, UNPAID, State
from payments.models import Charge, SandboxTransfer
from tests.crash import calls
from tests.crash.calls import Noted
from tests.crash.stories import Story

LEASE_S = 30


def broken_at_the_crash(story: Story, noted: Sequence[Noted]) -> Iterator[str]:
    """Names of the promises that the database breaks right now. `noted`: what the facilitator saw and said."""
    yield from broken_by_calls(noted)
    charge, moved, made = _charge(story), _moved(story), calls.times(noted)
    if charge is None:
        if moved.exists() or made:
            yield "a call or a payment without a claim"
        return
    if moved.exists() and not charge.sealed_sha256:
        yield "a payment without a sealed result"
    if (moved.exists() or made) and charge.state not in (*HANDED_OVER, State.NOT_SETTLED):
        yield "a call that is not on record"
    if len(made) > charge.calls:
        yield "more calls than are on record"
    if charge.state == State.NOT_SETTLED and moved.exists():
        yield "an end that the ledger denies"
    yield from _broken_by_evidence(charge, moved)
    yield from _broken_by_events(charge)


def broken_by_calls(noted: Sequence[Noted]) -> Iterator[str]:
    if any(later - earlier < LEASE_S for earlier, later in pairwise(calls.times(noted))):
        yield "two calls in flight"
    if calls.after_an_answer_for_good(noted):
        yield "a further call after an answer for good"
    if calls.for_a_spent_nonce(noted):
        yield "a further call for a spent nonce"


def _broken_by_evidence(charge: Charge, moved: QuerySet[SandboxTransfer]) -> Iterator[str]:
    paid = charge.state in PAID
    if (charge.released_at is not None) != paid or paid != bool(charge.evidence):
        yield "released and paid by evidence are not one"
    if charge.evidence and charge.evidence.transaction not in moved.values_list("transaction", flat=True):
        yield "evidence that the ledger doesn't hold"


def _broken_by_events(charge: Charge) -> Iterator[str]:
    events = list(charge.events.order_by("seq").values_list("seq", "to_state"))
    if [seq for seq, _ in events] != list(range(1, len(events) + 1)) or events[-1][1] != charge.state:
        yield "events that don't tell the row"


def broken_in_the_end(story: Story, noted: Sequence[Noted]) -> Iterator[str]:
    yield from broken_at_the_crash(story, noted)
    charge, moved = _charge(story), _moved(story).count()
    if charge is None:
        yield "lost"
    elif charge.state == State.SETTLED:
        if moved != 1 or charge.handed_over_at is None:
            yield "settled without one payment and one hand-over"
    elif charge.state not in UNPAID or moved:
        yield "no end, or an end that the ledger denies"


def outcome(story: Story) -> tuple[object, ...] | None:
    """What a released charge must go on saying, whatever happens after."""
    charge = _charge(story)
    if charge is None or charge.evidence is None:
        return None
    return (charge.released_at, charge.sealed_sha256, charge.evidence.transaction)


def _charge(story: Story) -> Charge | None:
    return Charge.objects.select_related("evidence").filter(nonce=story.nonce).first()


def _moved(story: Story) -> QuerySet[SandboxTransfer]:
    """The payment that was promised, and no other use of its nonce."""
    wanted = story.signed.authorization
    return SandboxTransfer.objects.filter(nonce=wanted.nonce, pay_to=wanted.pay_to, amount=wanted.amount)
