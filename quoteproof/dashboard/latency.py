"""How long checks took: percentiles by nearest rank, found by the database (ISO/IEC 9075 PERCENTILE_DISC).

Three spans of a charge's own times: `work`, from the claim to the sealed result; `settlement`, from the seal to
the release; `whole`, from the claim to the release. Milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection

from payments.models import Charge
from quoteproof.dashboard.sql import milliseconds

SPANS: Final = {
    "work": ("claimed_at", "sealed_at"),
    "settlement": ("sealed_at", "released_at"),
    "whole": ("claimed_at", "released_at"),
}
_SQL: Final = """
SELECT {group}, CAST(SUM(n) AS BIGINT), MIN(CASE WHEN upto * 100 >= total * 50 THEN ms END),
       MIN(CASE WHEN upto * 100 >= total * 95 THEN ms END), MIN(CASE WHEN upto * 100 >= total * 99 THEN ms END)
FROM (SELECT {group}, ms, n, SUM(n) OVER (PARTITION BY {group} ORDER BY ms) AS upto,
             SUM(n) OVER (PARTITION BY {group}) AS total
      FROM (SELECT {group}, ms, COUNT(*) AS n
            FROM (SELECT route, '' AS everything, {ms} AS ms FROM {table}
                  WHERE claimed_at >= %s AND {start} IS NOT NULL AND {end} IS NOT NULL) AS spans
            GROUP BY {group}, ms) AS counted) AS placed
GROUP BY {group} ORDER BY {group}"""
"""Equal spans are counted before they are put in order: there are far fewer of them than checks."""


@dataclass(frozen=True, slots=True)
class Latency:
    """Of `count` checks; milliseconds."""

    name: str
    count: int
    p50: int
    p95: int
    p99: int


def latencies(since: datetime) -> list[Latency]:
    """Each span, of all checks that were begun since then and have come to its end."""
    return [Latency(span, *row[1:]) for span in SPANS for row in _rows("everything", span, since)]


def by_route(since: datetime) -> list[Latency]:
    """The whole span of each route's checks."""
    return [Latency(*row) for row in _rows("route", "whole", since)]


def _rows(group: str, span: str, since: datetime) -> list[tuple[str, int, int, int, int]]:
    start, end = SPANS[span]
    sql = _SQL.format(group=group, start=start, end=end, ms=milliseconds(start, end), table=Charge._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(sql, [connection.ops.adapt_datetimefield_value(since)])
        return cursor.fetchall()
