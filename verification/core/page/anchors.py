"""Decides which fragment opens a page nearest to a match.

The element that contains the match most closely, or the nearest heading, section or dt before it: the one that
starts last, by its own id or by that of an element inside it. Encoded as a URL fragment (RFC 3986), `~` too: an id
that holds `:~:` would be cut there as a fragment directive.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import Final
from urllib.parse import quote

from verification.core.page.pagetext import Mark, PageText

ID_CHARACTERS: Final = 120
FRAGMENT_CHARACTERS: Final = 361  # with its "#"
_KEPT: Final = "!$&'()*+,;=:@/?-._"


def anchor_fragment(page: PageText, start: int, end: int) -> str | None:
    """The fragment, "#" included, for the match `text[start:end]` (code points); None where there is none."""
    name = _nearest(page.elements, start, end)
    if name is None or len(name) > ID_CHARACTERS:
        return None
    fragment = "#" + quote(name, safe=_KEPT).replace("~", "%7E")
    return fragment if len(fragment) <= FRAGMENT_CHARACTERS else None


def _nearest(marks: Sequence[Mark], start: int, end: int) -> str | None:
    """Going back from the match, the first element that qualifies: that is the one that starts last."""
    for index in range(bisect_right(marks, start, key=attrgetter("start")) - 1, -1, -1):
        mark = marks[index]
        if mark.landmark or end <= mark.end:
            name = _id(marks, index, start)
            if name is not None:
                return name
    return None


def _id(marks: Sequence[Mark], index: int, start: int) -> str | None:
    """The element's own id, else that of one inside it: of a title the first, else the last before the match.

    What comes only after the match is no place to send a reader to, unless it stands in the same paragraph.
    """
    mark = marks[index]
    if mark.id is not None:
        return mark.id
    inner = [other for other in marks[index + 1 : mark.last + 1] if other.id is not None]
    before = [other for other in inner if other.start <= start]
    if before:
        return (before[0] if mark.landmark and mark.leaf else before[-1]).id
    return inner[0].id if mark.leaf and inner else None
