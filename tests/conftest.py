"""Fixtures for every folder of the suite."""

from __future__ import annotations

import sys

import eth_account  # noqa: F401 - of the tests' buyers: raises the recursion limit, which the product never does
import pytest
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from hypothesis import settings

settings.register_profile("quoteproof", deadline=None)  # a busy machine is no failure
settings.load_profile("quoteproof")
sys.setrecursionlimit(1_000)
pytest_plugins = ["tests.mirror.fixtures"]


@pytest.fixture(autouse=True)
def no_counts() -> None:
    """What an earlier test asked doesn't count against this one; counts in the database are rolled back."""
    if isinstance(caches["counts"], LocMemCache):
        caches["counts"].clear()
