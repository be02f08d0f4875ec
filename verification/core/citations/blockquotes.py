"""Decides what of a block quotation is quoted and what names its source: its last line, brackets, a mark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from verification.core.citations import vocabulary
from verification.core.citations.cites import Cite
from verification.core.citations.quotations import Quotation, stripped
from verification.core.citations.reading import Block, Span

_SIGN: Final = re.compile(r"(?:\n|(?<=[\s.!?…。！？\"”»“」』)\]]))[ \t]*(?:[—–―‒]{1,2}|--?|[(（\[])[^\n]{0,160}\Z")
_SIGNED_LINE: Final = re.compile(r"\s*(?:[—–―‒~]|--?\s)[^\n]{2,160}\Z")
_ENDING: Final = re.compile(r"[\s.,;:!?)）\]】。*_]*")
_SPEAKER: Final = re.compile(r"[\s.,;:]*(?:[—–―‒]|--?\s)")
_ADVICE: Final = re.compile(
    r"\W{0,6}(?:note|tip|warning|important|caution|hint|hinweis|tipp|achtung|wichtig|remarque|astuce|attention|nota"
    r"|consejo|importante|aviso|suggerimento|attenzione|примечание|важно|совет|внимание|注意|提示|备注|ヒント|重要|補足)"
    r"\W{0,4}[:：]",
    re.I,
)
_LOOK: Final = 240


@dataclass(frozen=True, slots=True)
class Body:
    """What is quoted (`start` to `end`, without its marks), and the links that it names itself."""

    start: int
    end: int
    cites: tuple[Cite, ...]


def is_advice(text: str, block: Block) -> bool:
    """Whether a box only looks like a quotation: it begins with "Note:" or the like."""
    return _ADVICE.match(text, block.start, block.end) is not None


def is_prose(text: str, quotations: Sequence[Quotation], cites: Sequence[Cite]) -> bool:
    """Whether an indented text itself quotes and cites, as in a mail. `quotations`: those that don't begin it."""
    return bool(quotations) and any(
        cite.end <= quotations[0].outer_start or (cite.kind == "bare" and not _signs(text, cite)) for cite in cites
    )


def _signs(text: str, cite: Cite) -> bool:
    """Whether a link closes a line that begins with a dash."""
    line = text.rfind("\n", max(0, cite.start - _LOOK), cite.start)
    return text[line + 1 : cite.start].lstrip()[:1] in "—–―-"


def body(text: str, span: Span, marked: Sequence[Quotation], cites: Sequence[Cite]) -> Body:
    """A block quotation without what names its source; `marked` and `cites` are those that stand in it."""
    start, end = stripped(text, *span)
    end, named = _without_tail(text, start, end, cites)
    end = _without_signature(text, start, end)
    whole = next((each for each in marked if each.outer_start == start), None)
    if whole is not None and whole.outer_end <= end and _only_signed(text, whole.outer_end, end):
        return Body(whole.start, whole.end, tuple(named))
    return Body(*stripped(text, start, end), tuple(named))


def _only_signed(text: str, at: int, end: int) -> bool:
    rest = text[at:end]
    return not rest.strip(" \t\n.,;:!?。") or (_SPEAKER.match(rest) is not None and len(rest) <= _LOOK)


def _without_tail(text: str, start: int, end: int, cites: Sequence[Cite]) -> tuple[int, list[Cite]]:
    """The end before the links that close the quotation, and those links."""
    named: list[Cite] = []
    for cite in reversed(cites):
        if cite.start < start or not (named or _ENDING.fullmatch(text[cite.end : end][:_LOOK])):
            break
        if named and len(text[cite.end : end].strip(" \t\n.,;&|[]()")) > 24:
            break
        cut = _cut(text, start, end, cite)
        if cut < 0:
            break
        named.insert(0, cite)
        end = cut
    return end, named


def _cut(text: str, start: int, end: int, cite: Cite) -> int:
    """Where a closing link with its sign or label begins; -1 if the link is a word of the quotation."""
    if cite.kind == "mark":
        return stripped(text, start, cite.start)[1]
    since = max(start, cite.start - _LOOK)
    before = text[since : cite.start]
    sign = _SIGN.search(before)
    if sign is not None:
        return stripped(text, start, since + sign.start())[1]
    line = before.rfind("\n")
    head = before[line + 1 :]
    if vocabulary.labels(head) or (line >= 0 and not head.strip()):
        return stripped(text, start, since + line + 1 if line >= 0 or since > start else start)[1]
    if cite.kind == "bare" and cite.start > start:
        return stripped(text, start, cite.start)[1]
    return -1


def _without_signature(text: str, start: int, end: int) -> int:
    """The end without a last line such as `— Name`."""
    line = text.rfind("\n", start, end)
    if line > start and _SIGNED_LINE.fullmatch(text, line + 1, end):
        return stripped(text, start, line)[1]
    return end
