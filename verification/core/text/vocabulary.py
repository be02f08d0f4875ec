"""Decides which languages' tables apply to a text, and puts them together.

The languages of Latin script are told apart by their function words, negations and modals: one that few languages
share counts more. Russian and Chinese are always at hand: their scripts keep them from being
mistaken. Nothing here decides a verdict.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from verification.core.text.lexicon import de, en, es, fr, it, pt, ru, symbols, zh
from verification.core.text.lexicon.entry import Lexicon, Tables, merged

_LATIN: Final = (en.LEXICON, de.LEXICON, fr.LEXICON, es.LEXICON, it.LEXICON, pt.LEXICON)
_CODES: Final = tuple(entry.code for entry in _LATIN)
_ALWAYS: Final = (ru.LEXICON, zh.LEXICON)
LEXICONS: Final[Mapping[str, Lexicon]] = {entry.code: entry for entry in (*_LATIN, *_ALWAYS)}
SAMPLE: Final = 4_000  # code points of each text that are read to tell the language
_NEARBY: Final = 500  # code points on either side of a span that help to tell its language
_SAID: Final = 500  # code points of a span, and of a quote, that are read to tell its own language
_ENOUGH: Final = 30  # how many words more for one language than for any other leave no doubt
_OWN_WORDS: Final = 2  # how many words more a quote must have of its own language than of the one round it


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary(Tables):
    """Those of several languages as one. `telling`: words that may be more than just a word."""

    codes: tuple[str, ...]
    telling: frozenset[str]


def _shared() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for entry in _LATIN:
        for word in entry.common | entry.negations | entry.modals.keys():
            found[word] = (*found.get(word, ()), entry.code)
    return found


_SPEAKERS: Final = _shared()
_WORD: Final = re.compile(r"[^\W\d_]+'?")
_LETTERS: Final = {code: chr(code) if chr(code).isalpha() or chr(code) == "'" else " " for code in range(128)}
_WHOLE: Final = 60  # divides by 1 to 6: the weight of a word, shared among its languages


def latin_languages(spoken: Iterable[str]) -> tuple[str, ...]:
    """The languages of Latin script that case-folded words speak most for (several where they are level)."""
    return _foremost(_voices(spoken))


def _voices(spoken: Iterable[str]) -> dict[str, int]:
    """How much words speak for each language, a word of its own `_WHOLE`."""
    counts = dict.fromkeys(_CODES, 0)
    for word, times in Counter(filter(_SPEAKERS.__contains__, spoken)).items():
        speakers = _SPEAKERS[word]
        for code in speakers:
            counts[code] += times * (_WHOLE // len(speakers))
    return counts


def _foremost(counts: Mapping[str, int]) -> tuple[str, ...]:
    best = max(counts.values())
    return tuple([code for code, count in counts.items() if count == best]) if best else ("en",)


def vocabulary_of(*texts: str) -> Vocabulary:
    """The tables for texts in their normal form, judged together."""
    return vocabulary(latin_languages(_spoken_in(*texts)))


def vocabulary_at(text: str, start: int, end: int, quote: str = "") -> Vocabulary:
    """The tables for a span of `text` (code points) and what was quoted of it, both in their normal form.

    What stands round the span helps to tell its language, unless it says enough itself; a sentence in a language
    of its own has that one's tables as well.
    """
    said = _voices(_spoken_in(quote[:_SAID], text[start : min(end, start + _SAID)]))
    first, second = sorted(said.values())[:-3:-1]
    if first - second >= _ENOUGH * _WHOLE:
        return vocabulary(_foremost(said))
    round_it = _voices(_spoken_in(text[max(0, start - _NEARBY) : start], text[end : end + _NEARBY]))
    own, common = _foremost(said), _foremost({code: count + round_it[code] for code, count in said.items()})
    differs = own != common and said[own[0]] >= max(said[code] for code in common) + _OWN_WORDS * _WHOLE
    return vocabulary(own + common if differs else common)


def _spoken_in(*texts: str) -> Iterable[str]:
    return chain.from_iterable(_spoken(text[:SAMPLE].casefold()) for text in texts)


def _spoken(text: str) -> list[str]:
    """The words, an apostrophe behind one included; bare apostrophes count for no language."""
    if text.isascii():
        return text.replace("'", "' ").translate(_LETTERS).split()
    return _WORD.findall(text)


@lru_cache(maxsize=64)
def vocabulary(latin: tuple[str, ...]) -> Vocabulary:
    """The tables of these languages of Latin script, Russian, Chinese, and the signs all share."""
    entries = [*(LEXICONS[code] for code in latin), *_ALWAYS]
    negations = frozenset[str]().union(*(entry.negations for entry in entries))
    modals = merged(entry.modals for entry in entries)
    numbers = merged(entry.numbers for entry in entries)
    units = merged([*(entry.units for entry in entries), symbols.SIGNS, symbols.CODES])
    return Vocabulary(
        codes=tuple(entry.code for entry in entries),
        common=frozenset[str]().union(*(entry.common for entry in entries)),
        negations=negations,
        modals=modals,
        numbers=numbers,
        units=units,
        opposites={word: other for entry in reversed(entries) for word, other in entry.opposites.items()},
        limits=frozenset[str]().union(*(entry.limits.union(entry.provisos) for entry in entries)),
        provisos=tuple(phrase for entry in entries for phrase in entry.provisos),
        abbreviations=frozenset[str]().union(*(entry.abbreviations for entry in entries)),
        telling=negations.union(modals, numbers, units, symbols.LETTERS),
    )
