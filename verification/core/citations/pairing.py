"""Decides which links a quotation is said to stand at, inside one block: by sentence, then by paragraph."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from verification.core.citations import placing, vocabulary
from verification.core.citations.cites import Cite
from verification.core.citations.placing import Item
from verification.core.citations.quotations import Quotation
from verification.core.citations.sentences import ends, masked


@dataclass(frozen=True, slots=True)
class Link:
    """What a quotation is paired with, and by which rule."""

    cites: tuple[Cite, ...]
    rule: str


@dataclass(slots=True)
class Work:
    """One block under way; a quotation that isn't in `links` waits for one."""

    text: str
    start: int
    end: int
    quotations: list[Quotation]
    cites: list[Cite]
    links: dict[Quotation, Link] = field(default_factory=dict)
    ambiguous: set[Quotation] = field(default_factory=set)

    def waiting(self) -> list[Quotation]:
        return [each for each in self.quotations if each not in self.links and each not in self.ambiguous]


@dataclass(slots=True)
class _Sentence:
    """A sentence's quotations and links in order; `loose`: links that cite none of its quotations from behind."""

    start: int
    end: int
    items: list[Item] = field(default_factory=list)
    loose: list[Cite] = field(default_factory=list)

    def quotations(self) -> list[Quotation]:
        return [item for item in self.items if isinstance(item, Quotation)]

    def cites(self) -> list[Cite]:
        return [item for item in self.items if isinstance(item, Cite)]


MOST_LINKS: Final = 10  # of one quotation
_LOOK: Final = 120
_FARTHEST: Final = 3  # sentences that a link without a quotation of its own carries


def pair(work: Work) -> None:
    """Give each quotation of the block the links that stand with it."""
    free = _around(work)
    items: list[Item] = sorted([*work.quotations, *free], key=placing.start)
    sentences = _sentences(work, items, free)
    for sentence in sentences:
        _behind(work, sentence, isinstance(items[0], Cite))
        _beside(work, sentence)
    _paragraph(work, sentences, isinstance(items[0], Cite) if items else False)


def _around(work: Work) -> list[Cite]:
    """Pair what stands in a link's text, and marks inside a quotation; the links that are left."""
    starts = [each.outer_start for each in work.quotations]
    free: list[Cite] = []
    inner: dict[Quotation, list[Cite]] = {}
    for cite in work.cites:
        index = bisect_right(starts, cite.start) - 1
        if (
            index >= 0
            and cite.start < work.quotations[index].outer_end
            and not _covers(cite, work.quotations[index])
        ):
            if placing.cites_from_inside(work.text, cite, work.quotations[index]):
                inner.setdefault(work.quotations[index], []).append(cite)
            continue
        first = bisect_right(starts, cite.start - 2)
        covered = [each for each in work.quotations[first : bisect_right(starts, cite.end)] if _covers(cite, each)]
        for quotation in covered:
            work.links[quotation] = Link((cite,), "in_link_text")
        if not covered:
            free.append(cite)
    work.links |= {quotation: Link(tuple(marks), "mark_inside") for quotation, marks in inner.items()}
    return free


def _covers(cite: Cite, quotation: Quotation) -> bool:
    return cite.start <= quotation.start and quotation.end <= cite.end


def _sentences(work: Work, items: list[Item], cites: list[Cite]) -> list[_Sentence]:
    block = masked(work.text, work.start, work.end, work.quotations, work.cites)
    begins = placing.moved(work.text, [work.start + end for end in ends(block)], items, cites)
    sentences = [_Sentence(*span) for span in pairwise([work.start, *begins, work.end])]
    at = 0
    for item in items:
        while at + 1 < len(sentences) and sentences[at].end <= placing.start(item):
            at += 1
        sentences[at].items.append(item)
    return sentences


def _behind(work: Work, sentence: _Sentence, cite_first: bool) -> None:
    """Links that cite what stands before them: marks, brackets, `— link`, `Source: link`, a link right behind."""
    waiting: list[Quotation] = []
    cited: list[Quotation] = []
    before: Item | None = None
    for index, item in enumerate(sentence.items):
        if isinstance(item, Quotation):
            cited = []
            if item not in work.links:
                waiting.append(item)
        elif cited and before is not None and placing.joined(work.text, before, item):
            if len(work.links[cited[-1]].cites) < MOST_LINKS:
                _add(work, cited, item)
        elif placing.trails(work.text, sentence.start, sentence.end, sentence.items, index, cite_first=cite_first):
            cited, waiting = _cited(work, waiting, sentence.loose), []
            _add(work, cited, item)
            if not cited:
                sentence.loose.append(item)
        else:
            cited, waiting = [], []
            sentence.loose.append(item)
        before = item


def _cited(work: Work, waiting: list[Quotation], loose: list[Cite]) -> list[Quotation]:
    """Which of the quotations before it a link cites: all, or behind another link those joined to the last."""
    introduced = any(cite.kind != "mark" and cite.start < waiting[0].outer_start for cite in loose[-1:] if waiting)
    if not introduced:
        return waiting
    first = len(waiting) - 1
    while first > 0 and placing.in_one_breath(work.text, waiting[first - 1], waiting[first]):
        first -= 1
    return waiting[first:]


def _add(work: Work, quotations: list[Quotation], cite: Cite) -> None:
    for quotation in quotations:
        link = work.links.get(quotation)
        work.links[quotation] = Link((*(link.cites if link else ()), cite), _rule(cite))


def _rule(cite: Cite) -> str:
    return {"mark": "mark_behind", "word": "link_behind", "bare": "address_behind"}[cite.kind]


def _beside(work: Work, sentence: _Sentence) -> None:
    """Links that are part of the sentence: the one before if it begins with one, else the one behind."""
    behind = _cites_behind(work.text, sentence.items)
    loose = set(sentence.loose)
    quotes_first = bool(sentence.items) and isinstance(sentence.items[0], Quotation)
    before = used = None
    for index, item in enumerate(sentence.items):
        if isinstance(item, Cite):
            before = item
        elif item not in work.links:
            last, following = sentence.items[index - 1], behind[index]
            cite = before or following
            if before and following in loose and following is not None:
                served = before is used and placing.prefers_behind(work.text, last, item, following)
                cite = following if quotes_first or served else before
            if cite is not None:
                used = cite
                work.links[item] = Link(_cluster(work, sentence, cite, loose), "same_sentence")


def _cites_behind(text: str, items: list[Item]) -> list[Cite | None]:
    """For each item the first link behind it, unless that is another speaker's."""
    found: list[Cite | None] = []
    following: Cite | None = None
    for index in reversed(range(len(items))):
        item = items[index]
        if isinstance(item, Quotation) and placing.turned(text, items, index + 1):
            following = None
        found.append(following)
        following = item if isinstance(item, Cite) else following
    return found[::-1]


def _cluster(work: Work, sentence: _Sentence, cite: Cite, loose: Collection[Cite]) -> tuple[Cite, ...]:
    """A link with those that are joined to it: `[1][2]`, `X and Y`."""
    at = bisect_left(sentence.items, placing.start(cite), key=placing.start)
    joined = [cite]
    for item in sentence.items[at + 1 : at + MOST_LINKS]:
        if not isinstance(item, Cite) or not placing.joined(work.text, joined[-1], item):
            break
        joined.append(item)
    for item in reversed(sentence.items[max(0, at - MOST_LINKS) : at]):
        if not isinstance(item, Cite) or item not in loose or not placing.joined(work.text, item, joined[0]):
            break
        joined.insert(0, item)
    return tuple(joined)


def _paragraph(work: Work, sentences: list[_Sentence], cite_first: bool) -> None:
    """What has no link in its sentence: the last one before it, or the next sentence's if that quotes nothing."""
    before: tuple[int, Cite] | None = None
    reach = 0  # how many sentences it carries: one if it has a quotation of its own
    for number, sentence in enumerate(sentences):
        following = _following(work, sentences, number)
        for quotation in sentence.quotations():
            if quotation in work.links:
                continue
            if following and (before is None or (before[0] < number - 1 or not cite_first)):
                _take(work, quotation, following)
            elif (
                before is not None and number - before[0] <= reach and _carries(work, sentences, before[0], number)
            ):
                work.links[quotation] = Link((before[1],), "same_paragraph")
        carried = [cite for cite in sentence.loose if cite.kind != "mark"]
        if carried:
            before = number, carried[-1]
            reach = 1 if sentence.quotations() else _FARTHEST


def _carries(work: Work, sentences: list[_Sentence], since: int, number: int) -> bool:
    """Whether a link farther off, or one that has a quotation of its own, is still spoken of: said so, or nothing
    but quoted."""
    sentence = sentences[number]
    quoted = sentence.quotations()
    first, last = quoted[0].outer_start, quoted[0].outer_end
    beside = work.text[max(sentence.start, first - 2 * _LOOK) : first]
    beside += work.text[last : min(sentence.end, last + _LOOK)]
    if vocabulary.is_spoken(beside):
        return False
    if number - since == 1 and not sentences[since].quotations():
        return True
    return not any(map(str.isalnum, beside)) or vocabulary.goes_on(beside)


def _following(work: Work, sentences: list[_Sentence], number: int) -> tuple[Cite, ...]:
    """The links of the next sentence if it quotes nothing and does no more than lead there."""
    if number + 1 >= len(sentences) or sentences[number + 1].quotations():
        return ()
    following = sentences[number + 1]
    cites = following.cites()
    if cites and cites[0].kind == "word":
        before = work.text[max(following.start, cites[0].start - 60) : cites[0].start]
        if before.strip() and not vocabulary.announces(before):
            return ()
    return tuple(cites[:MOST_LINKS])


def _take(work: Work, quotation: Quotation, cites: tuple[Cite, ...]) -> None:
    joined = all(placing.joined(work.text, *two) for two in pairwise(cites))
    if joined or len({cite.urls for cite in cites}) == 1:
        work.links[quotation] = Link(cites, "same_paragraph")
    else:
        work.ambiguous.add(quotation)
