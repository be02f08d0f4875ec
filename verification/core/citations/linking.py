"""Decides the links of each quotation of a reading, from what stands nearest to what stands farthest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from verification.core.citations import judging, vocabulary
from verification.core.citations.candidates import BlockQuotation, Candidates
from verification.core.citations.cites import Cite
from verification.core.citations.context import Context
from verification.core.citations.pairing import Link, Work, pair
from verification.core.citations.quotations import Quotation
from verification.core.citations.reading import Block, Reading
from verification.core.citations.references import References

Outcome = tuple[Quotation, Link | None, str]

_FROM_AFAR: Final = frozenset(("same_paragraph", "introduction", "heading", "only_source"))
_TOUCHING: Final = 3
_BESIDE: Final = 60
_LITTLE: Final = 24  # code points beside its quotations in a block that is nothing but them


class Linking:
    """Links the candidates of one reading."""

    def __init__(
        self, reading: Reading, references: References, cites: Sequence[Cite], candidates: Candidates
    ) -> None:
        self._reading, self._references, self._cites, self._candidates = reading, references, cites, candidates
        self._context = Context(reading, candidates.quotations, cites)
        self._led: tuple[int, Link] | None = None  # the last block that was led up to, and by what

    def outcomes(self) -> Iterator[Outcome]:
        """Each quotation in order with its links, or with the reason why it has none."""
        sole, reach = self._sole()
        for quotation, link, reason in self._by_block():
            if link is None and reason == "no_link" and sole and quotation.start < reach:
                link = None if self._too_weak(quotation, sole, alone=False) else sole
            yield quotation, link, reason

    def _by_block(self) -> Iterator[Outcome]:
        for index, block in enumerate(self._reading.blocks):
            if index in self._candidates.bodies:
                yield self._block_quotation(self._candidates.bodies[index])
            elif block.kind != "code" and block.group not in self._candidates.body_groups:
                yield from self._block(index, block)

    def _block_quotation(self, body: BlockQuotation) -> Outcome:
        quotation = body.quotation
        if self._candidates.is_short(quotation):
            return quotation, None, "too_short"
        link = _own(quotation) or self._inside(body) or self._around(body.first, body.last, alone=True)
        return quotation, link, "no_link"

    def _inside(self, body: BlockQuotation) -> Link | None:
        """What a block quotation names itself: in its last line or caption, in marks, in a link all over it."""
        if body.cites:
            return Link(body.cites, "attribution")
        quotation = body.quotation
        cites = self._candidates.cites_in(quotation.start, quotation.end)
        marks = tuple(cite for cite in cites if cite.kind == "mark")
        if marks:
            return Link(marks, "mark_inside")
        whole = tuple(
            cite for cite in cites[:1] if cite.start <= quotation.start and cite.end >= quotation.end - 1
        )
        return Link(whole, "in_link_text") if whole else None

    def _block(self, index: int, block: Block) -> list[Outcome]:
        quotations = list(self._context.quotations(block))
        if not quotations:
            return []
        work = Work(self._reading.text, block.start, block.end, quotations, list(self._context.cites(block)))
        work.links |= {each: own for each in quotations if (own := _own(each))}
        pair(work)
        alone = self._alone(block, quotations)
        around = self._around(index, index, alone=alone) if work.waiting() else None
        return [self._outcome(work, each, around, alone=alone) for each in quotations]

    def _alone(self, block: Block, quotations: list[Quotation]) -> bool:
        """Whether a block holds next to nothing but its quotations."""
        quoted = sum(each.outer_end - each.outer_start for each in quotations)
        if block.end - block.start - quoted > _LITTLE:
            return False
        bounds = [
            block.start,
            *(at for each in quotations for at in (each.outer_start, each.outer_end)),
            block.end,
        ]
        beside = " ".join(
            self._reading.text[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True)
        )
        return judging.too_short(beside)

    def _outcome(self, work: Work, quotation: Quotation, around: Link | None, *, alone: bool) -> Outcome:
        if quotation in work.ambiguous:
            return quotation, None, "ambiguous_link"
        link = work.links.get(quotation) or around
        if link and self._too_weak(quotation, link, alone=alone):
            link = None
        return quotation, link, "no_link"

    def _around(self, first: int, last: int, *, alone: bool) -> Link | None:
        """The links of the blocks round a quotation; one that follows another that was led up to is so, too."""
        link = self._context.link(first, last, alone=alone)
        if link is None and alone and self._led and self._led[0] == first - 1:
            link = self._led[1]
        self._led = (last, link) if link and alone and link.rule == "introduction" else None
        return link

    def _too_weak(self, quotation: Quotation, link: Link, *, alone: bool) -> bool:
        """Whether a few words stand too far from a link to be taken for a quotation."""
        text = self._reading.text[quotation.start : quotation.end]
        if judging.is_term(text) and not alone and not _touches(link.cites[0], quotation):
            return True
        if link.rule not in _FROM_AFAR or (alone and link.rule == "introduction"):
            return False
        return judging.is_phrase(text) or (link.rule != "same_paragraph" and self._is_spoken(quotation))

    def _is_spoken(self, quotation: Quotation) -> bool:
        """Whether the words next to a quotation say that it was spoken to someone."""
        text, start, end = self._reading.text, quotation.outer_start, quotation.outer_end
        before, behind = text[max(0, start - _BESIDE) : start], text[end : end + _BESIDE]
        return vocabulary.is_spoken(before.rpartition("\n")[2]) or vocabulary.is_spoken(behind.partition("\n")[0])

    def _sole(self) -> tuple[Link | None, int]:
        """The one source of the document, where it is listed or named in a block of its own, and up to where: in
        the midst of the text it is named for what stands before it."""
        listed = self._references.listed_urls()
        urls = listed | {url for cite in self._cites for url in cite.urls}
        named = [] if listed else [block.start for block in self._reading.blocks if self._context.is_label(block)]
        if len(urls) != 1 or not (listed or named):
            return None, 0
        first = next((each.start for each in self._candidates.quotations), 0)
        everywhere = listed or named[0] < first
        reach = len(self._reading.text) if everywhere else named[-1]
        return Link((Cite(0, 0, tuple(urls), "word"),), "only_source"), reach


def _touches(cite: Cite, quotation: Quotation) -> bool:
    """Whether a link begins at or in a quotation or right behind it, brackets between them at most."""
    return cite.start - quotation.outer_end <= _TOUCHING and cite.end >= quotation.outer_start


def _own(quotation: Quotation) -> Link | None:
    if not quotation.cite:
        return None
    return Link((Cite(quotation.start, quotation.start, (quotation.cite,), "word"),), "cite_attribute")
