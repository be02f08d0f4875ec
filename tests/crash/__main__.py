"""`python -m tests.crash KILLS VARIANT`: forks, kills at every point in turn, checks, recovers, kills again.

Prints kills, the places where they struck, and the promises that were broken. Uses the database of DATABASE_URL.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quoteproof.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from tests.crash import service  # noqa: E402
from tests.crash.killing import Killer  # noqa: E402
from tests.crash.promises import broken_at_the_crash, broken_in_the_end, outcome  # noqa: E402
from tests.crash.stories import VARIANTS, Story, stage  # noqa: E402
from tests.payments.buyer import Buyer  # noqa: E402

NEVER = 0
AFTER_A_CRASH = timedelta(seconds=31)
SERVICE = {
    "whole service": service.serve,
    "release in two steps": service.serve_and_release_in_two_steps,
}
ANSWERS = ("delivered", "lost", "wrong")


class Harness:
    def __init__(self, variant: str, folder: str) -> None:
        self.tell: Callable[[Story], None] = (VARIANTS | SERVICE)[variant]
        self.promised = service.broken if variant in SERVICE else lambda story: ()
        self.note = os.open(f"{folder}/notes", os.O_CREAT | os.O_APPEND | os.O_RDWR)
        self.answers = os.open(f"{folder}/answers", os.O_CREAT | os.O_APPEND | os.O_RDWR)
        self.calls_path = f"{folder}/calls"
        self.places: Counter[str] = Counter()
        self.broken: Counter[str] = Counter()
        self.kills = self.histories = self.noted = 0
        self.chance = random.Random(20261130)
        self.buyer = Buyer()

    def story(self) -> Story:
        self.histories += 1
        start = datetime.now(UTC).replace(microsecond=0)
        before = int(start.timestamp()) + 600
        signed = self.buyer.sign(pay_to=settings.PAY_TO.lower(), amount=5_000, valid_before=before)
        return Story(
            signed, f"chk_{signed.authorization.nonce[2:20]}", start, ANSWERS[self.histories % 3], self.answers
        )

    def process(self, story: Story, kill_at: int, after: timedelta) -> bool:
        """Runs the story in a process of its own; True if it was killed."""
        connection.close()
        child = os.fork()
        if child == 0:
            self._child(story, kill_at, after)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            self.kills += 1
            return True
        assert os.WEXITSTATUS(status) == 0, "the story broke off by itself"
        return False

    def _child(self, story: Story, kill_at: int, after: timedelta) -> None:
        code = 1
        try:
            calls = os.open(self.calls_path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
            killer = Killer(kill_at, self.note)
            killer.install()
            stage(story, killer, calls, after)
            self.tell(story)
            code = 0
        finally:
            os._exit(code)

    def calls(self, story: Story) -> list[float]:
        with open(self.calls_path, "a+") as file:
            file.seek(0)
            rows = [line.split() for line in file]
        return [float(at) for nonce, at in rows if nonce == story.signed.authorization.nonce]

    def history(self, kill_at: int) -> bool:
        """One story, killed once or twice and brought to its end; False when it was over before the kill."""
        story, said = self.story(), None
        after = timedelta(0)
        killed = self.process(story, kill_at, after)
        reached = killed
        while killed:
            self.broken.update([*broken_at_the_crash(story, self.calls(story)), *self.promised(story)])
            said = self.same(story, said)
            after += AFTER_A_CRASH
            again = self.chance.randrange(1, 60) if self.chance.random() < 0.5 else NEVER
            killed = self.process(story, again, after)
        self.broken.update([*broken_in_the_end(story, self.calls(story)), *self.promised(story)])
        self.same(story, said)
        return reached

    def same(self, story: Story, before: tuple[object, ...] | None) -> tuple[object, ...] | None:
        now = outcome(story)
        if before is not None and now != before:
            self.broken["a released outcome that changed"] += 1
        return now

    def run(self, kills: int) -> None:
        point = 0
        while self.kills < kills:
            point = point + 1 if self.history(point + 1) else 0
        os.lseek(self.note, 0, os.SEEK_SET)
        self.places.update(os.read(self.note, 10_000_000).decode().splitlines())


def main(kills: int, variant: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        harness = Harness(variant, folder)
        harness.run(kills)
    report = {"kills": harness.kills, "histories": harness.histories, "broken": harness.broken}
    print(json.dumps(report | {"places": sorted(harness.places)}))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
