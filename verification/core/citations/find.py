"""Decides which quotations of a pasted answer are said to stand at which links: the published rules, put together.

Pure and deterministic; takes time in proportion to the document and raises on none. It knows no hosts: whether a
link's host is supported is the caller's matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from verification.core.citations import html, judging, markdown, plain
from verification.core.citations.addresses import taken
from verification.core.citations.candidates import Candidates
from verification.core.citations.cites import cites
from verification.core.citations.found import Format, Found, Pair, Skipped
from verification.core.citations.linking import Linking
from verification.core.citations.pairing import MOST_LINKS, Link
from verification.core.citations.quotations import Quotation
from verification.core.citations.reading import Reading
from verification.core.citations.references import References
from verification.core.citations.wording import wording

_READERS: Final[Mapping[Format, Callable[[str], Reading]]] = {
    "markdown": markdown.read,
    "html": html.read,
    "text": plain.read,
}


def find(document: str, format: Format) -> Found:
    """The quotation-link pairs of `document`, and the quotations that make none with the reason."""
    reading = _READERS[format](document)
    references = References(reading)
    cited = cites(reading, references)
    candidates = Candidates(reading, references, cited)
    pairs: list[Pair] = []
    skipped = [_skipped(reading, *each) for each in candidates.left_out]
    for quotation, link, reason in Linking(reading, references, cited, candidates).outcomes():
        made = list(_pairs(reading, candidates, quotation, link)) if link else []
        pairs += [each for each in made if isinstance(each, Pair)]
        if not any(isinstance(each, Pair) for each in made):
            left = next((each for each in made if isinstance(each, str)), reason)
            skipped.append(_skipped(reading, left or "no_link", quotation.start, quotation.end))
    return Found(tuple(pairs), tuple(sorted(skipped, key=lambda each: (each.start, each.end))))


def _skipped(reading: Reading, reason: str, start: int, end: int) -> Skipped:
    return Skipped(reason, *reading.raw_span(start, end)) if start < end else Skipped(reason, 0, 0)


def _pairs(reading: Reading, candidates: Candidates, quotation: Quotation, link: Link) -> Iterator[Pair | str]:
    """A pair for each address of a quotation's links that is taken, the reason for each that isn't."""
    marks = candidates.marks_in(quotation)
    quote = wording(reading.text, quotation.start, quotation.end, marks)
    if judging.too_long(quote):
        yield "too_long"
        return
    seen: set[str] = set()
    for cite in link.cites:
        if not cite.urls:
            yield "unknown_reference"
        for written in cite.urls:
            url, fault = taken(written)
            if fault:
                yield fault
            elif url not in seen and len(seen) < MOST_LINKS:
                seen.add(url)
                yield Pair(url, quote, *reading.raw_span(quotation.start, quotation.end), link.rule)
