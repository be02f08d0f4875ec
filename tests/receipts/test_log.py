from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from receipts import log
from receipts.adapters import keys
from receipts.core import checkpoint, merkle, proof
from receipts.models import LogCheckpoint, LogLeaf, LogTile
from tests.payments import scratch
from tests.receipts import sequencers
from tests.receipts.examples import NOW
from tests.receipts.logs import Log, entry, jti, put_down

LATER = NOW + timedelta(seconds=1)


def trusted():
    return {key.kid: key.verifier() for key in keys.current().published}


def expected(count: int) -> Log:
    return Log([entry(number) for number in range(count)], keys.current().signing, log.origin())


def head() -> LogCheckpoint:
    newest = log.head()
    assert newest is not None
    return newest


@pytest.mark.django_db
def test_a_leaf_waits_until_it_is_sequenced():
    put_down(range(1))
    assert LogLeaf.objects.get().position is None and log.head() is None and log.proof_of(jti(0)) is None
    assert log.integrate(LATER) == 1
    assert LogLeaf.objects.get().position == 0 and head().size == 1


@pytest.mark.django_db
def test_a_log_without_entries_has_a_checkpoint_too():
    assert log.integrate(NOW) == 0
    assert bytes(head().root) == merkle.EMPTY_ROOT
    assert checkpoint.verify(bytes(head().note), trusted(), origin="localhost:8000/log").head.size == 0


@pytest.mark.django_db
def test_nothing_new_changes_nothing(django_assert_num_queries):
    put_down(range(3))
    assert (log.integrate(NOW), log.integrate(LATER)) == (3, 0)
    assert LogCheckpoint.objects.count() == 1 and head().at == NOW
    with django_assert_num_queries(1):
        log.integrate(LATER)


@pytest.mark.django_db
@pytest.mark.parametrize("steps", [(1, 1, 1), (255, 1, 1), (256, 1), (300, 400), (700,)])
def test_the_root_is_that_of_all_entries_in_the_order_they_were_put_down(steps):
    count = 0
    for step in steps:
        put_down(range(count, count + step))
        count += log.integrate(NOW)
        assert bytes(head().root) == expected(count).root() and head().size == count
    assert list(LogLeaf.objects.values_list("position", "subject")) == [(at, jti(at)) for at in range(sum(steps))]
    assert checkpoint.verify(bytes(head().note), trusted()).head.root == bytes(head().root)


@pytest.mark.django_db
def test_full_tiles_are_stored_once_and_hold_the_leaves():
    put_down(range(600))
    log.integrate(NOW)
    put_down(range(600, 800))
    log.integrate(LATER)
    tree = expected(800)
    assert [(each.level, each.number) for each in LogTile.objects.all()] == [(0, 0), (0, 1), (0, 2)]
    assert [bytes(each.root) for each in LogTile.objects.all()] == [tree.hash_of(8, number) for number in range(3)]


@pytest.mark.django_db
def test_a_long_queue_is_sequenced_in_batches(monkeypatch):
    monkeypatch.setattr(log, "BATCH", 100)
    put_down(range(250))
    assert [log.integrate(NOW) for _ in range(4)] == [100, 100, 50, 0]
    assert bytes(head().root) == expected(250).root()


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 2, 255, 256, 257, 520])
def test_each_receipt_is_proven_under_the_newest_checkpoint(count):
    put_down(range(count))
    log.integrate(NOW)
    for number in {0, 1, count // 2, count - 1} & set(range(count)):
        text = log.proof_of(jti(number))
        assert text is not None
        verified = proof.verify(entry(number), proof.parse(text), trusted(), origin=log.origin())
        assert verified.head.size == count


@pytest.mark.django_db
def test_statements_and_keys_are_leaves_beside_receipts():
    put_down(range(1))
    put_down(range(1), kind=LogLeaf.Kind.STATUS)
    put_down(range(1), kind=LogLeaf.Kind.STATUS)
    put_down(range(7, 8), kind=LogLeaf.Kind.KEY)
    assert log.integrate(NOW) == 4 and log.proof_of(jti(0)) is not None and log.proof_of(jti(7)) is None


@pytest.mark.django_db
def test_a_receipt_has_one_leaf():
    put_down(range(1))
    with pytest.raises(IntegrityError), transaction.atomic():
        log.append(LogLeaf.Kind.RECEIPT, jti(0), entry(1), NOW)
    assert bytes(LogLeaf.objects.get().entry) == entry(0)


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "payload"), [("other", entry(0)), ("receipt", b""), ("receipt", bytes(33))])
def test_what_is_no_leaf_is_refused(kind, payload):
    with pytest.raises(IntegrityError), transaction.atomic():
        log.append(kind, jti(0), payload, NOW)


def test_a_leaf_is_put_down_in_a_transaction_only(committed):
    with pytest.raises(transaction.TransactionManagementError):
        log.append(LogLeaf.Kind.RECEIPT, jti(0), entry(0), NOW)


def test_what_is_rolled_back_leaves_no_gap(committed):
    put_down(range(2))
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        log.append(LogLeaf.Kind.RECEIPT, jti(2), entry(2), NOW)
        1 / 0  # noqa: B018
    put_down(range(3, 5))
    assert log.integrate(NOW) == 4
    assert list(LogLeaf.objects.values_list("position", flat=True)) == [0, 1, 2, 3]


def test_a_fault_while_signing_leaves_all_as_it_was(committed, monkeypatch):
    put_down(range(300))
    monkeypatch.setattr(keys, "current", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        log.integrate(NOW)
    monkeypatch.undo()
    assert LogLeaf.objects.filter(position=None).count() == 300 and not LogTile.objects.exists()
    assert log.integrate(NOW) == 300 and bytes(head().root) == expected(300).root()


@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
def test_several_sequencers_make_one_tree_of_what_many_put_down(vendor):
    if vendor == "postgresql":
        scratch.need_postgres()
    with scratch.database(vendor) as environment:
        found = json.loads(scratch.run(environment, "-m", "tests.receipts.sequencers"))
    kept = sequencers.WRITERS * sequencers.LEAVES * 4 // 5
    assert found == {"gapless": True, "leaves": kept, "size": kept, "roots": True}


def test_a_leaf_that_is_not_committed_yet_holds_nobody_up(committed):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time: run with DATABASE_URL of a PostgreSQL server")
    put_down(range(1))
    with transaction.atomic():
        log.append(LogLeaf.Kind.RECEIPT, jti(1), entry(1), NOW)
        thread = sequencers.started(lambda: (put_down(range(2, 3)), log.integrate(NOW)))
        thread.join()
    assert log.integrate(LATER) == 1
    subjects = LogLeaf.objects.order_by("position").values_list("subject", flat=True)
    assert list(subjects) == [jti(0), jti(2), jti(1)]
