"""`python -m tests.crash KILLS VARIANT [PROMISE]`: kills at every point in turn, checks, recovers, kills again.

Ends after KILLS kills, or as soon as PROMISE was seen broken. Prints kills (of these in recovery: `again`), the
fates of the calls that were struck, the places where the kills struck, the promises that were broken, and after
how many kills first. Uses the database of DATABASE_URL.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import cycle
from multiprocessing import RawValue

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quoteproof.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from tests.crash import service, variants  # noqa: E402
from tests.crash.calls import Log  # noqa: E402
from tests.crash.killing import Killer  # noqa: E402
from tests.crash.promises import broken_at_the_crash, broken_in_the_end, outcome  # noqa: E402
from tests.crash.stories import FATES, VALID_S, Story, stage  # noqa: E402
from tests.payments.buyer import Buyer  # noqa: E402

NEVER = 0
AGAIN = 0.4
RESTARTS_S = (1.0, 31.0)
"""How long after a crash the next process begins: within the call's lease, or past it."""
SHOP = "0x" + "77" * 20


class Harness:
    def __init__(self, variant: str, folder: str) -> None:
        self.tell: Callable[[Story], None] = (variants.ALONE | variants.SERVICE)[variant]
        self.promised = service.broken if variant in variants.SERVICE else lambda story: ()
        self.note = os.open(f"{folder}/notes", os.O_CREAT | os.O_APPEND | os.O_RDWR)
        self.answers = os.open(f"{folder}/answers", os.O_CREAT | os.O_APPEND | os.O_RDWR)
        self.log = Log(f"{folder}/calls")
        self.struck: Counter[str] = Counter()
        self.broken: Counter[str] = Counter()
        self.first: dict[str, int] = {}
        self.kills = self.again = self.histories = 0
        self.chance = random.Random(20261130)
        variants.prepare(variant)

    def story(self, fate: str) -> Story:
        """Of a buyer of its own: the sandbox's time, which an expiry pushes on, is kept by account."""
        self.histories += 1
        buyer = Buyer()
        start = datetime.now(UTC).replace(microsecond=0)
        before = int(start.timestamp()) + VALID_S
        signed = buyer.sign(pay_to=settings.PAY_TO.lower(), amount=5_000, valid_before=before)
        return Story(
            signed=signed,
            elsewhere=buyer.sign(replace(signed.authorization, pay_to=SHOP)),
            reference=f"chk_{signed.authorization.nonce[2:20]}",
            start=start,
            elapsed=RawValue("d", 0.0),
            fate=FATES[fate],
            log=self.log,
            answers=self.answers,
        )

    def process(self, story: Story, kill_at: int) -> bool:
        """Runs the story in a process of its own; True if it was killed."""
        connection.close()
        child = os.fork()
        if child == 0:
            self._child(story, kill_at)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            self.kills += 1
            return True
        assert os.WEXITSTATUS(status) == 0, "the story broke off by itself"
        return False

    def _child(self, story: Story, kill_at: int) -> None:
        code = 1
        try:
            killer = Killer(kill_at, self.note)
            killer.install()
            stage(story, killer)
            self.tell(story)
            code = 0
        finally:
            os._exit(code)

    def history(self, fate: str, kill_at: int) -> bool:
        """One story, killed any number of times and brought to its end; False when it ended before the kill."""
        story, said = self.story(fate), None
        killed = reached = self.process(story, kill_at)
        while killed:
            self.struck[fate] += 1
            self.judge([*broken_at_the_crash(story, self.log.of(story.nonce)), *self.promised(story)])
            said = self.same(story, said)
            story.advance(self.chance.choice(RESTARTS_S))
            next_kill = self.chance.randrange(1, 60) if self.chance.random() < AGAIN else NEVER
            killed = self.process(story, next_kill)
            self.again += killed
        self.judge([*broken_in_the_end(story, self.log.of(story.nonce)), *self.promised(story)])
        self.same(story, said)
        return reached

    def judge(self, broken: Iterable[str]) -> None:
        for promise in broken:
            self.broken[promise] += 1
            self.first.setdefault(promise, self.kills)

    def same(self, story: Story, before: tuple[object, ...] | None) -> tuple[object, ...] | None:
        now = outcome(story)
        if before is not None and now != before:
            self.judge(["a released outcome that changed"])
        return now

    def run(self, kills: int, until: str) -> None:
        """Each fate takes every n-th point, beginning with another one, so that together they take all."""
        points = {fate: first for first, fate in enumerate(FATES, 1)}
        starts = dict(points)
        for fate in cycle(FATES):
            if self.kills >= kills or until in self.broken:
                return
            if self.history(fate, points[fate]):
                points[fate] += len(FATES)
            else:
                starts[fate] = points[fate] = starts[fate] % len(FATES) + 1

    def places(self) -> list[str]:
        os.lseek(self.note, 0, os.SEEK_SET)
        return sorted(set(os.read(self.note, 10_000_000).decode().splitlines()))


def main(kills: int, variant: str, until: str = "") -> None:
    with tempfile.TemporaryDirectory() as folder:
        harness = Harness(variant, folder)
        harness.run(kills, until)
        places = harness.places()
    counts = {"kills": harness.kills, "again": harness.again, "histories": harness.histories}
    broken = {"broken": harness.broken, "first_after": harness.first}
    print(json.dumps(counts | broken | {"struck": harness.struck, "distinct": len(places), "places": places}))


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
