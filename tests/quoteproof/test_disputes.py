"""Disputes through the whole service, on real checks: what each outcome leaves behind."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils import timezone

from payments.models import Charge, Refund, SandboxTransfer
from quoteproof import disputes
from receipts import disputes as records
from receipts import selectors, statuses
from receipts.disputes import AlreadyDecided, DisputeOpen, NotPublished, TextMismatch, TooMany, UnknownQuote
from receipts.models import Correction, Dispute, DisputeText, LogLeaf, Receipt, Statement
from tests.mirror.behaviours import ONCE
from tests.payments.conftest import drop_every_trigger
from tests.quoteproof import disputed
from tests.quoteproof.conftest import Buyer
from tests.quoteproof.disputed import ASKED, PAGE, QUOTE, TEXT, decision, opened, reorged, state, text_check
from verification.models import Check

pytestmark = pytest.mark.django_db


# -- opening -------------------------------------------------------------------------------------


def test_a_dispute_is_open_and_says_nothing_in_public():
    check = text_check()
    dispute = opened(check, reason="A\u0000 reason", quote_index=0)
    assert (dispute.state, dispute.words, dispute.receipt) == (
        "open",
        "A\u0000 reason",
        selectors.current(check.pk),
    )
    assert not Statement.objects.exists() and selectors.status(dispute.receipt) == "valid"


def test_one_is_open_at_a_time():
    check = text_check()
    first = opened(check)
    with pytest.raises(DisputeOpen):
        opened(check, "192.0.2.8")
    records.uphold(first, decision())
    assert opened(check) != first


def test_two_open_ones_are_refused_by_the_database_itself():
    check = text_check()
    first = opened(check)
    with pytest.raises(IntegrityError), transaction.atomic():
        Dispute.objects.create(
            check_id=check.pk, receipt=first.receipt, reason=b"x", client="c", created_at=timezone.now()
        )


def test_a_result_that_is_not_published_is_not_disputed():
    Buyer(route=disputed.TEXT_ROUTE).pay(ASKED, Prefer="respond-async")
    check = Charge.objects.get()
    with pytest.raises(NotPublished):
        opened(Check.objects.get(pk=check.reference))


def test_the_index_is_one_of_the_results():
    with pytest.raises(UnknownQuote):
        opened(text_check(), quote_index=1)


@pytest.mark.parametrize(
    "sent", [{"text": TEXT + " "}, {"text": TEXT, "quote": "another"}, {"quote": QUOTE}, {"text": ""}]
)
def test_what_is_sent_again_is_what_was_compared(sent):
    with pytest.raises(TextMismatch):
        opened(text_check(), **sent)
    assert not Dispute.objects.exists() and not DisputeText.objects.exists()


def test_a_page_has_no_text_to_send_again(mirror):
    with pytest.raises(TextMismatch):
        opened(disputed.page_check(PAGE, ONCE), text="anything")


def test_the_text_is_kept_until_the_dispute_closes():
    dispute = opened(text_check(), text=TEXT, quote=QUOTE)
    kept = DisputeText.objects.get()
    assert (bytes(kept.text), bytes(kept.quote)) == (TEXT.encode(), QUOTE.encode())
    records.uphold(dispute, decision())
    assert not DisputeText.objects.exists()


def test_five_a_day_for_one_address(settings):
    checks = [text_check() for _ in range(2)]
    for _ in range(5):
        records.uphold(opened(checks[0]), decision())
    with pytest.raises(TooMany) as refused:
        opened(checks[1])
    assert 86_000 < refused.value.seconds <= 86_400
    assert opened(checks[1], "192.0.2.8")
    settings.RATE_LIMIT = 0
    assert opened(checks[0])


def test_after_a_day_there_is_room_again():
    check = text_check()
    for hours in range(5):
        at = timezone.now() - timedelta(hours=23 - hours)
        records.uphold(records.open_dispute(check, records.Complaint("x"), "client", at), decision())
    with pytest.raises(TooMany) as refused:
        records.open_dispute(check, records.Complaint("x"), "client", timezone.now())
    later = timezone.now() + timedelta(seconds=refused.value.seconds)
    assert records.open_dispute(check, records.Complaint("x"), "client", later)


def test_the_address_is_kept_as_a_keyed_hash_alone():
    dispute = opened(text_check())
    assert disputed.ADDRESS not in dispute.client
    assert dispute.client != hashlib.sha256(disputed.ADDRESS.encode()).hexdigest()


# -- verdict_upheld ------------------------------------------------------------------------------


def test_an_upheld_verdict_leaves_everything_as_it_was():
    check = text_check()
    before = state(check)
    dispute = records.uphold(opened(check), decision("The text says 14."))
    after = state(check)
    [shown] = after.pop("disputes")
    assert (shown["id"], shown["state"], shown["outcome"]) == (dispute.pk, "closed", "verdict_upheld")
    assert shown["outcome_reason"] == "The text says 14."
    assert after == {name: value for name, value in before.items() if name != "disputes"}
    assert not Statement.objects.exists()


def test_upholding_twice_is_once_and_another_outcome_comes_too_late():
    dispute = records.uphold(opened(text_check()), decision())
    assert records.uphold(dispute, decision("Another reason.")).outcome_reason == "Looked at."
    for late in (disputes.correct, disputes.refund):
        with pytest.raises(AlreadyDecided):
            late(dispute, decision())
    assert not SandboxTransfer.objects.filter(pay_to=Charge.objects.get().payer).exists()


@pytest.mark.parametrize(
    "change",
    [{"reason": b"x"}, {"quote_index": 3}, {"created_at": disputed.LATER}, {"client": "x"}, {"check_id": "chk_x"}],
)
def test_a_dispute_is_never_changed(change):
    opened(text_check())
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Dispute.objects.update(**change)


def test_an_outcome_is_final_and_needs_a_reason():
    dispute = opened(text_check())
    with pytest.raises(IntegrityError), transaction.atomic():
        records.uphold(dispute, decision(""))
    records.uphold(dispute, decision())
    for change in ({"outcome": "refunded"}, {"outcome_reason": "x"}, {"closed_at": None}):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            Dispute.objects.update(**change)


def test_an_outcome_comes_whole_or_not_at_all():
    opened(text_check())
    with pytest.raises(IntegrityError, match="dispute_open_or_decided"), transaction.atomic():
        Dispute.objects.update(outcome="refunded")


# -- refunded ------------------------------------------------------------------------------------


def test_a_refund_pays_back_and_is_stated():
    check = text_check()
    dispute = disputes.refund(opened(check), decision())
    refund, told = Refund.objects.get(), state(check)
    assert told["refund"]["transaction"] == refund.transaction and told["refund"]["amount"] == "5000"
    assert told["charge"]["state"] == "settled" and told["charge"]["charged"] is True
    assert told["receipt"]["status"] == "refunded" and dispute.outcome == "refunded"
    assert [each.status for each in statuses.of(told["receipt"]["jti"])] == ["refunded"]


def test_a_refund_is_made_once():
    dispute = opened(text_check())
    for _ in range(2):
        disputes.refund(dispute, decision())
    assert SandboxTransfer.objects.count() == 2 and Statement.objects.count() == 1


def test_what_died_between_the_money_and_the_outcome_is_taken_up(monkeypatch):
    dispute = opened(text_check())

    def die(*_: Any) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch, pytest.raises(RuntimeError):
        patch.setattr(records, "_locked", die)
        disputes.refund(dispute, decision())
    assert Refund.objects.exists() and dispute.state == "open"
    assert disputes.refund(dispute, decision()).outcome == "refunded"
    assert Refund.objects.count() == 1


def test_money_that_went_back_is_stated_whatever_else_was_decided_meanwhile(monkeypatch):
    check = text_check()
    dispute = opened(check)

    def pay() -> Refund:
        records.uphold(Dispute.objects.get(), decision("Meanwhile."))
        return disputes.refunds.pay_back(records.charge_of(dispute))

    with pytest.raises(AlreadyDecided):
        records.refund(dispute, decision(), pay)
    assert state(check)["receipt"]["status"] == "refunded"
    assert Dispute.objects.get().outcome == "verdict_upheld"


def test_where_the_payment_is_not_on_the_ledger_nothing_is_decided(monkeypatch):
    dispute = opened(text_check())
    monkeypatch.setattr(records, "charge_of", reorged)
    with pytest.raises(disputes.refunds.NotARefund):
        disputes.refund(dispute, decision())
    assert Dispute.objects.get().state == "open"


# -- several at once -----------------------------------------------------------------------------


def together(*works: Callable[[], object]) -> list[object]:
    """What each came to, or the error it raised; SQLite's shared memory doesn't wait for a writer, so it is asked
    again."""
    seen, start = [], threading.Barrier(len(works))

    def run(work: Callable[[], object]) -> None:
        start.wait()
        while True:
            try:
                seen.append(work())
            except OperationalError:
                time.sleep(0.005)
                continue
            except Exception as error:
                seen.append(error)
            return connection.close()

    threads = [threading.Thread(target=run, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return seen


@pytest.fixture
def committed(transactional_db) -> Iterator[None]:
    yield
    drop_every_trigger()


def test_of_many_that_open_a_dispute_at_once_one_does(committed):
    check = text_check()
    seen = together(*[lambda at=at: opened(check, f"192.0.2.{at}") for at in range(4)])
    assert sorted(type(each).__name__ for each in seen) == ["Dispute", *["DisputeOpen"] * 3]


def test_a_refund_that_two_decide_at_once_is_paid_once(committed):
    dispute = opened(text_check())
    seen = together(*[lambda: disputes.refund(dispute, decision())] * 2)
    assert [type(each).__name__ for each in seen] == ["Dispute"] * 2
    payer = Charge.objects.get().payer
    assert (Refund.objects.count(), SandboxTransfer.objects.filter(pay_to=payer).count()) == (1, 1)
    assert (Statement.objects.count(), LogLeaf.objects.filter(kind="status").count()) == (1, 1)


def test_of_two_outcomes_at_once_one_counts(committed, monkeypatch):
    with disputed.blind(monkeypatch):
        check = text_check()
    dispute = opened(check, text=TEXT, quote=QUOTE)
    one, other = lambda: records.uphold(dispute, decision()), lambda: disputes.correct(dispute, decision())
    seen = together(one, one, other, other)
    decided = Dispute.objects.get().outcome
    assert sorted(type(each).__name__ for each in seen) == [*["AlreadyDecided"] * 2, *["Dispute"] * 2]
    assert Correction.objects.count() == int(decided == "corrected") == Receipt.objects.count() - 1
