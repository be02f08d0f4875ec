"""Decides in which forms a text and a quote are compared: the plain one, then those with lines joined.

A joined form makes the same joins on both sides. Where some line-end hyphens of one quote fall away and others
stay, with their line break ("pre- and post-war") or without, a form of its own says which. Offsets are code
points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

import regex

from verification.core.text.joins import PLAIN, Joins, spots_of
from verification.core.text.profile import Normalised, finish, normalise, prepare

_HYPHENS: Final[tuple[Literal["leave", "drop", "keep"], ...]] = ("leave", "drop", "keep")
# Places where the quote stands but for hyphens, that are compared hyphen by hyphen.
_MOST_PLACES: Final = 16
_NONE: Final[frozenset[int]] = frozenset()
_HYPHEN: Final = re.compile("- ?")
_OPENING: Final = regex.compile(r"\p{M}|(?P<hyphen>-)\p{L}")
_SOLID: Final = re.compile("(?:(?<!-) |[^- ])+")


@dataclass(frozen=True, slots=True)
class Form:
    """A text and a quote in their normal form, under the same joins."""

    text: Normalised
    quote: Normalised


class Forms:
    """The forms of one text and one quote."""

    def __init__(self, text: str, quote: str, *, case_sensitive: bool) -> None:
        self._text = prepare(text)
        self._quote = prepare(quote)
        self._case_sensitive = case_sensitive
        self._spots = spots_of(self._text.text), spots_of(self._quote.text)
        self._made: dict[Joins, Form] = {}
        self.plain = self._form(PLAIN)

    @property
    def can_be_joined(self) -> bool:
        """Whether there are other forms than the plain one."""
        return any(spots.hyphens or spots.soft_hyphens or spots.wraps for spots in self._spots)

    def joined(self) -> Iterator[Form]:
        """The forms with joins to make, each kind of join by itself first."""
        hyphens = any(spots.hyphens or spots.soft_hyphens for spots in self._spots)
        wraps = any(spots.wraps for spots in self._spots)
        # A quote that begins with the hyphen, or with a mark before it, lacks the letter by which it is told.
        opening = _OPENING.match(self.plain.quote.text)
        ways = _HYPHENS[: 2 if opening and opening["hyphen"] else 1] if opening else _HYPHENS
        for wrap in (False, True) if wraps else (False,):
            for hyphen in ways if hyphens else _HYPHENS[:1]:
                if joins := Joins(hyphen, wrap):
                    yield self._form(joins)

    def joined_for_exact(self) -> Iterator[Form]:
        """The same but for those that can't hold the quote to the letter, with those of mixed hyphens that may."""
        for form in self.joined():
            joins = form.text.joins
            if joins.hyphen == "leave" or _bare(form.quote.text) in _bare(form.text.text):
                yield form
                if joins.hyphen == "keep":
                    yield from self._mixed(self._form(Joins("drop", joins.wrap)))

    def _form(self, joins: Joins, others: frozenset[int] = _NONE, left: frozenset[int] = _NONE) -> Form:
        text_joins = Joins(joins.hyphen, joins.wrap, others, left)
        if text_joins not in self._made:
            self._made[text_joins] = Form(
                finish(self._text, case_sensitive=self._case_sensitive, joins=text_joins, spots=self._spots[0]),
                finish(self._quote, case_sensitive=self._case_sensitive, joins=joins, spots=self._spots[1]),
            )
        return self._made[text_joins]

    def _mixed(self, dropped: Form) -> Iterator[Form]:
        """Forms in which line-end hyphens stay where the quote has one, at the first places it may stand."""
        text, quote = dropped.text, dropped.quote
        wanted = dict(_hyphenated(quote.text))
        for start, end in islice(_places(text.text, quote.text), _MOST_PLACES):
            raw_start, raw_end = text.raw_span(start, end)
            kept, left = self._kept(text.raw[raw_start:raw_end], raw_start, quote.joins, wanted)
            if kept or left:
                yield self._form(quote.joins, kept, left)

    def _kept(
        self, part: str, offset: int, joins: Joins, wanted: Mapping[int, str]
    ) -> tuple[frozenset[int], frozenset[int]]:
        """Of the line-end hyphens in a part of the text, at raw `offset`, that is the quote but for hyphens: those
        to keep, and those to leave with their break."""
        prepared = prepare(part)
        dropped = normalise(part, case_sensitive=self._case_sensitive, joins=joins)
        kept: dict[str, set[int]] = {"-": set(), "- ": set()}
        count = before = 0
        for start, end in spots_of(prepared.text).hyphens:
            after = prepared.raw_at(end)
            letter = dropped.span_of(after, after + 1)[0]
            count += len(_bare(dropped.text[before:letter]))
            before = letter
            if hyphen := wanted.get(count):
                kept[hyphen].add(offset + prepared.raw_at(start))
        return frozenset(kept["-"]), frozenset(kept["- "])


def _bare(text: str) -> str:
    """Without hyphens and the spaces behind them."""
    return text.replace("- ", "").replace("-", "")


def _places(text: str, quote: str) -> Iterator[tuple[int, int]]:
    """Spans of `text` that are `quote` but for hyphens."""
    bare, wanted = _bare(text), _bare(quote)
    at = bare.find(wanted) if wanted else -1
    solid = [offset for found in _SOLID.finditer(text) for offset in range(*found.span())] if at >= 0 else []
    while at >= 0:
        yield solid[at], solid[at + len(wanted) - 1] + 1
        at = bare.find(wanted, at + 1)


def _hyphenated(quote: str) -> Iterator[tuple[int, str]]:
    """Which characters, counted as bare, have a hyphen before them: with a space, or without."""
    count = at = 0
    for hyphen in _HYPHEN.finditer(quote):
        count += hyphen.start() - at
        at = hyphen.end()
        yield count, hyphen[0]
