"""Decides what in a reading cites: links over words, bare addresses and reference marks, outside source lists."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

from verification.core.citations import addresses, vocabulary
from verification.core.citations.reading import Reading, Span
from verification.core.citations.references import LOOKS, References


@dataclass(frozen=True, slots=True)
class Cite:
    """A place that cites; `urls` as written, empty for a mark that leads nowhere. `kind`: how it is written."""

    start: int
    end: int
    urls: tuple[str, ...]
    kind: Literal["word", "bare", "mark"]


def cites(reading: Reading, references: References) -> list[Cite]:
    """All of them in the order of the text, disjoint."""
    found = [*_anchors(reading, references), *_bare(reading, references)]
    found += [Cite(mark.start, mark.end, mark.urls, "mark") for mark in references.marks()]
    kept: list[Cite] = []
    for cite in sorted(found, key=lambda each: (each.start, -each.end)):
        if (not kept or cite.start >= kept[-1].end) and not _leads_elsewhere(reading.text, cite):
            kept.append(cite)
    return kept


def _leads_elsewhere(text: str, cite: Cite) -> bool:
    """Whether a link is for more on the matter: what "see also" stands before; in brackets it is a citation."""
    return cite.kind != "mark" and vocabulary.leads_elsewhere(text[max(0, cite.start - 40) : cite.start])


def _anchors(reading: Reading, references: References) -> list[Cite]:
    found = []
    for anchor in reading.anchors:
        if references.inside(anchor.start):
            continue
        text = reading.text[anchor.start : min(anchor.end, anchor.start + 12)].strip()
        mark = anchor.end - anchor.start <= 12 and LOOKS.fullmatch(text) is not None
        if anchor.url.startswith("#"):
            url = references.behind(anchor)
            if url or mark:
                found.append(Cite(anchor.start, anchor.end, (url,) if url else (), "mark"))
        elif mark:
            start, end = _with_brackets(reading.text, anchor.start, anchor.end)
            found.append(Cite(start, end, (anchor.url,), "mark"))
        elif anchor.url:
            bare = text.lower().startswith(("http://", "https://"))
            found.append(Cite(anchor.start, anchor.end, (anchor.url,), "bare" if bare else "word"))
    return found


def _with_brackets(text: str, start: int, end: int) -> Span:
    if text[start - 1 : start] == "[" and text[end : end + 1] == "]" and start:
        return start - 1, end + 1
    return start, end


def _bare(reading: Reading, references: References) -> list[Cite]:
    """Addresses written out, which code blocks don't cite and links already cover."""
    covered = [anchor.end for anchor in reading.anchors]
    found = []
    for block in reading.blocks:
        if block.kind == "code":
            continue
        for start, end, url in addresses.bare(reading.text, block.start, block.end):
            at = bisect_left(covered, start + 1)
            linked = at < len(covered) and reading.anchors[at].start < end
            if not linked and not references.inside(start):
                found.append(Cite(start, end, (url,), "bare"))
    return found
