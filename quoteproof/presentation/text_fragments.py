"""Builds links that open a live page at a quote: URL fragments with a text directive (`#:~:text=`).

https://wicg.github.io/scroll-to-text-fragment/: a term lies within one block and begins and ends at word
boundaries; a range `start,end` may span blocks; `prefix-,` and `,-suffix` tell one occurrence from another. Such
a link is a help for readers, never evidence: browsers compare without case and may not find the text at all.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

LONGEST_TERM: Final = 280  # encoded characters of one whole term
EDGE_WORDS: Final = 5
EDGE_CHARACTERS: Final = 24  # of a text without spaces, such as Chinese
BESIDE_WORDS: Final = 3
_BREAK: Final = re.compile(r"[\n\t]")
_LAST_WORD: Final = re.compile(r"\w+\Z")
_FIRST_WORD: Final = re.compile(r"\w+")


def link(url: str, anchor: str | None, directive: str) -> str:
    """The page at the quote; where the browser cannot find it, at the section."""
    return f"{url}{anchor or '#'}:~:{directive}"


def directive(match: str, before: str = "", after: str = "", *, known: bool = True, later: bool = False) -> str:
    """`text=…` for a match between the texts beside it.

    `match` is the page's own text, or, with `known` False, a quote whose line breaks may be elsewhere
    than the page's. `later`: an earlier occurrence would be opened without the words beside this one.
    """
    if _edge(match[:1]) and (word := _LAST_WORD.search(before)):
        match, before = word[0] + match, before[: word.start()]
    if _edge(match[-1:]) and (word := _FIRST_WORD.match(after)):
        match, after = match + word[0], after[word.end() :]
    term = _term(match, known)
    if later:
        term = _beside(before, after, term)
    return f"text={term}"


def _edge(character: str) -> bool:
    return bool(_FIRST_WORD.match(character))


def _term(match: str, known: bool) -> str:
    blocks = [block.split() for block in _BREAK.split(match) if block.split()]
    whole = _encode(" ".join(blocks[0])) if blocks else ""
    if len(blocks) <= 1 and len(whole) <= LONGEST_TERM and (known or len(match.split()) < 2):
        return whole
    return ",".join(map(_encode, _edges(blocks)))


def _edges(blocks: list[list[str]]) -> tuple[str, str]:
    """The first and the last words of a match, which do not overlap."""
    first, last = blocks[0], blocks[-1]
    if len(blocks) > 1:
        return " ".join(first[:EDGE_WORDS]), " ".join(last[-EDGE_WORDS:])
    if len(first) == 1:
        return first[0][:EDGE_CHARACTERS], first[0][-EDGE_CHARACTERS:]
    count = min(EDGE_WORDS, len(first) // 2)
    return " ".join(first[:count]), " ".join(first[-count:])


def _beside(before: str, after: str, term: str) -> str:
    lines = [_words(_BREAK.split(text)) for text in (before, after)]
    prefix = lines[0][-1][-BESIDE_WORDS:] if lines[0] else []
    suffix = lines[1][0][:BESIDE_WORDS] if lines[1] else []
    head = f"{_encode(' '.join(prefix))}-," if prefix else ""
    tail = f",-{_encode(' '.join(suffix))}" if suffix else ""
    return head + term + tail


def _words(lines: list[str]) -> list[list[str]]:
    return [line.split() for line in lines if line.split()]


def _encode(text: str) -> str:
    """Percent-encodes also `-`, `,` and `&`, which have a meaning in a directive."""
    return quote(text, safe="").replace("-", "%2D")
