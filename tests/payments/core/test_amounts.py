from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payments.core import amounts


@pytest.mark.parametrize("route", amounts.TIERS)
def test_a_route_offers_at_most_three_tiers_the_minimum_first(route: str):
    tiers = amounts.offered(route, None)
    assert len(tiers) <= 3
    assert list(tiers) == sorted(tiers)
    assert tiers[0] == amounts.minimum(route)


@pytest.mark.parametrize(
    ("route", "tiers"),
    [
        ("/v1/verify/quotes", (10000, 50000, 250000)),
        ("/v1/verify/quote", (10000, 50000, 250000)),
        ("/v1/verify/text-quote", (5000, 25000, 100000)),
        ("/v1/verify/document", (50000, 250000, 1000000)),
    ],
)
def test_the_published_prices(route: str, tiers: tuple[int, ...]):
    assert amounts.TIERS[route] == tiers


@given(st.integers(10_000, 100_000_000))
def test_every_amount_from_the_minimum_to_a_hundred_dollars_is_quoted_alone(amount: int):
    parsed = amounts.parse_amount("/v1/verify/quotes", str(amount))
    assert amounts.offered("/v1/verify/quotes", parsed) == (amount,)


@pytest.mark.parametrize(
    "raw",
    ["", "0", "9999", "100000001", "-20000", "+20000", "2e4", "20000.0", "0x4e20", "20_000", " 20000", "20000\n",
     "٢٠٠٠٠", "²0000", "9" * 5000, "1e999", "NaN", "null"],
)  # fmt: skip
def test_anything_but_digits_in_range_is_refused(raw: str):
    with pytest.raises(amounts.InvalidAmount) as caught:
        amounts.parse_amount("/v1/verify/quotes", raw)
    assert "from 10000 to 100000000" in caught.value.detail
    assert raw == "" or raw not in caught.value.detail or raw == "0"


def test_a_cheaper_route_takes_a_smaller_amount():
    assert amounts.parse_amount("/v1/verify/text-quote", "5000") == 5000
    with pytest.raises(amounts.InvalidAmount):
        amounts.parse_amount("/v1/verify/document", "5000")


def test_more_than_a_dollar_comes_with_a_warning():
    assert amounts.warning((1_000_000,)) is None
    assert "US$1" in (amounts.warning((1_000_001,)) or "")


def test_no_tier_needs_the_warning():
    assert not any(amounts.warning(tiers) for tiers in amounts.TIERS.values())
