"""Decides nothing: the form in which Markdown, HTML and plain text are looked at alike.

A reading is the text that a reader sees, with its blocks, links and quotation elements, and the way back to the
document. Offsets are code points of the visible text unless a name says `raw`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from verification.core.text.layers import Layer

Span = tuple[int, int]
# prose: paragraph or list item; row: a table's row, cells parted by CELL; caption: names a quotation's source.
Kind = Literal["prose", "heading", "row", "caption", "code"]

CELL = "\x1f"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text that stands on its own.

    `level`: how deep in lists, 0 outside; `group`: which block quotation (or figure) it is of, 0 for none;
    `quoted`: whether it is the quotation itself; `cite`: a block quotation's own address; `label`: a list number;
    `names`: by which the document's own links lead here.
    """

    start: int
    end: int
    kind: Kind = "prose"
    level: int = 0
    group: int = 0
    quoted: bool = False
    cite: str = ""
    label: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link of the markup over its visible text. `url` as written; `#name` leads to a block with that name."""

    start: int
    end: int
    url: str


@dataclass(frozen=True, slots=True)
class Reading:
    """All lists are in the order of the text. `quoted`: quotation elements without marks, with their address."""

    text: str
    layers: tuple[Layer, ...]
    blocks: tuple[Block, ...]
    anchors: tuple[Anchor, ...] = ()
    quoted: tuple[Anchor, ...] = ()
    code: tuple[Span, ...] = ()
    definitions: Mapping[str, str] = field(default_factory=dict)

    def raw_span(self, start: int, end: int) -> Span:
        """The span of the document whose visible text is `text[start:end]`; `start` < `end`."""
        for layer in reversed(self.layers):
            start, end = layer.back(start, end)
        return start, end
