from __future__ import annotations

from dataclasses import replace

import pytest

from payments import networks, reconcile, selectors, services, settlement
from payments.core.evidence import Finality, Inclusion
from payments.core.states import State, VoidCause
from payments.models import Charge, Evidence, RefundDue
from payments.transitions import StaleCharge
from tests.payments.buyer import Buyer
from tests.payments.conftest import Clock, claimed, lease, sealed, settled, taken

pytestmark = pytest.mark.django_db


def due(time: Clock) -> list[str]:
    return reconcile.due(time.now)


def test_a_charge_is_due_two_seconds_after_it_moved(buyer: Buyer, time: Clock):
    reference = claimed(buyer, lease_s=0).reference
    assert due(time) == []
    time.advance(2)
    assert due(time) == [reference]


def test_a_charge_under_a_live_lease_is_being_worked_on(buyer: Buyer, time: Clock):
    reference = claimed(buyer, lease_s=30).reference
    time.advance(29)
    assert due(time) == []
    time.advance(1)
    assert due(time) == [reference]


def test_a_charge_that_waits_is_due_after_its_pause(buyer: Buyer, time: Clock):
    charge = sealed(buyer)
    services.wait(charge)
    services.wait(taken(charge))
    time.advance(3)
    assert due(time) == []
    time.advance(1)
    assert due(time) == [charge.reference]


def test_the_longest_waiting_comes_first_and_the_list_is_bounded(buyer: Buyer, time: Clock):
    references = []
    for _ in range(4):
        references.append(claimed(buyer, lease_s=0).reference)
        time.advance(1)
    time.advance(9)
    assert due(time) == references
    assert reconcile.due(time.now, limit=2) == references[:2]


def test_a_settled_charge_is_never_due_again(buyer: Buyer, time: Clock):
    settled(buyer)
    time.advance(10_000)
    assert due(time) == []


# -- what a dead process left


def killed_in_the_call(buyer: Buyer) -> Charge:
    charge = sealed(buyer)
    settlement.move(
        charge, State.SETTLING, "settle_called", **settlement._next_call(charge, networks.current().facilitator)
    )
    return Charge.objects.get(pk=charge.pk)


def test_settling_is_recovered_to_uncertain_when_the_call_can_not_be_in_flight_any_more(buyer: Buyer, time: Clock):
    charge = killed_in_the_call(buyer)
    time.advance(29)
    assert not reconcile.recover(charge)
    time.advance(1)
    assert reconcile.recover(charge)
    assert (charge.state, selectors.events(charge)[-1].cause) == ("UNCERTAIN", "recovered")


def test_recovery_asks_neither_facilitator_nor_ledger(buyer: Buyer, time: Clock, monkeypatch: pytest.MonkeyPatch):
    charge = killed_in_the_call(buyer)
    time.advance(30)
    monkeypatch.setattr(networks, "current", lambda: pytest.fail("recovery looked outside"))
    assert reconcile.recover(charge)


def test_three_attempts_spent_in_claimed_are_a_fault_of_the_service(buyer: Buyer, time: Clock):
    charge = claimed(buyer, lease_s=0)
    for _ in range(3):
        assert not reconcile.recover(Charge.objects.get())
        lease(charge.reference, 10)
        time.advance(10)
    assert reconcile.recover(Charge.objects.get())
    assert Charge.objects.values_list("state", "cause").get() == ("VOID", "service_fault")


def test_the_third_attempt_is_let_finish(buyer: Buyer, time: Clock):
    charge = claimed(buyer, lease_s=0)
    Charge.objects.update(attempts=2)
    last = taken(charge, seconds=10)
    assert not reconcile.recover(Charge.objects.get())
    services.seal(last, "cd" * 32)
    assert Charge.objects.get().state == "SEALED"


def test_a_claim_that_reaches_validbefore_is_abandoned(buyer: Buyer, time: Clock):
    charge = claimed(buyer, lease_s=0, valid_before=time.unix + 60)
    time.advance(59)
    assert not reconcile.recover(charge)
    time.advance(1)
    assert reconcile.recover(charge)
    assert (charge.state, charge.cause) == ("VOID", "abandoned")


def test_recovery_leaves_every_other_state_alone(buyer: Buyer, time: Clock):
    charges = [sealed(buyer), settled(buyer)]
    time.advance(10_000)
    assert not any(reconcile.recover(charge) for charge in charges)


def test_the_slower_of_two_recoveries_is_told(buyer: Buyer, time: Clock):
    charge = killed_in_the_call(buyer)
    twin = Charge.objects.get()
    time.advance(30)
    reconcile.recover(charge)
    with pytest.raises(StaleCharge):
        reconcile.recover(twin)


# -- watching for money that comes all the same


def voided(buyer: Buyer, time: Clock) -> tuple[Charge, object]:
    charge = claimed(buyer, valid_before=time.unix + 60)
    signed = buyer.sign(charge.authorization)
    services.void(charge, VoidCause.CRITERION_FAILED)
    return charge, signed


def test_a_void_charge_is_looked_at_when_its_authorization_has_expired(buyer: Buyer, time: Clock):
    charge, _ = voided(buyer, time)
    time.advance(59)
    assert due(time) == []
    time.advance(1)
    assert due(time) == [charge.reference]


def test_an_expiry_that_is_proven_ends_the_watch(buyer: Buyer, time: Clock):
    charge, _ = voided(buyer, time)
    time.advance(60)
    assert not reconcile.record_watch(taken(charge), settlement.look(charge))
    assert due(time) == []
    assert selectors.events(charge)[-1].cause == "watch_ended"


def test_money_that_came_all_the_same_is_listed_once(buyer: Buyer, time: Clock):
    charge, signed = voided(buyer, time)
    networks.current().facilitator.settle(signed)
    time.advance(60)
    for _ in range(2):
        assert reconcile.record_watch(Charge.objects.get(), settlement.look(charge))
    assert RefundDue.objects.get().charge == charge
    assert [event.cause for event in selectors.events(charge)].count("refund_due") == 1
    assert Charge.objects.values_list("state", "released_at").get() == ("VOID", None)


def test_money_that_is_not_final_yet_is_watched_on(buyer: Buyer, time: Clock):
    charge, _ = voided(buyer, time)
    place = Inclusion("0x" + "aa" * 32, 7, "0x" + "bb" * 32, time.unix, 3, Finality.INCLUDED)
    assert not reconcile.record_watch(charge, place)
    assert not RefundDue.objects.exists()
    time.advance(60)
    assert due(time) == [charge.reference]
    assert reconcile.record_watch(charge, replace(place, finality=Finality.FINALIZED))
    assert due(time) == []
    assert Evidence.objects.count() == 1


def test_an_open_or_paid_charge_is_not_watched(buyer: Buyer):
    for charge in (sealed(buyer), settled(buyer)):
        assert not reconcile.record_watch(charge, settlement.look(charge))
    assert not RefundDue.objects.exists()


def test_who_takes_the_due_rings_alone_for_ten_seconds(buyer: Buyer, time: Clock):
    reference = claimed(buyer, lease_s=0).reference
    assert reconcile.take_due(time.now) == []
    time.advance(2)
    assert [reconcile.take_due(time.now) for _ in range(2)] == [[reference], []]
    time.advance(10)
    assert reconcile.take_due(time.now) == [reference]


def test_taking_the_due_disturbs_no_work(buyer: Buyer, time: Clock):
    charge = sealed(buyer, lease_s=0)
    time.advance(61)
    assert reconcile.take_due(time.now) == [charge.reference]
    assert lease(charge.reference, 30) is not None
