"""Decides what a reader of HTML sees, in which blocks, and where its links lead.

The tree is walked without recursion. Elements that aren't shown are left out; `<q>` and `<blockquote>` quote, with
the address in their `cite`; `<figcaption>`, and `<footer>` or `<cite>` in a block quotation, name its source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bs4 import Tag
from bs4.element import PageElement

from verification.core.citations import tags
from verification.core.citations.reading import CELL, Anchor, Block, Kind, Reading, Span
from verification.core.citations.soup import parsed
from verification.core.page.superscripts import SUPERSCRIPTS
from verification.core.text.layers import rewrite

_UNSEEN: Final = frozenset(
    ["script", "style", "template", "noscript", "textarea", "title", "iframe", "svg", "head", "select", "button"]
)
_BLOCKS: Final = frozenset(
    [
        "p",
        "div",
        "li",
        "ul",
        "ol",
        "dl",
        "dt",
        "dd",
        "blockquote",
        "figure",
        "figcaption",
        "section",
        "article",
        "header",
        "footer",
        "main",
        "nav",
        "aside",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "table",
        "caption",
        "thead",
        "tbody",
        "tr",
        "pre",
        "hr",
        "address",
        "details",
        "summary",
        "form",
        "body",
        "html",
        "center",
        "fieldset",
    ]
)
_LISTS: Final = frozenset(("ul", "ol", "dl"))
_HEADINGS: Final = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_SOURCES: Final = frozenset(("footer", "cite", "figcaption"))
_NOT_SHOWN: Final = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_CHANGED: Final = re.compile(rf"{tags.ENTITY.pattern}|[ \t\r\f]*\n\s*")


@dataclass(frozen=True, slots=True)
class _Within:
    """What holds for the text at one place of the tree."""

    kind: Kind = "prose"
    level: int = 0
    group: int = 0
    quoted: bool = False
    cite: str = ""
    raised: bool = False
    code: bool = False
    label: str = ""


def read(document: str) -> Reading:
    """The reading of an HTML document or fragment."""
    soup, strings = parsed(document)
    walk = _Walk(document, iter(strings))
    stack: list[tuple[Tag, _Within, int, Iterator[PageElement]]] = [(soup, _Within(), 0, iter(soup.contents))]
    while stack:
        tag, within, start, children = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            walk.leave(tag, start)
        elif isinstance(child, Tag):
            stack.append((child, *walk.enter(child, within), iter(child.contents)))
        else:
            walk.string(within)
    return walk.reading()


class _Walk:
    def __init__(self, document: str, strings: Iterator[Span]) -> None:
        self._document, self._strings = document, strings
        self._gone: list[Span] = []
        self._put: list[str] = []
        self._size = self._cursor = 0
        self._pending = ""
        self._unseen = self._groups = 0
        self._open: Block | None = None
        self._names: list[str] = []
        self._numbers: list[int] = []
        self._blocks: list[Block] = []
        self._anchors: list[Anchor] = []
        self._quoted: list[Anchor] = []
        self._code: list[Span] = []

    def reading(self) -> Reading:
        self._close()
        self._edit(self._cursor, len(self._document), "")
        text, layer = rewrite(self._document, self._gone, self._put)
        anchors = tuple(sorted(self._anchors, key=lambda anchor: (anchor.start, anchor.end)))
        quoted = tuple(sorted(self._quoted, key=lambda anchor: (anchor.start, -anchor.end)))
        return Reading(
            text, (layer,) if layer else (), tuple(self._blocks), anchors, quoted, tuple(sorted(self._code))
        )

    def enter(self, tag: Tag, within: _Within) -> tuple[_Within, int]:
        """What holds inside the element, and where it begins."""
        if name := tag.get("id") or (tag.get("name") if tag.name == "a" else None):
            self._named(str(name))
        if self._hides(tag):
            self._unseen += 1
        inner = self._within(tag, within)
        if _breaks(tag, inner):
            self._close()
        elif tag.name in ("td", "th"):
            self._pending += CELL
        elif tag.name == "br":
            self._pending += "\n"
        return inner, self._size + len(self._pending)

    def leave(self, tag: Tag, start: int) -> None:
        """An element that began at `start` ends."""
        self._unseen -= self._hides(tag)
        if start < self._size:
            self._mark(tag, start)
        if tag.name in _BLOCKS or tag.name == "cite":
            self._close()
        if tag.name == "ol":
            self._numbers.pop()

    def string(self, within: _Within) -> None:
        """The next string of the document."""
        start, end = next(self._strings)
        if self._unseen:
            return
        blank = self._document[start:end].isspace()
        if self._open is None and not blank:
            self._begin(within)
        self._edit(self._cursor, start, self._pending)
        self._pending = ""
        self._text(start, end, within)
        self._cursor = end
        if self._open is not None and not blank:
            self._open = replace(self._open, end=self._size)

    def _mark(self, tag: Tag, start: int) -> None:
        if tag.name == "a" and tag.get("href"):
            self._anchors.append(Anchor(start, self._size, str(tag["href"]).strip()))
        elif tag.name == "q":
            self._quoted.append(Anchor(start, self._size, str(tag.get("cite", "")).strip()))
        elif tag.name in ("code", "kbd", "samp", "tt"):
            self._code.append((start, self._size))

    def _named(self, name: str) -> None:
        if self._open is None:
            self._names.append(name)
        else:
            self._open = replace(self._open, names=(*self._open.names, name))

    def _hides(self, tag: Tag) -> bool:
        return tag.name in _UNSEEN or tag.has_attr("hidden") or bool(_NOT_SHOWN.search(str(tag.get("style", ""))))

    def _within(self, tag: Tag, within: _Within) -> _Within:
        name = tag.name
        if name in ("blockquote", "figure") and not within.quoted:
            self._groups += not within.group
            quoted = name == "blockquote"
            return replace(
                within,
                group=within.group or self._groups,
                quoted=quoted,
                cite=str(tag.get("cite", "")).strip(),
            )
        if name in _SOURCES and within.group:
            return replace(within, kind="caption", quoted=False)
        if name in _LISTS:
            self._numbers += [int(str(tag.get("start"))) if str(tag.get("start")).isdecimal() else 1] * (
                name == "ol"
            )
            return replace(within, level=within.level + 1, label=name)
        if name == "li":
            return replace(within, label=self._numbered(within.label))
        return _inside(name, within)

    def _numbered(self, parent: str) -> str:
        if parent != "ol" and not parent.isdecimal():
            return ""
        self._numbers[-1] += 1
        return str(self._numbers[-1] - 1)

    def _begin(self, within: _Within) -> None:
        at = self._size + len(self._pending)
        label = within.label if within.label.isdecimal() else ""
        self._open = Block(
            at, at, within.kind, within.level, within.group, within.quoted, within.cite, label, tuple(self._names)
        )
        self._names = []

    def _close(self) -> None:
        if self._open is not None:
            if self._open.start < self._open.end:
                self._blocks.append(self._open)
            self._pending = "\n"
        self._open = None

    def _edit(self, start: int, end: int, put: str) -> None:
        if start < end:
            self._gone.append((start, end))
            self._put.append(put)
            self._size += len(put)

    def _text(self, start: int, end: int, within: _Within) -> None:
        string = self._document[start:end]
        if within.raised and string.strip().isdecimal():
            self._edit(start, end, string.translate(SUPERSCRIPTS))
            return
        at = start
        for found in _CHANGED.finditer(self._document, start, end):
            if found[0][0] != "&" and within.kind == "code":
                continue
            self._size += found.start() - at
            self._edit(found.start(), found.end(), tags.meant(found[0]) if found[0][0] == "&" else " ")
            at = found.end()
        self._size += end - at


def _breaks(tag: Tag, inner: _Within) -> bool:
    return tag.name in _BLOCKS or (tag.name == "cite" and inner.kind == "caption")


def _inside(name: str, within: _Within) -> _Within:
    if name in _HEADINGS:
        return replace(within, kind="heading")
    if name == "tr":
        return replace(within, kind="row")
    if name == "pre":
        return replace(within, kind="code")
    if name == "sup":
        return replace(within, raised=True)
    return within
