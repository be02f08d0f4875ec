"""Decides what the pair finder answers with: quotations and their links, and what was left out.

Offsets are code points of the document as pasted, ends exclusive.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Format = Literal["markdown", "html", "text"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A quotation, as a reader sees it, and one link it is said to stand at.

    `document[start:end]` is the quotation as written, without its marks. A quotation with several links is several
    pairs with the same span; the spans of two quotations never overlap. `rule` is the id of a published rule.
    """

    url: str
    quote: str
    start: int
    end: int
    rule: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """A quotation that makes no pair; `reason` is a published id."""

    reason: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """The pairs and the rest, each in the order of the document."""

    pairs: tuple[Pair, ...]
    skipped: tuple[Skipped, ...]
