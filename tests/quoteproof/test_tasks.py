from __future__ import annotations

from datetime import timedelta

import pytest
from django_q.models import OrmQ

from payments import clock
from payments.models import Charge
from quoteproof import tasks
from tests.mirror.cases import CASES
from tests.quoteproof.conftest import Buyer, one

pytestmark = pytest.mark.django_db
CASE = next(case for case in CASES if case.status == "exact_match" and not case.robots and not case.need)


def test_a_claim_that_asks_for_an_async_answer_rings_once(buyer: Buyer, mirror):
    buyer.pay(one(CASE.url, CASE.quote), Prefer="respond-async")
    assert OrmQ.objects.count() == 1


def test_the_bell_is_not_rung_each_second_for_a_queue_that_is_behind(buyer: Buyer, mirror):
    buyer.pay(one(CASE.url, CASE.quote), Prefer="respond-async")
    Charge.objects.update(ring_at=clock.now() - timedelta(seconds=1))
    assert [tasks.ring_due() for _ in range(3)] == [1, 0, 0]


def test_the_reconciler_takes_on_what_waits_without_a_queue(buyer: Buyer, mirror):
    buyer.pay(one(CASE.url, CASE.quote), Prefer="respond-async")
    for _ in range(4):
        Charge.objects.exclude(ring_at=None).update(ring_at=clock.now() - timedelta(seconds=1))
        tasks.reconcile_all()
    assert Charge.objects.get().released_at is not None


def test_a_package_carries_one_id_and_nothing_else(buyer: Buyer, mirror):
    response = buyer.pay(one(CASE.url, CASE.quote), Prefer="respond-async")
    package = OrmQ.objects.get().task
    assert package["args"] == (response.json()["id"],)
    assert not package["kwargs"]
