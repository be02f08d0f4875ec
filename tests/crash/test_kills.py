"""SIGKILL at every point of a charge's way, on both databases; the wrong variants are the controls."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.payments import scratch


def killed(vendor: str, kills: int, variant: str = "right") -> dict[str, Any]:
    with scratch.database(vendor) as environment:
        environment["QUOTEPROOF_RATE_LIMIT"] = "0"
        return json.loads(scratch.run(environment, "-m", "tests.crash", str(kills), variant))


def test_a_few_kills_break_no_promise():
    found = killed("sqlite", 15)
    assert (found["broken"], found["kills"] >= 15) == ({}, True)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_250_kills_on_sqlite_break_no_promise():
    found = killed("sqlite", 250)
    assert (found["broken"], found["kills"] >= 150) == ({}, True)
    assert len(found["places"]) >= 60


@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.timeout(1200)
def test_250_kills_on_postgresql_break_no_promise():
    scratch.need_postgres()
    found = killed("postgresql", 250)
    assert (found["broken"], found["kills"] >= 150) == ({}, True)
    assert len(found["places"]) >= 60


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("vendor", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def test_kills_of_the_whole_service_break_no_promise(vendor: str):
    if vendor == "postgresql":
        scratch.need_postgres()
    found = killed(vendor, 250, "whole service")
    assert (found["broken"], found["kills"] >= 150) == ({}, True)
    assert len(found["places"]) >= 80


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("variant", "promise"),
    [
        ("settle before seal", "a payment without a sealed result"),
        ("call before commit", "a call that is not on record"),
        ("release in two steps", "release, result and receipt are not one"),
    ],
)
def test_the_wrong_variants_are_caught_at_the_crash(variant: str, promise: str):
    assert killed("sqlite", 120, variant)["broken"][promise] > 0
