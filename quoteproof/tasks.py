"""What the queue runs. A package carries one check's id and nothing else: the tables are the truth."""

from __future__ import annotations

from django_q.tasks import async_task

from payments import clock, reconcile
from quoteproof import flow, health
from receipts import compromise, keyring, log


def ring(check_id: str) -> None:
    """Asks the queue to take the check on; inside a transaction, only if that is committed."""
    async_task("quoteproof.tasks.advance", check_id)


def advance(check_id: str) -> None:
    flow.go_on(check_id)


def beat() -> None:
    health.beat()


def ring_beat() -> None:
    """Asks the queue for a sign of life now, not only at its next scheduled minute."""
    async_task("quoteproof.tasks.beat")


def ring_due() -> int:
    """Rings for every charge whose wait is over; returns how many."""
    references = reconcile.take_due(clock.now())
    for reference in references:
        ring(reference)
    return len(references)


def keep_log() -> None:
    """The keys in use are put on record, and what waits for the log gets its place under a signed checkpoint."""
    now = clock.now()
    keyring.register(now)
    log.integrate(now)


def reconcile_all() -> int:
    """Takes every due charge on in this process, queue or not; returns how many."""
    references = reconcile.due(clock.now())
    for reference in references:
        flow.advance(flow.charge_of(reference))
    return len(references)


def scheduled_minute() -> None:
    """The queue's own minute: its heartbeat, the reconciler, what a revoked key leaves to be said."""
    health.beat()
    reconcile_all()
    compromise.catch_up(clock.now())
