"""What the killed processes are doing: one charge's whole way, under a facilitator and a payer who do as told."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_double
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction

from payments import clock, networks, reconcile, services
from payments.core.authorization import Signed
from payments.core.states import UNPAID
from payments.models import Charge, SandboxTransfer
from payments.ports import Answer, Facilitator, Verdict
from tests.crash.calls import CALLED, CALLED_SPENT, Log
from tests.crash.killing import Killer
from tests.payments import driver
from tests.payments.buyer import ROUTE

HISTORY = timedelta(minutes=20)
VALID_S = 200
TICK_S = 5.0
NEVER = 99
NAMED = "sandbox:" + "a" * 26
"""The transaction that a facilitator names who made none."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of the settle calls: the answer (None: lost), the first call that moves the money, and
    whether the payer has spent the nonce elsewhere by the time of the call."""

    says: Verdict | None
    moves_from: int = 1
    elsewhere: bool = False


FATES = {
    "delivered": Fate(Verdict.SETTLED),
    "lost": Fate(None),
    "wrong": Fate(Verdict.REFUSED),
    "settled, nothing moved": Fate(Verdict.SETTLED, NEVER),
    "pending": Fate(Verdict.PENDING),
    "spent elsewhere": Fate(Verdict.REFUSED, elsewhere=True),
    "lost, moved by the second call": Fate(None, 2),
    "pending, nothing moved": Fate(Verdict.PENDING, NEVER),
    "refused, nothing moved": Fate(Verdict.REFUSED, NEVER),
    "spent elsewhere, called settled": Fate(Verdict.SETTLED, elsewhere=True),
}


@dataclass(frozen=True, slots=True)
class Story:
    """One history's fixed facts: who pays what for which check, and the fate of its calls.

    `elsewhere` spends the same nonce for somebody else. `elapsed` is the story's time in seconds since `start`,
    shared by all its processes. `answers` is the file (a descriptor) that holds what the buyer was answered.
    """

    signed: Signed
    elsewhere: Signed
    reference: str
    start: datetime
    elapsed: c_double
    fate: Fate
    log: Log
    answers: int

    @property
    def nonce(self) -> str:
        return self.signed.authorization.nonce

    def now(self) -> datetime:
        return self.start + timedelta(seconds=self.elapsed.value)

    def advance(self, seconds: float) -> None:
        self.elapsed.value += seconds

    def note(self, word: str) -> None:
        self.log.note(self.nonce, self.elapsed.value, word)


class Told:
    """The real sandbox; whether it is asked at all, and what is answered, is the story's fate."""

    name, timeout_s = "told", 20

    def __init__(self, story: Story, killer: Killer, honest: Facilitator) -> None:
        self.story, self.killer, self.honest, self.said = story, killer, honest, ""
        killer.committed = self._keep

    def settle(self, signed: Signed) -> Answer:
        fate = self.story.fate
        spent = SandboxTransfer.objects.filter(nonce=signed.authorization.nonce).exists()
        self.story.note(CALLED_SPENT if spent else CALLED)
        self.killer.point("before the call")
        if fate.elsewhere:
            self.honest.settle(self.story.elsewhere)
        moves = sum(noted.is_call for noted in self.story.log.of(self.story.nonce)) >= fate.moves_from
        answer = self.honest.settle(signed) if moves else Answer(Verdict.UNKNOWN)
        self.killer.point("after the call")
        if fate.says is None:
            raise TimeoutError
        self.said = fate.says
        return replace(answer, verdict=fate.says, transaction=answer.transaction or NAMED)

    def _keep(self) -> None:
        """A commit after an answer: whoever got the answer has had the chance to note it."""
        if self.said:
            self.story.note(f"kept-{self.said}")
            self.said = ""


def stage(story: Story, killer: Killer) -> None:
    """Puts this process into the story: its time, its facilitator."""
    clock.now = story.now
    network = networks.current()
    assert network.facilitator is not None
    told = replace(network, facilitator=Told(story, killer, network.facilitator))
    networks.current = lambda: told


def live(story: Story, hand_over: Callable[[Charge], None] = driver._hand_over) -> None:
    """From the claim to the result in the buyer's hands; or, begun anew, whatever is left to do."""
    driver._hand_over = hand_over
    if not Charge.objects.filter(reference=story.reference).exists():
        claim(story)
    while not _over(story) and story.now() < story.start + HISTORY:
        for reference in {story.reference, *reconcile.due(clock.now())}:
            driver.advance(reference)
        story.advance(TICK_S)
    services.mark_handed_over(story.reference)


def claim(story: Story) -> None:
    with transaction.atomic():
        services.claim(
            story.signed, reference=story.reference, route=ROUTE, request_sha256=story.nonce[2:], height=0
        )


def _over(story: Story) -> bool:
    charge = Charge.objects.get(reference=story.reference)
    return charge.released_at is not None or charge.state in UNPAID
