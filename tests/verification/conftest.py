from __future__ import annotations

import pytest
from hypothesis import settings

from tests.verification.server import Authority, Server

settings.register_profile("quoteproof", deadline=None)  # a busy machine is no failure
settings.load_profile("quoteproof")


@pytest.fixture(scope="session")
def authority(tmp_path_factory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def server(authority):
    with Server(authority) as running:
        yield running
