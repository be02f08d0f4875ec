from __future__ import annotations

import threading
import time

import pytest

from verification.adapters.faults import OutOfTime
from verification.desk import Desk


def desk(seconds: float = 2.0) -> Desk:
    return Desk(time.monotonic() + seconds)


def test_jobs_run_side_by_side_in_threads_of_their_own():
    together, threads = threading.Barrier(3, timeout=2), set()

    def job() -> None:
        together.wait()
        threads.add(threading.get_ident())

    desk().run([job] * 3)
    assert len(threads) == 3 and threading.get_ident() not in threads


def test_what_a_job_asks_for_is_done_by_the_thread_that_runs_the_desk():
    table, found = desk(), []
    table.run([lambda: found.append(table.ask(threading.get_ident))])
    assert found == [threading.get_ident()]


def test_what_a_job_tells_is_done_before_the_desk_is_left():
    table, found = desk(), []
    table.run([lambda: table.tell(lambda: found.append(threading.get_ident()))])
    assert found == [threading.get_ident()]


def test_an_error_of_an_errand_goes_to_the_job_that_asked():
    table, found = desk(), []

    def job() -> None:
        with pytest.raises(LookupError):
            table.ask(lambda: {}["nothing"])
        found.append("caught")

    table.run([job])
    assert found == ["caught"]


def test_an_error_of_a_told_errand_goes_to_nobody():
    table = desk()
    table.run([lambda: table.tell(lambda: 1 // 0)])


def test_an_error_of_a_job_is_raised_where_the_desk_runs():
    with pytest.raises(ZeroDivisionError):
        desk().run([lambda: None, lambda: 1 // 0])


def test_the_deadline_ends_it_and_finished_jobs_have_done_their_work():
    done, hang = [], threading.Event()
    started = time.monotonic()
    desk(0.3).run([lambda: done.append(1), lambda: hang.wait(5) and done.append(2)])
    assert 0.25 < time.monotonic() - started < 0.6
    assert done == [1]
    hang.set()


def test_after_the_deadline_nothing_is_asked_or_done_any_more():
    table, found, hang = desk(0.2), [], threading.Event()

    def late() -> None:
        hang.wait(5)
        with pytest.raises(OutOfTime):
            table.ask(lambda: found.append("asked"))
        table.tell(lambda: found.append("told"))
        over.set()

    over = threading.Event()
    table.run([late])
    hang.set()
    assert over.wait(2)
    assert found == []


def test_an_errand_that_takes_too_long_costs_the_asker_its_time():
    table, found = desk(0.2), []

    def job() -> None:
        with pytest.raises(OutOfTime):
            table.ask(lambda: time.sleep(0.4))
        found.append("out of time")

    table.run([job])
    time.sleep(0.1)
    assert found == ["out of time"]


def test_no_jobs_are_done_at_once():
    desk().run([])


def test_a_deadline_in_the_past_waits_for_nobody():
    started = time.monotonic()
    desk(-1).run([lambda: time.sleep(1)])
    assert time.monotonic() - started < 0.5
