"""Decides whether a text says a quote: exactly, nearly or not, where, how often, and by which folds.

Exact: the quote's normal form (text-v1) stands in the text's. Near: the part at the smallest edit distance is
within the threshold. With a declared slice, that slice alone is compared, whole against whole. All offsets are
code points, ends exclusive; those called raw are offsets into the text as it was given.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from math import floor
from typing import Final, Literal, Protocol

from rapidfuzz.distance import Levenshtein

from verification.core.text import exact, fuzzy
from verification.core.text.forms import Form, Forms
from verification.core.text.needed import Side, folds_needed
from verification.core.text.profile import Normalised
from verification.core.text.words import words

_SHORT: Final = 12
# Code points of the quote times those of the text, in their normal forms. A quote of 1,000 raw characters in the
# longest page (1,000,000 UTF-16 units) comes to this when every character grows threefold, as … or ΐ do; the
# contracts allow 1,000 after normalisation, a third of it. Hence no valid request reaches it.
_MOST_WORK: Final = (3 * 1_000) * (3 * 1_000_000)


class MatchTooCostly(Exception):
    """The text and the quote are too long to be compared; known before any of the work is done."""


@dataclass(frozen=True, slots=True)
class Match:
    """What was found.

    `score` counts thousandths, rounded down; None where nothing was scored (exact asked for, and not there).
    `span` is the part of `text.text` that says the quote, `raw_span` the part of the raw text it came from; both
    None with `none`. `text` and `quote` are in the form that was compared. With a declared slice `text` is that
    slice alone, which begins at the raw offset `offset`, and `raw_span` is the slice whatever was found.
    """

    kind: Literal["exact", "fuzzy", "none"]
    text: Normalised
    quote: Normalised
    thousandths: int | None = None
    distance: int | None = None
    span: tuple[int, int] | None = None
    raw_span: tuple[int, int] | None = None
    occurrences: int = 0
    capped: bool = False
    raw_exact: bool = False
    folds: tuple[str, ...] = ()
    reason: Literal["short_quote"] | None = None
    offset: int = 0

    @property
    def score(self) -> float | None:
        """From 0 to 1, with three places at most."""
        return None if self.thousandths is None else self.thousandths / 1000


def match(
    text: str,
    quote: str,
    *,
    mode: Literal["exact", "fuzzy"] = "fuzzy",
    case_sensitive: bool = False,
    threshold: Decimal | Fraction = Decimal("0.9"),
    declared: tuple[int, int] | None = None,
) -> Match:
    """Look for `quote` in `text`, or compare it with the `declared` raw slice of it.

    `threshold`: the score needed, 0.5 to 1, as the decimal it was written. Raises ValueError for a quote that
    normalises to nothing and MatchTooCostly beyond all limits of a request.
    """
    start, end = declared or (0, len(text))
    compare = _Slice() if declared else _Search()
    forms = Forms(text[start:end], quote, case_sensitive=case_sensitive)
    _check(forms.plain)
    found = _exactly(forms, compare)
    if found is None and mode == "fuzzy":
        found = _nearly(forms, compare, Fraction(threshold))
    answer = _answer(found, case_sensitive) if found else Match("none", forms.plain.text, forms.plain.quote)
    return replace(answer, offset=start, raw_span=declared) if declared else answer


def _check(form: Form) -> None:
    if not form.quote.text:
        raise ValueError("the quote normalises to nothing")
    if len(form.quote.text) * len(form.text.text) > _MOST_WORK:
        raise MatchTooCostly


@dataclass(frozen=True, slots=True)
class _Found:
    """The nearest part under one form; `span` is None if it isn't near enough."""

    form: Form
    distance: int
    span: tuple[int, int] | None
    count: int
    capped: bool = False


class _Compare(Protocol):
    def exact(self, form: Form) -> _Found | None: ...

    def near(self, form: Form, allowed: int) -> _Found: ...

    def distance(self, form: Form, limit: int) -> int | None: ...


class _Search:
    """The quote against every part of the text."""

    def exact(self, form: Form) -> _Found | None:
        found = exact.find(form.text.text, form.quote.text)
        if found is None:
            return None
        return _Found(form, 0, (found.start, found.start + len(form.quote.text)), found.count)

    def near(self, form: Form, allowed: int) -> _Found:
        found = fuzzy.nearest(form.text.text, form.quote.text, allowed)
        return _Found(form, found.distance, found.span, found.count, found.capped)

    def distance(self, form: Form, limit: int) -> int | None:
        return fuzzy.distance(form.text.text, form.quote.text, limit)


class _Slice:
    """The quote against the whole of the text."""

    def exact(self, form: Form) -> _Found | None:
        same = form.text.text == form.quote.text
        return _Found(form, 0, (0, len(form.text.text)), 1) if same else None

    def near(self, form: Form, allowed: int) -> _Found:
        distance = Levenshtein.distance(form.text.text, form.quote.text)
        span = (0, len(form.text.text)) if distance <= allowed else None
        return _Found(form, distance, span, int(span is not None))

    def distance(self, form: Form, limit: int) -> int | None:
        distance = Levenshtein.distance(form.text.text, form.quote.text, score_cutoff=limit)
        return distance if distance <= limit else None


def _exactly(forms: Forms, compare: _Compare) -> _Found | None:
    """In the plain form, else in the first joined one that holds the quote."""
    found = compare.exact(forms.plain)
    return found or next(filter(None, map(compare.exact, forms.joined_for_exact())), None)


def _nearly(forms: Forms, compare: _Compare, threshold: Fraction) -> _Found:
    """In the plain form, or in the joined one that is near enough at the smallest distance if that is smaller.

    Where none is near enough the plain form alone is scored.
    """
    best = forms.plain
    if forms.can_be_joined:
        smallest = len(best.quote.text) + 1
        for form in chain((best,), forms.joined()):
            distance = compare.distance(form, min(smallest - 1, _allowed(form, threshold)))
            if distance is not None:
                best, smallest = form, distance
    return compare.near(best, _allowed(best, threshold))


def _allowed(form: Form, threshold: Fraction) -> int:
    return floor((1 - threshold) * len(form.quote.text))


def _answer(found: _Found, case_sensitive: bool) -> Match:
    text, quote = found.form.text, found.form.quote
    size = len(quote.text)
    scored = Match("none", text, quote, max(0, (size - found.distance) * 1000 // size), found.distance)
    if found.span is None:
        return scored
    if found.distance and size < _SHORT and not _has_every_word(text.text[slice(*found.span)], quote.text):
        return replace(scored, reason="short_quote")
    raw_span = text.raw_span(*found.span)
    part = text.raw[slice(*raw_span)]
    raw_exact = not found.distance and part == quote.raw
    sides = Side(part, text.joins.moved(raw_span[0])), Side(quote.raw, quote.joins)
    return replace(
        scored,
        kind="fuzzy" if found.distance else "exact",
        span=found.span,
        raw_span=raw_span,
        occurrences=found.count,
        capped=found.capped,
        raw_exact=raw_exact,
        folds=() if raw_exact else folds_needed(*sides, case_sensitive=case_sensitive),
    )


def _has_every_word(part: str, quote: str) -> bool:
    return set(words(quote)) <= set(words(part))
