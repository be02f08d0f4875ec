from __future__ import annotations

import pytest

from tests.verification.server import Authority, Server


@pytest.fixture(scope="session")
def authority(tmp_path_factory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def server(authority):
    with Server(authority) as running:
        yield running
