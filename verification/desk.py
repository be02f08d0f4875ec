"""Runs jobs side by side until a deadline, and their database work in the thread that asked for them.

Django's connections belong to threads; so the jobs' threads own none, and one that hangs past the deadline holds
none. Such a thread is left to itself: whatever it still says, nobody listens any more.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from verification.adapters import clock
from verification.adapters.faults import OutOfTime

T = TypeVar("T")
Reply = queue.SimpleQueue[tuple[Any, BaseException | None]]


@dataclass(frozen=True, slots=True)
class _Errand:
    work: Callable[[], Any]
    reply: Reply


@dataclass(frozen=True, slots=True)
class _Done:
    error: BaseException | None


class Desk:
    """For one check. `deadline` in seconds of `time.monotonic`."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._box: queue.SimpleQueue[_Errand | _Done] = queue.SimpleQueue()

    def run(self, jobs: Sequence[Callable[[], None]]) -> None:
        """Returns when all jobs are done, at the deadline at the latest. Raises what a job raises."""
        for job in jobs:
            threading.Thread(target=self._job, args=(job,), name="source", daemon=True).start()
        waiting = len(jobs)
        while waiting:
            try:
                message = self._box.get(timeout=clock.left(self._deadline))
            except (queue.Empty, OutOfTime):
                return
            if isinstance(message, _Errand):
                message.reply.put(_outcome(message.work))
                continue
            if message.error is not None:
                raise message.error
            waiting -= 1

    def ask(self, work: Callable[[], T]) -> T:
        """From a job: the result of `work`, done by the thread that called `run`. Raises OutOfTime."""
        reply: Reply = queue.SimpleQueue()
        timeout = clock.left(self._deadline)
        self._box.put(_Errand(work, reply))
        try:
            value, error = reply.get(timeout=timeout)
        except queue.Empty:
            raise OutOfTime("the database has not answered") from None
        if error is not None:
            raise error
        result: T = value
        return result

    def tell(self, work: Callable[[], object]) -> None:
        """From a job: `work` is done later, unless the deadline comes first; nobody waits for it."""
        self._box.put(_Errand(work, queue.SimpleQueue()))

    def _job(self, job: Callable[[], None]) -> None:
        _, error = _outcome(job)
        self._box.put(_Done(error))


def _outcome(work: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    try:
        return work(), None
    except Exception as error:  # carried to the thread that waits for it
        return None, error
