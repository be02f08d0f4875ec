"""The places of one payer, taken in parallel by processes' real transactions, on both databases."""

from __future__ import annotations

import json

import pytest

from tests.payments import scratch

THREADS = 6


@pytest.mark.parametrize("vendor", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def test_parallel_claims_of_one_payer_share_two_places(vendor):
    if vendor == "postgresql":
        scratch.need_postgres()
    with scratch.database(vendor) as environment:
        statuses = json.loads(scratch.run(environment, "-m", "tests.quoteproof.places", str(THREADS)))
    assert statuses == [429] * (THREADS - 2) + [503] * 2
