"""Decides the blocks of Markdown and of plain text, line by line: CommonMark's leaf blocks, its containers told by
their signs alone.

One pass; a line's signs are read once, so nesting costs nothing. Unlike CommonMark, a line without `>` ends a
block quotation: who pastes an answer leaves out the empty line more often than the sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from verification.core.citations.reading import CELL, Block, Kind, Span
from verification.core.text.layers import Layer, rewrite

_SIGN: Final = re.compile(r"[ \t]*(?:(?P<quote>>[ \t]?)|(?:[-*+•‣▪]|(?P<number>\d{1,4})[.)])(?=[ \t]|$)[ \t]*)")
_INDENT: Final = re.compile(r"[ \t]*")
_FENCE: Final = re.compile(r"(`{3,}|~{3,})([^`\n]*)$")
_RULE: Final = re.compile(r"[ \t]{0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_UNDERLINE: Final = re.compile(r"(?:=+|-+)[ \t]*$")
_HEADING: Final = re.compile(r"#{1,6}[ \t]+(?=\S)")
_HEADING_END: Final = re.compile(r"[ \t]+#+[ \t]*$")
_DELIMITERS: Final = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_DEFINITION: Final = re.compile(r"\[(?!\^)([^\[\]]{1,200})\]:[ \t]*<?([^\s<>]+)>?[ \t]*(?:[\"'(].*)?$")
_NOTE: Final = re.compile(r"\[\^([^\[\]]{1,200})\]:[ \t]*")
_PIPE: Final = re.compile(r"(?<!\\)\|")
_ALERT: Final = re.compile(r"\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*$", re.I)


@dataclass(slots=True)
class _Line:
    """A line without its break: where its text begins behind the signs, and what the signs say."""

    start: int
    at: int
    end: int
    depth: int
    level: int
    item: bool
    label: str


def laid_out(document: str, *, markdown: bool) -> tuple[str, tuple[Layer, ...], tuple[Block, ...], dict[str, str]]:
    """The text without its lines' signs, the way back, the blocks, and the definitions of reference links."""
    layout = _Layout(document, markdown)
    for line in _lines(document):
        layout.take(line)
    layout.close()
    text, layer = rewrite(document, layout.gone, layout.put)
    blocks = [_moved(block, layer) for block in layout.blocks]
    kept = tuple(block for block in blocks if block.start < block.end)
    return text, (layer,) if layer else (), kept, layout.definitions


def _moved(block: Block, layer: Layer | None) -> Block:
    if layer is None or block.start == block.end:
        return block
    start, end = layer.forth(block.start, block.end)
    return replace(block, start=start, end=end)


def _lines(document: str) -> Iterator[_Line]:
    start = 0
    while start < len(document):
        end = document.find("\n", start)
        end = len(document) if end < 0 else end
        yield _signs(document, start, end - document.startswith("\r", end - 1) if end > start else end)
        start = end + 1


def _signs(document: str, start: int, end: int) -> _Line:
    line = _Line(start, start, end, 0, 0, False, "")
    while not _RULE.match(document, line.at, end) and (sign := _SIGN.match(document, line.at, end)):
        if sign["quote"]:
            line.depth += 1
        else:
            line.item, line.level, line.label = True, sign.end() - start, sign["number"] or ""
        line.at = sign.end()
    indent = _INDENT.match(document, line.at, end)
    assert indent is not None
    if not line.item:
        line.level = indent.end() - indent.start()
    line.at = indent.end()
    return line


class _Layout:
    """The blocks so far and the one that is open, over the document as pasted."""

    def __init__(self, document: str, markdown: bool) -> None:
        self._document, self._markdown = document, markdown
        self.blocks: list[Block] = []
        self.gone: list[Span] = []
        self.put: list[str] = []
        self.definitions: dict[str, str] = {}
        self._open: Block | None = None
        self._opened_at = 0  # where the open block's last line begins
        self._fence = ""
        self._table = self._listed = self._after_blank = False
        self._group, self._in_group, self._boxed = 0, False, False

    def take(self, line: _Line) -> None:
        rest = self._document[line.at : line.end].rstrip()
        if self._fence:
            self._code(line, rest)
        elif not rest:
            self._blank(line)
        elif not (self._markdown and self._marked(line, rest)):
            self._prose(line)
        self._after_blank = not rest

    def close(self) -> None:
        if self._open is not None:
            self.blocks.append(self._open)
        self._open = None

    def _cut(self, start: int, end: int, put: str = "") -> None:
        if start < end:
            self.gone.append((start, end))
            self.put.append(put)

    def _blank(self, line: _Line) -> None:
        self.close()
        self._cut(line.start, line.at)
        self._table = False
        if not line.depth:
            self._in_group = False

    def _code(self, line: _Line, rest: str) -> None:
        if rest.startswith(self._fence) and not rest.strip(self._fence[0]):
            self._fence = ""
            self.close()
        elif self._open is None:
            self._start(line.start, line.end, "code", line)
        else:
            self._open = replace(self._open, end=line.end)

    def _marked(self, line: _Line, rest: str) -> bool:
        """Whether the line is one of Markdown's own kinds, which are dealt with here."""
        if fence := _FENCE.match(rest):
            self.close()
            self._fence = fence[1]
            self._cut(line.start, line.end)
        elif _RULE.match(rest) or (self._open is not None and _UNDERLINE.match(rest)):
            self._underline(line)
        elif heading := _HEADING.match(rest):
            self._heading(line, heading.end(), rest)
        elif self._open is not None and "|" in rest and _DELIMITERS.match(rest):
            self._table_begins(line)
        elif self._table and self._open is None and "|" in rest:
            self._row(line.at, line)
        else:
            return self._defined(line, rest) or self._indented(line) or self._alert(line, rest)
        return True

    def _alert(self, line: _Line, rest: str) -> bool:
        if line.depth and self._open is None and _ALERT.match(rest):
            self._cut(line.start, line.end)
            self._group, self._in_group, self._boxed = self._group + 1, True, True
            return True
        return False

    def _underline(self, line: _Line) -> None:
        """A line of signs: it underlines the paragraph above it as a heading, or stands between blocks."""
        if self._open is not None and _UNDERLINE.match(self._document, line.at, line.end):
            self._open = replace(self._open, kind="heading")
        self.close()
        self._cut(line.start, line.end)

    def _heading(self, line: _Line, after: int, rest: str) -> None:
        self.close()
        self._cut(line.start, line.at + after)
        end = _HEADING_END.search(rest)
        stop = line.at + (end.start() if end else len(rest))
        self._start(line.at + after, max(stop, line.at + after), "heading", line)
        self._cut(max(stop, line.at + after), line.end)
        self.close()

    def _table_begins(self, line: _Line) -> None:
        assert self._open is not None
        head, self._open = self._open, None
        if head.start < self._opened_at:
            self.blocks.append(replace(head, end=self._opened_at))
        self._table = True
        self._cells(self._opened_at, head.end)
        self.blocks.append(replace(head, start=self._opened_at, kind="row"))
        self._cut(line.start, line.end)

    def _row(self, at: int, line: _Line) -> None:
        self._cut(line.start, at)
        self._cells(at, line.end)
        self.blocks.append(Block(at, line.end, "row"))

    def _cells(self, start: int, end: int) -> None:
        for pipe in _PIPE.finditer(self._document, start, end):
            self._cut(pipe.start(), pipe.end(), CELL)

    def _defined(self, line: _Line, rest: str) -> bool:
        if note := _NOTE.match(rest):
            self.close()
            self._cut(line.start, line.at + note.end())
            self._start(line.at + note.end(), line.end, "prose", line)
            if self._open is not None:
                self._open = replace(self._open, names=(f"^{name_of(note[1])}",))
            return True
        definition = _DEFINITION.match(rest)
        if definition is None or not (self._open is None or "://" in definition[2]):
            return False
        self.close()
        self._cut(line.start, line.end)
        self.definitions.setdefault(name_of(definition[1]), definition[2])
        return True

    def _indented(self, line: _Line) -> bool:
        if self._open is not None or self._listed or line.item or line.depth or line.level < 4:
            return False
        self._start(line.start, line.end, "code", line)
        self.close()
        return True

    def _prose(self, line: _Line) -> None:
        same = self._open is not None and not line.item and bool(line.depth) == bool(self._open.group)
        if same and self._open is not None:
            self._open = replace(self._open, end=line.end)
        else:
            self.close()
            self._start(line.at, line.end, "prose", line)
        self._cut(line.start, line.at)
        self._opened_at = line.at

    def _start(self, start: int, end: int, kind: Kind, line: _Line) -> None:
        if line.depth and not self._in_group:
            self._group, self._boxed = self._group + 1, False
        self._in_group = bool(line.depth)
        self._listed = line.item or (self._listed and line.level > 0)
        level = line.level if self._listed else 0
        group = self._group if line.depth else 0
        self._open = Block(start, end, kind, level, group, group > 0 and not self._boxed, label=line.label)


def name_of(label: str) -> str:
    """A reference's label as it is looked up: CommonMark folds its case and white space."""
    return " ".join(label.split()).casefold()
