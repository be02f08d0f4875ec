"""Characters and markup that hide text from a reader: invisible characters, bidi controls, look-alikes.

Unicode Standard 23.2 and 23.9 (zero-width, tags), UAX #9 (bidi), UTS #39 (mixed scripts). Emoji flags made
of tag characters, single joiners and closed isolates are everyday text and are left alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from verification.core.text.confusables import skeleton
from verification.core.text.injection_view import View

ZERO_WIDTH: Final = frozenset("\u00ad\u180e\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff")
OVERRIDES: Final = frozenset("\u202d\u202e")
OPENING: Final = frozenset("\u202a\u202b\u2066\u2067\u2068")
_TAGS: Final = re.compile("(\U0001f3f4[\U000e0030-\U000e007a]{1,8}\U000e007f)|[\U000e0000-\U000e007f]+")
_ZERO_RUN: Final = re.compile(f"[{''.join(sorted(ZERO_WIDTH))}]{{4,}}")
_SELECTORS: Final = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}")
_SPLIT_WORD: Final = re.compile(
    "(?<=[A-Za-z])[\u200b-\u200d\u2060\ufeff]{1,3}[A-Za-z]{1,32}[\u200b-\u200d\u2060\ufeff]{1,3}(?=[A-Za-z])"
)
_OVERRIDE: Final = re.compile("[\u202d\u202e]+")
_OPENED: Final = re.compile(f"[{''.join(sorted(OPENING))}]")
_CLOSED: Final = re.compile("[\u202c\u2069]")
LONG_RUN: Final = 8
MOST: Final = 200
_COMMENT: Final = re.compile(r"<!--|\[//\]: ?#")
_UNSEEN: Final = re.compile(
    r"<([a-zA-Z]{1,12})\b[^<>]{0,400}(?:display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0|opacity\s?:\s?0(?![.\d])"
    r"|color\s?:\s?(?:white|transparent|#fff)|aria-hidden\s?=|\shidden\b|(?:left|top|text-indent)\s?:\s?-\d{3})[^<>]{0,400}>",
    re.IGNORECASE,
)
UNCLOSED: Final = 2000


@dataclass(frozen=True, slots=True)
class Mark:
    """A find by its own code: the rule's id and raw code points."""

    rule: str
    start: int
    end: int


def marks(text: str, view: View) -> Iterator[Mark]:
    """Invisible runs, bidi controls and words of mixed scripts; ASCII has none of these."""
    kinds = (_tags(text, view), _zero_width(text, view), _bidi(text, view), _mixed(text, view))
    yield from chain.from_iterable(islice(kind, MOST) for kind in kinds)


def _tags(text: str, view: View) -> Iterator[Mark]:
    planes = {ord(character) >> 8 for character in view.strange}
    if 0xE00 in planes:
        tags = (found for found in _TAGS.finditer(text) if not found[1])
        yield from (Mark("invisible.tag-characters", *found.span()) for found in tags)
    if planes & {0xFE, 0xE01}:
        yield from (Mark("invisible.variation-selectors", *found.span()) for found in _SELECTORS.finditer(text))


def _zero_width(text: str, view: View) -> Iterator[Mark]:
    if view.strange & ZERO_WIDTH:
        for found in _ZERO_RUN.finditer(text):
            long = found.end() - found.start() >= LONG_RUN
            yield Mark("invisible.zero-width-run" if long else "invisible.zero-width-few", *found.span())
        yield from (Mark("invisible.split-word", *found.span()) for found in _SPLIT_WORD.finditer(text))


def _bidi(text: str, view: View) -> Iterator[Mark]:
    if view.strange & OVERRIDES:
        yield from (Mark("bidi.override", *found.span()) for found in _OVERRIDE.finditer(text))
    if view.strange & OPENING:
        for line in re.finditer(r"[^\n]+", text):
            opened = list(_OPENED.finditer(line[0]))
            if len(opened) > len(_CLOSED.findall(line[0])):
                at = line.start() + opened[-1].start()
                yield Mark("bidi.unclosed", at, at + 1)


def _mixed(text: str, view: View) -> Iterator[Mark]:
    for start, end in view.mixed:
        first, last = view.raw_span(start, end)
        word = unicodedata.normalize("NFKC", text[first:last])
        shown = skeleton(word)
        scripts = {unicodedata.name(c, "").partition(" ")[0] for c in word if not c.isascii() and c.isalpha()}
        if len(word) >= 3 and shown.isascii() and shown.isalpha():
            greek = scripts <= {"GREEK", "LATIN"}
            yield Mark("confusable.greek-letter" if greek else "confusable.mixed-script", first, last)


def hidden(text: str) -> Iterator[tuple[str, int, int]]:
    """Stretches of supplied markup that no reader sees: comments and elements styled away."""
    for found in _COMMENT.finditer(text):
        close = text.find("-->" if found[0] == "<!--" else "\n", found.end(), found.end() + UNCLOSED)
        yield "hidden.comment", found.start(), close if close >= 0 else found.end() + UNCLOSED
    for found in _UNSEEN.finditer(text):
        close = text.find(f"</{found[1]}", found.end(), found.end() + UNCLOSED)
        yield "hidden.element", found.start(), close if close >= 0 else found.end() + UNCLOSED
