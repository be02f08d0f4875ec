from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from time import sleep

import pytest

from payments import services, settler
from payments.models import Charge, SettlerLease
from payments.ports import Verdict
from payments.settler import LEASE, MARGIN, RENEWED_EVERY, Lease, Settler, to_hand_over
from tests.payments import liars
from tests.payments.buyer import Buyer
from tests.payments.conftest import SEAL, Clock, claimed, taken, uncertain

pytestmark = pytest.mark.django_db


def free(buyer: Buyer, **claim: object) -> Charge:
    """A sealed charge under nobody's lease."""
    charge = claimed(buyer, **claim)
    services.seal(charge, SEAL)
    return charge


def found(time: Clock) -> list[str]:
    return to_hand_over(time.now, 10)


# The lease


def test_of_two_settlers_one_holds(time: Clock):
    first, second = Lease(), Lease()
    assert first.keep() and not second.keep()
    assert first.held() and not second.held() and settler.alive()


def test_who_holds_goes_on_holding(time: Clock):
    first, second = Lease(), Lease()
    for _ in range(10):
        assert first.keep() and not second.keep()
        time.advance(RENEWED_EVERY.total_seconds())


def test_it_is_not_written_more_often_than_needed(time: Clock, django_assert_num_queries):
    lease = Lease()
    lease.keep()
    time.advance(RENEWED_EVERY.total_seconds() - 1)
    with django_assert_num_queries(0):
        assert lease.keep() and lease.held()


def test_a_dead_ones_lease_runs_out(time: Clock):
    dead, next_one = Lease(), Lease()
    dead.keep()
    time.advance(LEASE.total_seconds() - 1)
    assert not next_one.keep() and settler.alive()
    time.advance(1)
    assert not settler.alive() and next_one.keep() and settler.alive()


def test_one_that_stood_still_has_lost_it(time: Clock):
    slow, next_one = Lease(), Lease()
    slow.keep()
    time.advance(LEASE.total_seconds())
    assert next_one.keep()
    assert not slow.held() and not slow.keep() and not slow.held()


def test_nothing_is_begun_near_its_end(time: Clock):
    lease = Lease()
    lease.keep()
    time.advance((LEASE - MARGIN).total_seconds())
    assert not lease.held() and settler.alive()
    assert lease.keep() and lease.held()


def test_given_up_it_is_free_at_once(time: Clock):
    first, second = Lease(), Lease()
    first.keep()
    second.give_up()
    assert not second.keep()
    first.give_up()
    assert not settler.alive() and not first.held() and second.keep()


def test_without_a_settler_nobody_is_alive(time: Clock):
    assert not settler.alive()
    Lease().keep()
    assert settler.alive(time.now) and not settler.alive(time.now + LEASE)


# What is found


def test_a_sealed_charge_is_found_at_once(time: Clock, buyer: Buyer):
    charge = free(buyer)
    assert found(time) == [charge.reference]


def test_the_longest_sealed_comes_first(time: Clock, buyer: Buyer):
    references = []
    for _ in range(3):
        references.append(free(buyer).reference)
        time.advance(1)
    assert found(time) == references and to_hand_over(time.now, 2) == references[:2]


def test_one_under_a_lease_is_left_alone(time: Clock, buyer: Buyer):
    charge = free(buyer)
    taken(charge, seconds=60)
    assert found(time) == []
    time.advance(60)
    assert found(time) == [charge.reference]


def test_one_without_enough_time_left_waits_for_its_proof(time: Clock, buyer: Buyer):
    free(buyer, valid_before=time.unix + 60)
    time.advance(30)
    assert len(found(time)) == 1
    time.advance(1)
    assert found(time) == []


def test_one_given_back_is_found_when_it_is_rung(time: Clock, buyer: Buyer):
    charge = free(buyer)
    services.wait(taken(charge))
    assert found(time) == []
    time.advance(2)
    assert found(time) == [charge.reference]


def test_what_is_not_sealed_is_not_found(time: Clock, buyer: Buyer):
    claimed(buyer)
    time.advance(60)
    assert found(time) == []


def unpaid(monkeypatch: pytest.MonkeyPatch, time: Clock, buyer: Buyer, verdict: Verdict) -> Charge:
    """Handed over, not moved; under a lease of 60 seconds."""
    liars.install(monkeypatch, liars.says(verdict, moves=False))
    return uncertain(buyer, valid_before=time.unix + 600)


@pytest.mark.parametrize("verdict", Verdict)
def test_a_further_call_is_made_after_some_answers(
    monkeypatch: pytest.MonkeyPatch, time: Clock, buyer: Buyer, verdict: Verdict
):
    charge = unpaid(monkeypatch, time, buyer, verdict)
    assert found(time) == []
    time.advance(60)
    again = verdict in (Verdict.REFUSED, Verdict.UNKNOWN)
    assert found(time) == ([charge.reference] if again else [])


def test_a_further_call_is_not_made_before_the_earlier_ones_end(
    monkeypatch: pytest.MonkeyPatch, time: Clock, buyer: Buyer
):
    charge = unpaid(monkeypatch, time, buyer, Verdict.REFUSED)
    services.wait(charge)
    time.advance(29)
    assert found(time) == []
    time.advance(1)
    assert found(time) == [charge.reference]


def test_a_further_call_waits_until_it_is_rung(monkeypatch: pytest.MonkeyPatch, time: Clock, buyer: Buyer):
    charge = unpaid(monkeypatch, time, buyer, Verdict.REFUSED)
    time.advance(60)
    services.wait(taken(charge))
    assert found(time) == []
    time.advance(2)
    assert found(time) == [charge.reference]


# The loop, with real threads; the step given to them leaves the charges as they are


class Step:
    """Notes what it is given; ends the loop after so many."""

    def __init__(self, last: int, *, fails: bool = False) -> None:
        self.stop, self.lock, self.last, self.fails = Event(), Lock(), last, fails
        self.given: Counter[str] = Counter()
        self.now: Counter[str] = Counter()
        self.most = 0

    def __call__(self, reference: str) -> None:
        with self.lock:
            self.given[reference] += 1
            self.now[reference] += 1
            self.most = max(self.most, *self.now.values())
            if self.given.total() >= self.last:
                self.stop.set()
        sleep(0.15)  # longer than the pause between two looks
        with self.lock:
            self.now[reference] -= 1
        if self.fails:
            raise RuntimeError("a fault of the step")


def test_no_reference_is_given_twice_at_once(committed: None, buyer: Buyer):
    references = {free(buyer).reference for _ in range(3)}
    step = Step(last=9)
    Settler(step, threads=4).run(step.stop)
    assert set(step.given) == references and step.most == 1


def test_a_fault_of_the_step_ends_nothing(committed: None, buyer: Buyer):
    free(buyer)
    step = Step(last=3, fails=True)
    Settler(step, threads=1).run(step.stop)
    assert step.given.total() >= 3


def test_it_ends_with_what_was_begun_done_and_the_lease_free(committed: None, buyer: Buyer):
    free(buyer)
    step = Step(last=1)
    Settler(step, threads=2).run(step.stop)
    assert step.now.total() == 0 and not settler.alive() and SettlerLease.objects.count() == 1


def test_one_that_stands_by_gives_nothing(committed: None, buyer: Buyer):
    free(buyer)
    other, step = Lease(), Step(last=1)
    other.keep()
    standing_by = Settler(step, threads=1)
    step.stop.set()
    standing_by.run(step.stop)
    assert not step.given and other.keep()


def test_what_was_found_before_the_lease_was_lost_is_not_begun(committed: None, buyer: Buyer, time: Clock):
    reference = free(buyer).reference
    step = Step(last=1)
    lost = Settler(step, threads=1)
    assert lost.lease.keep()
    time.advance(LEASE.total_seconds())
    lost._work(reference)
    assert not step.given


def test_who_can_not_settle_leaves_the_lease_to_others(time: Clock):
    unfit = Settler(lambda reference: None, threads=1, fit=lambda: False)
    unfit.lease.keep()
    assert settler.alive()
    with ThreadPoolExecutor(1) as pool:
        assert not unfit._round(pool)
    assert not settler.alive()


def test_first_calls_come_before_further_ones(buyer: Buyer, time: Clock, monkeypatch: pytest.MonkeyPatch):
    liars.install(monkeypatch, liars.says(Verdict.REFUSED, moves=False, reason="transaction_failed"))
    again = uncertain(buyer, lease_s=0)
    time.advance(61)
    Charge.objects.filter(pk=again.pk).update(lease_until=None)
    first = free(buyer)
    assert found(time) == [first.reference, again.reference]
