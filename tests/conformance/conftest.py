from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.conformance import chromium
from tests.conformance.chromium import Chromium, NoChromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    """Stopped with the module: its event loop would keep Django from the database elsewhere."""
    try:
        chromium.path()
    except NoChromium as error:
        pytest.fail(str(error)) if os.environ.get("CI") == "true" else pytest.skip(str(error))
    with chromium.chromium() as window:
        yield window
