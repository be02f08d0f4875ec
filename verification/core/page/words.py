"""Decides how long lists of names are written in this package, and how an attribute's value is one in HTML."""

from __future__ import annotations

import re
from typing import Final

_SPACE: Final = re.compile("[ \t\n\r\f]+")


def words(text: str) -> frozenset[str]:
    """The names that white space separates in `text`."""
    return frozenset(text.split())


def names_in(value: str) -> list[str]:
    """The names in an attribute's value. Other white space than HTML's own, a no-break space say, is in a name."""
    return [name for name in _SPACE.split(value) if name]
