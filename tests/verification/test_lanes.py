from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from verification.adapters.faults import OutOfTime
from verification.lanes import Lanes


def test_no_more_than_the_width_are_inside_at_once():
    lanes, inside, most = Lanes(2, time.monotonic() + 5), [], []

    def worker() -> None:
        with lanes.enter("nodejs.org"):
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.02)
            inside.pop()

    with ThreadPoolExecutor(6) as pool:
        for _ in range(6):
            pool.submit(worker)
    assert max(most) == 2 and len(most) == 6


def test_hosts_have_lanes_of_their_own():
    lanes = Lanes(1, time.monotonic() + 0.2)
    with lanes.enter("nodejs.org"), lanes.enter("docs.python.org"):
        pass


def test_who_does_not_get_in_before_the_deadline_is_out_of_time():
    lanes = Lanes(1, time.monotonic() + 0.1)
    with lanes.enter("nodejs.org"), pytest.raises(OutOfTime), lanes.enter("nodejs.org"):
        pytest.fail("two in one lane")


def test_a_lane_is_free_again_after_an_error():
    lanes = Lanes(1, time.monotonic() + 1)
    with pytest.raises(ZeroDivisionError), lanes.enter("nodejs.org"):
        raise ZeroDivisionError
    with lanes.enter("nodejs.org"):
        pass
