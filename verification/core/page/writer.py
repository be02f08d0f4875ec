"""Decides where the extracted text has spaces and line breaks, as a browser's `innerText` does.

White space here is HTML's own (space, tab, LF, CR, FF): a run of it is one space, and there is none at a
block's edges. Everything between two words is held back until the second one comes, so no text starts or ends
with a separator and no element's range takes one in at its edge.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Final

from verification.core.page.casing import cased

_RUN: Final = re.compile("[ \t\n\r\f]+")
_BLANK: Final = " \t\n\r\f"

COLLAPSE: Final = "collapse"  # white-space: normal, nowrap
LINES: Final = "lines"  # pre-line
PRESERVE: Final = "preserve"  # pre, pre-wrap, break-spaces


class Writer:
    """Takes a page's text run by run. A position is the number of runs so far, until `finish` turns it
    into offsets. `text` is never empty."""

    def __init__(self) -> None:
        self.texts: list[str] = []  # the runs; to be rewritten only in place, with their lengths kept
        self._separators: list[str] = []
        self._space = ""  # white space seen since the last run
        self._lines = 0  # br elements since the last run
        self._block = 0  # line breaks that a block's edge asks for
        self._tab = False
        self._row_is_empty = False
        self._box_begins = False

    def write(self, text: str, spaces: str = COLLAPSE, case: str = "") -> None:
        if spaces != COLLAPSE:
            self._preserved(text if spaces == PRESERVE else _RUN.sub(_line_break_or_space, text), case)
            return
        text = text.replace("\n", " ")
        if "  " in text or "\t" in text or "\r" in text or "\f" in text:
            text = _RUN.sub(" ", text)
        word = text.strip(" ")
        if text[0] == " " and not self._space and not self._box_begins:
            self._space = " "
        if word:
            self._put(word, "", case)
            self._space = " " if text[-1] == " " else ""

    def _preserved(self, text: str, case: str) -> None:
        body = text.strip(_BLANK)
        if not body:
            self._space += text
            return
        start = text.index(body[0])
        space = self._space + text[:start]
        self._space = space
        self._put(body, space.rpartition("\n")[2], case)
        self._space = text[start + len(body) :]

    def _put(self, text: str, indent: str, case: str) -> None:
        """`indent` is kept at the start of a line; white space between words of a line is always kept."""
        if not self.texts:
            separator = ""
        elif self._lines or self._block:
            separator = "\n" * max(self._lines, self._block) + indent
        else:
            separator = "\t" if self._tab else self._space
        if case:
            text = cased(text, case, "" if separator or not self.texts else self.texts[-1][-1])
        self._separators.append(separator)
        self.texts.append(text)
        self._lines = self._block = 0
        self._tab = self._row_is_empty = self._box_begins = False

    def line_break(self) -> None:
        self._lines += 1
        self._space = ""

    def block(self, breaks: int) -> None:
        """A block's edge: at least `breaks` line breaks before the next run, unless a cell has just begun."""
        self._space = ""
        if not self._tab and breaks > self._block:
            self._block = breaks

    def box(self) -> None:
        """An inline block begins: white space counts before it, not at its edges."""
        self._box_begins = True

    def box_end(self, start: int) -> None:
        """The inline block that began at the position `start` ends."""
        self._box_begins = False
        if len(self.texts) > start and self._space == " ":
            self._space = ""

    def row(self) -> None:
        """A table row begins."""
        self.row_end()
        self._row_is_empty = True

    def row_end(self) -> None:
        self._tab = False
        self.block(1)

    def cell(self) -> None:
        """A table cell begins: a tab after the cells before it, whatever those held."""
        self._space = ""
        if not self._row_is_empty:
            self._tab = bool(self.texts)
            self._lines = self._block = 0

    def finish(self) -> tuple[str, list[int], list[int]]:
        """The text; where each run starts, then the text's end; 0, then where each run ends (code points)."""
        pieces = [piece for pair in zip(self._separators, self.texts, strict=True) for piece in pair]
        edges = list(accumulate(map(len, pieces), initial=0))
        return "".join(pieces), [*edges[1::2], edges[-1]], edges[::2]


def _line_break_or_space(run: re.Match[str]) -> str:
    return "\n" * run[0].count("\n") or " "
