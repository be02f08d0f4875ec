from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from payments import books, clock, networks, reconcile, refunds, settlement
from payments.adapters import signature
from payments.books import Declined, Total, What
from payments.core.states import OPEN
from payments.models import Acknowledgement, BooksRead, Charge, Deployment, Received, SandboxTransfer
from payments.ports import LedgerUnavailable
from tests.payments import ledgers, scratch
from tests.payments.buyer import PAY_TO, Buyer
from tests.payments.conftest import claimed, drop_every_trigger, sealed, settled, uncertain
from tests.payments.ledgers import Shelf, moved, paid, voided

pytestmark = pytest.mark.django_db
ELSEWHERE = signature.checksum("0x" + "5b" * 20)
ONE = Total(1, 10_000)


def orphans() -> list[tuple[str, str]]:
    """What has no counterpart, and the charge it names, after a reading."""
    return [(orphan.what, orphan.charge) for orphan in books.balance(books.read()).orphans]


def stranger() -> SandboxTransfer:
    """Money that reaches us outside any charge."""
    networks.current().facilitator.settle(Buyer().sign(amount=7))
    return SandboxTransfer.objects.latest("id")


def late(buyer: Buyer) -> Charge:
    """Its work failed, the money came all the same, and the watch has seen it."""
    signed = buyer.sign()
    charge = voided(claimed(buyer, authorization=signed.authorization))
    networks.current().facilitator.settle(signed)
    reconcile.record_watch(charge, settlement.look(charge))
    return charge


@pytest.fixture
def chain(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Any:
    return lambda *moves, **options: ledgers.install(monkeypatch, settings, Shelf(*moves, **options))


# -- what balances -------------------------------------------------------------------------------


def test_nothing_was_claimed_and_nothing_is_read():
    found = books.balance(books.read())
    assert (found.paid, found.orphans) == (Total(), ())
    assert not BooksRead.objects.exists()


def test_each_transfer_pays_one_charge(buyer: Buyer):
    for _ in range(3):
        settled(buyer)
    found = books.balance(books.read())
    assert (found.paid, found.orphans) == (Total(3, 30_000), ())


def test_a_second_reading_copies_nothing_anew(buyer: Buyer):
    settled(buyer)
    books.read()
    before = list(Received.objects.values())
    settled(buyer)
    books.read()
    assert list(Received.objects.order_by("id").values())[:1] == before
    assert Received.objects.count() == 2


def test_the_sandbox_is_read_from_the_beginning_each_time(buyer: Buyer):
    settled(buyer)
    books.read()
    BooksRead.objects.update(height=10**6)  # as if a later row had been committed before an earlier one
    settled(buyer)
    assert orphans() == []
    assert BooksRead.objects.get().height == 10**6


def test_what_is_seen_while_the_ledger_is_read_waits_for_the_next_reading(buyer: Buyer):
    settled(buyer)
    BooksRead.objects.create(pk=PAY_TO, height=10**9)
    assert books.balance(clock.now() - timedelta(minutes=1)).orphans == ()
    assert books.balance().orphans[0].what is What.UNBACKED


# -- what does not -------------------------------------------------------------------------------


def test_money_without_a_charge(buyer: Buyer):
    settled(buyer)
    sent = stranger()
    (orphan,) = books.balance(books.read()).orphans
    assert (orphan.what, orphan.transaction, orphan.log_index) == (What.UNEXPLAINED, sent.transaction, 0)
    assert (orphan.amount, orphan.payer, orphan.charge) == (7, sent.payer, "")


def test_money_of_a_charge_that_is_under_way_names_it(buyer: Buyer):
    charge = uncertain(buyer)
    assert orphans() == [(What.UNEXPLAINED, charge.reference)]
    settlement.record_inclusion(charge, settlement.look(charge))
    assert orphans() == []


def test_a_charge_whose_money_is_not_there(buyer: Buyer, chain: Any):
    shelf = chain()
    charge = settled_on(shelf, buyer, 5)
    shelf.moves.clear()
    assert orphans() == [(What.UNBACKED, charge.reference)]
    BooksRead.objects.update(height=0)  # above the block that was read nothing is said
    assert books.balance().orphans == ()


@pytest.mark.parametrize("other", [{"amount": 9_999}, {"payer": ledgers.PAYER}, {"pay_to": ELSEWHERE.lower()}])
def test_a_charge_whose_money_is_another(buyer: Buyer, other: dict[str, Any]):
    charge = settled(buyer)
    books.read()
    drop_every_trigger()
    Received.objects.update(**other)
    assert [(each.what, each.charge) for each in books.balance().orphans] == [(What.UNBACKED, charge.reference)]


def test_a_charge_that_leans_on_the_money_of_another(buyer: Buyer):
    first, second = settled(buyer), settled(buyer)
    drop_every_trigger()
    Charge.objects.filter(pk=second.pk).update(evidence=first.evidence)
    assert orphans() == [(What.UNEXPLAINED, ""), (What.UNBACKED, second.reference)]


def test_money_that_came_for_nothing_is_due_until_it_is_paid_back(buyer: Buyer):
    charge = late(buyer)
    assert orphans() == [(What.DUE, charge.reference)]
    assert books.balance().owed == ONE
    refunds.pay_back(charge)
    assert orphans() == []
    assert (books.balance().owed, books.balance().refunded) == (ONE, ONE)


def test_a_refund_that_the_ledger_shows_is_confirmed_once(buyer: Buyer, chain: Any):
    shelf = chain()
    charge = settled_on(shelf, buyer, 5)
    shelf.moves.append(back := ledgers.refund_of(charge, 9))
    refunds.record(charge, back.place.transaction)
    shelf.asked.clear()
    assert [orphans(), orphans()] == [[], []]
    assert shelf.asked.count(back.place.transaction) == 1


def test_a_refund_that_the_ledger_does_not_show_any_more(buyer: Buyer, chain: Any):
    shelf = chain()
    charge = settled_on(shelf, buyer, 5)
    shelf.moves.append(back := ledgers.refund_of(charge, 9))
    refunds.record(charge, back.place.transaction)
    shelf.moves[-1] = replace(back, place=replace(back.place, block_hash="0x" + "cc" * 32))
    assert [orphans(), orphans()] == [[(What.UNCONFIRMED, charge.reference)]] * 2


def settled_on(shelf: Shelf, buyer: Buyer, block: int) -> Charge:
    """A charge whose money is in this block of the shelf."""
    charge = sealed(buyer)
    shelf.moves.append(paid(charge, block))
    settlement.record_inclusion(charge, paid(charge, block).place)
    return charge


# -- how the ledger is read ----------------------------------------------------------------------


def claimed_at(buyer: Buyer, height: int) -> Charge:
    charge = claimed(buyer)
    drop_every_trigger()
    Charge.objects.filter(pk=charge.pk).update(claim_height=height)
    return charge


def test_a_chain_is_read_in_pieces_from_the_first_claim_on(buyer: Buyer, chain: Any):
    shelf = chain(final=4_999)
    claimed_at(buyer, 1_000)
    claimed_at(buyer, 3_000)
    books.read()
    assert shelf.asked == [(936, 2_935), (2_936, 4_935), (4_936, 4_999)]
    shelf.final = 5_001
    books.read()
    books.read()
    assert shelf.asked[3:] == [(5_000, 5_001)]


def test_what_was_read_before_the_ledger_failed_stays(buyer: Buyer, chain: Any):
    shelf = chain(moved(5), moved(2_500), final=4_999, fails_after=1)
    claimed(buyer)
    with pytest.raises(LedgerUnavailable):
        books.read()
    assert (BooksRead.objects.get().height, Received.objects.get().block_number) == (1_999, 5)
    shelf.fails_after = 10**9
    books.read()
    assert (BooksRead.objects.get().height, Received.objects.count()) == (4_999, 2)


def test_former_addresses_are_read_on(buyer: Buyer, chain: Any):
    former = ELSEWHERE.lower()
    chain(moved(5), moved(6, pay_to=former))
    claimed(buyer, pay_to=former)
    claimed(buyer)
    books.read()
    assert set(BooksRead.objects.values_list("pay_to", "height")) == {(PAY_TO, 100), (former, 100)}
    assert Received.objects.count() == 2


def test_more_than_the_database_can_hold_is_no_transfer(buyer: Buyer, chain: Any):
    chain(moved(5, amount=2**63))
    claimed(buyer)
    with pytest.raises(LedgerUnavailable):
        books.read()
    assert not BooksRead.objects.exists()


def test_a_transfer_of_nothing_is_money_without_a_charge_too(buyer: Buyer, chain: Any):
    chain(moved(5, amount=0))
    claimed(buyer)
    assert orphans() == [(What.UNEXPLAINED, "")]


def test_another_networks_ledger_is_not_read_into_these_books(buyer: Buyer, chain: Any):
    claimed(buyer)
    shelf = chain()
    with pytest.raises(networks.WrongDeployment):
        books.read()
    assert shelf.asked == []


def test_the_number_of_queries_does_not_grow(buyer: Buyer):
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            books.balance(books.read())
        return len(captured)

    def more(count: int) -> None:
        for _ in range(count):
            stranger(), late(buyer), settled(buyer)

    more(1)
    books.read()
    more(1)
    few = queries()
    more(4)
    assert queries() == few


# -- acknowledging -------------------------------------------------------------------------------


def test_an_acknowledged_transfer_is_no_orphan(buyer: Buyer):
    settled(buyer)
    sent = stranger()
    books.read()
    books.acknowledge(sent.transaction, 0, " a test transfer ")
    assert orphans() == []
    assert books.balance().acknowledged == Total(1, 7)
    assert Acknowledgement.objects.get().reason == "a test transfer"


def declined(call: Any, *args: Any) -> str:
    with pytest.raises(Declined) as caught:
        call(*args)
    return str(caught.value)


def test_only_a_transfer_without_a_charge_is_acknowledged_and_once(buyer: Buyer):
    charge, owed, sent = settled(buyer), late(buyer), stranger()
    books.read()
    assert "no such transfer" in declined(books.acknowledge, sent.transaction, 1, "why")
    assert "Say why" in declined(books.acknowledge, sent.transaction, 0, " ")
    for kept in (charge.evidence, owed.refund_due.evidence):
        assert "for a charge" in declined(books.acknowledge, kept.transaction, 0, "why")
    books.acknowledge(sent.transaction, 0, "why")
    assert "already: why" in declined(books.acknowledge, sent.transaction, 0, "again")


# -- another pay-to address ----------------------------------------------------------------------


def test_new_charges_are_made_out_to_the_new_address(buyer: Buyer, settings: Any):
    charge = settled(buyer)
    books.new_pay_to(ELSEWHERE)
    with pytest.raises(networks.WrongDeployment):
        claimed(buyer)
    settings.PAY_TO = ELSEWHERE
    settled(buyer, pay_to=ELSEWHERE.lower())
    assert Charge.objects.get(pk=charge.pk).pay_to == PAY_TO
    assert (orphans(), books.balance().paid) == ([], Total(2, 20_000))


def test_the_books_of_a_new_address_begin_at_the_finalized_block(buyer: Buyer, chain: Any):
    shelf = chain(moved(50, pay_to=ELSEWHERE.lower()), moved(150, pay_to=ELSEWHERE.lower()))
    settled_on(shelf, buyer, 5)
    books.new_pay_to(ELSEWHERE)
    shelf.final = 200
    books.read()
    assert set(Received.objects.values_list("block_number", flat=True)) == {5, 150}


def test_an_address_that_had_charges_keeps_its_books(buyer: Buyer, chain: Any):
    shelf = chain()
    settled_on(shelf, buyer, 5)
    books.new_pay_to(ELSEWHERE)
    books.new_pay_to(signature.checksum(PAY_TO))
    assert orphans() == []
    assert Received.objects.get().block_number == 5


@pytest.mark.parametrize("state", OPEN)
def test_no_new_address_while_a_charge_is_open(buyer: Buyer, state: str):
    charge = uncertain(buyer)
    drop_every_trigger()
    seal = "" if state == "CLAIMED" else charge.sealed_sha256
    Charge.objects.update(state=state, sealed_sha256=seal)
    assert "open: 1" in declined(books.new_pay_to, ELSEWHERE)
    assert Deployment.objects.get().pay_to == PAY_TO


def test_an_address_that_is_not_checksummed_or_nothing_new_is_declined(buyer: Buyer):
    assert "Nothing was claimed" in declined(books.new_pay_to, ELSEWHERE)
    settled(buyer)
    for address in (ELSEWHERE.lower(), ELSEWHERE.swapcase(), ELSEWHERE[:-1], "", "0x" + "0" * 39 + "g"):
        assert "EIP-55" in declined(books.new_pay_to, address)
    assert "already" in declined(books.new_pay_to, signature.checksum(PAY_TO))


def test_without_the_ledger_the_address_stays(buyer: Buyer, chain: Any, monkeypatch: pytest.MonkeyPatch):
    shelf = chain()
    settled_on(shelf, buyer, 5)
    monkeypatch.setattr(shelf, "final_height", unavailable)
    with pytest.raises(LedgerUnavailable):
        books.new_pay_to(ELSEWHERE)
    assert Deployment.objects.get().pay_to == PAY_TO


def unavailable() -> int:
    raise LedgerUnavailable


# -- at the same time, in real commits -----------------------------------------------------------


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def together(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What came of each story of `bookkeepers`."""
    if request.param == "postgresql":
        scratch.need_postgres()
    with scratch.database(request.param) as environment:
        return json.loads(scratch.run(environment, "-m", "tests.payments.bookkeepers"))


def test_readers_side_by_side_copy_each_transfer_once(together: dict[str, Any]):
    assert together["read"] == {"received": 40, "orphans": 0, "faults": []}


def test_no_claim_slips_past_a_change_of_the_address(together: dict[str, Any]):
    assert together["claim first"] == {"change": "declined", "claim": "made"}
    assert together["change first"] == {"change": "made", "claim": "WrongDeployment"}


def test_a_charge_is_paid_back_once(together: dict[str, Any]):
    assert together["pay back"] == {
        "refunds": 1,
        "transfers": 1,
        "balance": 100_000_000,
        "answers": 1,
        "events": 1,
    }


def test_a_transfer_refunds_one_of_two_charges(together: dict[str, Any]):
    assert together["one for two"] == {"made": 1, "taken": 1}
