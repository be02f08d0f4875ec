"""pytest fixtures: the mirror for any test folder, imported in its conftest or loaded as a plugin.

`mirror` is running and the settings of the test point to it. A test marked `mirror` has the Debian packages
as well; where they can't be had it is skipped with the command that brings them, and fails under CI.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.mirror.packages import MirrorUnavailable, unpack
from tests.mirror.server import Mirror

__all__ = ["mirror", "mirror_documentation", "mirror_server"]


@pytest.fixture(scope="session")
def mirror_documentation() -> Path:
    """The folder of the unpacked packages."""
    try:
        return unpack()
    except MirrorUnavailable as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def mirror_server() -> Iterator[Mirror]:
    """One mirror for the whole run."""
    with Mirror() as running:
        yield running


@pytest.fixture
def mirror(request: pytest.FixtureRequest, mirror_server: Mirror, settings: Any) -> Mirror:
    """The mirror as new, and Django's settings for it."""
    if request.node.get_closest_marker("mirror"):
        mirror_server.documentation = request.getfixturevalue("mirror_documentation")
    mirror_server.reset()
    settings.FETCH_RESOLVE = mirror_server.overrides
    settings.FETCH_CA_FILE = str(mirror_server.ca_file)
    settings.ROBOTS_CACHE_S = 0  # one test's robots.txt must not answer for another's
    return mirror_server
