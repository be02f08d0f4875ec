"""Decides how a quotation reads: as a reader sees it, without reference marks, on one line.

A line break becomes a space, but stays one between two CJK letters: text-v1 knows what to do with it.
White space that isn't a plain one stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from verification.core.citations.reading import CELL, Span
from verification.core.text.words import is_cjk

_BREAK: Final = re.compile(rf"[ \t\r{CELL}]*\n\s*|[ \t\r{CELL}]+")


def wording(text: str, start: int, end: int, marks: Iterable[Span]) -> str:
    """The words of `text[start:end]`; `marks`: the spans in it, in order, of reference marks."""
    parts, at = [], start
    for mark_start, mark_end in marks:
        parts.append(
            text[at:mark_start].rstrip(" ") if text[mark_end : mark_end + 1] in ".,;:!?" else text[at:mark_start]
        )
        at = mark_end
    parts.append(text[at:end])
    return _BREAK.sub(_joint, "".join(parts)).strip()


def _joint(found: re.Match[str]) -> str:
    if "\n" not in found[0]:
        return " "
    before, after = found.string[found.start() - 1 : found.start()], found.string[found.end() : found.end() + 1]
    return "\n" if before and after and is_cjk(before) and is_cjk(after) else " "
