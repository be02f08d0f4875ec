"""At most so many requests at once to one host, within one check."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from verification.adapters import clock
from verification.adapters.faults import OutOfTime


class Lanes:
    """`width` requests a host; whoever doesn't get in before the deadline is out of time."""

    def __init__(self, width: int, deadline: float) -> None:
        self._deadline = deadline
        self._lock = threading.Lock()
        self._hosts: dict[str, threading.Semaphore] = defaultdict(lambda: threading.Semaphore(width))

    @contextmanager
    def enter(self, host: str) -> Iterator[None]:
        """Waits for a lane. Raises OutOfTime."""
        with self._lock:
            lane = self._hosts[host]
        if not lane.acquire(timeout=clock.left(self._deadline)):
            raise OutOfTime("other requests to the host are still under way")
        try:
            yield
        finally:
            lane.release()
