"""Decides in which forms a text and a quote are compared: the plain one, then those with lines joined.

A joined form makes the same joins on both sides. Where some line-end hyphens of one quote fall away and others
stay, a form of its own says which. Offsets are code points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from verification.core.text.joins import PLAIN, Joins, spots_of
from verification.core.text.profile import Normalised, finish, normalise, prepare

_HYPHENS: Final[tuple[Literal["leave", "drop", "keep"], ...]] = ("leave", "drop", "keep")
# Places where the quote stands but for hyphens, that are compared hyphen by hyphen.
_MOST_PLACES: Final = 16


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
        for wrap in (False, True) if wraps else (False,):
            for hyphen in _HYPHENS if hyphens else _HYPHENS[:1]:
                if joins := Joins(hyphen, wrap):
                    yield self._form(joins)

    def joined_for_exact(self) -> Iterator[Form]:
        """The same but for those that can't hold the quote to the letter, with those of mixed hyphens that may."""
        for form in self.joined():
            joins = form.text.joins
            if joins.hyphen == "leave" or _bare(form.quote) in _bare(form.text):
                yield form
                if joins.hyphen == "keep":
                    yield from self._mixed(self._form(Joins("drop", joins.wrap)))

    def _form(self, joins: Joins, others: frozenset[int] = frozenset()) -> Form:
        text_joins = Joins(joins.hyphen, joins.wrap, others)
        if text_joins not in self._made:
            self._made[text_joins] = Form(
                finish(self._text, case_sensitive=self._case_sensitive, joins=text_joins, spots=self._spots[0]),
                finish(self._quote, case_sensitive=self._case_sensitive, joins=joins, spots=self._spots[1]),
            )
        return self._made[text_joins]

    def _mixed(self, dropped: Form) -> Iterator[Form]:
        """Forms in which line-end hyphens stay where the quote has one, at the first places it may stand."""
        text, quote = dropped.text, dropped.quote
        for start, end in islice(_places(text.text, quote.text), _MOST_PLACES):
            raw_start, raw_end = text.raw_span(start, end)
            kept = self._kept(text.raw[raw_start:raw_end], quote)
            if kept:
                yield self._form(quote.joins, frozenset(raw_start + at for at in kept))

    def _kept(self, part: str, quote: Normalised) -> list[int]:
        """Raw offsets, in the part of the text that is the quote but for hyphens, of line-end hyphens to keep."""
        prepared = prepare(part)
        dropped = normalise(part, case_sensitive=self._case_sensitive, joins=quote.joins)
        wanted = _hyphenated(quote.text)
        kept = []
        for start, end in spots_of(prepared.text).hyphens:
            after = prepared.raw_at(end)
            letter = dropped.span_of(after, after + 1)[0]
            if letter - dropped.text.count("-", 0, letter) in wanted:
                kept.append(prepared.raw_at(start))
        return kept


def _bare(form: Normalised) -> str:
    return form.text.replace("-", "")


def _places(text: str, quote: str) -> Iterator[tuple[int, int]]:
    """Spans of `text` that are `quote` but for hyphens."""
    bare, wanted = text.replace("-", ""), quote.replace("-", "")
    at = bare.find(wanted) if wanted else -1
    solid = [offset for offset, character in enumerate(text) if character != "-"] if at >= 0 else []
    while at >= 0:
        yield solid[at], solid[at + len(wanted) - 1] + 1
        at = bare.find(wanted, at + 1)


def _hyphenated(quote: str) -> set[int]:
    """Which characters, counted without hyphens, have a hyphen before them."""
    pieces = quote.split("-")
    found, count = set(), 0
    for piece in pieces[:-1]:
        count += len(piece)
        found.add(count)
    return found
