"""SIGKILL at every point of a charge's way, on both databases; the wrong variants are the controls."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.crash.stories import FATES
from tests.payments import scratch


def killed(vendor: str, kills: int, *variant: str) -> dict[str, Any]:
    if vendor == "postgresql":
        scratch.need_postgres()
    with scratch.database(vendor) as environment:
        environment["QUOTEPROOF_RATE_LIMIT"] = "0"
        return json.loads(scratch.run(environment, "-m", "tests.crash", str(kills), *(variant or ("right",))))


VENDORS = pytest.mark.parametrize("vendor", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
FALSE = "evidence that the ledger doesn't hold"
CONTROLS = {
    "settle before seal": "a payment without a sealed result",
    "call before commit": "a call that is not on record",
    "recover to SEALED": "two calls in flight",
    "trust success: true": FALSE,
    "trust authorizationState": FALSE,
    "release in two steps": "release, result and receipt are not one",
    "whole service, recover to SEALED": "a further call for a spent nonce",
    "whole service, trust success: true": FALSE,
    "whole service, trust authorizationState": FALSE,
}


def test_a_few_kills_break_no_promise():
    found = killed("sqlite", 15)
    assert (found["broken"], found["kills"] >= 15) == ({}, True)


@pytest.mark.long
@pytest.mark.timeout(1200)
@VENDORS
def test_250_kills_break_no_promise(vendor: str):
    found = killed(vendor, 250)
    assert (found["broken"], found["kills"] >= 250, found["again"] >= 50) == ({}, True, True)
    assert (found["distinct"] >= 30, set(found["struck"])) == (True, set(FATES))


@pytest.mark.long
@pytest.mark.timeout(1200)
@VENDORS
def test_250_kills_of_the_whole_service_break_no_promise(vendor: str):
    found = killed(vendor, 250, "whole service")
    assert (found["broken"], found["kills"] >= 250, found["again"] >= 50) == ({}, True, True)
    assert (found["distinct"] >= 40, set(found["struck"])) == (True, set(FATES))


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("variant", CONTROLS)
def test_the_wrong_variants_are_caught_within_120_kills(variant: str):
    found = killed("sqlite", 120, variant, CONTROLS[variant])
    assert found["first_after"][CONTROLS[variant]] <= 120


def test_an_everyday_control_that_trusts_the_facilitator_is_caught():
    assert killed("sqlite", 40, "trust success: true", FALSE)["broken"][FALSE] > 0
