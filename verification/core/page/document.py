"""Decides whether a page can be parsed for sure, and parses it (libxml2's HTML tokenizer, 2.14 or newer).

The source is brought into the form in which libxml2 reads what browsers read. An empty element with a random id
is put at its end: where that isn't found again, the tokenizer swallowed the end of the page.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from lxml import etree
from lxml.etree import _Element

from verification.core.page.words import words

if etree.LIBXML_VERSION < (2, 14):
    raise ImportError("libxml2 2.14 or newer is needed: older tokenizers lose text that browsers show")

# HTML knows no self-closing tags: a browser reads `<div/>` as `<div>`, libxml2 as an empty element. Foreign
# elements (svg's own) and void ones stay as they are.
_TAG_NAME: Final = re.compile(r"<([a-zA-Z][a-zA-Z0-9]*)(?![\w:-])")
_NEVER_SELF_CLOSED: Final = words("""
        a abbr address article aside b big blockquote body button center cite code dd del details
        dialog div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head
        header html i iframe ins kbd label legend li main mark menu nav noscript object ol optgroup
        option p pre q rp rt ruby s samp script section select small span strike strong style sub
        summary sup table tbody td template textarea tfoot th thead time title tr tt u ul var xmp
    """)
# A browser goes on reading into the elements that are still open; libxml2 drops what follows `</html>`.
_END_OF_PAGE: Final = re.compile(r"</(?:[hH][tT][mM][lL]|[bB][oO][dD][yY])(?:[\s/][^>]*)?>")
_BREAK_END_TAG: Final = re.compile(r"</[bB][rR](?:[\s/][^>]*)?>")


# What libxml2 closes when one of `_CLOSERS` begins inside, though a browser goes on reading into it.
_CLOSED_EARLY: Final = words("""
        a address b big center dir dl dt font form h1 h2 h3 h4 h5 h6 i legend menu ol pre s small
        strike tt u ul
    """)
_CLOSERS: Final = words("address center dd dl dt fieldset form hr li p pre table td ul")
# What a browser opens again where an element round it ended first (the standard's formatting elements).
_OPENED_AGAIN: Final = words("a b big code em font i nobr s small strike strong tt u")
_MOST_ERRORS: Final = 100  # libxml2 tells of no more


class ExtractionUncertain(Exception):
    """What a reader sees of this page can't be said for sure."""


class Document(NamedTuple):
    """`open_at_end`: the elements that were open when the page ended."""

    root: _Element
    open_at_end: frozenset[_Element]
    stray: frozenset[str]  # tags of which an end tag may stand too late, after an element was closed early
    unclosed: frozenset[str]  # tags of which an element may have ended only with the one round it

    def needs_sure_end(self, element: _Element) -> None:
        """What is to be left out must end for sure. Raises ExtractionUncertain."""
        if element in self.open_at_end or self.cuts_short(element):
            raise ExtractionUncertain

    def cuts_short(self, element: _Element) -> bool:
        """Whether what follows an element may belong inside it."""
        if element.tag in self.unclosed and not element.tail and element.getnext() is None:
            return True
        at = element if element.tag in self.stray else None
        while at is not None and not at.tail:
            following = at.getnext()
            if following is not None:
                return following.tag in _CLOSERS
            at = at.getparent()
        return False


def parse(html: str) -> Document:
    """Parse a page. Raises ExtractionUncertain, MemoryError."""
    sentinel = f"qp-{secrets.token_hex(12)}"
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        source = f'{_as_browsers_read_it(html)}<p id="{sentinel}"></p>'.encode()
        root = etree.fromstring(source, parser)
    except (etree.LxmlError, UnicodeEncodeError) as error:
        _check_memory(parser)
        raise ExtractionUncertain from error
    end = None if root is None else root.find(f".//p[@id='{sentinel}']")
    last = None if end is None else end.getparent()
    if end is None or last is None or len(end.attrib) > 1 or len(end) or end.text:
        _check_memory(parser)
        raise ExtractionUncertain
    last.remove(end)
    return Document(root, frozenset((last, *last.iterancestors())), *_mismatched(parser))


def _mismatched(parser: etree.HTMLParser) -> tuple[frozenset[str], frozenset[str]]:
    """`stray` and `unclosed`; the messages are "Unexpected end tag : b" and "… mismatch: p and b"."""
    errors = parser.error_log
    if len(errors) >= _MOST_ERRORS:
        return _CLOSED_EARLY, _OPENED_AGAIN
    told = [entry.message for entry in errors if entry.type == etree.ErrorTypes.ERR_TAG_NAME_MISMATCH]
    stray, unclosed = (
        frozenset(message.rpartition(" ")[2] for message in told if message.startswith(beginning))
        for beginning in ("Unexpected", "Opening")
    )
    return _CLOSED_EARLY & stray, _OPENED_AGAIN & unclosed


def _check_memory(parser: etree.HTMLParser) -> None:
    """libxml2 out of memory leaves a part of the page: that is the machine's limit, not the page's fault."""
    if any(entry.type == etree.ErrorTypes.ERR_NO_MEMORY for entry in parser.error_log):
        raise MemoryError


def _as_browsers_read_it(html: str) -> str:
    html = html.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ")
    html = html.removeprefix("\ufeff")
    html = "".join(_opened(html.split("/>")))
    html = _END_OF_PAGE.sub("", html)
    return _BREAK_END_TAG.sub("<br>", html)


def _opened(parts: Sequence[str]) -> Iterator[str]:
    """The pieces of a page that stood before and after each `/>`, with what is to stand between them."""
    for part in parts[:-1]:
        yield part
        start = part.rfind("<")
        tag = _TAG_NAME.match(part, start) if start >= 0 and ">" not in part[start:] else None
        yield ">" if tag and tag[1].lower() in _NEVER_SELF_CLOSED else "/>"
    yield parts[-1]
