"""The log and the keys are append-only in the database itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from receipts import log, triggers
from receipts.models import LogCheckpoint, LogLeaf, LogTile, ReceiptKey
from tests.receipts.examples import NOW
from tests.receipts.logs import entry, jti, put_down

pytestmark = pytest.mark.django_db
MODELS = [LogLeaf, LogTile, LogCheckpoint, ReceiptKey]


@pytest.fixture(autouse=True)
def rows() -> None:
    put_down(range(257))
    log.integrate(NOW)
    put_down(range(257, 258))
    ReceiptKey.objects.create(kid="k" * 43, public=bytes(32), published_at=NOW)


@contextmanager
def refused() -> Iterator[None]:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        yield


CHANGES = [
    (LogLeaf, {"position": 9_000}), (LogLeaf, {"position": None}), (LogLeaf, {"entry": entry(9)}),
    (LogLeaf, {"subject": "x"}), (LogLeaf, {"kind": "key"}), (LogLeaf, {"at": NOW.replace(year=2020)}),
    (LogTile, {"hashes": bytes(8192)}), (LogTile, {"root": bytes(32)}), (LogTile, {"level": 3}),
    (LogCheckpoint, {"note": b"x"}), (LogCheckpoint, {"root": bytes(32)}), (LogCheckpoint, {"size": 258}),
    (ReceiptKey, {"public": b"x" * 32}), (ReceiptKey, {"published_at": NOW.replace(year=2020)}),
]  # fmt: skip


@pytest.mark.parametrize(("model", "change"), CHANGES)
def test_nothing_that_is_written_changes(model, change):
    first = model.objects.exclude(position=None)[:1] if model is LogLeaf else model.objects.all()[:1]
    with refused():
        model.objects.filter(pk=first.get().pk).update(**change)


@pytest.mark.parametrize("model", MODELS)
def test_nothing_is_deleted(model):
    count = model.objects.count()
    with refused():
        model.objects.all()._raw_delete("default")
    assert model.objects.count() == count > 0


@pytest.mark.parametrize("model", MODELS)
def test_no_statement_gets_around_the_triggers(model):
    table = model._meta.db_table
    statements = {
        "sqlite": f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
        "postgresql": f"TRUNCATE {table}",
    }
    with refused(), connection.cursor() as cursor:
        cursor.execute(statements[connection.vendor])


def test_a_position_is_given_once_and_changes_nothing_else():
    waiting = LogLeaf.objects.filter(position=None)
    with refused():
        waiting.update(position=257, subject="x")
    assert waiting.update(position=257) == 1
    with refused():
        LogLeaf.objects.filter(position=257).update(position=258)


def test_no_two_leaves_stand_at_one_position():
    with pytest.raises(IntegrityError), transaction.atomic():
        LogLeaf.objects.filter(position=None).update(position=256)
    with pytest.raises(IntegrityError), transaction.atomic():
        LogLeaf.objects.filter(position=None).update(position=-1)


def test_a_leaf_comes_without_a_position():
    with refused():
        LogLeaf.objects.create(kind="key", subject=jti(0), entry=entry(0), at=NOW, position=258)


@pytest.mark.parametrize("size", [0, 256, 257])
def test_a_checkpoint_comes_after_every_smaller_one(size):
    with refused():
        LogCheckpoint.objects.create(size=size, root=bytes(32), note=b"n", at=NOW)
    assert log.head().size == 257


@pytest.mark.parametrize(("name", "length"), [("hashes", 8191), ("hashes", 0), ("root", 31)])
def test_a_tile_is_full(name, length):
    fields = {"hashes": bytes(8192), "root": bytes(32), name: bytes(length)}
    with pytest.raises(IntegrityError), transaction.atomic():
        LogTile.objects.create(level=0, number=1, **fields)


@pytest.mark.parametrize("column", ["not_before", "retired_at", "revoked_at"])
def test_what_becomes_of_a_key_is_written_once(column):
    key = ReceiptKey.objects.filter(kid="k" * 43)
    assert key.update(**{column: NOW}) == 1
    with refused():
        key.update(**{column: NOW.replace(year=2030)})
    with refused():
        key.update(**{column: None})


@pytest.mark.parametrize("model", MODELS)
def test_migrating_again_brings_lost_triggers_back(model):
    triggers.drop(connection)
    lost = [name for name in triggers.missing(connection) if name.startswith(model._meta.db_table)]
    assert len(lost) in (3, 4)
    for _ in range(2):
        call_command("migrate", "receipts", verbosity=0)
        assert triggers.missing(connection) == []
    with refused():
        model.objects.all()._raw_delete("default")
