"""The transparency log at 200,000 entries, on SQLite and PostgreSQL: what a receipt costs, and what a proof does.

On the paid path: signing a receipt and putting its leaf down, in one unit as a release does it. Off it:
sequencing, a leaf's share of a second's batch. Reading: one receipt's proof, made anew from the tables. Medians of
some rounds on a quiet database; bars: sign and log 3 ms, a proof 5 ms.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from tests.payments import scratch

SIZE, ROUNDS, SECOND = 200_000, 101, 20
BAR_PROOF_MS, BAR_ISSUE_MS, BAR_APPEND_MS, BAR_BATCH_MS = 5.0, 3.0, 1.0, 50.0
FILL = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < %s)"
    " INSERT INTO receipts_logleaf (kind, subject, entry, at)"
    " SELECT 'receipt', printf('rcp_%%026d', i), randomblob(32), '2026-11-30 12:00:00' FROM n",
    "postgresql": "INSERT INTO receipts_logleaf (kind, subject, entry, at)"
    " SELECT 'receipt', 'rcp_' || lpad(i::text, 26, '0'), sha256(i::text::bytea), now()"
    " FROM generate_series(0, %s - 1) AS i",
}


@contextmanager
def timed(into: list[float]) -> Iterator[None]:
    began = time.perf_counter()
    yield
    into.append((time.perf_counter() - began) * 1000)


def measure() -> int:
    """In a process whose settings name a fresh database."""
    import django

    django.setup()
    from django.db import connection, transaction

    from payments.rows import Unit
    from receipts import log, services
    from tests.receipts.examples import DELIVERY, facts
    from tests.receipts.logs import entry, jti

    now, chance = datetime.now(UTC), random.Random(6962)
    with connection.cursor() as cursor:
        cursor.execute(FILL[connection.vendor], [SIZE])
    filling: list[float] = []
    with timed(filling):
        while log.integrate(now):
            pass
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE receipts_logleaf, receipts_logtile, receipts_logcheckpoint")
    appends, batches, idle, proofs, issued = [], [], [], [], []
    attested = facts()
    for round_ in range(ROUNDS):
        with timed(issued), Unit() as unit:
            services.issue_first(f"chk_{round_}", attested, DELIVERY, now, unit)
        for number in range(SIZE + round_ * SECOND, SIZE + (round_ + 1) * SECOND):
            with transaction.atomic(), timed(appends):
                log.append("receipt", jti(number), entry(number), now)
        with timed(batches):
            log.integrate(now)
        with timed(idle):
            log.integrate(now)
        with timed(proofs):
            assert log.proof_of(jti(chance.randrange(SIZE)))
    print(f"{connection.vendor}: {SIZE} entries sequenced in {filling[0] / 1000:.1f} s")
    rows = (
        ("a receipt signed, stored and put down", issued, BAR_ISSUE_MS),
        ("a leaf put down, in the payment's transaction", appends, BAR_APPEND_MS),
        (f"{SECOND} leaves sequenced and signed", batches, BAR_BATCH_MS),
        ("nothing to sequence", idle, BAR_APPEND_MS),
        (f"a receipt's proof among {SIZE}", proofs, BAR_PROOF_MS),
    )
    return max(shown(*row) for row in rows)


def shown(name: str, times: list[float], bar: float) -> int:
    median, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    print(
        f"  {name:46}{median:8.2f} ms median{p95:8.2f} ms p95   bar {bar:g} ms", "" if median <= bar else "MISSED"
    )
    return int(median > bar)


def main() -> int:
    codes = []
    for vendor in ("sqlite", "postgresql"):
        with scratch.database(vendor) as environment:
            command = [sys.executable, "-m", "tests.bench.log", "measure"]
            settings = environment | {"DJANGO_SETTINGS_MODULE": "quoteproof.settings"}
            codes.append(subprocess.run(command, cwd=scratch.ROOT, env=settings, check=False).returncode)
    return max(codes)


if __name__ == "__main__":
    sys.exit(measure() if sys.argv[1:] == ["measure"] else main())
