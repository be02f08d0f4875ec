from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from payments import networks, selectors, settlement
from payments.core.evidence import Finality, Inclusion, Refutation, Undecided
from payments.core.states import Disproof, State
from payments.models import Charge, Evidence
from payments.ports import Answer, Verdict
from payments.transitions import StaleCharge
from tests.payments import liars
from tests.payments.buyer import Buyer
from tests.payments.conftest import REQUEST, Clock, claimed, lease, sealed, settled, taken, uncertain

pytestmark = pytest.mark.django_db
REFUSES = liars.says(Verdict.REFUSED, moves=False)


def story(charge: Charge) -> list[str]:
    return [f"{event.cause}:{event.to_state}" for event in selectors.events(charge)]


def kept() -> Charge:
    return Charge.objects.get()


# -- the hand-over


def test_the_whole_way_of_one_charge(buyer: Buyer):
    assert story(settled(buyer)) == [
        "claimed:CLAIMED",
        "sealed:SEALED",
        "settle_called:SETTLING",
        "settle_answered:UNCERTAIN",
        "included:INCLUDED",
        "settled:SETTLED",
    ]


def test_a_call_is_on_record_before_it_is_made(buyer: Buyer, time: Clock, monkeypatch: pytest.MonkeyPatch):
    seen: list[tuple[Any, ...]] = []

    def look_around(signed: Any, honest: Any) -> Answer:
        seen.append((kept().state, kept().calls, kept().call_until - time.now, kept().call_answer))
        return honest.settle(signed)

    liars.install(monkeypatch, look_around)
    settlement.hand_over(sealed(buyer))
    assert seen == [("SETTLING", 1, timedelta(seconds=30), "")]


def test_the_call_is_committed_and_outside_any_transaction(committed: None, buyer: Buyer, monkeypatch: Any):
    connection = transaction.get_connection()
    seen: list[bool] = []
    honest = networks.current().facilitator
    liars.install(monkeypatch, lambda signed, _: seen.append(connection.in_atomic_block) or honest.settle(signed))
    settlement.hand_over(sealed(buyer))
    assert seen == [False]


def test_handing_over_inside_a_transaction_is_a_programming_error(committed: None, buyer: Buyer):
    charge = sealed(buyer)
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        settlement.hand_over(charge)
    assert kept().state == "SEALED"


def test_only_a_sealed_charge_is_handed_over(buyer: Buyer, monkeypatch: pytest.MonkeyPatch):
    liar = liars.install(monkeypatch)
    with pytest.raises(StaleCharge):
        settlement.hand_over(claimed(buyer))
    with pytest.raises(StaleCharge):
        settlement.hand_over(uncertain(buyer))
    assert liar.calls == 1


def test_two_workers_with_one_charge_make_one_call(buyer: Buyer, monkeypatch: pytest.MonkeyPatch):
    liar = liars.install(monkeypatch)
    charge = sealed(buyer)
    twin = Charge.objects.get(pk=charge.pk)
    settlement.hand_over(charge)
    with pytest.raises(StaleCharge):
        settlement.hand_over(twin)
    assert liar.calls == 1


def test_in_the_last_thirty_seconds_nothing_is_handed_over(
    buyer: Buyer, time: Clock, monkeypatch: pytest.MonkeyPatch
):
    liar = liars.install(monkeypatch)
    charge = sealed(buyer, valid_before=time.unix + 60)
    time.advance(31)
    with pytest.raises(settlement.TooLate):
        settlement.hand_over(charge)
    assert (liar.calls, kept().state) == (0, "SEALED")


def test_a_process_that_stood_still_before_its_call_makes_none(buyer: Buyer, time: Clock, monkeypatch: Any):
    liar = liars.install(monkeypatch)
    charge = sealed(buyer)
    next_call = settlement._next_call
    monkeypatch.setattr(settlement, "_next_call", lambda *_: (next_call(*_), time.advance(11))[0])
    settlement.hand_over(charge)
    assert (liar.calls, kept().state, kept().call_answer) == (0, "UNCERTAIN", "unknown")


@pytest.mark.parametrize("fault", liars.FAULTS)
def test_whatever_the_answer_is_it_leads_to_uncertain(buyer: Buyer, fault: str, monkeypatch: pytest.MonkeyPatch):
    liars.install(monkeypatch, liars.FAULTS[fault][0])
    settlement.hand_over(sealed(buyer))
    assert (kept().state, kept().evidence, kept().released_at) == ("UNCERTAIN", None, None)


def test_an_answer_that_comes_after_recovery_is_still_noted(buyer: Buyer, monkeypatch: pytest.MonkeyPatch):
    def slow(signed: Any, honest: Any) -> Answer:
        Charge.objects.update(state=State.UNCERTAIN, stamp="recovered", lease_until=None)
        return honest.settle(signed)

    liars.install(monkeypatch, slow)
    settlement.hand_over(sealed(buyer))
    assert (kept().state, kept().call_answer, story(kept())[-1]) == (
        "UNCERTAIN",
        "settled",
        "settle_answered:UNCERTAIN",
    )


def test_events_and_rows_never_hold_a_signature_but_the_one_column(buyer: Buyer):
    charge = settled(buyer)
    assert charge.signature == kept().signature == ""
    assert "signature" not in str([event.detail for event in selectors.events(charge)])


# -- further calls


def test_a_further_call_waits_for_the_first_ones_lease(buyer: Buyer, time: Clock, monkeypatch: pytest.MonkeyPatch):
    liar = liars.install(monkeypatch, REFUSES)
    charge = uncertain(buyer)
    assert not settlement.call_again(charge)
    time.advance(30)
    assert settlement.call_again(charge)
    assert (liar.calls, kept().calls, kept().state) == (2, 2, "UNCERTAIN")


def test_the_read_that_allows_it_is_on_record_before_the_call(buyer: Buyer, time: Clock, monkeypatch: Any):
    seen: list[list[str]] = []
    note = lambda signed, honest: seen.append(story(kept())[-2:]) or honest.settle(signed)  # noqa: E731
    liars.install(monkeypatch, REFUSES, note)
    charge = uncertain(buyer)
    time.advance(30)
    settlement.call_again(charge)
    assert seen == [["nonce_unused:UNCERTAIN", "settle_called:UNCERTAIN"]]


def test_after_a_further_call_the_charge_is_free_at_once(
    buyer: Buyer, time: Clock, monkeypatch: pytest.MonkeyPatch
):
    liars.install(monkeypatch, REFUSES)
    charge = uncertain(buyer)
    time.advance(30)
    settlement.call_again(charge)
    settlement.record_inclusion(taken(charge), inclusion(charge))
    assert kept().state == "SETTLED"


def test_a_late_answer_does_not_take_another_workers_lease(buyer: Buyer, monkeypatch: pytest.MonkeyPatch):
    def slow(signed: Any, honest: Any) -> Answer:
        Charge.objects.update(state=State.UNCERTAIN, stamp="other")
        return honest.settle(signed)

    liars.install(monkeypatch, slow)
    settlement.hand_over(sealed(buyer))
    assert (kept().stamp, kept().call_answer) == ("other", "settled")


@pytest.mark.parametrize("verdict", [Verdict.SETTLED, Verdict.PENDING])
def test_an_answer_for_good_gets_no_further_call(buyer: Buyer, time: Clock, verdict: Verdict, monkeypatch: Any):
    liar = liars.install(monkeypatch, liars.says(verdict, moves=False))
    charge = uncertain(buyer)
    time.advance(120)
    assert not settlement.call_again(charge)
    assert liar.calls == 1


def test_a_used_nonce_gets_no_further_call(buyer: Buyer, time: Clock, monkeypatch: pytest.MonkeyPatch):
    liar = liars.install(monkeypatch, liars.says(Verdict.REFUSED, moves=True))
    charge = uncertain(buyer)
    time.advance(30)
    assert not settlement.call_again(charge)
    assert liar.calls == 1


def test_no_further_call_near_validbefore(buyer: Buyer, time: Clock, monkeypatch: pytest.MonkeyPatch):
    liar = liars.install(monkeypatch, REFUSES)
    charge = uncertain(buyer, valid_before=time.unix + 60)
    time.advance(31)
    assert not settlement.call_again(charge)
    assert liar.calls == 1


def test_a_call_whose_process_died_may_be_followed_by_another(buyer: Buyer, time: Clock, monkeypatch: Any):
    class Killed(BaseException):
        pass

    liar = liars.install(monkeypatch, liars.breaks(Killed(), moves=False))  # type: ignore[arg-type]
    with pytest.raises(Killed):
        settlement.hand_over(sealed(buyer))
    assert kept().state == "SETTLING"
    time.advance(30)
    Charge.objects.update(state="UNCERTAIN")
    assert settlement.call_again(taken(kept()))
    assert liar.calls == 2


# -- evidence


def inclusion(charge: Charge) -> Inclusion:
    found = settlement.look(charge)
    assert isinstance(found, Inclusion)
    return found


def test_looking_writes_nothing(buyer: Buyer):
    charge = uncertain(buyer)
    before = list(Charge.objects.values())
    assert isinstance(settlement.look(charge), Inclusion)
    assert list(Charge.objects.values()) == before
    assert not Evidence.objects.exists()


def test_evidence_and_release_are_one_transaction_of_the_caller(buyer: Buyer):
    charge = uncertain(buyer)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        assert settlement.record_inclusion(charge, inclusion(charge))
        raise ZeroDivisionError
    assert (kept().state, kept().released_at, Evidence.objects.count()) == ("UNCERTAIN", None, 0)


def test_recording_twice_releases_once(buyer: Buyer, time: Clock):
    charge = uncertain(buyer)
    twin, found = Charge.objects.get(pk=charge.pk), inclusion(charge)
    assert settlement.record_inclusion(charge, found)
    time.advance(9)
    for late in (charge, twin):
        with pytest.raises(StaleCharge):
            settlement.record_inclusion(late, found)
    assert (Evidence.objects.count(), kept().released_at) == (1, time.now - timedelta(seconds=9))


def test_the_sandbox_is_final_at_once(buyer: Buyer):
    charge = settled(buyer)
    assert (charge.state, charge.finality, charge.signature, charge.ring_at) == ("SETTLED", "finalized", "", None)
    assert charge.evidence.transaction.startswith("sandbox:")


def test_a_transfer_pays_for_one_charge_only(buyer: Buyer):
    first = settled(buyer)
    second = uncertain(buyer)
    with pytest.raises(StaleCharge), transaction.atomic():
        settlement.record_inclusion(second, first.evidence.inclusion("finalized"))
    assert Charge.objects.get(pk=second.pk).state == "UNCERTAIN"


def test_a_buyer_who_settles_a_sealed_charge_has_paid(buyer: Buyer, time: Clock):
    charge = sealed(buyer, valid_before=time.unix + 60)
    signature = bytes.fromhex(charge.signature[2:])
    networks.current().facilitator.settle(buyer.sign(charge.authorization))
    assert signature == buyer.sign(charge.authorization).signature
    assert settlement.record_inclusion(charge, inclusion(charge))
    assert story(charge)[2:] == [
        "paid_without_call:SETTLING",
        "recovered:UNCERTAIN",
        "included:INCLUDED",
        "settled:SETTLED",
    ]


# -- finality and reorgs, by what a chain's reader would find


PLACE = Inclusion("0x" + "aa" * 32, 7, "0x" + "bb" * 32, 1_800_000_000, 3, Finality.INCLUDED)


def included(buyer: Buyer, **changes: Any) -> Charge:
    charge = uncertain(buyer, **changes)
    settlement.record_inclusion(charge, PLACE)
    return charge


def test_small_amounts_are_settled_on_inclusion_and_read_again(buyer: Buyer, time: Clock):
    charge = included(buyer)
    assert (charge.state, charge.finality) == ("SETTLED", "included")
    assert charge.ring_at == time.now + timedelta(seconds=60)
    assert charge.signature


def test_larger_amounts_are_released_on_inclusion_and_settled_when_safe(buyer: Buyer):
    charge = included(buyer, amount=1_000_001)
    assert (charge.state, charge.released_at is None) == ("INCLUDED", False)
    assert settlement.record_finality(taken(charge), replace(PLACE, finality=Finality.SAFE))
    assert (kept().state, kept().finality) == ("SETTLED", "safe")


@pytest.mark.parametrize("policy", ["safe", "finalized"])
def test_a_stricter_policy_waits(buyer: Buyer, policy: str, settings: Any):
    settings.FINALITY = policy
    charge = included(buyer)
    assert charge.state == "INCLUDED"
    settlement.record_finality(taken(charge), replace(PLACE, finality=Finality(policy)))
    assert kept().state == "SETTLED"


def test_once_finalized_it_is_read_no_more(buyer: Buyer):
    included(buyer)
    for _ in range(2):
        assert settlement.record_finality(kept(), replace(PLACE, finality=Finality.FINALIZED))
    assert story(kept()).count("finality:SETTLED") == 1
    assert (kept().finality, kept().ring_at, kept().signature) == ("finalized", None, "")


def test_another_place_is_not_taken_for_the_same(buyer: Buyer):
    charge = included(buyer)
    for other in (replace(PLACE, block_hash="0x" + "cc" * 32), replace(PLACE, log_index=4)):
        assert not settlement.record_finality(charge, other)


def test_a_reorg_leads_back_to_uncertain_and_takes_back_nothing(buyer: Buyer):
    charge = included(buyer)
    released = charge.released_at
    settlement.record_reorg(taken(charge))
    assert (kept().state, kept().evidence, kept().finality, kept().released_at) == (
        "UNCERTAIN",
        None,
        "",
        released,
    )


def test_included_again_elsewhere_it_is_new_evidence_and_no_new_release(buyer: Buyer, time: Clock):
    charge = included(buyer)
    released = charge.released_at
    time.advance(30)
    settlement.record_reorg(charge)
    assert not settlement.record_inclusion(charge, replace(PLACE, block_hash="0x" + "cc" * 32))
    assert (kept().released_at, kept().evidence.block_hash) == (released, "0x" + "cc" * 32)
    assert Evidence.objects.count() == 2


def test_a_block_that_comes_back_is_the_evidence_it_was(buyer: Buyer):
    charge = included(buyer)
    settlement.record_reorg(charge)
    settlement.record_inclusion(charge, PLACE)
    assert (kept().evidence.block_hash, Evidence.objects.count()) == (PLACE.block_hash, 1)


def test_a_reorged_charge_does_not_stand_in_the_way_of_a_new_one(buyer: Buyer):
    charge = included(buyer, request=REQUEST)
    second = claimed(buyer, request=REQUEST)
    settlement.record_reorg(charge)
    assert second.state == "CLAIMED"


# -- proof of not being paid


def expire(charge: Charge, time: Clock) -> Refutation:
    time.advance(charge.valid_before - time.unix)
    found = settlement.look(charge)
    assert isinstance(found, Refutation)
    return found


@pytest.mark.parametrize("make", [sealed, uncertain])
def test_expiry_is_proof(buyer: Buyer, time: Clock, make: Any, monkeypatch: pytest.MonkeyPatch):
    liars.install(monkeypatch, REFUSES)
    charge = make(buyer)
    settlement.record_not_settled(charge, expire(charge, time))
    assert (kept().state, kept().cause, kept().signature, kept().ring_at) == ("NOT_SETTLED", "expired", "", None)
    assert selectors.events(kept())[-1].detail["block_time"] == time.unix


def test_other_disproofs_keep_the_charge_watched_until_expiry(buyer: Buyer):
    charge = sealed(buyer)
    settlement.record_not_settled(
        charge, Refutation(Disproof.CANCELLED, 9, "0x" + "cc" * 32, 1_800_000_000, "0x1")
    )
    assert (kept().cause, kept().ring_at.timestamp()) == ("cancelled", charge.valid_before)


def test_a_claim_is_voided_not_disproved(buyer: Buyer, time: Clock):
    charge = claimed(buyer, valid_before=time.unix + 60)
    with pytest.raises(StaleCharge):
        settlement.record_not_settled(charge, expire(charge, time))


def test_before_the_proof_there_is_nothing_to_record(buyer: Buyer):
    assert settlement.look(sealed(buyer)) == Undecided(nonce_used=False)


def test_the_database_refuses_paid_without_evidence(buyer: Buyer):
    charge = uncertain(buyer)
    with pytest.raises(IntegrityError), transaction.atomic():
        Charge.objects.filter(pk=charge.pk).update(state="INCLUDED", finality="included")
    assert lease(charge.reference, 5) is None
