from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoteproof.presentation.amounts import usdc


@pytest.mark.parametrize(
    ("atomic", "text"),
    [
        (10_000, "0.01"),
        (5_000, "0.005"),
        (1, "0.000001"),
        (2_500_000, "2.50"),
        (1_000_000, "1.00"),
        (100_000_000, "100.00"),
        (1_234_567, "1.234567"),
    ],
)
def test_an_amount_has_two_decimals_and_as_many_more_as_it_needs(atomic, text):
    assert usdc(atomic) == text


@given(st.integers(0, 10**12))
def test_no_amount_is_rounded(atomic):
    assert Decimal(usdc(atomic)) * 1_000_000 == atomic
