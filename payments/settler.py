"""The one process that hands over where the facilitator is this deployment's own: a lease, a look, threads.

The settler's account can be used by one process alone, so whoever holds the one lease row works, and any other
stands by and takes over when it has run out. Nothing here decides about a charge: what is found is given to the
caller's step, which takes the charge by compare-and-set; a settler that stood still and lost the lease can make
nobody pay twice. Times are the clock's of `payments/clock.py`.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Event, Lock
from typing import Final

import structlog
from django.db import DatabaseError, connection, connections
from django.db.models import Q

from payments import clock
from payments.core.authorization import HAND_OVER_REMAINING_S
from payments.core.handover import ANSWERED_FOR_GOOD
from payments.core.states import State
from payments.models import Charge, SettlerLease

LEASE: Final = timedelta(seconds=15)
RENEWED_EVERY: Final = timedelta(seconds=3)
MARGIN: Final = timedelta(seconds=5)
"""So long before its lease runs out, one that couldn't renew it begins nothing any more."""
FIT_S: Final = 20.0
PAUSE_S: Final = 0.1
STANDBY_PAUSE_S: Final = 1.0
log = structlog.get_logger(__name__)


def alive(now: datetime | None = None) -> bool:
    """Whether a settler holds the lease (at `now`): without one, nothing that is claimed could be settled."""
    return SettlerLease.objects.filter(until__gt=now or clock.now()).exists()


class Lease:
    """One holder's view of the one row."""

    def __init__(self) -> None:
        self.holder = secrets.token_hex(16)
        self._until: datetime | None = None

    def held(self) -> bool:
        """Whether something may be begun under it. Asks nobody."""
        return self._until is not None and clock.now() < self._until - MARGIN

    def keep(self) -> bool:
        """Takes the lease, or renews it when that is due; True while it is held. DatabaseError."""
        now = clock.now()
        if self._until is not None and now < self._until - LEASE + RENEWED_EVERY:
            return True
        free = Q(holder=self.holder) | Q(until__lte=now)
        taken = SettlerLease.objects.filter(free, id=1).update(holder=self.holder, until=now + LEASE)
        self._until = now + LEASE if taken or self._made(now) else None
        return self._until is not None

    def _made(self, now: datetime) -> bool:
        """The first settler of a database makes the row."""
        row = {"holder": self.holder, "until": now + LEASE}
        return SettlerLease.objects.get_or_create(id=1, defaults=row)[1]

    def give_up(self) -> None:
        """The next one needn't wait for its end."""
        self._until = None
        SettlerLease.objects.filter(id=1, holder=self.holder).update(until=clock.now())


def to_hand_over(now: datetime, limit: int) -> list[str]:
    """References of charges to make a settle call for: first calls before further ones, the longest sealed first.

    None under a live lease. SEALED ones with enough time left, at once, or when they are rung again if a try had
    to give them back.
    UNCERTAIN ones when they are rung, if a further call may be made (`core/handover.may_call_again`).
    """
    free = Q(lease_until=None) | Q(lease_until__lte=now)
    rung = Q(ring_at__lte=now)
    sealed = Q(state=State.SEALED) & (Q(waits=0) | rung)
    over = Q(call_until=None) | Q(call_until__lte=now)
    again = Q(state=State.UNCERTAIN) & rung & over & ~Q(call_answer__in=ANSWERED_FOR_GOOD)
    least = int(now.timestamp()) + HAND_OVER_REMAINING_S
    rows = Charge.objects.filter(free, sealed | again, valid_before__gte=least).order_by("calls", "sealed_at")
    return list(rows.values_list("reference", flat=True)[:limit])


class Settler:
    """Gives each reference to `hand_over` in one of `threads` threads, never to two of them at once."""

    def __init__(
        self, hand_over: Callable[[str], None], threads: int, fit: Callable[[], bool] = lambda: True
    ) -> None:
        """`fit` is asked now and then: whoever can't settle leaves the lease to another one, or to nobody, so
        that no claim is taken."""
        self._hand_over, self._threads, self._fit = hand_over, threads, fit
        self._fit_until = 0.0
        self._busy: set[str] = set()
        self._lock = Lock()
        self.lease = Lease()

    def run(self, stop: Event) -> None:
        """Until `stop` is set; comes back when what was begun is done, and gives the lease up then."""
        with ThreadPoolExecutor(self._threads, thread_name_prefix="settler") as pool:
            while not stop.wait(PAUSE_S if self._round(pool) else STANDBY_PAUSE_S):
                pass
            while self._busy:  # the lease is kept for what still runs
                self._kept()
                time.sleep(PAUSE_S)
        try:
            self.lease.give_up()
        except DatabaseError:
            log.warning("settler_lease_not_given_up")
        connection.close()

    def _round(self, pool: ThreadPoolExecutor) -> bool:
        """One look; False while another settler works, or the database doesn't answer."""
        if not self._is_fit():
            return self._stepped_back()
        if not self._kept():
            return False
        try:
            self._begin(pool)
        except DatabaseError:
            return self._failed("settler_look_failed")
        return True

    def _is_fit(self) -> bool:
        if time.monotonic() < self._fit_until:
            return True
        if self._fit():
            self._fit_until = time.monotonic() + FIT_S
            return True
        log.error("settler_unfit")
        return False

    def _stepped_back(self) -> bool:
        """The lease goes once nothing runs under it any more: two must never use the account at once."""
        if self._busy:
            self._kept()
            return False
        try:
            self.lease.give_up()
        except DatabaseError:
            return self._failed("settler_lease_not_given_up")
        return False

    def _kept(self) -> bool:
        held = self.lease.held()
        try:
            keeps = self.lease.keep()
        except DatabaseError:
            return self._failed("settler_lease_not_renewed") or self.lease.held()
        if keeps != held:
            log.info("settler_works" if keeps else "settler_stands_by")
        return keeps

    def _failed(self, event: str) -> bool:
        log.warning(event)
        connection.close()  # the next round opens a new one
        return False

    def _begin(self, pool: ThreadPoolExecutor) -> None:
        with self._lock:
            busy = set(self._busy)
        room = self._threads - len(busy)
        found = to_hand_over(clock.now(), self._threads) if room else []
        for reference in [each for each in found if each not in busy][:room]:
            with self._lock:
                self._busy.add(reference)
            pool.submit(self._work, reference)

    def _work(self, reference: str) -> None:
        try:
            if self.lease.held():
                self._hand_over(reference)
        except Exception as error:
            log.error("hand_over_failed", check=reference, fault=type(error).__name__)
        finally:
            connections.close_all()
            with self._lock:
                self._busy.discard(reference)
