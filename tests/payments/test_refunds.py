from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from payments import networks, reconcile, refunds, selectors, settlement
from payments.core.evidence import Transfer
from payments.models import Charge, Refund, SandboxAccount, SandboxTransfer
from payments.ports import LedgerUnavailable
from payments.refunds import NotARefund, Reason
from tests.payments import ledgers
from tests.payments.buyer import PAY_TO, Buyer
from tests.payments.conftest import claimed, sealed, settled, uncertain
from tests.payments.ledgers import Shelf, paid, refund_of, voided

pytestmark = pytest.mark.django_db
TREASURY = "0x" + "7E" * 20


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Shelf:
    return ledgers.install(monkeypatch, settings, Shelf())


@pytest.fixture
def charge(buyer: Buyer, shelf: Shelf) -> Charge:
    """Paid in block 5, log 3."""
    return included(buyer, 5, 3)


def included(buyer: Buyer, block: int, log_index: int) -> Charge:
    charge = sealed(buyer)
    settlement.record_inclusion(charge, paid(charge, block, log_index).place)
    return charge


def refused(charge: Charge, *named: Any) -> Reason:
    with pytest.raises(NotARefund) as caught:
        refunds.record(charge, *named)
    assert caught.value.detail.endswith(".")
    return caught.value.reason


def tried(charge: Charge, shelf: Shelf, block: int, log_index: int = 0, **other: Any) -> Reason:
    """Why this transfer is no refund."""
    shelf.moves = [refund_of(charge, block, log_index, **other)]
    return refused(charge, shelf.moves[0].place.transaction)


def test_the_amount_back_to_the_payer_is_a_refund(charge: Charge, shelf: Shelf):
    shelf.moves = [made := refund_of(charge, 9, 2)]
    refund = refunds.record(charge, made.place.transaction)
    assert refund.place == made.place
    assert (refund.payer, refund.pay_to, refund.amount) == (PAY_TO, charge.payer, 10_000)
    assert refund.chain == charge.chain


def test_the_charge_keeps_its_state_and_an_event_says_what_happened(charge: Charge, shelf: Shelf):
    shelf.moves = [made := refund_of(charge, 9, 2)]
    refunds.record(charge, made.place.transaction)
    event = selectors.events(charge)[-1]
    assert (event.cause, event.from_state, event.to_state) == ("refunded", "SETTLED", "SETTLED")
    assert event.detail == {"transaction": made.place.transaction, "log_index": 2, "from": PAY_TO}
    assert Charge.objects.get().evidence_id == charge.evidence_id


def test_it_may_come_from_an_address_that_the_settings_name(charge: Charge, shelf: Shelf, settings: Any):
    assert tried(charge, shelf, 9, payer=TREASURY.lower()) is Reason.OTHER_TRANSFER
    settings.REFUND_FROM = (TREASURY,)
    assert refunds.record(charge, shelf.moves[0].place.transaction).payer == TREASURY.lower()


@pytest.mark.parametrize(
    "other", [{"amount": 9_999}, {"amount": 10_001}, {"pay_to": TREASURY}, {"payer": TREASURY}]
)
def test_another_amount_payer_or_sender_is_none(charge: Charge, shelf: Shelf, other: dict[str, Any]):
    assert tried(charge, shelf, 9, **other) is Reason.OTHER_TRANSFER


def test_it_is_newer_than_the_payment(charge: Charge, shelf: Shelf):
    assert tried(charge, shelf, 4, 9) is Reason.OLDER
    assert tried(charge, shelf, 5, 2) is Reason.OLDER
    shelf.moves = [refund_of(charge, 5, 4)]
    assert refunds.record(charge, shelf.moves[0].place.transaction)


def test_it_is_finalized(charge: Charge, shelf: Shelf):
    shelf.moves = [made := refund_of(charge, 9, final=False)]
    assert refused(charge, made.place.transaction) is Reason.NOT_FINAL
    assert not Refund.objects.exists()


def test_an_unknown_transaction_is_none(charge: Charge):
    assert refused(charge, "0x" + "00" * 32) is Reason.NOT_FOUND


def test_the_log_index_names_one_of_several(charge: Charge, shelf: Shelf):
    shelf.moves = [refund_of(charge, 9, index) for index in (1, 4)]
    name = shelf.moves[0].place.transaction
    assert refused(charge, name, 2) is Reason.OTHER_TRANSFER
    assert refunds.record(charge, name, 4).log_index == 4


def test_one_transaction_may_hold_the_refunds_of_several(buyer: Buyer, charge: Charge, shelf: Shelf):
    second, third = included(buyer, 6, 0), included(buyer, 7, 0)
    shelf.moves = [refund_of(charge, 9, index) for index in (1, 4)]
    name = shelf.moves[0].place.transaction
    assert [refunds.record(each, name).log_index for each in (charge, second)] == [1, 4]
    assert refused(third, name) is Reason.TAKEN


def test_a_transfer_that_pays_a_charge_is_no_refund(charge: Charge, shelf: Shelf):
    shelf.moves = [made := refund_of(charge, 9)]
    settlement.store_evidence(charge, made.place)
    assert refused(charge, made.place.transaction) is Reason.TAKEN


def test_recorded_twice_it_is_the_same_and_another_is_refused(charge: Charge, shelf: Shelf):
    shelf.moves = [refund_of(charge, 9), refund_of(charge, 10)]
    first, other = (move.place.transaction for move in shelf.moves)
    assert refunds.record(charge, first) == refunds.record(charge, first)
    assert refused(charge, other) is Reason.ALREADY_REFUNDED
    assert [event.cause for event in selectors.events(charge)].count("refunded") == 1


def test_where_nothing_was_paid_nothing_is_paid_back(buyer: Buyer, shelf: Shelf):
    for charge in (claimed(buyer), sealed(buyer), voided(claimed(buyer))):
        assert refused(charge, "0x" + "00" * 32) is Reason.NOT_CHARGED
    assert shelf.asked == []


def test_what_a_reorg_took_away_is_not_paid_back(buyer: Buyer, shelf: Shelf):
    charge = sealed(buyer)
    settlement.record_inclusion(charge, paid(charge, 5, final=False).place)
    settlement.record_reorg(charge)
    assert refused(charge, "0x" + "00" * 32) is Reason.NOT_CHARGED


def test_money_that_came_for_an_unpaid_charge_is_paid_back_after_it_came(buyer: Buyer, shelf: Shelf):
    charge = voided(claimed(buyer))
    reconcile.record_watch(charge, paid(charge, 5).place)
    assert tried(charge, shelf, 4) is Reason.OLDER
    assert refunds.record(charge, _only(shelf, refund_of(charge, 9))).charge == charge
    assert Charge.objects.get().state == "VOID"


def _only(shelf: Shelf, move: Any) -> str:
    shelf.moves = [move]
    return move.place.transaction


def test_a_ledger_that_can_not_be_read_records_nothing(charge: Charge, shelf: Shelf):
    shelf.fails_after = 0
    with pytest.raises(LedgerUnavailable):
        refunds.record(charge, "0x" + "00" * 32)


def test_a_refund_is_never_changed_or_deleted(charge: Charge, shelf: Shelf):
    refunds.record(charge, _only(shelf, refund_of(charge, 9)))
    for change in (lambda: Refund.objects.update(amount=1), Refund.objects.all().delete):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()


def test_only_the_sandbox_pays_back_by_itself(charge: Charge):
    with pytest.raises(NotARefund) as caught:
        refunds.pay_back(charge)
    assert caught.value.reason is Reason.SANDBOX_ONLY


# -- the sandbox ---------------------------------------------------------------------------------


def balance(buyer: Buyer) -> int:
    return networks.current().ledger.balance(buyer.address.lower())


def test_the_sandbox_pays_back(buyer: Buyer):
    charge = settled(buyer)
    assert balance(buyer) == 99_990_000
    refund = refunds.pay_back(charge)
    assert balance(buyer) == 100_000_000
    made = SandboxTransfer.objects.get(transaction=refund.transaction)
    assert (made.payer, made.pay_to, made.amount) == (PAY_TO, charge.payer, 10_000)
    assert Charge.objects.get().state == "SETTLED"


def test_it_pays_back_once(buyer: Buyer):
    charge = settled(buyer)
    assert refunds.pay_back(charge) == refunds.pay_back(charge)
    assert (balance(buyer), SandboxTransfer.objects.count()) == (100_000_000, 2)


def test_what_died_between_the_money_and_its_record_is_taken_up(buyer: Buyer):
    charge = settled(buyer)
    sent = Transfer(charge.payer, charge.pay_to, charge.amount)
    name = networks.current().ledger.pay_back(sent, refunds._nonce(charge))
    assert refunds.pay_back(charge).transaction == name
    assert balance(buyer) == 100_000_000


def test_two_charges_of_one_payer_are_paid_back_each(buyer: Buyer):
    paid_back = [refunds.pay_back(settled(buyer)) for _ in range(2)]
    assert len({refund.transaction for refund in paid_back}) == 2
    assert SandboxAccount.objects.get(pk=buyer.address.lower()).balance == 100_000_000


def test_the_sandbox_pays_nothing_back_that_it_has_not(buyer: Buyer):
    for charge in (voided(claimed(buyer)), uncertain(buyer)):
        with pytest.raises(NotARefund):
            refunds.pay_back(charge)
    assert SandboxTransfer.objects.filter(payer=PAY_TO).count() == 0
