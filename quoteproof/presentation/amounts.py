"""Amounts for people: integers of atomic units in, decimal text out; no float on the way."""

from __future__ import annotations

UNITS = 1_000_000
"""Atomic units of one USDC."""


def usdc(atomic: int) -> str:
    """`10000` is `0.01`: at least two decimals, and as many more as the amount has."""
    whole, rest = divmod(atomic, UNITS)
    decimals = f"{rest:06d}".rstrip("0").ljust(2, "0")
    return f"{whole}.{decimals}"
