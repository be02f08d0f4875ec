"""Decides which stretches of a reading are quotations, and for which reason others aren't looked at further."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from verification.core.citations import blockquotes, judging
from verification.core.citations.cites import Cite
from verification.core.citations.quotations import Quotation, marked, outermost
from verification.core.citations.reading import Block, Reading, Span
from verification.core.citations.references import References


@dataclass(frozen=True, slots=True)
class BlockQuotation:
    """A block quotation, the links that name its source inside it, and its first and last block by number."""

    quotation: Quotation
    cites: tuple[Cite, ...]
    first: int
    last: int


class Candidates:
    """The quotations of one reading, disjoint and in order.

    `left_out`: what isn't looked at further, with the reason; `bodies`: block quotations by their first block.
    """

    def __init__(self, reading: Reading, references: References, cites: Sequence[Cite]) -> None:
        self._reading, self._references, self._cites = reading, references, cites
        self._cite_starts = [cite.start for cite in cites]
        self._passed = sorted([*reading.code, *((cite.start, cite.end) for cite in cites if cite.kind == "bare")])
        self._marks = frozenset(cite.start for cite in cites if cite.kind == "mark")
        self._passed_starts = [start for start, _ in self._passed]
        self._element_starts = [each.start for each in reading.quoted]
        self.left_out: list[tuple[str, int, int]] = []
        self.bodies: dict[int, BlockQuotation] = {}
        self.body_groups: set[int] = set()
        self.quotations = self._collect()

    def cites_in(self, start: int, end: int) -> Sequence[Cite]:
        """The links that begin in a stretch."""
        return self._cites[bisect_left(self._cite_starts, start) : bisect_left(self._cite_starts, end)]

    def marks_in(self, quotation: Quotation) -> list[Span]:
        """Where reference marks stand inside a quotation."""
        inside = self.cites_in(quotation.start, quotation.end)
        return [(cite.start, cite.end) for cite in inside if cite.kind == "mark" and cite.end <= quotation.end]

    def is_short(self, quotation: Quotation) -> bool:
        return judging.too_short(self._reading.text[quotation.start : quotation.end])

    def _collect(self) -> list[Quotation]:
        found: list[Quotation] = []
        for group, members in groupby(enumerate(self._reading.blocks), key=lambda each: each[1].group):
            blocks = list(members)
            inside = {index: self._marked(index, block) for index, block in blocks}
            if group and (whole := self._body(blocks, inside)):
                found.append(whole)
            else:
                found += [each for index, _ in blocks for each in inside[index] if self._is_real(each)]
        return found

    def _marked(self, index: int, block: Block) -> list[Quotation]:
        """The quotations that marks or elements make in a block."""
        first = max(0, bisect_right(self._passed_starts, block.start) - 1)
        passed = self._passed[first : bisect_left(self._passed_starts, block.end)]
        quotations, unpaired = marked(self._reading.text, block.start, block.end, passed, self._marks)
        if block.kind == "code":
            self.left_out += [("code", each.start, each.end) for each in quotations if not self.is_short(each)]
            return []
        if unpaired and self._goes_on(index, unpaired[-1], quotations):
            at = unpaired.pop()
            quotations.append(Quotation(at + 1, block.end, at, block.end, self._reading.text[at]))
        if unpaired and not block.quoted:
            self._unpaired(unpaired[0], block.end)
        return outermost([*quotations, *self._elements(block)])

    def _goes_on(self, index: int, at: int, quotations: Sequence[Quotation]) -> bool:
        """Whether the mark at `at` opens a quotation of several paragraphs: the next one begins with it again."""
        following = self._reading.blocks[index + 1 : index + 2]
        if not following or following[0].kind != "prose" or (quotations and quotations[-1].outer_end > at):
            return False
        return self._reading.text[following[0].start] == self._reading.text[at]

    def _unpaired(self, at: int, end: int) -> None:
        """Leave out what the first mark without a partner may have begun, if it is more than a word or two."""
        if not judging.too_short(self._reading.text[at : min(at + 400, end)]):
            self.left_out.append(("unbalanced", at, end))

    def _elements(self, block: Block) -> list[Quotation]:
        first, last = (bisect_left(self._element_starts, at) for at in (block.start, block.end))
        elements = self._reading.quoted[first:last]
        return [Quotation(each.start, each.end, each.start, each.end, "", each.url) for each in elements]

    def _is_real(self, quotation: Quotation) -> bool:
        reason = self._reason(quotation)
        if reason:
            self.left_out.append((reason, quotation.start, quotation.end))
        return not reason

    def _reason(self, quotation: Quotation) -> str:
        if quotation.start >= quotation.end or self.is_short(quotation):
            return "too_short"
        if self._references.inside(quotation.start):
            return "title"
        cites = self.cites_in(quotation.outer_start - 160, quotation.outer_end)
        return "title" if judging.is_title(self._reading.text, quotation, cites) else ""

    def _body(self, blocks: list[tuple[int, Block]], inside: dict[int, list[Quotation]]) -> Quotation | None:
        """The quotation that a block quotation is, if it is one."""
        quoted = [(index, block) for index, block in blocks if block.quoted and block.kind != "code"]
        if not quoted or blockquotes.is_advice(self._reading.text, quoted[0][1]):
            return None
        start, end = quoted[0][1].start, quoted[-1][1].end
        inner = [each for index, _ in quoted for each in inside[index]]
        cites = self.cites_in(start, end)
        real = [each for each in inner if each.outer_start > start + 2 and not self._reason(each)]
        if blockquotes.is_prose(self._reading.text, real, cites):
            return None
        body = blockquotes.body(self._reading.text, (start, end), inner, cites)
        if body.start >= body.end:
            return None
        captions = [block for _, block in blocks if block.kind == "caption"]
        named = [*body.cites, *(cite for block in captions for cite in self.cites_in(block.start, block.end))]
        quotation = Quotation(body.start, body.end, body.start, body.end, "", quoted[0][1].cite)
        self.bodies[quoted[0][0]] = BlockQuotation(quotation, tuple(named), blocks[0][0], blocks[-1][0])
        self.body_groups.add(quoted[0][1].group)
        return quotation
