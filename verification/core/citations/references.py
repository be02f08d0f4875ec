"""Decides which source a number in brackets, a raised number or a footnote's mark leads to.

A source list is a run of lines that begin with a label and hold an address; those numbered `1.` or `(1)` count
only under a title such as "Sources", or if a mark asks for them. What they hold cites nothing itself.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from verification.core.citations import addresses, vocabulary
from verification.core.citations.lines import name_of
from verification.core.citations.reading import Anchor, Block, Reading, Span

_RAISED: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_PLAIN: Final = str.maketrans(_RAISED, "0123456789")
_ENTRY: Final = re.compile(
    rf"(?:(?<=\n)|\A)[ \t]*(?:\[\^?(?P<bracket>[\w.\-]{{1,20}})\^?\]|【(?P<lens>\d{{1,3}})[^】\n]{{0,20}}】"
    rf"|(?P<raised>[{_RAISED}]{{1,3}})|\^(?P<caret>\d{{1,3}})|[(（](?P<weak>\d{{1,3}})[)）])[:.]?[ \t]*"
)
# Where in the source: [1, p. 12], [2, S. 5 f.], [3, § 4], [4: 7].
_PLACE: Final = (
    r"(?::[ ]?\d{1,4}(?:[–\-]\d{1,4})?|[,:;][ ]?(?:pp?\.|pages?|ch(?:ap)?\.|secs?\.|S\.|Seiten?"
    r"|Rn\.|Kap\.|Abs\.|[Aa]rt\.|§+|págs?\.|cap\."
    r"|с\.|стр\.|第|页|頁)[^\[\]\n]{0,20})"
)
_MARK: Final = re.compile(
    rf"\[\^?(?P<numbers>\d{{1,3}}(?:[ ]?[,;–\-][ ]?\^?\d{{1,3}}){{0,20}})\^?{_PLACE}?\]"
    rf"|\[\^?(?P<word>[\w.\-]{{1,20}})\^?\]"
    rf"|【(?P<lens>\d{{1,3}})(?::\d+)?[^】\n]{{0,20}}】"
    rf"|(?P<raised>[{_RAISED}]{{1,3}}(?:[,˒ ][{_RAISED}]{{1,3}}){{0,9}})"
    r"|\[cite: ?(?P<cite>\d{1,3}(?:, ?\d{1,3}){0,20})\]|[(（](?P<weak>\d{1,3})[)）]"
    r"|(?P<noise>:contentReference\[oaicite:\d+\]\{index=\d+\}|\ue200[^\ue201]{0,200}\ue201)"
)
LOOKS: Final = re.compile(rf"[\[(【（]?\^?(?:\d{{1,3}}|[{_RAISED}]{{1,3}})\^?[\])】）]?|\[[a-z]\]")
_UNIT: Final = re.compile(r"(?:\A|\W)[A-Za-z]{1,2}\Z")  # m², cm³
_RANGE: Final = re.compile(r"(\d+)[ ]?[–\-][ ]?\^?(\d+)|(\d+)")
_WIDEST: Final = 20  # numbers that a range such as [1-3] may stand for


@dataclass(frozen=True, slots=True)
class Mark:
    """A reference in the text; `urls` is empty if it leads nowhere."""

    start: int
    end: int
    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    label: str
    start: int
    end: int
    url: str
    weak: bool


class References:
    """The sources of one reading: `regions` are the spans, in order, where they are listed."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._starts = [anchor.start for anchor in reading.anchors]
        self._names = self._named()
        entries = list(self._entries())
        strong = _sources(entry for entry in entries if not entry.weak)
        asked = {label for _, _, labels in self._marks(None) for label in labels}
        used = [
            entry for entry in entries if not entry.weak or (entry.label in asked and entry.label not in strong)
        ]
        self._sources = {**_sources(used), **reading.definitions, **strong}
        self._listed = {entry.url for entry in used}
        self._numbered = {entry.label for entry in used if entry.weak}
        self.regions = _merged([*((entry.start, entry.end) for entry in used), *self._titled(), *self._notes()])
        self._region_ends = [end for _, end in self.regions]

    def listed_urls(self) -> set[str]:
        """The addresses of all source lists; a definition that is there for a link over words is none."""
        anchors = self._reading.anchors
        worded = {each.url for each in anchors if not LOOKS.fullmatch(self._reading.text, each.start, each.end)}
        listed = {url for start, end in self.regions for url in self._urls(start, end)} | self._listed
        return listed | (set(self._reading.definitions.values()) - worded)

    def inside(self, at: int) -> bool:
        """Whether a source list stands at `at`."""
        index = bisect_right(self._region_ends, at)
        return index < len(self.regions) and self.regions[index][0] <= at

    def marks(self) -> Iterator[Mark]:
        """The references written in the text itself, outside source lists."""
        for start, end, labels in self._marks(self._sources):
            if not self.inside(start):
                urls = dict.fromkeys(self._sources[label] for label in labels if label in self._sources)
                yield Mark(start, end, tuple(urls))

    def behind(self, anchor: Anchor) -> str:
        """The address that a link into the document leads to; "" for none."""
        name, seen = anchor.url[1:], 0
        while seen < 3:
            blocks = self._names.get(name)
            if blocks is None:
                return ""
            for url in self._urls(blocks.start, blocks.end):
                return url
            inner = [each.url[1:] for each in self._anchors(blocks.start, blocks.end) if each.url.startswith("#")]
            name, seen = next((each for each in inner if each in self._names and each != name), ""), seen + 1
        return ""

    def _named(self) -> dict[str, Block]:
        named: dict[str, Block] = {}
        for block in self._reading.blocks:
            for name in block.names:
                named.setdefault(name, block)
        return named

    def _notes(self) -> Iterator[Span]:
        """Footnotes: blocks that a mark before them leads to. What leads back, from note to text, makes none."""
        first: dict[str, int] = {}
        for anchor in self._reading.anchors:
            if anchor.url.startswith("#"):
                first.setdefault(anchor.url[1:], anchor.start)
        for block in self._reading.blocks:
            if block.kind != "heading" and any(
                name.startswith("^") or first.get(name, block.start) < block.start for name in block.names
            ):
                yield block.start, block.end

    def _anchors(self, start: int, end: int) -> tuple[Anchor, ...]:
        return self._reading.anchors[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def _urls(self, start: int, end: int) -> Iterator[str]:
        """The addresses in a stretch, those of links first."""
        yield from (anchor.url for anchor in self._anchors(start, end) if not anchor.url.startswith("#"))
        yield from (url for _, _, url in addresses.bare(self._reading.text, start, end))

    def _entries(self) -> Iterator[_Entry]:
        for block in self._reading.blocks:
            if block.kind in ("code", "row"):
                continue
            if block.label:
                url = next(self._urls(block.start, block.end), "")
                if url:
                    yield _Entry(block.label, block.start, block.end, url, weak=True)
            yield from self._lines(block)

    def _lines(self, block: Block) -> Iterator[_Entry]:
        text = self._reading.text[block.start : block.end]
        found = list(_ENTRY.finditer(text))
        ends = [match.start() for match in found[1:]] + [len(text)] * bool(found)
        for match, end in zip(found, ends, strict=True):
            start = block.start + match.start()
            url = (
                ""
                if self._linked(block.start + match.end() - 1)
                else self._source(block.start + match.end(), block.start + end)
            )
            if url:
                label = next(value for value in match.groups() if value).translate(_PLAIN)
                yield _Entry(name_of(label), start, block.start + end, url, weak=bool(match["weak"]))

    def _source(self, start: int, end: int) -> str:
        return next(self._urls(start, end), "")

    def _linked(self, at: int) -> bool:
        """Whether the label itself is a link that leads out of the document."""
        anchors = self._anchors(max(0, at - 24), at)
        return any(anchor.end > at - 2 and not anchor.url.startswith("#") for anchor in anchors)

    def _titled(self) -> list[Span]:
        """The blocks under a title such as "Sources", as long as each holds an address."""
        spans: list[Span] = []
        under = False
        for block in self._reading.blocks:
            if vocabulary.is_sources_title(self._reading.text[block.start : min(block.end, block.start + 80)]):
                under = True
            elif under and block.kind != "heading" and next(self._urls(block.start, block.end), ""):
                spans.append((block.start, block.end))
            else:
                under = False
        return spans

    def _marks(self, sources: Collection[str] | None) -> Iterator[tuple[int, int, list[str]]]:
        """Every mark that isn't a link, with its labels; `sources` None: whatever looks like one."""
        covered = iter(self._reading.anchors)
        anchor = next(covered, None)
        for found in _MARK.finditer(self._reading.text):
            while anchor is not None and anchor.end <= found.start():
                anchor = next(covered, None)
            if anchor is not None and anchor.start < found.end():
                continue
            labels = _labels(found)
            known = self._numbered if sources and found.lastgroup == "weak" else sources
            if known is None or self._counts(found, any(label in known for label in labels)):
                yield found.start(), found.end(), labels

    def _counts(self, found: re.Match[str], known: bool) -> bool:
        """Whether something like a mark is one: in square brackets it is; else if it leads somewhere."""
        if found.lastgroup in ("numbers", "lens", "cite", "noise"):
            return True
        before = self._reading.text[max(0, found.start() - 3) : found.start()]
        exponent = before[-1:].isdecimal() or _UNIT.search(before) is not None
        return known and not (found.lastgroup == "raised" and exponent)


def _sources(entries: Iterable[_Entry]) -> dict[str, str]:
    """Labels and addresses; of two entries with one label the first counts."""
    sources: dict[str, str] = {}
    for entry in entries:
        sources.setdefault(entry.label, entry.url)
    return sources


def _labels(found: re.Match[str]) -> list[str]:
    kind = found.lastgroup
    assert kind is not None
    if kind == "noise":
        return []
    return [name_of(found[kind])] if kind == "word" else _numbers(found[kind].translate(_PLAIN))


def _numbers(written: str) -> list[str]:
    labels: list[str] = []
    for first, last, single in _RANGE.findall(written):
        if single:
            labels.append(single)
        elif int(first) <= int(last) < int(first) + _WIDEST:
            labels += map(str, range(int(first), int(last) + 1))
    return labels


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged
