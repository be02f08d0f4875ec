"""What the killed processes were doing: one charge's whole way, right, and in the two ways that are wrong."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction

from payments import clock, networks, reconcile, services, settlement
from payments.core.authorization import Signed
from payments.core.states import UNPAID, State
from payments.models import Charge
from payments.ports import Answer, Verdict
from payments.transitions import move
from tests.crash.killing import Killer
from tests.payments import driver
from tests.payments.buyer import ROUTE

HISTORY = timedelta(minutes=20)


class Told:
    """The real sandbox; its answer is delivered, lost or wrong. Each call is noted in a file with its time."""

    name, timeout_s = "told", 20

    def __init__(self, killer: Killer, calls: int, answer: str) -> None:
        self.killer, self.calls, self.answer = killer, calls, answer
        self.honest = networks.current().facilitator

    def settle(self, signed: Signed) -> Answer:
        os.write(self.calls, f"{signed.authorization.nonce} {clock.now().timestamp()}\n".encode())
        self.killer.point("before the call")
        answer = self.honest.settle(signed)
        self.killer.point("after the call")
        if self.answer == "lost":
            raise TimeoutError
        return replace(answer, verdict=Verdict.REFUSED) if self.answer == "wrong" else answer


@dataclass(frozen=True, slots=True)
class Story:
    """One history's fixed facts: who pays what for which check, what the facilitator says to the call.

    `answers` is the file (a descriptor) that holds what the buyer was answered.
    """

    signed: Signed
    reference: str
    start: datetime
    answer: str
    answers: int


def stage(story: Story, killer: Killer, calls: int, after: timedelta) -> None:
    """Puts this process into the story: its time, its facilitator."""
    now = [story.start + after]
    clock.now = lambda: now[0]  # type: ignore[assignment]
    clock.advance = lambda seconds: now.append(now.pop() + timedelta(seconds=seconds))  # type: ignore[attr-defined]
    told = Told(killer, calls, story.answer)
    network = networks.current()
    networks.current = lambda: replace(network, facilitator=told)  # type: ignore[assignment]


def live(story: Story, hand_over: Callable[[Charge], None] = driver._hand_over) -> None:
    """From the claim to the result in the buyer's hands; or, begun anew, whatever is left to do."""
    driver._hand_over = hand_over
    if not Charge.objects.filter(reference=story.reference).exists():
        claim(story)
    end = story.start + HISTORY
    while not _over(story) and clock.now() < end:
        for reference in {story.reference, *reconcile.due(clock.now())}:
            driver.advance(reference)
        clock.advance(1)  # type: ignore[attr-defined]
    services.mark_handed_over(story.reference)


def claim(story: Story) -> None:
    request = story.signed.authorization.nonce[2:]
    with transaction.atomic():
        services.claim(
            story.signed, reference=story.reference, route=ROUTE, request_sha256=request, height=0, lease_s=0
        )


def _over(story: Story) -> bool:
    charge = Charge.objects.get(reference=story.reference)
    return charge.released_at is not None or charge.state in UNPAID


# -- wrong on purpose: the harness must see it


def call(story: Story) -> None:
    with suppress(TimeoutError):
        networks.current().facilitator.settle(story.signed)


def settle_before_seal(story: Story) -> None:
    if not Charge.objects.filter(reference=story.reference).exists():
        claim(story)
        call(story)
    live(story)


def call_before_commit(story: Story) -> None:
    def hand_over(charge: Charge) -> None:
        call(story)
        with transaction.atomic():
            move(charge, State.SETTLING, "settle_called", **settlement._next_call(charge, networks.current().facilitator))
            move(charge, State.UNCERTAIN, "settle_answered", call_answer="settled")

    live(story, hand_over)


VARIANTS: dict[str, Callable[[Story], None]] = {
    "right": live,
    "settle before seal": settle_before_seal,
    "call before commit": call_before_commit,
}
