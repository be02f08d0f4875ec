"""Decides which passages of a text share most of a claim's words: up to five, the best first.

A passage is a sentence, or two in a row where both help. Its score is the share of the claim's words that
are in it, each word weighed by how rare it is among the text's sentences (numbers count half as much again,
words the text never uses as the rarest). Under 0.25 nothing is shown. Evidence to judge, not a verdict: no
meaning is compared.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from verification.core.text.profile import Normalised
from verification.core.text.sentences import sentences
from verification.core.text.terms import Term, Terms
from verification.core.text.vocabulary import vocabulary_of

MOST: Final = 5
FLOOR: Final = 0.25
NUMBER_WEIGHT: Final = 1.5
SECOND_SENTENCE: Final = 0.95  # what a second sentence costs


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage: the raw text, its place in the normal form and in the raw text (code points), its score
    (0-1, rounded down to three places), and which words of the claim it has and lacks."""

    text: str
    start: int
    end: int
    raw_start: int
    raw_end: int
    score: float
    shared: tuple[str, ...]
    missing: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """As it stands in an answer."""
        plain = {name: getattr(self, name) for name in ("text", "start", "end", "raw_start", "raw_end", "score")}
        return {**plain, "shared": list(self.shared), "missing": list(self.missing)}


class _Window(NamedTuple):
    """Sentences `first` up to `last`, and the claim's stems in them."""

    score: float
    first: int
    last: int
    stems: frozenset[str]


def passages(claim: Normalised, text: Normalised, *, lines: bool = False) -> tuple[Passage, ...]:
    """The passages of `text` that share the words of `claim`. `lines`: see sentences."""
    terms = Terms(claim.text, vocabulary_of(claim.text, text.text))
    spans = [text.span_of(*span) for span in sentences(text.raw, lines=lines)]
    spans = [(start, end) for start, end in spans if start < end]
    if not terms.asked or not spans:
        return ()
    held = [terms.held(text.text[start:end]) for start, end in spans]
    weights = _weights(terms.asked, held)
    best = _apart(sorted(_windows(held, weights), key=lambda window: (-window.score, window.first, window.last)))
    return tuple(_passage(window, text, spans, terms.asked) for window in best)


def _weights(asked: Sequence[Term], held: Sequence[frozenset[str]]) -> Mapping[str, float]:
    counts = Counter(stem for stems in held for stem in stems)
    rarity = {term.stem: math.log1p(len(held) / max(1, counts[term.stem])) for term in asked}
    return {term.stem: rarity[term.stem] * (NUMBER_WEIGHT if term.number else 1) for term in asked}


def _windows(held: Sequence[frozenset[str]], weights: Mapping[str, float]) -> Iterator[_Window]:
    total = math.fsum(weights.values())
    shares = [math.fsum(weights[stem] for stem in sorted(stems)) / total for stems in held]
    for at, stems in enumerate(held):
        if shares[at] >= FLOOR:
            yield _Window(shares[at], at, at + 1, stems)
        if at + 1 < len(held) and stems - held[at + 1] and held[at + 1] - stems:
            both = stems | held[at + 1]
            share = SECOND_SENTENCE * math.fsum(weights[stem] for stem in sorted(both)) / total
            if share >= FLOOR and share > max(shares[at], shares[at + 1]):
                yield _Window(share, at, at + 2, both)


def _apart(ranked: Sequence[_Window]) -> list[_Window]:
    chosen: list[_Window] = []
    taken: set[int] = set()
    for window in ranked:
        if len(chosen) == MOST:
            break
        if taken.isdisjoint(range(window.first, window.last)):
            chosen.append(window)
            taken.update(range(window.first, window.last))
    return chosen


def _passage(
    window: _Window, text: Normalised, spans: Sequence[tuple[int, int]], asked: Sequence[Term]
) -> Passage:
    start, end = spans[window.first][0], spans[window.last - 1][1]
    raw_start, raw_end = text.raw_span(start, end)
    return Passage(
        text.raw[raw_start:raw_end],
        start,
        end,
        raw_start,
        raw_end,
        math.floor(window.score * 1000) / 1000,
        _shown(asked, [term.stem in window.stems for term in asked]),
        _shown(asked, [term.stem not in window.stems for term in asked]),
    )


def _shown(asked: Sequence[Term], chosen: Sequence[bool]) -> tuple[str, ...]:
    """The chosen words, each once; pairs of characters that overlap are put together again."""
    words: list[str] = []
    before = False
    for term, choice in zip(asked, chosen, strict=True):
        if choice and before and term.overlaps:
            words[-1] += term.word[-1]
        elif choice:
            words.append(term.word)
        before = choice
    return tuple(dict.fromkeys(words))
