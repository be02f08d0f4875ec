"""Fixtures for every folder of the suite."""

from __future__ import annotations

pytest_plugins = ["tests.mirror.fixtures"]
