from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from django.test import Client
from django.utils import timezone

from payments.core.states import State
from payments.models import Charge
from quoteproof.dashboard import figures, latency, waiting
from quoteproof.dashboard.figures import Tally
from tests.quoteproof.dashboard.conftest import charge_of, shown
from tests.quoteproof.disputed import HOST, opened, text_check
from tests.quoteproof.pages.conftest import advanced
from verification.models import Check

pytestmark = pytest.mark.django_db
SINCE = datetime(2020, 1, 1, tzinfo=UTC)


def now() -> datetime:
    return timezone.now()


def test_a_paid_check_is_released_revenue_exactly(text: Check):
    charge = charge_of(text)
    assert figures.figures(now()).today == Tally(checks=1, released=1, paid=1, revenue=charge.amount)
    assert figures.figures(now()).today.usdc == "0.005"


def test_the_database_sums_beyond_any_float(text: Check, monkeypatch: pytest.MonkeyPatch):
    rows = [{"state": "SETTLED", "cause": "", "checks": 1, "released": 1, "sum": 9_007_199_254_740_993}] * 3
    rows = [row | {"day": now().date().isoformat(), "route": "/x"} for row in rows]
    monkeypatch.setattr(figures, "_counted", lambda first: rows)
    assert figures.figures(now()).month.revenue == 27_021_597_764_222_979
    assert figures.figures(now()).month.usdc == "27021597764.222979"


def test_undecided_ones_count_against_the_decisive_share(undecided: Check, text: Check):
    today = figures.figures(now()).today
    assert (today.checks, today.released, today.undecided, today.decisive) == (2, 1, 1, "50.0 %")
    assert Tally().decisive == "–"


def test_a_sealed_result_is_under_way_until_it_is_released(sealed: Check):
    assert figures.figures(now()).today == Tally(checks=1, under_way=1)
    advanced(charge_of(sealed), State.SETTLED)
    assert figures.figures(now()).today.released == 1


def test_thirty_days_without_a_gap_and_routes_apart(text: Check, undecided: Check):
    found = figures.figures(now())
    days = [date.fromisoformat(day) for day, _ in found.days]
    assert len(days) == 30 and all(b - a == timedelta(days=1) for a, b in pairwise(days))
    assert days[-1] == now().date() and found.days[-1][1] == found.today
    assert [(route, month.checks) for route, _, month in found.routes] == [
        ("/v1/verify/quotes", 1),
        ("/v1/verify/text-quote", 1),
    ]


def test_what_was_begun_before_is_not_counted(text: Check):
    assert figures.figures(now() + timedelta(days=29)).month.checks == 1
    assert figures.figures(now() + timedelta(days=29)).today.checks == 0
    assert figures.figures(now() + timedelta(days=30)).month.checks == 0


@pytest.fixture
def hundred(monkeypatch: pytest.MonkeyPatch, db) -> None:
    """The spans 1 to 100 ms in place of the charges'."""
    numbers = " UNION ALL ".join(f"SELECT {n} AS n" for n in range(1, 101))
    table = (
        f"(SELECT n, '/r' AS route, 0 AS claimed_at, n AS sealed_at, n AS released_at FROM ({numbers}) AS x) AS y"
    )
    monkeypatch.setattr(Charge._meta, "db_table", table)
    monkeypatch.setattr(latency, "milliseconds", lambda start, end: f"{end}")
    monkeypatch.setattr(latency, "_SQL", latency._SQL.replace("claimed_at >= %s", "%s IS NOT NULL"))


def test_percentiles_are_nearest_ranks(hundred):
    for each in latency.latencies(SINCE):
        assert (each.count, each.p50, each.p95, each.p99) == (100, 50, 95, 99)
    assert [each.name for each in latency.by_route(SINCE)] == ["/r"]


def test_spans_are_whole_milliseconds_of_the_charges_own_times(text: Check):
    charge = charge_of(text)
    known = {each.name: each.p99 for each in latency.latencies(SINCE)}
    spans = {"work": (charge.claimed_at, charge.sealed_at), "whole": (charge.claimed_at, charge.released_at)}
    for name, (start, end) in spans.items():
        assert abs(known[name] - (end - start) / timedelta(milliseconds=1)) <= 1
    assert latency.latencies(now()) == []


def test_what_could_not_be_read_by_host_and_reason(undecided: Check):
    undecided.sources.update(reason="deadline_exceeded")
    assert waiting.failures_by_host(SINCE).rows == [(HOST, 1, 100)]
    assert waiting.failures_by_reason(SINCE).rows == [("deadline_exceeded", 1, 100)]
    assert waiting.failures_by_host(now()).total == 0


def test_no_failure_is_told_before_the_release(sealed: Check):
    sealed.sources.update(reason="deadline_exceeded")
    assert waiting.failures_by_reason(SINCE).total == 0
    advanced(charge_of(sealed), State.SETTLED)
    assert waiting.failures_by_reason(SINCE).total == 1


def test_what_waits_is_counted_and_linked(staff: Client, begun: Check):
    charge = advanced(charge_of(begun), State.CLAIMED)
    assert [(row["state"], row["count"]) for row in waiting.under_way()] == [("CLAIMED", 1)]
    dispute = opened(text_check())
    page = shown(staff, "/dashboard/")
    assert dispute.pk in page and f"/dashboard/checks/{dispute.check_id}" in page and charge.state in page
