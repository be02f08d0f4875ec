"""Decides the tree of an HTML document, and where each of its strings stands in it.

Beautiful Soup holds the tree. The tags come from tags.py, since no parser of the standard library tells where a
string stood in the document, or is linear on every document.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from typing import Final

from bs4 import BeautifulSoup
from bs4.builder import HTMLTreeBuilder

from verification.core.citations import tags

_RAW_END: Final = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.I) for name in ("script", "style", "textarea", "title")
}
DEEPEST: Final = 200  # elements nested deeper are taken for part of the one that holds them


class Builder(HTMLTreeBuilder):
    """Feeds Beautiful Soup, and keeps where each of its strings stands; tags carry their offset as `sourcepos`."""

    TRACKS_LINE_NUMBERS = True

    def __init__(self) -> None:
        super().__init__(string_containers={}, preserve_whitespace_tags=set())
        self.strings: list[tuple[int, int]] = []
        self._ignored: Counter[str] = Counter()
        self._none_behind: set[str] = set()

    def feed(self, markup: object) -> None:
        """Called by Beautiful Soup with the document."""
        assert isinstance(markup, str) and self.soup is not None
        at = since = 0
        while (at := markup.find("<", at)) >= 0:
            end = self._aside(markup, at)
            tag = None if end else tags.tag_at(markup, at, len(markup))
            if not end and tag is None:
                at += 1
                continue
            self._string(markup, since, at)
            if tag is not None:
                end = self._tag(markup, tag)
            at = since = end
        self._string(markup, since, len(markup))

    def _aside(self, markup: str, at: int) -> int:
        """Where a comment or declaration ends that begins at `at`; 0 for none."""
        for begins, ends in (("<!--", "-->"), ("<!", ">"), ("<?", ">")):
            if markup.startswith(begins, at) and ends not in self._none_behind:
                end = markup.find(ends, at + len(begins))
                if end >= 0:
                    return end + len(ends)
                self._none_behind.add(ends)
        return 0

    def _string(self, markup: str, start: int, end: int) -> None:
        if start < end:
            assert self.soup is not None
            self.soup.handle_data(markup[start:end])
            self.soup.endData()
            self.strings.append((start, end))

    def _tag(self, markup: str, tag: tags.Tag) -> int:
        """Open or close an element; where reading goes on."""
        assert self.soup is not None
        if tag.closes:
            if self._ignored[tag.name]:
                self._ignored[tag.name] -= 1
            else:
                self.soup.handle_endtag(tag.name)
            return tag.end
        if len(self.soup.tagStack) > DEEPEST:
            if not self.can_be_empty_element(tag.name):
                self._ignored[tag.name] += 1
            return tag.end
        self.soup.handle_starttag(tag.name, None, None, tag.attributes, sourceline=tag.end, sourcepos=tag.start)
        if self.can_be_empty_element(tag.name):
            self.soup.handle_endtag(tag.name)
        return self._raw_end(markup, tag)

    def _raw_end(self, markup: str, tag: tags.Tag) -> int:
        """Behind a start tag; a script's or style's content, which holds no tags, is passed over."""
        pattern = _RAW_END.get(tag.name)
        if pattern is None or tag.name in self._none_behind:
            return tag.end
        found = pattern.search(markup, tag.end)
        if found is None:
            self._none_behind.add(tag.name)
        return found.start() if found else tag.end


def parsed(document: str) -> tuple[BeautifulSoup, list[tuple[int, int]]]:
    """The tree, and the span in the document of each of its strings, in order."""
    builder = Builder()
    return BeautifulSoup(
        io.StringIO(document), builder=builder
    ), builder.strings  # a string might be taken for a name
