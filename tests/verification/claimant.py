"""A worker of its own: takes its turns at one origin and prints when each began and ended (monotonic seconds)."""

from __future__ import annotations

import json
import sys
import time

import django

ORIGIN = "docs.python.org"


def main(turns: str, pause: str) -> None:
    django.setup()
    from verification import politeness

    times = []
    while len(times) < int(turns):
        turn = politeness.claim(ORIGIN, pause=float(pause), hold=5.0)
        if not turn.granted:
            time.sleep(turn.wait)
            continue
        begun = time.monotonic()
        time.sleep(0.01)
        times.append((begun, time.monotonic()))
        politeness.release(ORIGIN, turn)
    print(json.dumps(times))


if __name__ == "__main__":
    main(*sys.argv[1:])
