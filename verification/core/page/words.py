"""Decides how long lists of names are written in this package."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The names that white space separates in `text`."""
    return frozenset(text.split())
