"""Decides how raised and lowered text is written: 10² on the page must never read as 102.

The forms are Unicode's own: the characters whose compatibility decomposition is `<super>` or `<sub>` of one
character (UAX #15), and the raised and lowered minus for the hyphen that stands for it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

# Every block that holds such forms; ª and º are words' endings in Spanish, not a raised a and o.
_BLOCKS: Final = (
    range(0x00B2, 0x00BA),
    range(0x02B0, 0x02E5),
    range(0x1D2C, 0x1DC0),
    range(0x2070, 0x20A0),
    range(0x2C7C, 0x2C7E),
    range(0xA69C, 0xA69E),
    range(0xA7F2, 0xA7FA),
    range(0xAB5C, 0xAB60),
)


def _forms(kind: str, minus: str) -> Mapping[int, str]:
    """Each character's form; where there are several, the one that stands in the newest block."""
    forms = {ord("-"): minus}
    for code in (code for block in _BLOCKS for code in block):
        tag, _, rest = unicodedata.decomposition(chr(code)).partition(" ")
        if tag == kind and " " not in rest:
            forms[int(rest, 16)] = chr(code)
    return forms


SUPERSCRIPTS: Final = _forms("<super>", "⁻")
SUBSCRIPTS: Final = _forms("<sub>", "₋")


class Raiser:
    """Rewrites runs of text in place as the elements round them end, inner ones first, each run once."""

    def __init__(self, runs: list[str]) -> None:
        self._runs = runs
        self._done: list[tuple[int, int]] = []  # where rewritten runs start and end

    def end(self, start: int, forms: Mapping[int, str]) -> None:
        """The element that began with `runs[start]` ends: if it holds a digit, what has a form is replaced."""
        gaps, digit = self._untouched(start)
        digit = digit or any(character.isdecimal() for at in gaps for character in self._runs[at])
        if digit:
            for at in gaps:
                self._runs[at] = self._runs[at].translate(forms)
            self._done.append((start, len(self._runs)))

    def _untouched(self, start: int) -> tuple[list[int], bool]:
        """The runs from `start` on that no inner element has rewritten, and whether one of those did."""
        inner = []
        while self._done and self._done[-1][0] >= start:
            inner.append(self._done.pop())
        gaps: list[int] = []
        at = start
        for begin, end in reversed(inner):
            gaps.extend(range(at, begin))
            at = end
        return [*gaps, *range(at, len(self._runs))], bool(inner)
