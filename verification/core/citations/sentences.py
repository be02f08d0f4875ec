"""Decides where the sentences of a block end, where quotations and links are single words.

What cites a sentence from behind its stop, such as `[1]`, `(source)` or `— Name, link`, is of that sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from verification.core.citations.cites import Cite
from verification.core.citations.quotations import Quotation

# In a masked block, MARK stands for a reference mark, LINK for where another link begins, x for what is one word.
MARK: Final = "\x02"
LINK: Final = "\x03"
_BEGIN: Final = rf"(?=[{LINK}\p{{Lu}}\p{{Lo}}\p{{So}}\d\"“„«‘‹(\[¿¡*•–—-]|[»›]\p{{L}})"
_END: Final = regex.compile(
    rf"[.!?…]++[)\]]*+(?:[ \t]*+{MARK}++)*+\s++{_BEGIN}"
    r"|[。！？]++[)）】]*+(?=[^\s)）】」』”])|\x1f|\n\s*\n"
    rf"|(?<=[.!?…:;。！？：；x{LINK})\]”»」』{MARK}])[ \t]*+\n\s*+{_BEGIN}"
)
_GOES_ON: Final = regex.compile(r"[\p{Hiragana}的地之\p{Po}\p{Pf}\p{Pe}]")
_ABBREVIATION: Final = regex.compile(
    r"(?<!\p{L})(?:\p{L}|e\.g|i\.e|z\. ?B|d\. ?h|u\. ?a|cf|vs|Dr|Mr|Mrs|Ms|Prof|St|Nr|No|Art|Abs|Sec|Fig"
    r"|vgl|ca|bzw|pp?|vol|eds?|par|ex|т\. ?е|см|Sra?|Inc|Ltd|Co)\Z"
)


def masked(text: str, start: int, end: int, quotations: list[Quotation], cites: list[Cite]) -> str:
    """A block with its quotations and links as one word each; a quotation's own stop stands behind it."""
    parts: list[str] = []
    at = start
    for first, last, word in sorted(_words(text, quotations, cites), key=lambda each: (each[0], -each[1])):
        if at <= first and last <= end:
            parts += text[at:first], word
            at = last
    parts.append(text[at:end])
    return "".join(parts)


def _words(text: str, quotations: list[Quotation], cites: list[Cite]) -> Iterator[tuple[int, int, str]]:
    for cite in cites:
        length = cite.end - cite.start
        yield cite.start, cite.end, MARK * length if cite.kind == "mark" else LINK + "x" * (length - 1)
    for quotation in quotations:
        stop = _stop(text, quotation)
        length = quotation.outer_end - quotation.outer_start
        yield quotation.outer_start, quotation.outer_end, '"' + "x" * (length - 2) + stop if length > 1 else "x"


def _stop(text: str, quotation: Quotation) -> str:
    """The stop inside a quotation's closing mark, if the sentence round it may end there; else a letter."""
    last = text[quotation.end - 1 : quotation.end]
    if quotation.end == quotation.outer_end or last not in ".!?…。！？":
        return "x"
    following = text[quotation.outer_end : quotation.outer_end + 1]
    return "x" if last in "。！？" and _GOES_ON.match(following) else last


def ends(block: str) -> list[int]:
    """Where each sentence of a masked block but the first begins."""
    return [
        found.end()
        for found in _END.finditer(block)
        if found[0][0] != "." or not _ABBREVIATION.search(block, max(0, found.start() - 8), found.start())
    ]
