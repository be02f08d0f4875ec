"""Times for people: RFC 3339 UTC in, a readable form of the same moment out."""

from __future__ import annotations

import re
from dataclasses import dataclass

_RFC3339 = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z")


@dataclass(frozen=True, slots=True)
class Moment:
    """`iso` is for the `datetime` attribute, `text` for the eye."""

    iso: str
    text: str


def moment(iso: str | None) -> Moment | None:
    """The moment of an RFC 3339 time in UTC; None for None. What has another form is shown as it is."""
    if iso is None:
        return None
    match = _RFC3339.fullmatch(iso)
    return Moment(iso, f"{match[1]} {match[2]} UTC" if match else iso)
