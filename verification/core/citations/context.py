"""Decides which links a quotation is said to stand at that has none in its own block: from the blocks round it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from verification.core.citations import vocabulary
from verification.core.citations.cites import Cite
from verification.core.citations.pairing import Link
from verification.core.citations.quotations import Quotation
from verification.core.citations.reading import Block, Reading

_COLON: Final = re.compile(r"[:：](?:\W{0,4})\Z")
_SIGNED: Final = re.compile(r"\W{0,3}(?:[—–―‒→⟶(（\[~]|--?>?\s)")
_WORDS: Final = re.compile(r"[^\W_]+")
_MOST_WORDS: Final = 14  # beside its links, in a block that only names a source


class Context:
    """The blocks of a reading with what they quote and cite."""

    def __init__(self, reading: Reading, quotations: Sequence[Quotation], cites: Sequence[Cite]) -> None:
        self._text, self._blocks = reading.text, reading.blocks
        self._cites, self._quotations = cites, quotations
        self._cite_starts = [cite.start for cite in cites]
        self._quotation_starts = [each.outer_start for each in quotations]
        self._names = [self._names_source(block) for block in self._blocks]
        self._quotes = [bool(self.quotations(block)) for block in self._blocks]
        self._names_first = self._first_is_source()
        self._headings = self._heading_cites()
        self._parents = self._list_parents()

    def cites(self, block: Block) -> Sequence[Cite]:
        first = bisect_left(self._cite_starts, block.start)
        return self._cites[first : bisect_left(self._cite_starts, block.end)]

    def quotations(self, block: Block) -> Sequence[Quotation]:
        first = bisect_left(self._quotation_starts, block.start)
        return self._quotations[first : bisect_left(self._quotation_starts, block.end)]

    def is_label(self, block: Block) -> bool:
        """Whether a block is one that says "Source: …"."""
        cites = self.cites(block)
        return bool(cites) and self._labelled(block, cites[0])

    def link(self, first: int, last: int, *, alone: bool) -> Link | None:
        """For what is quoted in the blocks `first` to `last`; `alone`: nothing else stands in them."""
        behind = self._behind(last) if alone else None
        before = self._before(first, alone=alone)
        if behind and not (
            before and before.rule == "introduction" and self._weak(last + 1, led=self._leads(first))
        ):
            return behind
        return before or behind or self._headings[first]

    def _leads(self, first: int) -> bool:
        """Whether the block before ends in a colon."""
        block = self._blocks[first - 1] if first else None
        return (
            block is not None and _COLON.search(self._text, max(block.start, block.end - 6), block.end) is not None
        )

    def _weak(self, index: int, *, led: bool) -> bool:
        """Whether a block that names a source may as well lead up to what follows it, or lead away; `led`: whether
        another leads up to the quotation before it."""
        block = self._blocks[index]
        if led and not self._says_so(block):
            return True
        following = index + 1 < len(self._blocks) and (self._quotes[index + 1] or self._blocks[index + 1].quoted)
        return following and self._names_first and not _SIGNED.match(self._text, block.start, block.end)

    def _says_so(self, block: Block) -> bool:
        """Whether a block says by its sign or label that it names a source."""
        if block.kind == "caption" or _SIGNED.match(self._text, block.start, block.end):
            return True
        return self.is_label(block)

    def _behind(self, last: int) -> Link | None:
        index = last + 1
        if index >= len(self._blocks) or not self._names[index]:
            return None
        if self._weak(index, led=False):
            return None
        return Link(tuple(self.cites(self._blocks[index])), "attribution")

    def _before(self, first: int, *, alone: bool) -> Link | None:
        parent = self._parents[first]
        if parent is not None and (found := self._leading(parent, alone=True)):
            return found
        index = first - 1
        if index < 0 or self._blocks[index].kind in ("code", "heading"):
            return None
        return self._leading(index, alone=alone)

    def _leading(self, index: int, *, alone: bool) -> Link | None:
        block = self._blocks[index]
        cites = self.cites(block)
        if not cites or block.quoted or self._served(index):
            return None
        colon = _COLON.search(self._text, max(block.start, block.end - 6), block.end)
        named = self._names[index] and alone and (self._names_first or not self._quotes[index])
        if colon or named or (alone and not self._quotes[index] and cites[-1].kind != "mark"):
            return Link((cites[-1],), "introduction")
        return None

    def _served(self, index: int) -> bool:
        """Whether a block names the source of the one before it and says so."""
        if not (index and self._names[index]) or self._names_first:
            return False
        before = self._quotes[index - 1] or self._blocks[index - 1].quoted
        return before and self._says_so(self._blocks[index])

    def _names_source(self, block: Block) -> bool:
        """Whether a block does no more than name a source."""
        cites = self.cites(block)
        if not cites or block.kind in ("code", "heading", "row") or self.quotations(block):
            return False
        if block.kind == "caption":
            return True
        words = self._words_beside(block, cites)
        if _SIGNED.match(self._text, block.start, block.end):
            return words <= 2 * _MOST_WORDS
        return words <= _MOST_WORDS // 3 or (words <= _MOST_WORDS and self._labelled(block, cites[0]))

    def _labelled(self, block: Block, cite: Cite) -> bool:
        head = self._text[block.start : min(cite.start, block.start + 40)]
        label = re.match(r"\W*(\w[\w ]{0,20}[:：])", head)
        return label is not None and vocabulary.labels(label[1])

    def _words_beside(self, block: Block, cites: Sequence[Cite]) -> int:
        words, at = 0, block.start
        for cite in cites:
            words += len(_WORDS.findall(self._text[at : cite.start][:400]))
            at = cite.end
        return words + len(_WORDS.findall(self._text[at : block.end][:400]))

    def _first_is_source(self) -> bool:
        for index, block in enumerate(self._blocks):
            if self._quotes[index] or block.quoted:
                return False
            if self._names[index]:
                return True
        return False

    def _heading_cites(self) -> list[Link | None]:
        links: list[Link | None] = []
        link: Link | None = None
        for block in self._blocks:
            if block.kind == "heading":
                cites = self.cites(block)
                link = Link((cites[-1],), "heading") if cites else None
            links.append(link)
        return links

    def _list_parents(self) -> list[int | None]:
        """For each list item, the paragraph over its list or the item it is under."""
        parents: list[int | None] = []
        stack: list[int] = []
        for index, block in enumerate(self._blocks):
            while stack and self._blocks[stack[-1]].level >= block.level:
                stack.pop()
            parents.append(stack[-1] if stack and block.level else None)
            if block.kind in ("heading", "code"):
                stack.clear()
            else:
                stack.append(index)
        return parents
