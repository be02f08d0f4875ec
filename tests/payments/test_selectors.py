from __future__ import annotations

from dataclasses import replace

import pytest

from payments import rows, selectors, services, settlement
from payments.core.evidence import Finality, Inclusion
from payments.core.states import VoidCause
from payments.core.terms import TERMS
from payments.models import Charge
from tests.payments.buyer import Buyer
from tests.payments.conftest import REQUEST, Clock, claimed, sealed, settled, uncertain

pytestmark = pytest.mark.django_db


def test_a_charge_is_found_by_its_reference(buyer: Buyer):
    charge = claimed(buyer)
    assert selectors.by_reference(charge.reference) == charge
    assert selectors.by_reference("chk_unknown") is None


def test_an_authorization_is_its_network_asset_payer_and_nonce(buyer: Buyer):
    charge = claimed(buyer)
    signed = buyer.sign(charge.authorization)
    assert selectors.by_authorization(signed) == charge
    for other in (
        replace(signed, terms=TERMS["eip155:84532"]),
        replace(signed, authorization=replace(signed.authorization, payer="0x" + "11" * 20)),
        replace(signed, authorization=replace(signed.authorization, nonce="0x" + "11" * 32)),
    ):
        assert selectors.by_authorization(other) is None


@pytest.mark.parametrize(
    "changes",
    [{"amount": 50_000}, {"pay_to": "0x" + "77" * 20}, {"valid_after": 5}, {"valid_before": 9_999_999_999}],
)
def test_the_same_authorization_means_all_six_fields(buyer: Buyer, changes: dict):
    charge = claimed(buyer, request=REQUEST)
    signed = buyer.sign(charge.authorization)
    assert selectors.same_request(charge, signed, REQUEST)
    assert not selectors.same_request(charge, buyer.sign(replace(signed.authorization, **changes)), REQUEST)


def test_the_same_authorization_for_another_request_is_not_the_same(buyer: Buyer):
    charge = claimed(buyer, request=REQUEST)
    assert not selectors.same_request(charge, buyer.sign(charge.authorization), "0f" * 32)


def test_a_key_is_found_for_its_payer_only(buyer: Buyer):
    charge = claimed(buyer, key="order-1")
    assert selectors.by_key(buyer.sign(), "order-1") == charge
    assert selectors.by_key(buyer.sign(), "order-2") is None
    assert selectors.by_key(Buyer().sign(), "order-1") is None


def test_no_key_finds_nothing(buyer: Buyer):
    claimed(buyer)
    assert selectors.by_key(buyer.sign(), "") is None


def test_a_void_charge_has_freed_its_key(buyer: Buyer):
    charge = claimed(buyer, key="order-1", request=REQUEST)
    services.void(charge, VoidCause.CRITERION_FAILED)
    assert selectors.by_key(buyer.sign(), "order-1") is None
    assert selectors.unfinished(buyer.sign(), REQUEST) is None


@pytest.mark.parametrize("make", [claimed, sealed, uncertain])
def test_an_open_charge_is_found_by_its_request(buyer: Buyer, make):
    charge = make(buyer, request=REQUEST)
    assert selectors.unfinished(buyer.sign(), REQUEST) == charge
    assert selectors.unfinished(buyer.sign(), "0f" * 32) is None
    assert selectors.unfinished(Buyer().sign(), REQUEST) is None


def test_a_released_charge_is_not_open(buyer: Buyer):
    charge = settled(buyer, request=REQUEST)
    assert selectors.unfinished(buyer.sign(), REQUEST) == charge
    services.mark_handed_over(charge.reference)
    assert selectors.unfinished(buyer.sign(), REQUEST) is None


def test_an_open_charge_comes_before_one_that_was_not_fetched(buyer: Buyer):
    settled(buyer, request=REQUEST)
    charge = claimed(buyer, request=REQUEST)
    assert selectors.unfinished(buyer.sign(), REQUEST) == charge


def test_a_released_charge_is_not_open_even_after_a_reorg(buyer: Buyer):
    charge = uncertain(buyer, request=REQUEST)
    place = Inclusion("0x" + "aa" * 32, 7, "0x" + "bb" * 32, 1_800_000_000, 3, Finality.INCLUDED)
    settlement.record_inclusion(charge, place)
    settlement.record_reorg(charge)
    services.mark_handed_over(charge.reference)
    assert charge.state == "UNCERTAIN"
    assert selectors.unfinished(buyer.sign(), REQUEST) is None


def test_a_release_that_never_reached_its_buyer_is_found_for_an_hour(buyer: Buyer, time: Clock):
    charge = settled(buyer, request=REQUEST)
    assert selectors.unfinished(buyer.sign(), REQUEST) == charge
    time.advance(3600)
    assert selectors.unfinished(buyer.sign(), REQUEST) == charge
    time.advance(1)
    assert selectors.unfinished(buyer.sign(), REQUEST) is None


def test_once_handed_over_it_is_sold_anew(buyer: Buyer):
    charge = settled(buyer, request=REQUEST)
    services.mark_handed_over(charge.reference)
    assert selectors.unfinished(buyer.sign(), REQUEST) is None


def test_nobody_elses_release_is_given_away(buyer: Buyer):
    settled(buyer, request=REQUEST)
    assert selectors.unfinished(Buyer().sign(), REQUEST) is None
    assert selectors.unfinished(buyer.sign(), "0f" * 32) is None


# -- limits


def room(buyer: Buyer, client: str = "c9") -> bool:
    free = selectors.retry_after(buyer.address.lower(), client) is None
    assert bool(rows.execute(*selectors.full(buyer.address.lower(), client))) != free
    return free


def test_a_payer_has_two_checks_under_a_live_lease(buyer: Buyer, time: Clock):
    for _ in range(2):
        assert room(buyer)
        claimed(buyer, lease_s=30)
    assert not room(buyer)
    assert room(Buyer())
    time.advance(30)
    assert room(buyer)


def test_checks_that_wait_do_not_count(buyer: Buyer):
    for _ in range(3):
        claimed(buyer, lease_s=0)
    assert room(buyer)


def voided(buyer: Buyer, count: int) -> None:
    for _ in range(count):
        services.void(claimed(buyer), VoidCause.CRITERION_FAILED)


def test_thirty_void_charges_an_hour_are_enough_for_a_payer(buyer: Buyer, time: Clock):
    voided(buyer, 29)
    assert room(buyer)
    time.advance(600)
    voided(buyer, 1)
    assert selectors.retry_after(buyer.address.lower(), "c9") == 3000
    time.advance(2999)
    assert selectors.retry_after(buyer.address.lower(), "c9") == 1
    time.advance(1)
    assert room(buyer)


def test_thirty_void_charges_an_hour_are_enough_for_a_client_address(buyer: Buyer):
    for _ in range(30):
        voided(Buyer(), 1)
    assert not room(buyer, client="c1")
    assert room(buyer, client="c2")
    assert room(buyer, client="")


def test_events_come_in_order(buyer: Buyer):
    charge = settled(buyer)
    assert [event.seq for event in selectors.events(charge)] == [1, 2, 3, 4, 5, 6]
    assert Charge.objects.count() == 1
