from __future__ import annotations

import time

import pytest

from tests.verification.server import Authority, Server


@pytest.fixture(scope="session")
def authority(tmp_path_factory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def server(authority):
    with Server(authority) as running:
        yield running


@pytest.fixture
def within():
    """A deadline so many seconds from now, and what it came to: no later than 0.3 seconds after it."""

    def deadline(seconds: float) -> float:
        return time.monotonic() + seconds

    return deadline
