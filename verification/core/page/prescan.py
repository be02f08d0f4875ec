"""Finds what an HTML page declares as its encoding in its first 1,024 bytes.

HTML Standard, "prescan a byte stream to determine its encoding", with the XML declaration as its last resort.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

BYTES: Final = 1024
_META: Final = re.compile(rb"(?i)<meta(?=[\t\n\x0c\r /])")
_TAG: Final = re.compile(rb"</?[A-Za-z][^\t\n\x0c\r >]*")
_MARKUP: Final = re.compile(rb"<[!/?]")
# A quoted value without its end runs to the end of the input; an empty name stands before `>`.
_ATTRIBUTE: Final = re.compile(
    rb"""[\t\n\x0c\r /]* (?P<name>=?[^\t\n\x0c\r />=]*)
    (?:[\t\n\x0c\r ]*=[\t\n\x0c\r ]*
        (?: "(?P<double>[^"]*)" | '(?P<single>[^']*)' | ["'].* | (?P<bare>[^\t\n\x0c\r >]*) ))?""",
    re.VERBOSE | re.DOTALL,
)
_CHARSET: Final = re.compile(rb"(?i)charset[\t\n\x0c\r ]*=[\t\n\x0c\r ]*")
_LABEL: Final = re.compile(rb"\"([^\"]*)\"|'([^']*)'|([^\"'\t\n\x0c\r ;][^\t\n\x0c\r ;]*)")
_XML: Final = re.compile(rb"<\?xml[^>]*?encoding[\x00-\x20]*=[\x00-\x20]*(?:\"([^\">]*)\"|'([^'>]*)')[^>]*>")


class _Cut(Exception):
    """The first bytes end inside a tag."""


def labels(body: bytes) -> Iterator[str]:
    """The labels of all declarations that count, in order, as written; known or not."""
    head = body[:BYTES]
    with suppress(_Cut):
        yield from _meta_labels(head)
    if xml := _XML.match(head):
        yield (xml[1] or xml[2] or b"").decode("latin-1")


def _meta_labels(head: bytes) -> Iterator[str]:
    at = head.find(b"<")
    while at >= 0:
        if head.startswith(b"<!--", at):
            at = _after(head, b"-->", at + 2)
        elif meta := _META.match(head, at):
            attributes, at = _attributes(head, meta.end())
            label = _declared(attributes)
            if label is not None:
                yield label.decode("latin-1")
        elif tag := _TAG.match(head, at):
            _, at = _attributes(head, tag.end())
        elif _MARKUP.match(head, at):
            at = _after(head, b">", at)
        at = head.find(b"<", at + 1)


def _after(head: bytes, end: bytes, at: int) -> int:
    found = head.find(end, at)
    if found < 0:
        raise _Cut
    return found + len(end) - 1


def _attributes(head: bytes, at: int) -> tuple[dict[bytes, bytes], int]:
    """Names and values (the first of a name), and where the tag's `>` stands."""
    found: dict[bytes, bytes] = {}
    while True:
        match = _ATTRIBUTE.match(head, at)
        if match is None or match.end() >= len(head):
            raise _Cut
        at = match.end()
        if not match["name"]:
            return found, at
        found.setdefault(match["name"].lower(), match["double"] or match["single"] or match["bare"] or b"")


def _declared(attributes: dict[bytes, bytes]) -> bytes | None:
    if b"charset" in attributes:
        return attributes[b"charset"]
    if attributes.get(b"http-equiv", b"").lower() != b"content-type":
        return None
    content = attributes.get(b"content", b"")
    start = _CHARSET.search(content)
    label = _LABEL.match(content, start.end()) if start else None
    return (label[1] or label[2] or label[3] or b"") if label else None
