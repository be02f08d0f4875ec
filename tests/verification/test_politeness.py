from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from verification import politeness
from verification.models import OriginSlot

ORIGIN = "docs.python.org"
ROOT = Path(__file__).parents[2]


def claim(pause: float = 0.2, hold: float = 5.0, origin: str = ORIGIN) -> politeness.Turn:
    return politeness.claim(origin, pause=pause, hold=hold)


@pytest.mark.django_db
def test_the_first_request_is_granted_at_once():
    assert claim().granted


@pytest.mark.django_db
def test_while_one_request_is_under_way_the_next_waits_for_a_whole_pause_at_least():
    claim(pause=7)
    turn = claim(pause=7)
    assert (turn.granted, turn.wait) == (False, 7)


@pytest.mark.django_db
def test_the_pause_begins_when_the_request_is_over():
    politeness.release(ORIGIN, claim(pause=0.3))
    turn = claim(pause=0.3)
    assert not turn.granted
    assert 0.2 < turn.wait <= 0.3
    time.sleep(turn.wait)
    assert claim(pause=0.3).granted


@pytest.mark.django_db
def test_a_wait_that_is_over_is_never_asked_for_twice():
    politeness.release(ORIGIN, claim())
    time.sleep(claim().wait + 0.01)
    assert claim().granted


@pytest.mark.django_db
def test_a_holder_that_died_is_taken_for_done_when_its_time_is_over():
    claim(pause=0.1, hold=0.2)
    assert not claim(pause=0.1).granted
    time.sleep(0.25)
    turn = claim(pause=0.1)
    assert not turn.granted and turn.wait <= 0.1
    time.sleep(turn.wait + 0.01)
    assert claim(pause=0.1).granted


@pytest.mark.django_db
def test_a_late_release_changes_nothing_for_the_next_holder():
    late = claim(pause=0.0, hold=0.01)
    time.sleep(0.05)
    assert claim(pause=0.0).granted
    politeness.release(ORIGIN, late)
    assert not claim(pause=0.0).granted


@pytest.mark.django_db
def test_origins_do_not_wait_for_each_other():
    assert claim().granted
    assert claim(origin="nodejs.org").granted
    assert OriginSlot.objects.count() == 2


@pytest.mark.django_db
def test_a_year_long_pause_is_kept_too():
    politeness.release(ORIGIN, claim(pause=31_536_000))
    assert claim(pause=31_536_000).wait > 31_535_000


@pytest.mark.long
def test_workers_in_other_processes_keep_the_pause_together(tmp_path):
    places = {"DATABASE_URL": f"sqlite:///{tmp_path / 'turns.sqlite3'}", "PYTHONPATH": str(ROOT)}
    environment = os.environ | places | {"DJANGO_SETTINGS_MODULE": "quoteproof.settings"}
    migrate = [sys.executable, ROOT / "manage.py", "migrate", "verification", "--skip-checks", "-v0"]
    subprocess.run(migrate, env=environment, check=True)
    command = [sys.executable, ROOT / "tests/verification/claimant.py", "4", "0.1"]
    workers = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) for _ in range(3)]
    times = sorted(span for worker in workers for span in json.loads(worker.communicate(timeout=60)[0]))
    pauses = [later[0] - earlier[1] for earlier, later in itertools.pairwise(times)]
    assert len(times) == 12
    assert min(pauses) >= 0.098  # SQLite's clock ticks in milliseconds
