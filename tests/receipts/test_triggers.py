from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, transaction

from receipts import services, triggers
from receipts.models import Receipt
from tests.receipts.examples import CHECK, DELIVERY, NOW, facts

pytestmark = pytest.mark.django_db


@pytest.fixture
def receipt() -> Receipt:
    return services.issue(check_id=CHECK, facts=facts(), delivery=DELIVERY, now=NOW)


@contextmanager
def refused() -> Iterator[None]:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        yield


def successor_of(receipt: Receipt) -> Receipt:
    return Receipt(
        jti="rcp_" + "b" * 26,
        check_id=receipt.check_id,
        token=b"t",
        payload=b"{}",
        payload_sha256="a" * 64,
        result_sha256="b" * 64,
        transaction="sandbox:b",
        delivery=b"{}",
        issued_at=NOW,
    )


def test_a_receipt_cannot_be_deleted(receipt):
    with refused():
        Receipt.objects.filter(pk=receipt.pk).delete()
    with refused(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM receipts_receipt")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("jti", "rcp_" + "c" * 26),
        ("check_id", "chk_other"),
        ("token", b"other"),
        ("payload", b"{}"),
        ("payload_sha256", "c" * 64),
        ("result_sha256", "c" * 64),
        ("transaction", "sandbox:other"),
        ("delivery", b"{}"),
        ("issued_at", NOW.replace(year=2027)),
    ],
)
def test_nothing_of_a_receipt_can_be_changed(receipt, field, value):
    with refused():
        Receipt.objects.filter(pk=receipt.pk).update(**{field: value})


def test_a_successor_is_named_once(receipt):
    with transaction.atomic():
        Receipt.objects.filter(pk=receipt.pk).update(superseded_by="rcp_" + "b" * 26)
        successor_of(receipt).save(force_insert=True)
    for other in (None, receipt.jti):
        with refused():
            Receipt.objects.filter(pk=receipt.pk).update(superseded_by=other)


def test_naming_a_successor_changes_nothing_else(receipt):
    with refused():
        Receipt.objects.filter(pk=receipt.pk).update(superseded_by="rcp_" + "b" * 26, result_sha256="c" * 64)


def test_a_second_current_receipt_of_a_check_is_refused(receipt):
    with pytest.raises(IntegrityError), transaction.atomic():
        successor_of(receipt).save(force_insert=True)
    assert Receipt.objects.count() == 1


def test_a_receipt_is_never_its_own_successor(receipt):
    with pytest.raises(IntegrityError, match="receipt_not_its_own_successor"), transaction.atomic():
        Receipt.objects.filter(pk=receipt.pk).update(superseded_by=receipt.pk)


def test_no_statement_gets_around_the_triggers(receipt):
    statements = {
        "sqlite": "INSERT OR REPLACE INTO receipts_receipt SELECT 'rcp_other', check_id, token, payload,"
        " payload_sha256, 'forged', \"transaction\", delivery, issued_at, superseded_by_id FROM receipts_receipt",
        "postgresql": "TRUNCATE receipts_receipt CASCADE",
    }
    connection.check_constraints()  # PostgreSQL truncates no table that still owes deferred checks
    with refused(), connection.cursor() as cursor:
        cursor.execute(statements[connection.vendor])
    assert Receipt.objects.get() == receipt


def test_migrating_again_brings_lost_triggers_back(receipt):
    triggers.drop(connection)
    assert sum(name.startswith("receipts_receipt_") for name in triggers.missing(connection)) == 3
    for _ in range(2):
        call_command("migrate", "receipts", verbosity=0)
        assert triggers.missing(connection) == []
    with refused():
        Receipt.objects.filter(pk=receipt.pk).delete()


def test_each_lost_trigger_is_named(receipt):
    suffix = " ON receipts_receipt" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER receipts_receipt_no_delete{suffix}")
    assert triggers.missing(connection) == ["receipts_receipt_no_delete"]
    Receipt.objects.filter(pk=receipt.pk).delete()
    assert not Receipt.objects.exists()


def test_before_the_table_is_there_nothing_is_missing_and_nothing_to_do():
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE receipts_receipt RENAME TO receipts_elsewhere")
        assert triggers.missing(connection) == []
        triggers.install(connection)
        with pytest.raises(DatabaseError), transaction.atomic():
            cursor.execute("SELECT 1 FROM receipts_receipt")
        transaction.set_rollback(True)
