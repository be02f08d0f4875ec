"""`python -m tests.payments.settlers charges COUNT` and `... work SECONDS`: settlers as processes of their own.

`charges` leaves sealed charges. `work` is a settler whose lease lasts SECONDS; it settles in the sandbox and
prints "works" when the lease is its own, then each charge that it has moved on, with the number of its settle
calls. It ends with SIGTERM.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from datetime import timedelta
from threading import Event, Thread

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quoteproof.settings")
django.setup()

from django.conf import settings  # noqa: E402

from payments import services, settler  # noqa: E402
from payments.models import Charge  # noqa: E402
from tests.payments import driver  # noqa: E402
from tests.payments.buyer import ROUTE, Buyer  # noqa: E402


def charges(count: int) -> None:
    for number in range(count):
        signed = Buyer().sign(pay_to=settings.PAY_TO.lower())
        request = signed.authorization.nonce[2:]
        charge = services.claim(
            signed, reference=f"chk_{number}_{request[:8]}", route=ROUTE, request_sha256=request, height=0
        )
        services.seal(charge, driver.SEAL)


def hand_over(reference: str) -> None:
    driver.advance(reference)
    say(f"{reference} {Charge.objects.get(reference=reference).calls}")


def say(line: str) -> None:
    """In one write: the threads' lines don't run into one another."""
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def work(seconds: float) -> None:
    settler.LEASE = timedelta(seconds=seconds)  # type: ignore[misc]
    settler.RENEWED_EVERY, settler.MARGIN = settler.LEASE / 5, settler.LEASE / 3  # type: ignore[misc]
    stop, ours = Event(), settler.Settler(hand_over, threads=4)
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    Thread(target=herald, args=(ours, stop), daemon=True).start()
    ours.run(stop)


def herald(ours: settler.Settler, stop: Event) -> None:
    while not ours.lease.held():
        time.sleep(0.02)
    say("works")


if __name__ == "__main__":
    {"charges": charges, "work": work}[sys.argv[1]](int(sys.argv[2]))
