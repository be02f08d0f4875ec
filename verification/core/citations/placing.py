"""Decides how a link stands to a quotation: behind it, joined to another link, before it in the sentence."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

from verification.core.citations import vocabulary
from verification.core.citations.cites import Cite
from verification.core.citations.quotations import Quotation

Item = Quotation | Cite

_DASH: Final = re.compile(r"[.,;:!?…\s]*(?:[—–―‒→⟶|~]|--?>?(?=\s)|=>)[^\n]{0,80}")
_OPEN_BRACKET: Final = re.compile(r"[(（\[【〔][^)）\]】〕]{0,120}\Z")
_CLOSING: Final = re.compile(r"[)）\]】〕]")
_BESIDE: Final = re.compile(r"[\s.,;:!?…。，、；：*_~]*")
_JOINED: Final = re.compile(
    r"[\s.,;/|+&、，；·()（）\[\]]*(?:and|und|et|y|e|и|和|及|と|sowie|as well as)?"
    r"[\s.,;/|+&、，；·()（）\[\]]*"
)
_GOES_ON: Final = re.compile(r"[ \t]*[,，]?[ \t]*[\w(]|['’]s\b")
_CONJUNCTION: Final = re.compile(r"[\s,;.]*(?:and|or|und|oder|et|ou|y|o|e|и|或|和|と|then)?[\s,:]*")
_NEAR: Final = 60
_REACH: Final = 20  # links that one pair of brackets may hold
_TAIL: Final = re.compile(r"[\s)）\].]*")


def start(item: Item) -> int:
    return item.outer_start if isinstance(item, Quotation) else item.start


def end(item: Item) -> int:
    return item.outer_end if isinstance(item, Quotation) else item.end


def cites_from_inside(text: str, cite: Cite, quotation: Quotation) -> bool:
    """Whether a link inside a quotation is a citation: a mark, or what stands in brackets at its end."""
    if cite.kind == "mark":
        return True
    return bool(
        _OPEN_BRACKET.search(text, max(quotation.start, cite.start - 120), cite.start)
        and _TAIL.fullmatch(text, cite.end, quotation.end)
    )


def joined(text: str, first: Item, second: Item) -> bool:
    """Whether two links cite together: nothing but signs or an "and" stands between."""
    between = text[end(first) : start(second)]
    return len(between) <= 24 and "\n" not in between.strip() and _JOINED.fullmatch(between) is not None


def trails(text: str, begin: int, stop: int, items: list[Item], index: int, *, cite_first: bool) -> bool:
    """Whether the link at `index` cites what stands before it; `begin`, `stop`: its sentence."""
    cite, before = items[index], items[index - 1] if index else None
    assert isinstance(cite, Cite)
    if cite.kind == "mark":
        return True
    since = max(end(before) if before else begin, cite.start - 200)
    between = text[since : cite.start]
    if in_brackets(text, between, cite, stop, _next_quotation(items, index, stop)):
        own = index + 2 < len(items) and isinstance(items[index + 2], Cite)
        return own or not turned(text, items, index)
    if vocabulary.labels(between):
        return True
    if not isinstance(before, Quotation):
        return False
    if _DASH.fullmatch(between):
        return True
    introduced = any(isinstance(item, Cite) for item in items[max(0, index - 4) : index])
    return _right_behind(text, between, before, cite, stop, cite_first=cite_first, introduced=introduced)


def turned(text: str, items: list[Item], index: int) -> bool:
    """Whether the link at `index` is of one who speaks behind it, not of the quotation before it."""
    if not 0 < index < len(items) - 1 or not isinstance(items[index + 1], Quotation):
        return False
    before = items[index - 1]
    if not isinstance(before, Quotation):
        return False
    return vocabulary.turns(text[end(before) : min(start(items[index]), end(before) + 200)])


def _next_quotation(items: list[Item], index: int, stop: int) -> int:
    """Where the next quotation begins, as far as brackets reach."""
    for item in items[index + 1 : index + _REACH]:
        if isinstance(item, Quotation):
            return item.outer_start
    return stop


def in_brackets(text: str, between: str, cite: Cite, stop: int, following: int) -> bool:
    """Whether brackets that hold nothing quoted stand round a link."""
    if not _OPEN_BRACKET.search(between):
        return False
    closed = _CLOSING.search(text, cite.end, min(stop, cite.end + 160))
    return closed is not None and (closed.start() <= following or following <= cite.end)


def _right_behind(
    text: str, between: str, before: Quotation, cite: Cite, stop: int, *, cite_first: bool, introduced: bool
) -> bool:
    """Whether a link follows a quotation at once and isn't the subject of what comes next."""
    if not _BESIDE.fullmatch(between) or ("\n" in between and cite_first):
        return False
    stopped = introduced or text[before.end - 1] in ".!?…。！？" or any(sign in between for sign in ".!?…;:")
    return not (cite.kind == "word" and stopped and _GOES_ON.match(text, cite.end, stop))


def moved(text: str, begins: list[int], items: list[Item], cites: list[Cite]) -> list[int]:
    """The beginnings of sentences, moved behind what cites the sentence before from behind its stop."""
    kept: list[int] = []
    cite_first = bool(items) and isinstance(items[0], Cite)
    cite_starts = [cite.start for cite in cites]
    quotation_starts = [item.outer_start for item in items if isinstance(item, Quotation)]
    quotation_ends = [item.outer_end for item in items if isinstance(item, Quotation)]
    for begin in begins:
        if kept and begin <= kept[-1]:
            continue
        at = bisect_left(cite_starts, begin)
        following = bisect_left(quotation_starts, begin)
        limit = quotation_starts[following] if following < len(quotation_starts) else len(text)
        behind = following > 0 and not text[quotation_ends[following - 1] : begin].strip(" \t\n.,;:!?…。*_")
        if (
            at < len(cites)
            and cites[at].start < limit
            and _belongs(text, begin, cites[at], behind, limit, cite_first)
        ):
            begin = _behind_cluster(text, at, cites, limit)
        kept.append(begin)
    return kept


def _belongs(text: str, begin: int, cite: Cite, behind: bool, limit: int, cite_first: bool) -> bool:
    """Whether the first link of a sentence cites the one before it; `behind`: which ended with a quotation."""
    between = text[begin : min(cite.start, begin + 200)]
    if not between.strip():
        if cite.kind == "mark":
            return True
        line = "\n" in text[max(0, begin - 2) : cite.start]
        return (
            behind and not (line and cite_first) and not (cite.kind == "word" and _GOES_ON.match(text, cite.end))
        )
    if cite.start - begin > 160:
        return False
    if between[0] in "(（[【":
        return in_brackets(text, between, cite, min(len(text), cite.end + 160), limit)
    return behind and (_DASH.fullmatch(between) is not None or vocabulary.labels(between))


def _behind_cluster(text: str, at: int, cites: list[Cite], limit: int) -> int:
    while at + 1 < len(cites) and cites[at + 1].start < limit and joined(text, cites[at], cites[at + 1]):
        at += 1
    tail = re.compile(r"[)）\].,;。\s]*").match(text, cites[at].end)
    return min(tail.end() if tail else cites[at].end, limit)


def prefers_behind(text: str, last: Item, quotation: Quotation, behind: Cite) -> bool:
    """Whether a quotation stands at the link behind it, though one before it has served `last` already."""
    if start(behind) - end(quotation) > _NEAR:
        return False
    return not (isinstance(last, Quotation) and in_one_breath(text, last, quotation))


def in_one_breath(text: str, first: Quotation, second: Quotation) -> bool:
    """Whether nothing but an "and" stands between two quotations."""
    return _CONJUNCTION.fullmatch(text[first.outer_end : second.outer_start][:_NEAR]) is not None
