"""What waits for somebody: payments whose outcome isn't proven, open disputes, refunds due, pages not read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, F, Min, Q, QuerySet, Sum

from payments.core.states import OPEN, State, VoidCause
from payments.models import Charge, Refund, RefundDue
from quoteproof.dashboard.charts import share
from quoteproof.presentation.amounts import usdc
from receipts.models import Dispute
from verification.expressions import HostOf
from verification.models import Source

SHOWN: Final = 25
"""Rows of a list; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The oldest first. `rows` holds at most SHOWN of `count`."""

    count: int
    rows: list[Any]

    @property
    def more(self) -> int:
        return self.count - len(self.rows)


@dataclass(frozen=True, slots=True)
class Failures:
    """How many sources could not be read: (name, count, length of a bar of 100)."""

    total: int
    rows: list[tuple[str, int, int]]


def under_way() -> list[Any]:
    """How many charges stand in each open state, and since when the oldest does."""
    counted = Charge.objects.filter(state__in=OPEN).values("state").order_by()
    found = {row["state"]: row for row in counted.annotate(count=Count("id"), oldest=Min("claimed_at"))}
    return [found[state] for state in OPEN if state in found]


def uncertain() -> Waiting:
    return _waiting(Charge.objects.filter(state=State.UNCERTAIN).order_by("claimed_at"))


def disputes() -> Waiting:
    return _waiting(Dispute.objects.filter(closed_at=None).order_by("created_at"))


def refunds_due() -> Waiting:
    due = RefundDue.objects.filter(charge__refund=None).select_related("charge", "evidence")
    return _waiting(due.order_by("found_at"))


def refunded(since: datetime) -> tuple[int, str]:
    """How many refunds were recorded since then, and their sum in USDC."""
    made = Refund.objects.filter(noted_at__gte=since).aggregate(count=Count("id"), sum=Sum("amount"))
    return made["count"], usdc(int(made["sum"] or 0))


def failures_by_host(since: datetime) -> Failures:
    return _failures(_unread(since).annotate(name=HostOf("url")))


def failures_by_reason(since: datetime) -> Failures:
    return _failures(_unread(since).annotate(name=F("reason")))


def closed_unpaid(since: datetime) -> list[Any]:
    """Checks that came to nothing, by state and cause, the most frequent first."""
    closed = Charge.objects.filter(claimed_at__gte=since, state__in=(State.VOID, State.NOT_SETTLED))
    return list(closed.values("state", "cause").order_by().annotate(count=Count("id")).order_by("-count"))


def _unread(since: datetime) -> QuerySet[Source]:
    """Sources without a text, of checks whose page shows it: released, or closed for want of a decisive result."""
    told = Q(released_at__isnull=False) | Q(state=State.VOID, cause=VoidCause.CRITERION_FAILED)
    checks = Charge.objects.filter(told, claimed_at__gte=since)
    return Source.objects.filter(owner_id__in=checks.values("reference")).exclude(reason="")


def _failures(named: QuerySet[Any]) -> Failures:
    """Counted by name, the most frequent first."""
    counted = list(named.values_list("name").order_by().annotate(count=Count("id")).order_by("-count", "name"))
    total, most = sum(count for _, count in counted), counted[0][1] if counted else 0
    return Failures(total, [(name, count, share(count, most)) for name, count in counted[:SHOWN]])


def _waiting(rows: QuerySet[Any]) -> Waiting:
    return Waiting(rows.count(), list(rows[:SHOWN]))
