"""A database that comes back from an older backup: the log is not forked from there."""

from __future__ import annotations

from pathlib import Path

import pytest

from receipts import log
from receipts.adapters import keys, memory
from receipts.models import LogCheckpoint
from tests.receipts.examples import NOW
from tests.receipts.logs import Log, entry, put_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def remembered(settings, keys_dir: Path, django_capture_on_commit_callbacks) -> Path:
    """The memory of a machine in production that has signed a log of three entries."""
    keys.make()
    settings.PRODUCTION = True
    put_down(range(3))
    with django_capture_on_commit_callbacks(execute=True):
        log.integrate(NOW)
    return keys_dir / memory.FILE_NAME


def written(count: int, *, first: int = 0) -> None:
    """The memory as it is after a log of these entries."""
    root = Log([entry(number) for number in range(first, first + count)], keys.current().signing).root()
    memory.keep(count, root)


def test_what_was_signed_is_remembered_and_gone_on_with(remembered: Path, django_capture_on_commit_callbacks):
    put_down(range(3, 5))
    with django_capture_on_commit_callbacks(execute=True):
        assert log.integrate(NOW) == 2
    assert memory.last() == (5, bytes(log.head().root)) and remembered.stat().st_mode & 0o077 == 0


def test_a_database_that_lacks_what_was_signed_is_not_gone_on_with(remembered: Path):
    written(7)
    put_down(range(100, 110))
    assert log.integrate(NOW) == 0 and LogCheckpoint.objects.count() == 1


def test_nor_is_one_that_grew_otherwise_somewhere_else(remembered: Path):
    remembered.unlink()
    written(3, first=50)
    put_down(range(100, 110))
    assert log.integrate(NOW) == 0 and LogCheckpoint.objects.count() == 1


def test_a_memory_that_cannot_be_read_stops_it_too(remembered: Path):
    remembered.write_text("rubbish")
    put_down(range(3, 5))
    assert log.integrate(NOW) == 0


def test_a_smaller_tree_takes_no_larger_one_s_place(remembered: Path):
    memory.keep(2, bytes(32))
    assert memory.last()[0] == 3


def test_a_memory_that_cannot_be_written_stops_nothing(remembered: Path, settings, tmp_path: Path):
    (tmp_path / "file").touch()
    settings.KEYS_DIR = tmp_path / "file"
    memory.keep(9, bytes(32))


def test_in_development_a_database_may_be_thrown_away(remembered: Path, settings):
    settings.PRODUCTION = False
    written(7)
    put_down(range(3, 5))
    assert log.integrate(NOW) == 2
