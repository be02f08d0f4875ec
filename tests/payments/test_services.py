from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from payments import networks, selectors, services, settlement
from payments.core.authorization import Authorization
from payments.core.evidence import Refutation
from payments.core.states import Disproof, State, VoidCause
from payments.models import Charge, Deployment
from payments.ports import Standing
from payments.rows import Unit
from payments.transitions import StaleCharge
from tests.payments.buyer import PAY_TO, ROUTE, Buyer, encoded, payload
from tests.payments.conftest import REQUEST, SEAL, Clock, claimed, lease, refused, sealed, settled, taken

pytestmark = pytest.mark.django_db


# -- at the door


def test_a_good_payment_passes_every_check(buyer: Buyer):
    presented = services.read(encoded(payload(buyer.sign())))
    services.check_signature(presented.signed)
    services.check_offer(presented, services.offers(ROUTE))
    assert services.check_funds(presented.signed.authorization) == Standing(0, False, 100_000_000)
    assert not Charge.objects.exists()


def test_offers_follow_the_settings(settings: Any):
    settings.PAY_TO = "0x" + "5b" * 20
    offers = services.offers(ROUTE)
    assert [offer.amount for offer in offers] == [10_000, 50_000, 250_000]
    assert {offer.requirements()["payTo"] for offer in offers} == {"0x" + "5b" * 20}
    assert [offer.amount for offer in services.offers(ROUTE, 77_000)] == [77_000]


def test_a_signature_of_another_key_is_refused(buyer: Buyer):
    forged = replace(Buyer().sign(), authorization=buyer.authorization())
    assert refused(services.check_signature, forged) == "invalid_signature"


def test_a_smart_wallets_signature_is_refused(buyer: Buyer):
    long = replace(buyer.sign(), signature=b"\x02" * 130)
    assert refused(services.check_signature, long) == "smart_wallet_unsupported"


def test_signature_bytes_on_record_are_not_checked_again(buyer: Buyer, monkeypatch: pytest.MonkeyPatch):
    signed = buyer.sign()
    services.claim(signed, reference="chk_x", route=ROUTE, request_sha256=REQUEST, height=0)
    monkeypatch.setattr("payments.adapters.signature.signer", lambda *_: None)
    known = selectors.by_authorization(signed)
    services.check_signature(signed, known)
    changed = replace(signed, authorization=replace(signed.authorization, amount=20_000))
    assert refused(services.check_signature, changed, known) == "invalid_signature"


def test_a_window_and_an_amount_are_checked_with_the_offer(buyer: Buyer, time: Clock):
    late = services.read(encoded(payload(buyer.sign(valid_before=time.unix + 44))))
    assert refused(services.check_offer, late, services.offers(ROUTE)) == "expired"
    odd = services.read(encoded(payload(buyer.sign(amount=10_001))))
    assert refused(services.check_offer, odd, services.offers(ROUTE)) == "amount_mismatch"


def test_a_used_nonce_is_refused(buyer: Buyer):
    signed = buyer.sign()
    networks.current().facilitator.settle(signed)
    assert refused(services.check_funds, signed.authorization) == "nonce_used"


def test_a_balance_below_the_amount_is_refused(buyer: Buyer):
    networks.current().facilitator.settle(buyer.sign(amount=99_995_000))
    assert refused(services.check_funds, buyer.authorization()) == "insufficient_funds"
    services.check_funds(buyer.authorization(amount=5_000))


# -- the claim


def test_a_claim_is_one_row_with_its_event(buyer: Buyer, time: Clock):
    charge = claimed(buyer, lease_s=0)
    kept = Charge.objects.get()
    assert (kept.state, kept.attempts, kept.lease_until) == (State.CLAIMED, 0, None)
    assert kept.authorization == charge.authorization
    event = selectors.events(kept)[0]
    assert (event.seq, event.from_state, event.to_state, event.cause) == (1, "", "CLAIMED", "claimed")
    assert (kept.network, kept.chain) == ("sandbox", "eip155:84532")


def test_a_claim_may_come_leased(buyer: Buyer, time: Clock):
    charge = claimed(buyer, lease_s=20)
    assert (charge.attempts, charge.lease_until) == (1, time.now + timedelta(seconds=20))
    assert lease(charge.reference, 20) is None
    time.advance(20)
    assert lease(charge.reference, 20) is not None


def claim(signed, request: str = REQUEST, key: str = "", reference: str = "chk_second") -> Charge:
    return services.claim(
        signed, reference=reference, route=ROUTE, request_sha256=request, height=0, idempotency_key=key
    )


def test_an_authorization_is_claimed_once_whatever_it_pays_for(buyer: Buyer):
    signed = buyer.sign()
    first = claim(signed, reference="chk_first")
    with pytest.raises(services.AlreadyClaimed) as caught:
        claim(signed, request="0f" * 32)
    assert caught.value.charge == first
    other_amount = buyer.sign(replace(signed.authorization, amount=50_000))
    with pytest.raises(services.AlreadyClaimed):
        claim(other_amount, request="0f" * 32)


def test_an_idempotency_key_is_the_payers_own(buyer: Buyer):
    first = claim(buyer.sign(), key="order-1", reference="chk_first")
    with pytest.raises(services.KeyTaken) as caught:
        claim(buyer.sign(), request="0f" * 32, key="order-1")
    assert caught.value.charge == first
    claim(Buyer().sign(), request="0f" * 32, key="order-1")


@pytest.mark.parametrize("cause", list(VoidCause))
def test_a_void_charge_frees_its_key_and_its_request(buyer: Buyer, cause: VoidCause):
    first = claim(buyer.sign(), key="order-1", reference="chk_first")
    services.void(first, cause)
    assert claim(buyer.sign(), key="order-1").reference == "chk_second"


def test_without_a_key_requests_may_differ(buyer: Buyer):
    claim(buyer.sign(), request="0e" * 32, reference="chk_first")
    claim(buyer.sign(), request="0f" * 32)
    assert Charge.objects.count() == 2


def test_one_open_charge_for_a_payers_request(buyer: Buyer):
    first = claim(buyer.sign(), reference="chk_first")
    with pytest.raises(services.RequestOpen) as caught:
        claim(buyer.sign())
    assert caught.value.charge == first
    claim(Buyer().sign())


def test_a_settled_request_can_be_bought_again(buyer: Buyer):
    settled(buyer, request=REQUEST)
    assert claim(buyer.sign()).state == State.CLAIMED


def test_a_lost_claim_leaves_the_callers_transaction_usable(buyer: Buyer):
    signed = buyer.sign()
    claim(signed, reference="chk_first")
    with transaction.atomic():
        with pytest.raises(services.AlreadyClaimed):
            claim(signed)
        assert Charge.objects.count() == 1


def test_the_first_claim_makes_the_database_remember_its_network(buyer: Buyer, settings: Any):
    claim(buyer.sign(), reference="chk_first")
    assert Deployment.objects.values_list("network", "pay_to").get() == ("sandbox", PAY_TO)
    settings.PAY_TO = "0x" + "5b" * 20
    with pytest.raises(networks.WrongDeployment):
        claim(buyer.sign(), request="0f" * 32)
    assert Charge.objects.count() == 1


# -- leases, seal, void


def test_a_lease_is_held_by_one_until_it_runs_out(buyer: Buyer, time: Clock):
    charge = claimed(buyer, lease_s=0)
    first = lease(charge.reference, 10)
    assert first is not None
    assert lease(charge.reference, 10) is None
    time.advance(10)
    second = lease(charge.reference, 10)
    assert second is not None
    assert (second.attempts, second.stamp != first.stamp) == (2, True)


def test_three_leases_are_all_a_claim_gets(buyer: Buyer, time: Clock):
    charge = claimed(buyer, lease_s=0)
    for _ in range(3):
        assert lease(charge.reference, 10)
        time.advance(11)
    assert lease(charge.reference, 10) is None


def test_from_sealed_on_no_count_ends_anything(buyer: Buyer, time: Clock):
    reference = sealed(buyer).reference
    for _ in range(20):
        time.advance(100)
        assert lease(reference, 10)


def test_a_lease_is_for_the_row_that_was_read(buyer: Buyer):
    charge = claimed(buyer, lease_s=0)
    twin = Charge.objects.get(pk=charge.pk)
    services.seal(charge, SEAL)
    assert not services.lease(twin, 10)
    assert services.lease(charge, 10)


def test_of_two_that_read_the_same_row_one_gets_the_lease(buyer: Buyer):
    charge = claimed(buyer, lease_s=0)
    twin = Charge.objects.get(pk=charge.pk)
    assert [services.lease(charge, 10), services.lease(twin, 10)] == [True, False]


def test_an_object_of_a_rolled_back_step_changes_nothing_any_more(buyer: Buyer):
    charge = claimed(buyer, lease_s=0)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        services.lease(charge, 10)
        raise ZeroDivisionError
    assert lease(charge.reference, 10)  # another worker, with the same count of attempts
    with pytest.raises(StaleCharge):
        services.wait(charge)


def test_a_worker_whose_lease_was_taken_over_can_seal_nothing(buyer: Buyer, time: Clock):
    slow = claimed(buyer, lease_s=10)
    time.advance(10)
    quick = taken(slow)
    with pytest.raises(StaleCharge):
        services.seal(slow, "0e" * 32)
    services.seal(quick, SEAL)
    assert Charge.objects.get().sealed_sha256 == SEAL


def test_a_worker_without_a_lease_is_told_that_the_state_has_moved_on(buyer: Buyer):
    charge = claimed(buyer, lease_s=0)
    twin = Charge.objects.get(pk=charge.pk)
    services.seal(charge, SEAL)
    with pytest.raises(StaleCharge):
        services.void(twin, VoidCause.ABANDONED)


def test_sealing_twice_is_refused(buyer: Buyer):
    charge = sealed(buyer)
    with pytest.raises(StaleCharge):
        services.seal(charge, "0e" * 32)


def test_sealing_ends_the_lease_and_counts_anew(buyer: Buyer):
    services.seal(claimed(buyer), SEAL)
    kept = Charge.objects.get()
    assert (kept.state, kept.attempts, kept.lease_until) == ("SEALED", 0, None)
    assert kept.sealed_at is not None


def test_a_rollback_of_the_callers_transaction_takes_the_seal_back(buyer: Buyer):
    charge = claimed(buyer)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        services.seal(charge, SEAL)
        raise ZeroDivisionError
    kept = Charge.objects.get()
    assert (kept.state, kept.sealed_sha256, len(selectors.events(kept))) == ("CLAIMED", "", 1)
    with pytest.raises(StaleCharge):
        services.seal(charge, SEAL)


def test_a_void_charge_has_a_cause_and_no_signature(buyer: Buyer):
    charge = claimed(buyer)
    services.void(charge, VoidCause.CRITERION_FAILED)
    kept = Charge.objects.get()
    assert (kept.state, kept.cause, kept.signature) == ("VOID", "criterion_failed", "")
    assert kept.ring_at.timestamp() == kept.valid_before
    with pytest.raises(StaleCharge):
        services.void(kept, VoidCause.ABANDONED)


def test_a_sealed_charge_can_not_be_voided(buyer: Buyer):
    with pytest.raises(StaleCharge):
        services.void(sealed(buyer), VoidCause.SERVICE_FAULT)


def test_waiting_gives_the_lease_back_and_doubles(buyer: Buyer, time: Clock):
    charge = sealed(buyer)
    for pause in (2, 4, 8, 16, 32, 60, 60):
        services.wait(charge)
        assert (Charge.objects.get().ring_at - time.now).total_seconds() == pause
        charge = taken(charge)


def test_a_process_that_can_not_do_the_work_spends_no_attempt(buyer: Buyer, time: Clock):
    charge = claimed(buyer, lease_s=0)
    for _ in range(5):
        services.wait(taken(charge), tried=False)
    services.wait(taken(charge))
    assert Charge.objects.get().attempts == 1


# -- the result in the buyer's hands


def test_a_hand_over_is_noted_once(buyer: Buyer, time: Clock):
    charge = settled(buyer)
    assert services.mark_handed_over(charge.reference)
    first = Charge.objects.get().handed_over_at
    time.advance(5)
    assert not services.mark_handed_over(charge.reference)
    assert Charge.objects.get().handed_over_at == first


def test_what_is_not_released_is_not_handed_over(buyer: Buyer):
    assert not services.mark_handed_over(sealed(buyer).reference)


def test_who_looks_again_by_itself_leaves_the_bell_alone(buyer: Buyer, time: Clock):
    charge = sealed(buyer)
    bell = Charge.objects.get().ring_at
    for _ in range(5):
        services.wait(charge, bell=False)
        assert Charge.objects.values_list("ring_at", "waits", "lease_until").get() == (bell, 0, None)
        charge = taken(charge)


def test_money_that_is_under_way_can_not_pay_again(buyer: Buyer):
    claimed(buyer, amount=60_000_000)
    assert refused(reserved, buyer.authorization(amount=40_000_001)) == "insufficient_funds"
    reserved(buyer.authorization(amount=40_000_000))


def reserved(authorization: Authorization) -> None:
    with Unit() as unit:
        services.queue_up(unit, authorization.payer)
        services.reserve(unit, authorization, services.check_funds(authorization).balance)


def test_charges_that_were_not_settled_count_like_voids(buyer: Buyer, time: Clock):
    for _ in range(selectors.MAX_VOIDED):
        settlement.record_not_settled(sealed(buyer), Refutation(Disproof.EXPIRED, 1, "0x" + "00" * 32, time.unix))
    assert selectors.retry_after(buyer.address.lower(), "") == 3_600
