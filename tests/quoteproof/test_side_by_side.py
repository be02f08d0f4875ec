from __future__ import annotations

import pytest

from tests.mirror.cases import CASES
from tests.quoteproof.conftest import Buyer

pytestmark = [pytest.mark.django_db, pytest.mark.mirror]
DELAY_S = 1.5


def pages() -> list[tuple[str, str]]:
    """One page and a quote that stands on it, for each of five hosts."""
    found: dict[str, tuple[str, str]] = {}
    for case in CASES:
        if case.status == "exact_match" and not case.robots and not case.need:
            found.setdefault(case.url.split("/")[2], (case.url, case.quote))
    return list(found.values())[:5]


def test_five_slow_pages_on_five_hosts_are_waited_for_side_by_side(buyer: Buyer, mirror):
    five = pages()
    for url, _ in five:
        host, _, path = url.removeprefix("https://").partition("/")
        mirror.delays[(host, "/" + path)] = DELAY_S
    quotes = [{"source_index": index, "quote": quote} for index, (_, quote) in enumerate(five)]
    response = buyer.pay({"urls": [url for url, _ in five], "quotes": quotes})
    asked_at = [entry.at for entry in mirror.log if entry.path != "/robots.txt"]
    assert response.json()["summary"] == {"decisive": 5, "unknown": 0}
    assert len(asked_at) == 5
    assert max(asked_at) - min(asked_at) < DELAY_S  # the last was asked for before the first had answered
