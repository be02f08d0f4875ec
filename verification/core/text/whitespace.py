"""Decides what white space is and what a text looks like once its runs are collapsed.

White space is Unicode's White_Space property (UAX #44, PropList.txt) and nothing else: not U+200B, not
U+FEFF, not U+001C to U+001F. Each run becomes one ASCII space; runs at both ends fall away.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

WHITE_SPACE_RANGES: Final = (
    "U+0009-U+000D",
    "U+0020",
    "U+0085",
    "U+00A0",
    "U+1680",
    "U+2000-U+200A",
    "U+2028",
    "U+2029",
    "U+202F",
    "U+205F",
    "U+3000",
)


def _members(published: str) -> range:
    first, _, last = published.partition("-")
    return range(int(first[2:], 16), int((last or first)[2:], 16) + 1)


WHITE_SPACE: Final = frozenset(chr(code) for listed in WHITE_SPACE_RANGES for code in _members(listed))

_OTHER_THAN_SPACE = "".join(sorted(WHITE_SPACE - {" "}))


@dataclass(frozen=True, slots=True)
class Collapsed:
    """A raw text, its collapsed form, and where each collapsed character came from (all in code points).

    Between two entries of `breaks` the offsets run side by side: `breaks[i]` is the first collapsed
    character after a run that shrank (or after leading white space), and it stands at `raw_breaks[i]`.
    """

    raw: str
    text: str
    breaks: tuple[int, ...]
    raw_breaks: tuple[int, ...]

    def raw_start(self, position: int) -> int:
        """Where the collapsed character at `position` begins in the raw text."""
        last = bisect_right(self.breaks, position) - 1
        return self.raw_breaks[last] + position - self.breaks[last]

    def raw_end(self, position: int) -> int:
        """Where the collapsed character at `position` ends in the raw text: a space is its whole run."""
        return self.raw_start(position + 1) if self.text[position] == " " else self.raw_start(position) + 1

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """The raw span of the collapsed characters from `start` up to `end`; `start` < `end`."""
        return self.raw_start(start), self.raw_end(end - 1)

    def position(self, raw: int) -> int:
        """How many collapsed characters begin before the raw offset `raw`."""
        last = bisect_right(self.raw_breaks, raw) - 1
        if last < 0:
            return 0
        limit = self.breaks[last + 1] if last + 1 < len(self.breaks) else len(self.text)
        return min(self.breaks[last] + raw - self.raw_breaks[last], limit)


def collapse(raw: str) -> Collapsed:
    """Collapse `raw` and keep the way back to it."""
    parts, raw_breaks, at = [], [], 0
    # Cut at double spaces, a longer run leaves empty parts, and one space before a part if it is odd.
    for part in _only_spaces(raw).rstrip(" ").split("  "):
        at += len(part)
        if kept := part.lstrip(" "):
            parts.append(kept)
            raw_breaks.append(at - len(kept))
        at += 2
    breaks = accumulate((len(part) + 1 for part in parts[:-1]), initial=0)
    return Collapsed(raw, " ".join(parts), tuple(breaks), tuple(raw_breaks))


def normalise(text: str) -> str:
    """`text` with its white-space runs collapsed and its ends trimmed."""
    return " ".join(filter(None, _only_spaces(text).split(" ")))


def _only_spaces(text: str) -> str:
    for character in _OTHER_THAN_SPACE:
        if character in text:
            text = text.replace(character, " ")
    return text
