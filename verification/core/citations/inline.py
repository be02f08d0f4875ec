"""Decides which signs inside a paragraph of Markdown a reader doesn't see, and which words are links.

One pass without recursion. Laxer than CommonMark in two things, as people write answers: emphasis next to CJK
punctuation is emphasis, and `[1][2]` with both numbers defined is two references.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from typing import Final

from verification.core.citations import tags
from verification.core.citations.addresses import URL, end_of
from verification.core.citations.lines import name_of
from verification.core.citations.reading import Anchor, Span
from verification.core.page.superscripts import SUPERSCRIPTS

_SIGN: Final = re.compile(
    rf"\\(?P<escape>[!-/:-@\[-`{{-~])|(?P<ticks>`+)|<(?P<auto>https?://[^\s<>]*)>|(?P<angle><)|(?P<opens>!?\[)"
    rf"|(?P<closes>\])|(?P<emphasis>\*+|_+|~~+)|(?P<entity>{tags.ENTITY.pattern})|(?P<url>{URL.pattern})",
    re.I,
)
_TARGET: Final = re.compile(
    r"\([ \t\n]{0,9}+(?:<([^<>\n]{0,2000})>|([^\s()<]{1,2000}+(?:\([^\s()]{0,500}+\)[^\s()]{0,500}+){0,9}))"
    r"(?:[ \t\n]{1,9}+(?:\"[^\"]{0,500}+\"|'[^']{0,500}+'|\([^()]{0,500}+\)))?[ \t\n]{0,9}+\)"
)
_LABEL: Final = re.compile(r"\[([^\[\]]{0,200})\]")
_NUMBER: Final = re.compile(r"\^?\d{1,3}\^?")
_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")


class Inline:
    """What becomes of a text; offsets are code points of it."""

    def __init__(self, text: str, definitions: Mapping[str, str]) -> None:
        self._text, self._definitions = text, definitions
        self.anchors: list[Anchor] = []
        self.code: list[Span] = []
        self._edits: list[tuple[int, int, str]] = []
        self._end = 0
        self._no_comment_end = False
        self._handlers: dict[str, Callable[[re.Match[str]], int]] = {
            "escape": self._escape,
            "ticks": self._ticks,
            "auto": self._auto,
            "angle": self._angle,
            "opens": self._opens,
            "closes": self._closes,
            "emphasis": self._emphasis,
            "entity": self._entity,
            "url": self._url,
        }

    def edits(self) -> tuple[list[Span], list[str]]:
        """The spans that change, in order and disjoint, and what stands there instead."""
        spans: list[Span] = []
        put: list[str] = []
        for start, end, new in sorted(self._edits, key=lambda edit: (edit[0], -edit[1])):
            if not spans or start >= spans[-1][1]:
                spans.append((start, end))
                put.append(new)
        return spans, put

    def read(self, start: int, end: int) -> None:
        """Take in one block."""
        self._end = end
        self._brackets: list[tuple[int, bool]] = []
        self._last_bracket = -1
        self._emphases: dict[str, list[Span]] = {}
        self._tag: tuple[str, int, str] | None = None
        self._fences = self._runs_of_ticks(start, end)
        at = start
        while found := _SIGN.search(self._text, at, end):
            assert found.lastgroup is not None
            at = self._handlers[found.lastgroup](found)

    def _cut(self, start: int, end: int, put: str = "") -> None:
        if start < end:
            self._edits.append((start, end, put))

    def _escape(self, found: re.Match[str]) -> int:
        self._cut(found.start(), found.start() + 1)
        return found.end()

    def _runs_of_ticks(self, start: int, end: int) -> dict[int, list[int]]:
        runs: dict[int, list[int]] = {}
        for found in re.finditer("`+", self._text[start:end]):
            runs.setdefault(len(found[0]), []).append(start + found.start())
        for places in runs.values():
            places.reverse()
        return runs

    def _ticks(self, found: re.Match[str]) -> int:
        length = found.end() - found.start()
        places = self._fences.get(length, [])
        while places and places[-1] < found.end():
            places.pop()
        if not places:
            return found.end()
        self._cut(found.start(), found.end())
        self._cut(places[-1], places[-1] + length)
        self.code.append((found.end(), places[-1]))
        return places[-1] + length

    def _auto(self, found: re.Match[str]) -> int:
        self._cut(found.start(), found.start() + 1)
        self._cut(found.end() - 1, found.end())
        self.anchors.append(Anchor(found.start() + 1, found.end() - 1, found["auto"]))
        return found.end()

    def _angle(self, found: re.Match[str]) -> int:
        start = found.start()
        if self._text.startswith("<!--", start) and not self._no_comment_end:
            end = self._text.find("-->", start, self._end)
            if end >= 0:
                self._cut(start, end + 3)
                return end + 3
            self._no_comment_end = True
        tag = tags.tag_at(self._text, start, self._end)
        if tag is None:
            return found.end()
        self._cut(start, tag.end, "\n" if tag.name == "br" else "")
        self._tagged(tag)
        return tag.end

    def _tagged(self, tag: tags.Tag) -> None:
        if not tag.closes and tag.name in ("a", "sup"):
            self._tag = (tag.name, tag.end, tag.attributes.get("href", ""))
        elif tag.closes and self._tag is not None and self._tag[0] == tag.name:
            name, start, url = self._tag
            self._tag = None
            if name == "a" and url:
                self.anchors.append(Anchor(start, tag.start, url))
            elif name == "sup" and self._text[start : tag.start].isdecimal():
                self._cut(start, tag.start, self._text[start : tag.start].translate(SUPERSCRIPTS))

    def _opens(self, found: re.Match[str]) -> int:
        self._brackets.append((found.start(), found[0] == "!["))
        self._last_bracket = found.start()
        return found.end()

    def _closes(self, found: re.Match[str]) -> int:
        if not self._brackets:
            return found.end()
        opener, image = self._brackets.pop()
        inside = opener + 1 + image, found.start()
        end, url = self._target(found.end(), inside, plain=opener == self._last_bracket)
        if end == 0:
            return found.end()
        if image:
            self._cut(opener, end)
            return end
        if url.startswith("#^"):
            self.anchors.append(Anchor(opener, found.end(), url))
            return end
        self._brackets.clear()  # no link holds a link
        self._cut(opener, opener + 1)
        self._cut(found.start(), end)
        self.anchors.append(Anchor(*inside, url))
        return end

    def _target(self, at: int, inside: Span, *, plain: bool) -> tuple[int, str]:
        """Where the link that may follow at `at` ends and leads; 0 for none. `plain`: no bracket stands inside."""
        if target := _TARGET.match(self._text, at, self._end):
            return target.end(), html.unescape(_ESCAPED.sub(r"\1", target[1] or target[2] or ""))
        own = self._text[slice(*inside)] if plain and inside[1] - inside[0] <= 200 else ""
        label = _LABEL.match(self._text, at, self._end)
        if label and not (_NUMBER.fullmatch(own) and name_of(own) in self._definitions and label[1]):
            url = self._definitions.get(name_of(label[1] or own), "")
            if url:
                return label.end(), url
        if own.startswith("^") and len(own) > 1:
            return at, f"#^{name_of(own[1:].rstrip('^'))}"
        url = self._definitions.get(name_of(own), "") if own else ""
        return (at, url) if url else (0, "")

    def _emphasis(self, found: re.Match[str]) -> int:
        sign, start, end = found[0][0], found.start(), found.end()
        before = self._text[start - 1] if start else " "
        after = self._text[end] if end < self._end else " "
        if sign == "_" and before.isalnum() and after.isalnum():
            return end
        opened = self._emphases.setdefault(sign, [])
        while opened and start < end and not before.isspace():
            left, right = opened.pop()
            width = min(right - left, end - start)
            self._cut(right - width, right)
            self._cut(start, start + width)
            start += width
            if right - width > left:
                opened.append((left, right - width))
        if start < end and not after.isspace():
            opened.append((start, end))
        return end

    def _entity(self, found: re.Match[str]) -> int:
        self._cut(found.start(), found.end(), tags.meant(found[0]))
        return found.end()

    def _url(self, found: re.Match[str]) -> int:
        return max(end_of(self._text, found.start(), found.end()), found.start() + 8)
