"""Decides whether a quote that marks what was left out or put in can be read back from the text.

A quote may leave words out (…, ..., [...]) and put words of its own in brackets ([the parcel], [T]he, [sic]).
Between the marks stand pieces; each must be in the text to the letter, with a word, in order, the next no
further on than a gap allows. Of all readings the leftmost, then the one with the shortest gaps; one that cuts
no word in two before one that does; brackets that the text has itself are tried as they stand first. Such a
reading never makes a match exact. Offsets are code points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from verification.core.text.marks import WORD_GAP, GapKind, Part, readings
from verification.core.text.profile import Normalised
from verification.core.text.tokens import tokens
from verification.core.text.vocabulary import vocabulary_at
from verification.core.text.words import inside_word

WORK: Final = 10_000  # places looked at before a reading is given up; no honest quote comes near


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the quote and where it stands in the text; `quote_*` in the quote's normal form."""

    quote_start: int
    quote_end: int
    start: int
    end: int
    raw_start: int
    raw_end: int


@dataclass(frozen=True, slots=True)
class Gap:
    """What the text has where the quote has a mark; `negation`: a word that negates is in it."""

    kind: GapKind
    text: str
    start: int
    end: int
    raw_start: int
    raw_end: int
    negation: bool


@dataclass(frozen=True, slots=True)
class Edited:
    """A quote with marks, read back from the text."""

    pieces: tuple[Piece, ...]
    gaps: tuple[Gap, ...]

    @property
    def negation_in_gap(self) -> bool:
        """Whether a word that negates was left out or replaced."""
        return any(gap.negation for gap in self.gaps)

    def to_json(self) -> dict[str, Any]:
        """As it stands in an answer."""
        return {
            "pieces": [_json(piece) for piece in self.pieces],
            "gaps": [_json(gap) for gap in self.gaps],
            "negation_in_gap": self.negation_in_gap,
        }


def edited(quote: Normalised, text: Normalised) -> Edited | None:
    """The reading of a quote with marks; None if it has none, or a piece is missing or out of order."""
    found_readings = list(readings(quote.text, text.text))
    for whole_words in (True, False):
        for parts in found_readings:
            pieces = [quote.text[part.start : part.end] for part in parts]
            found = _Search(text.text, pieces, parts, whole_words).chain()
            if found is not None:
                return _edited(parts, found, text)
    return None


def _json(part: Piece | Gap) -> dict[str, Any]:
    return {name: getattr(part, name) for name in part.__slots__}


class _Search(NamedTuple):
    """One reading looked for in one text."""

    text: str
    pieces: Sequence[str]
    parts: Sequence[Part]
    whole_words: bool

    def chain(self) -> list[int] | None:
        """Where each piece stands; depth first, so that the leftmost and nearest places are tried first."""
        if not all(piece in self.text for piece in self.pieces):
            return None
        found: list[int] = []
        dead: set[tuple[int, int]] = set()
        places = [self._places(0, 0, len(self.text))]
        for _ in range(WORK):
            depth, at = len(found), next(places[-1], None)
            if at is None:
                places.pop()
                if not found:
                    return None
                dead.add((depth - 1, found.pop()))
            elif at >= 0 and (depth, at) not in dead:
                found.append(at)
                if len(found) == len(self.pieces):
                    return found
                end = at + len(self.pieces[depth])
                places.append(self._places(depth + 1, end, end + self.parts[depth + 1].limit))
        return None

    def _places(self, number: int, first: int, last: int) -> Iterator[int]:
        """Where a piece stands from `first` to `last`, in order; -1 for a look at one that won't do."""
        size = len(self.pieces[number])
        at = self.text.find(self.pieces[number], first, last + size)
        while at >= 0:
            onward = self._onward(number, at + size)
            if onward is None:
                return
            far = onward > at + size
            yield -1 if far or self._cuts(self.parts[number], at, at + size) else at
            at = self.text.find(self.pieces[number], onward - size if far else at + 1, last + size)

    def _onward(self, number: int, end: int) -> int | None:
        """The first end from `end` on from which the next piece is within reach; None if it stands nowhere."""
        if number + 1 == len(self.pieces):
            return end
        following = self.text.find(self.pieces[number + 1], end)
        return None if following < 0 else max(end, following - self.parts[number + 1].limit)

    def _cuts(self, part: Part, start: int, end: int) -> bool:
        return self.whole_words and (
            (not part.opens_inside and inside_word(self.text, start))
            or (not part.closes_inside and inside_word(self.text, end))
        )


def _edited(parts: Sequence[Part], found: Sequence[int], text: Normalised) -> Edited:
    spans = [(at, at + part.end - part.start) for part, at in zip(parts, found, strict=True)]
    pieces = [
        Piece(part.start, part.end, *span, *text.raw_span(*span)) for part, span in zip(parts, spans, strict=True)
    ]
    negations = vocabulary_at(text.text, spans[0][0], spans[-1][1]).negations
    gaps = [_gap(kind, span, text, negations) for kind, span in _gaps(parts, spans, text.text)]
    return Edited(tuple(pieces), tuple(gaps))


def _gaps(
    parts: Sequence[Part], spans: Sequence[tuple[int, int]], text: str
) -> Iterator[tuple[GapKind, tuple[int, int]]]:
    """Between the pieces; at the quote's ends only what a bracket stands for inside a word."""
    start, end = spans[0][0], spans[-1][1]
    if parts[0].opens_inside and (begin := _word_edge(text, start, -1)) < start:
        yield "bracket", (begin, start)
    for (_, before), (after, _), part in zip(spans, spans[1:], parts[1:], strict=False):
        yield part.before, (before, after)
    if parts[-1].closes_inside and (finish := _word_edge(text, end, 1)) > end:
        yield "bracket", (end, finish)


def _word_edge(text: str, at: int, step: int) -> int:
    """Where the word that is cut at `at` begins or ends, within the gap a bracket inside a word may stand for."""
    for moved in range(WORD_GAP + 1):
        if not inside_word(text, at + step * moved):
            return at + step * moved
    return at


def _gap(kind: GapKind, span: tuple[int, int], text: Normalised, negations: frozenset[str]) -> Gap:
    start, end = text.raw_span(*span)
    left_out = map(str.casefold, tokens(text.text, *span).texts)
    negates = any(word in negations or word.endswith("n't") for word in left_out)
    return Gap(kind, text.raw[start:end], *span, start, end, negates)
