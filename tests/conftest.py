"""Fixtures for every folder of the suite."""

from __future__ import annotations

import sys

import eth_account  # noqa: F401 - of the tests' buyers: raises the recursion limit, which the product never does

sys.setrecursionlimit(1_000)
pytest_plugins = ["tests.mirror.fixtures"]
