"""Parallel requests with one authorization, on PostgreSQL; the naive variant is the control that must fail."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.payments import scratch

pytestmark = pytest.mark.postgres


def race(rounds: int) -> dict[str, Any]:
    scratch.need_postgres()
    with scratch.database("postgresql") as environment:
        environment["QUOTEPROOF_RATE_LIMIT"] = "0"
        return json.loads(scratch.run(environment, "-m", "tests.payments.races", str(rounds), "32"))


def test_32_parallel_requests_settle_once():
    found = race(2)
    assert (found["once"]["services"], found["once"]["requests"]) == (2, 2)
    assert found["once"]["naive"] < 2


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_32_parallel_requests_settle_once_with_the_same_bytes_in_60_rounds_of_60():
    found = race(60)
    assert (found["once"]["services"], found["once"]["requests"]) == (60, 60)
    assert found["once"]["naive"] <= 30
