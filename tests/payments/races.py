"""`python -m tests.payments.races ROUNDS THREADS`: many threads with one authorization, round after round.

Prints in how many rounds there was one settle call and one outcome for all threads: by the services, by whole
requests over the paid route (one outcome: the same bytes), and by a naive variant (look, then call, then write).
For PostgreSQL: on SQLite, which has one writer, the naive variant passes.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from threading import Barrier, Lock
from time import sleep

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quoteproof.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402

from payments import networks, services  # noqa: E402
from payments.core.authorization import Signed  # noqa: E402
from payments.core.states import State  # noqa: E402
from payments.models import Charge  # noqa: E402
from payments.ports import Answer  # noqa: E402
from payments.transitions import StaleCharge  # noqa: E402
from tests.payments import driver  # noqa: E402
from tests.payments.buyer import ROUTE, Buyer, encoded, payload  # noqa: E402

PAID, WAIT = "/v1/verify/text-quote", (429, 503)
BUYER = Buyer()
honest = networks.current()


class Counting:
    name, timeout_s = "counting", 20

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.lock = Lock()

    def settle(self, signed: Signed) -> Answer:
        with self.lock:
            self.calls[signed.authorization.nonce] += 1
        return honest.facilitator.settle(signed)


COUNTING = Counting()
networks.current = lambda: replace(honest, facilitator=COUNTING)  # type: ignore[assignment]


def claim(signed: Signed, reference: str) -> Charge:
    request = signed.authorization.nonce[2:]
    try:
        return services.claim(signed, reference=reference, route=ROUTE, request_sha256=request, height=0)
    except services.ClaimConflict as conflict:
        return conflict.charge


def by_the_services(signed: Signed, me: int) -> str:
    reference = claim(signed, f"chk_{signed.authorization.nonce[2:10]}_{me}").reference
    while True:
        charge = Charge.objects.select_related("evidence").get(reference=reference)
        if charge.evidence is not None:
            return charge.evidence.transaction
        driver.advance(reference)
        sleep(0.02)


def by_requests(signed: Signed, me: int) -> str:
    """Posts to the paid route until there is an answer for good; its bytes."""
    body = json.dumps({"quote": "within 14 days", "text": f"Refunds within 14 days. {signed.authorization.nonce}"})
    header = {"PAYMENT-SIGNATURE": encoded(payload(signed))}
    while (answer := Client().post(PAID, body, "application/json", headers=header)).status_code in WAIT:
        sleep(0.05)
    assert answer.status_code == 200, answer.status_code
    return hashlib.sha256(answer.content + answer["PAYMENT-RESPONSE"].encode()).hexdigest()


def naive(signed: Signed, me: int) -> str:
    """Looks, calls, and writes what came of it."""
    charge = claim(signed, f"chk_{signed.authorization.nonce[2:10]}_{me}")
    if Charge.objects.get(pk=charge.pk).state == State.CLAIMED:
        COUNTING.settle(signed)
        with suppress(StaleCharge):
            services.void(charge, services.VoidCause.ABANDONED)
    return "done"


def together(work: Callable[[Signed, int], str], threads: int, pool: ThreadPoolExecutor) -> tuple[int, int]:
    """One round: number of settle calls, and of different outcomes."""
    signed, barrier = BUYER.sign(pay_to=settings.PAY_TO.lower(), amount=5_000), Barrier(threads)

    def one(me: int) -> str:
        barrier.wait()
        return work(signed, me)

    outcomes = set(pool.map(one, range(threads)))
    return COUNTING.calls[signed.authorization.nonce], len(outcomes)


def main(rounds: int, threads: int) -> None:
    connection.close()
    with ThreadPoolExecutor(threads) as pool:
        ways = {"services": by_the_services, "requests": by_requests, "naive": naive}
        found = {name: [together(way, threads, pool) for _ in range(rounds)] for name, way in ways.items()}
    once = {name: results.count((1, 1)) for name, results in found.items()}
    most = {name: max(calls for calls, _ in results) for name, results in found.items()}
    print(json.dumps({"rounds": rounds, "threads": threads, "once": once, "most_calls": most}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
