from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from django.db import connection
from hypothesis import settings as hypothesis

from payments import clock, services, settlement
from payments.core.refusals import Refused
from payments.models import Charge
from tests.payments.buyer import PAY_TO, ROUTE, Buyer

hypothesis.register_profile("quoteproof", deadline=None)  # a busy machine is no failure
hypothesis.load_profile("quoteproof")

REQUEST = "ab" * 32
SEAL = "cd" * 32
_numbers = count(1)


@pytest.fixture(autouse=True)
def pay_to(settings: Any) -> None:
    settings.PAY_TO = PAY_TO


@pytest.fixture
def buyer() -> Buyer:
    return Buyer()


class Clock:
    """Time that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC).replace(microsecond=0)

    @property
    def unix(self) -> int:
        return int(self.now.timestamp())

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clock:
    still = Clock()
    monkeypatch.setattr(clock, "now", lambda: still.now)
    return still


def claimed(
    buyer: Buyer, *, request: str | None = None, key: str = "", lease_s: int = 60, **signed: Any
) -> Charge:
    number = next(_numbers)
    return services.claim(
        buyer.sign(**signed),
        reference=f"chk_{number}",
        route=ROUTE,
        request_sha256=request or f"{number:064x}",
        height=0,
        idempotency_key=key,
        client="c1",
        lease_s=lease_s,
    )


def sealed(buyer: Buyer, **claim: Any) -> Charge:
    charge = claimed(buyer, **claim)
    services.seal(charge, SEAL)
    return taken(charge)


def uncertain(buyer: Buyer, **claim: Any) -> Charge:
    charge = sealed(buyer, **claim)
    settlement.hand_over(charge)
    return taken(charge)


def settled(buyer: Buyer, **claim: Any) -> Charge:
    charge = uncertain(buyer, **claim)
    settlement.record_inclusion(charge, settlement.look(charge))
    return charge


def taken(charge: Charge, seconds: int = 60) -> Charge:
    """The charge, leased for its present state."""
    leased = lease(charge.reference, seconds)
    assert leased is not None
    return leased


def lease(reference: str, seconds: int) -> Charge | None:
    """The charge as its row is now, if it can be leased."""
    charge = Charge.objects.get(reference=reference)
    return charge if services.lease(charge, seconds) else None


@pytest.fixture
def committed(transactional_db: None) -> Iterator[None]:
    """Real commits. The guards would refuse to have the tables emptied, so they go first; the flush brings
    them back, because it ends with post_migrate."""
    yield
    drop_every_trigger()


def drop_every_trigger() -> None:
    query = (
        "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal"
        if connection.vendor == "postgresql"
        else "SELECT name, '' FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        for name, table in cursor.fetchall():
            cursor.execute(f"DROP TRIGGER {name}" + (f" ON {table}" if table else ""))


def refused(call: Callable[..., object], *args: Any, **kwargs: Any) -> str:
    """The reason a payment is refused for; fails if it isn't."""
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value.reason.value
