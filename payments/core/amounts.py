"""What each paid route costs: at most three tiers, the minimum first, or an amount the buyer names.

All amounts are integers in atomic units (1,000,000 = US$1). `?amount=` takes ASCII digits only.
"""

from __future__ import annotations

import re
from typing import Final

TIERS: Final = {
    "/v1/verify/quotes": (10_000, 50_000, 250_000),
    "/v1/verify/quote": (10_000, 50_000, 250_000),
    "/v1/verify/text-quote": (5_000, 25_000, 100_000),
    "/v1/verify/document": (50_000, 250_000, 1_000_000),
}
MAX_AMOUNT: Final = 100_000_000
STOCK_CLIENT_CAP: Final = 1_000_000
"""Stock x402 clients refuse to pay more than US$1 at a time."""
CAP_WARNING: Final = "Stock x402 clients stop at US$1 a payment: raise your client's limit to pay this amount."

_DIGITS: Final = re.compile(r"[0-9]{1,20}")


class InvalidAmount(ValueError):
    """`?amount=` can't be quoted (400 `invalid_request`, parameter `amount`)."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


def minimum(route: str) -> int:
    return TIERS[route][0]


def parse_amount(route: str, raw: str) -> int:
    """The amount that `?amount=` names, from the route's minimum to 100,000,000; InvalidAmount otherwise."""
    amount = int(raw) if _DIGITS.fullmatch(raw) else 0
    if not minimum(route) <= amount <= MAX_AMOUNT:
        raise InvalidAmount(
            f"amount must be a whole number of atomic units from {minimum(route)} to {MAX_AMOUNT}."
        )
    return amount


def offered(route: str, amount: int | None) -> tuple[int, ...]:
    """The amounts a 402 quotes: the route's tiers, or the buyer's own amount alone."""
    return TIERS[route] if amount is None else (amount,)


def warning(amounts: tuple[int, ...]) -> str | None:
    return CAP_WARNING if max(amounts) > STOCK_CLIENT_CAP else None
