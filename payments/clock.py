"""The one clock that payments read."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    return datetime.now(UTC)


def unix() -> int:
    """Whole seconds, rounded down."""
    return int(now().timestamp())


def at(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
