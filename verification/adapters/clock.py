"""Time left until a deadline. Deadlines are absolute, in seconds of `time.monotonic`."""

from __future__ import annotations

import time

from verification.adapters.faults import OutOfTime


def left(deadline: float) -> float:
    """Seconds, always more than zero. Raises OutOfTime."""
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise OutOfTime("the deadline has passed")
    return seconds
