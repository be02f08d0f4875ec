"""Text written in escapes, put back: percent-encoding (RFC 3986), character references, backslash escapes.

Three escapes in a line make a stretch, from the word of the first to the word of the last.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final
from urllib.parse import unquote

FEWEST: Final = 3
LONGEST_WORD: Final = 200
SHORTEST: Final = 12
_ESCAPE: Final = re.compile(
    r"[\\&%](?:(?<=\\)(?:x([0-9A-Fa-f]{2})|u\{?([0-9A-Fa-f]{4,6})\}?)"
    r"|(?<=&)#(?:\d{2,7}|[xX][0-9A-Fa-f]{2,6});|(?<=%)([0-9A-Fa-f]{2}))"
)
_WORD_BEFORE: Final = re.compile(r"\S*$")
_WORD_AFTER: Final = re.compile(r"\S*")


@dataclass(frozen=True, slots=True)
class Payload:
    """Text that stood encoded at `start`-`end` (code points)."""

    encoding: str
    start: int
    end: int
    text: str


def stretches(text: str) -> Iterator[Payload]:
    """Every stretch of escapes, as the text it stands for."""
    escapes = list(_ESCAPE.finditer(text)) if "\\" in text or "%" in text or "&#" in text else []
    for _, group in groupby(escapes, key=lambda found: text.rfind("\n", 0, found.start())):
        line = list(group)
        if len(line) >= FEWEST:
            yield from _stretch(text, line)


def _stretch(text: str, escapes: list[re.Match[str]]) -> Iterator[Payload]:
    first, last = escapes[0].start(), escapes[-1].end()
    head = _WORD_BEFORE.search(text[max(0, first - LONGEST_WORD) : first])
    tail = _WORD_AFTER.match(text, last, last + LONGEST_WORD)
    start, end = first - len(head[0] if head else ""), tail.end() if tail else last
    shown = unquote(_ESCAPE.sub(_unescaped, text[start:end])) if end - start >= SHORTEST else ""
    if len(shown) >= SHORTEST:
        yield Payload("percent" if escapes[0][3] else "escapes", start, end, shown)


def _unescaped(found: re.Match[str]) -> str:
    if digits := found[1] or found[2]:
        return chr(int(digits, 16)) if int(digits, 16) <= 0x10FFFF else ""
    return html.unescape(found[0])
