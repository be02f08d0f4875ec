"""The unit of work: all of it or nothing, in one exchange where the database takes that; on both databases."""

from __future__ import annotations

import re
from contextlib import nullcontext
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from payments.models import Charge, Evidence, RefundDue, SandboxAccount
from payments.rows import Unit
from tests.payments.buyer import Buyer
from tests.payments.conftest import claimed, settled

pytestmark = pytest.mark.django_db
PAYERS = [f"0x{number:040x}" for number in range(9)]
TOGETHER = connection.vendor == "postgresql"


class Refused(Exception):
    pass


def account(number: int, balance: int = 5) -> SandboxAccount:
    return SandboxAccount(PAYERS[number], balance)


def balances() -> list[int]:
    return list(SandboxAccount.objects.order_by("payer").values_list("balance", flat=True))


def put(*balances: int) -> list[SandboxAccount]:
    return [SandboxAccount.objects.create(payer=PAYERS[at], balance=each) for at, each in enumerate(balances)]


def test_all_is_written_at_the_blocks_end():
    (first,) = put(1)
    with Unit() as unit:
        unit.update(first, {"balance": 2}, Refused())
        unit.insert(account(1, 7), Refused())
        assert balances() == [1]
    assert balances() == [2, 7]


def test_of_a_refused_unit_nothing_stays_and_the_objects_are_as_before():
    (first,) = put(1)
    with pytest.raises(Refused), transaction.atomic(), Unit() as unit:
        unit.update(first, {"balance": 2}, Refused(), balance=1)
        unit.insert(account(1), Refused())
        unit.update(first, {"balance": 3}, Refused(), balance=9)
    assert balances() == [1] and first.balance == 1


def test_a_block_that_fails_sends_nothing():
    (first,) = put(1)
    with pytest.raises(ZeroDivisionError), Unit() as unit:
        unit.update(first, {"balance": 2}, Refused())
        raise ZeroDivisionError
    assert balances() == [1] and first.balance == 1


def test_changes_of_one_object_follow_each_other():
    (first,) = put(1)
    with Unit() as unit:
        for balance in (2, 3, 4):
            unit.update(first, {"balance": balance}, Refused(), balance=first.balance)
    assert balances() == [4] and first.balance == 4


def test_a_row_that_must_be_unique_is_refused():
    put(1)
    with pytest.raises(Refused), Unit() as unit:
        unit.insert(account(0), lambda: Refused())
    assert balances() == [1]


def test_what_needs_no_row_leaves_it_alone():
    (first,) = put(1)
    with Unit() as unit:
        unit.update(first, {"balance": 2}, clock=77)
        unit.update(first, {"balance": 3}, balance=1)
    assert balances() == [3]


def test_an_empty_column_is_known_as_such(buyer: Buyer):
    charge = claimed(buyer)
    with Unit() as unit:
        unit.update(charge, {"waits": 1}, Refused(), sealed_at=None)
    with pytest.raises(Refused), Unit() as unit:
        unit.update(charge, {"waits": 2}, Refused(), lease_until=None, claimed_at=None)
    assert Charge.objects.get().waits == 1


def test_a_constraint_refuses_the_whole_unit():
    (first,) = put(1)
    with pytest.raises(IntegrityError), transaction.atomic(), Unit() as unit:
        unit.update(first, {"balance": 2}, Refused())
        unit.insert(account(1, -1), Refused())
    assert balances() == [1] and first.balance == 1


def test_a_row_may_refer_to_one_of_the_same_unit(buyer: Buyer):
    charge, other = settled(buyer), claimed(buyer)
    place = {"chain": "c", "transaction": "t", "block_number": 1, "block_time": 1, "log_index": 0}
    evidence = Evidence(charge=other, block_hash="0x" + "1" * 64, seen_at=datetime.now(UTC), **place)
    with Unit() as unit:
        unit.insert(evidence, Refused())
        unit.update(charge, {"evidence": evidence}, Refused())
    assert evidence.pk and charge.evidence_id == evidence.pk == Charge.objects.get(pk=charge.pk).evidence_id


def test_a_new_row_may_refer_to_a_new_row(buyer: Buyer):
    charge = claimed(buyer)
    place = {"chain": "c", "transaction": "t", "block_number": 1, "block_time": 1, "log_index": 0}
    evidence = Evidence(charge=charge, block_hash="0x" + "1" * 64, seen_at=datetime.now(UTC), **place)
    with Unit() as unit:
        unit.insert(evidence, Refused())
        unit.insert(RefundDue(charge=charge, evidence=evidence, found_at=datetime.now(UTC)), Refused())
    assert RefundDue.objects.get().evidence_id == evidence.pk == Evidence.objects.get().pk


def test_answers_come_in_order():
    put(1)
    seen: list[object] = []
    with Unit() as unit:
        unit.ask(seen.append, "SELECT 1")
        unit.insert(account(1), Refused())
        unit.ask(seen.append, "SELECT balance FROM payments_sandboxaccount WHERE payer = %s", PAYERS[1])
    assert seen == [(1,), (5,)] and balances() == [1, 5]


@pytest.mark.parametrize(
    ("answer", "forbidden"), [("1 = 1", True), ("1 = 2", False), ("NULLIF(1 = 1, 1 = 1)", False)]
)
def test_what_is_forbidden_undoes_all_before_it(answer, forbidden):
    expected = pytest.raises(Refused) if forbidden else nullcontext()
    with expected, Unit() as unit:
        unit.insert(account(0), Refused())
        unit.forbid(Refused, f"SELECT {answer} WHERE 7 = %s", 7)
        unit.insert(account(1), Refused())
    assert balances() == [] if forbidden else [5, 5]


def test_the_first_that_is_not_met_is_named_when_nothing_is_left():
    (first,) = put(1)

    def otherwise() -> Exception:
        return Refused(balances())

    with pytest.raises(Refused, match=re.escape("[1]")), Unit() as unit:
        unit.update(first, {"balance": 2}, ValueError())
        unit.insert(account(0), otherwise)
        unit.insert(account(0), ValueError())
    assert first.balance == 1


def test_an_error_of_the_database_is_not_taken_for_a_refusal():
    with pytest.raises(DatabaseError), transaction.atomic(), Unit() as unit:
        unit.insert(account(0), Refused())
        unit.execute("SELECT nothing FROM nowhere")
    assert balances() == []


def test_per_cent_signs_and_semicolons_in_values_are_values(buyer: Buyer):
    odd = "%s; DROP TABLE x; -- 'é'"
    with Unit() as unit:
        for number in range(9):
            unit.insert(account(number), Refused())
            unit.ask(lambda answer: None, "SELECT %s, %s, %s, %s, %s, %s, %s", *[odd] * 7)
    assert balances() == [5] * 9


def test_a_durable_unit_is_never_part_of_another_transaction():
    refused = pytest.raises(RuntimeError, match="durable")
    with transaction.atomic(), transaction.atomic(), refused, Unit(durable=True) as unit:
        unit.insert(account(0), Refused())
    assert balances() == []


@pytest.mark.skipif(
    not TOGETHER, reason="needs PostgreSQL: DATABASE_URL=postgres://…, which takes statements together"
)
@pytest.mark.parametrize("count", [3, 40])
def test_one_exchange_takes_them_all(count, django_assert_num_queries):
    (first,) = put(1)
    savepoint = 2 if connection.in_atomic_block else 0
    with django_assert_num_queries(1 + savepoint), Unit() as unit:
        for balance in range(count):
            unit.update(first, {"balance": balance}, Refused())
    assert balances() == [count - 1]


def test_a_unit_without_writes_asks_for_nothing(django_assert_num_queries):
    with django_assert_num_queries(0), Unit():
        pass
