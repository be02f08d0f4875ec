"""Decides which stretches of a reading are quotations, and pairs each with its links."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from verification.core.citations import blockquotes, judging
from verification.core.citations.cites import Cite
from verification.core.citations.context import Context
from verification.core.citations.pairing import Link, Work, pair
from verification.core.citations.quotations import Quotation, marked, outermost
from verification.core.citations.reading import Block, Reading, Span
from verification.core.citations.references import References

_FROM_AFAR: Final = frozenset(("same_paragraph", "introduction", "heading", "only_source"))

Outcome = tuple[Quotation, Link | None, str]


class Candidates:
    """The quotations of one reading: `left_out` are those not looked at further, with the reason."""

    def __init__(self, reading: Reading, references: References, cites: Sequence[Cite]) -> None:
        self._reading, self._references, self._cites = reading, references, cites
        self._cite_starts = [cite.start for cite in cites]
        self._passed = sorted([*reading.code, *((c.start, c.end) for c in cites if c.kind == "bare")])
        self._passed_ends = [end for _, end in self._passed]
        self.left_out: list[tuple[str, int, int]] = []
        self._bodies: dict[int, tuple[Quotation, tuple[Cite, ...], int, int]] = {}
        self._quotations = self._collect()
        self._context = Context(reading, self._quotations, cites, references.regions)

    def paired(self) -> Iterator[Outcome]:
        """Each quotation with its links, in order; without any, with the reason."""
        outcomes: list[Outcome] = []
        for index, block in enumerate(self._reading.blocks):
            if index in self._bodies:
                outcomes.append(self._block_quotation(index))
            elif block.kind != "code" and not self._inside_body(block):
                outcomes += self._block(index, block)
        yield from self._with_only_source(outcomes)

    def marks_in(self, quotation: Quotation) -> list[Span]:
        """Where reference marks stand inside a quotation."""
        inside = self._cites_in(quotation.start, quotation.end)
        return [(cite.start, cite.end) for cite in inside if cite.kind == "mark" and cite.end <= quotation.end]

    def _inside_body(self, block: Block) -> bool:
        return block.group in self._body_groups

    def _collect(self) -> list[Quotation]:
        found: list[Quotation] = []
        self._body_groups: set[int] = set()
        numbered = enumerate(self._reading.blocks)
        for group, members in groupby(numbered, key=lambda each: each[1].group):
            blocks = list(members)
            marked_up = {index: self._marked(block) for index, block in blocks}
            if group and (whole := self._body(blocks, marked_up)):
                found.append(whole)
                continue
            for index, block in blocks:
                found += self._real(block, marked_up[index])
        return found

    def _marked(self, block: Block) -> list[Quotation]:
        """The quotations that marks or elements make in a block; what has no partner is left out."""
        first = bisect_right(self._passed_ends, block.start)
        quotations, unbalanced = marked(self._reading.text, block.start, block.end, self._passed[first:])
        if block.kind == "code":
            self.left_out += [("code", q.start, q.end) for q in quotations if not self._short(q)]
            return []
        if unbalanced and not block.quoted:
            self._unpaired(unbalanced[0], block.end)
        elements = [
            Quotation(each.start, each.end, each.start, each.end, "", each.url)
            for each in self._reading.quoted[
                bisect_left(self._quoted_starts(), block.start) : bisect_left(self._quoted_starts(), block.end)
            ]
        ]
        return outermost([*quotations, *elements])

    def _unpaired(self, at: int, end: int) -> None:
        """Leave out what the first mark without a partner may have begun, if it is more than a word or two."""
        if not judging.too_short(self._reading.text[at : min(at + 400, end)]):
            self.left_out.append(("unbalanced", at, end))

    def _quoted_starts(self) -> list[int]:
        if not hasattr(self, "_starts_of_quoted"):
            self._starts_of_quoted = [each.start for each in self._reading.quoted]
        return self._starts_of_quoted

    def _short(self, quotation: Quotation) -> bool:
        return judging.too_short(self._reading.text[quotation.start : quotation.end])

    def _real(self, block: Block, quotations: list[Quotation]) -> list[Quotation]:
        real = []
        for quotation in quotations:
            reason = self._reason(quotation)
            if reason:
                self.left_out.append((reason, quotation.start, quotation.end))
            else:
                real.append(quotation)
        return real

    def _reason(self, quotation: Quotation) -> str:
        if quotation.start >= quotation.end or self._short(quotation):
            return "too_short"
        if self._references.inside(quotation.start):
            return "title"
        cites = list(self._cites_in(quotation.outer_start - 160, quotation.outer_end))
        return "title" if judging.is_title(self._reading.text, quotation, cites) else ""

    def _cites_in(self, start: int, end: int) -> Sequence[Cite]:
        return self._cites[bisect_left(self._cite_starts, start) : bisect_left(self._cite_starts, end)]

    def _body(self, blocks: list[tuple[int, Block]], marked_up: dict[int, list[Quotation]]) -> Quotation | None:
        """The quotation that a block quotation is, if it is one."""
        quoted = [(index, block) for index, block in blocks if block.quoted and block.kind != "code"]
        if not quoted or blockquotes.is_advice(self._reading.text, quoted[0][1]):
            return None
        start, end = quoted[0][1].start, quoted[-1][1].end
        inner = [quotation for index, _ in quoted for quotation in marked_up[index]]
        cites = self._cites_in(start, end)
        if self._is_prose(start, inner, cites):
            return None
        body = blockquotes.body(self._reading.text, (start, end), inner, cites)
        quotation = Quotation(body.start, body.end, body.start, body.end, "", quoted[0][1].cite)
        if body.start >= body.end:
            return None
        captions = [
            cite
            for _, block in blocks
            if block.kind == "caption"
            for cite in self._cites_in(block.start, block.end)
        ]
        self._bodies[quoted[0][0]] = quotation, (*body.cites, *captions), blocks[0][0], blocks[-1][0]
        self._body_groups.add(quoted[0][1].group)
        return quotation

    def _is_prose(self, start: int, inner: list[Quotation], cites: Sequence[Cite]) -> bool:
        """Whether an indented text itself quotes and cites, as in a mail, so that it isn't the quotation."""
        real = [each for each in inner if each.outer_start > start + 2 and not self._reason(each)]
        return bool(real) and any(
            cite.end <= real[0].outer_start or (cite.kind == "bare" and not self._signed(cite)) for cite in cites
        )

    def _signed(self, cite: Cite) -> bool:
        """Whether a link closes a line that begins with a dash."""
        text = self._reading.text
        line = text.rfind("\n", max(0, cite.start - 200), cite.start)
        return text[line + 1 : cite.start].lstrip()[:1] in "—–―-"

    def _block_quotation(self, index: int) -> Outcome:
        quotation, cites, first, last = self._bodies[index]
        if self._short(quotation):
            return quotation, None, "too_short"
        if quotation.cite:
            cite = Cite(quotation.start, quotation.start, (quotation.cite,), "word")
            return quotation, Link((cite,), "cite_attribute"), ""
        if cites:
            return quotation, Link(cites, "attribution"), ""
        marks = tuple(
            c
            for c in self._cites_in(quotation.start, quotation.end)
            if c.kind == "mark" or (c.start <= quotation.start + 1 and c.end >= quotation.end - 1)
        )
        if marks:
            return quotation, Link(marks, "mark_inside"), ""
        link = self._context.link(first, last, alone=True)
        return quotation, link, "" if link else "no_link"

    def _block(self, index: int, block: Block) -> list[Outcome]:
        quotations = list(self._context.quotations(block))
        if not quotations:
            return []
        work = Work(self._reading.text, block.start, block.end, quotations, list(self._context.cites(block)))
        for quotation in quotations:
            if quotation.cite:
                cite = Cite(quotation.start, quotation.start, (quotation.cite,), "word")
                work.links[quotation] = Link((cite,), "cite_attribute")
        pair(work)
        alone = self._alone(block, quotations)
        waiting = set(work.waiting())
        around = self._context.link(index, index, alone=alone) if waiting else None
        outcomes: list[Outcome] = []
        for quotation in quotations:
            link = work.links.get(quotation) or (around if quotation in waiting else None)
            if link and self._too_weak(quotation, link, alone=alone):
                link = None
            outcomes.append((quotation, link, "ambiguous_link" if quotation in work.ambiguous else "no_link"))
        return outcomes

    def _too_weak(self, quotation: Quotation, link: Link, *, alone: bool) -> bool:
        if link.rule not in _FROM_AFAR or (alone and link.rule == "introduction"):
            return False
        return judging.is_phrase(self._reading.text[quotation.start : quotation.end])

    def _alone(self, block: Block, quotations: list[Quotation]) -> bool:
        """Whether a block holds little but its quotations."""
        quoted = sum(each.outer_end - each.outer_start for each in quotations)
        return block.end - block.start - quoted <= 24

    def _with_only_source(self, outcomes: list[Outcome]) -> Iterator[Outcome]:
        sole = self._sole()
        for quotation, link, reason in outcomes:
            only = Link((sole,), "only_source") if sole else None
            if only and link is None and reason == "no_link" and not self._too_weak(quotation, only, alone=False):
                yield quotation, only, ""
            else:
                yield quotation, link, reason

    def _sole(self) -> Cite | None:
        """The one source of the document, where it is listed or named in a block of its own."""
        urls = self._references.listed_urls()
        named = any(self._context.is_label(block) for block in self._reading.blocks)
        cited = {url for cite in self._cites for url in cite.urls}
        every = cited | set(urls)
        if len(every) != 1 or not (urls or named):
            return None
        return Cite(0, 0, tuple(every), "word")
