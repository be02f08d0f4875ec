"""What came in, counted and summed by the database: one question for checks and money of every day, route and end.

The figures are those of the charges, one for each check, by the UTC day on which the check was begun. Only what a
check's own page shows is counted: a result that is sealed and not released counts as under way. Atomic units.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, cast

from django.db.models import Count, Q, Sum

from payments.core.states import OPEN, PAID, State, VoidCause
from payments.models import Charge
from quoteproof.dashboard.charts import Chart, Column, columns
from quoteproof.dashboard.sql import Day
from quoteproof.presentation.amounts import usdc

DAYS: Final = 30
"""Today and the days before it."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Checks and what came of them. `revenue`: of those whose payment the ledger holds, refunded or not."""

    checks: int = 0
    released: int = 0
    undecided: int = 0
    under_way: int = 0
    faults: int = 0
    not_settled: int = 0
    paid: int = 0
    revenue: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    @property
    def decisive(self) -> str:
        """The share of released results among the checks whose work came to an end, in per cent."""
        decided = self.released + self.undecided
        return f"{self.released * 1000 // decided / 10:.1f} %" if decided else "–"

    @property
    def usdc(self) -> str:
        return usdc(self.revenue)


@dataclass(frozen=True, slots=True)
class Figures:
    """`days` runs from the oldest to today, without a gap."""

    today: Tally
    month: Tally
    days: tuple[tuple[str, Tally], ...]
    routes: tuple[tuple[str, Tally, Tally], ...]

    @property
    def chart(self) -> Chart:
        """Checks a day: released, undecided, all others."""
        return columns(
            [
                Column(day, (("found", each.released), ("unknown", each.undecided), ("rest", _others(each))))
                for day, each in self.days
            ]
        )

    @property
    def money(self) -> Chart:
        """Revenue a day."""
        return columns([Column(day, (("money", each.revenue),), _in_usdc) for day, each in self.days])


def first_day(now: datetime) -> date:
    return now.astimezone(UTC).date() - timedelta(days=DAYS - 1)


def midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def figures(now: datetime) -> Figures:
    """Of the thirty days that end with `now`'s."""
    today, first = now.astimezone(UTC).date(), first_day(now)
    rows = [(row["day"], row["route"], _tally(row)) for row in _counted(first)]
    names = [(first + timedelta(days=n)).isoformat() for n in range(DAYS)]
    routes = sorted({route for _, route, _ in rows})
    return Figures(
        today=_sum(each for day, _, each in rows if day == today.isoformat()),
        month=_sum(each for _, _, each in rows),
        days=tuple((name, _sum(each for day, _, each in rows if day == name)) for name in names),
        routes=tuple(
            (
                route,
                _sum(each for day, own, each in rows if own == route and day == today.isoformat()),
                _sum(each for _, own, each in rows if own == route),
            )
            for route in routes
        ),
    )


def _counted(first: date) -> Iterable[dict[str, Any]]:
    since = Charge.objects.filter(claimed_at__gte=midnight(first)).annotate(day=Day("claimed_at"))
    known = since.values("day", "route", "state", "cause").order_by()
    released = Count("id", filter=Q(released_at__isnull=False))
    return cast(Iterable[dict[str, Any]], known.annotate(checks=Count("id"), released=released, sum=Sum("amount")))


def _tally(row: dict[str, Any]) -> Tally:
    """The tally of one group: its checks share day, route, state and cause."""
    count, released, state = row["checks"], row["released"], row["state"]
    rest = count - released
    tally = Tally(checks=count, released=released)
    if state in PAID:
        return replace(tally, paid=count, revenue=int(row["sum"]))
    if state in OPEN:
        return replace(tally, under_way=rest)
    if state == State.NOT_SETTLED:
        return replace(tally, not_settled=rest)
    return replace(tally, **{"undecided" if row["cause"] == VoidCause.CRITERION_FAILED else "faults": rest})


def _in_usdc(amount: int) -> str:
    return f"{usdc(amount)} USDC"


def _others(tally: Tally) -> int:
    return tally.checks - tally.released - tally.undecided


def _sum(tallies: Iterable[Tally]) -> Tally:
    return sum(tallies, Tally())
