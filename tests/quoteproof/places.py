"""`python -m tests.quoteproof.places THREADS`: one payer's claims side by side; prints the statuses, sorted.

Each claim stands still under its lease (503), so that those for which no place is left show (429).
"""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quoteproof.settings")
django.setup()

from django.db import connections  # noqa: E402

from quoteproof import flow  # noqa: E402
from tests.quoteproof.conftest import Buyer, one  # noqa: E402

PAGE = "https://docs.python.org/3/library/bisect.html"


def stand_still(*_: Any, **__: Any) -> Any:
    raise TimeoutError


def main(threads: int) -> None:
    flow.carry_out = stand_still
    buyer, barrier = Buyer(), Barrier(threads)
    bodies = [one(PAGE, f"quote {number}") for number in range(threads)]
    headers = [buyer.payment(body) for body in bodies]

    def claim(number: int) -> int:
        barrier.wait()
        try:
            own = Buyer(key=buyer.key)
            return int(own.post(bodies[number], PAYMENT_SIGNATURE=headers[number]).status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(threads) as pool:
        print(json.dumps(sorted(pool.map(claim, range(threads)))))


if __name__ == "__main__":
    main(int(sys.argv[1]))
