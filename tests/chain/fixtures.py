"""pytest fixtures: a chain for any test folder, imported in its conftest or loaded as a plugin.

`chain` is as new for each test: one node for the session, put back to a snapshot. Without the npm packages
the test is skipped with the command that brings them; under CI=true it fails.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.chain.anvil import Anvil, AnvilUnavailable, binary

__all__ = ["chain", "chain_node"]


@pytest.fixture(scope="session")
def chain_node() -> Iterator[Anvil]:
    try:
        binary()
    except AnvilUnavailable as error:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(error))
    with Anvil() as running:
        yield running


@pytest.fixture
def chain(chain_node: Anvil) -> Iterator[Anvil]:
    """The chain, with the token and nobody's money, at the time of day."""
    snapshot = chain_node.snapshot()
    chain_node.catch_up()
    yield chain_node
    chain_node.automine(True)
    chain_node.revert(snapshot)
