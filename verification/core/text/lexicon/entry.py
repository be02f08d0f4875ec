"""What the tables of one language hold: the words whose change changes what a sentence says.

All words are case-folded NFC with a straight apostrophe, as text-v1 leaves them. The tables name kinds of
change; they never decide a verdict, so a word missing here only makes a difference less well named.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """`modals`, `numbers` and `units` lead from a form to what it stands for: "weeks" to "week"."""

    common: frozenset[str]
    negations: frozenset[str]
    modals: Mapping[str, str]
    numbers: Mapping[str, str]
    units: Mapping[str, str]
    opposites: Mapping[str, frozenset[str]]
    limits: frozenset[str]
    provisos: tuple[str, ...]
    abbreviations: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon(Tables):
    """One language's; `stemmer` is what Snowball calls it, if it knows it."""

    code: str
    stemmer: str | None


def lexicon(
    code: str,
    *,
    stemmer: str | None = None,
    common: str = "",
    negations: str = "",
    modals: Mapping[str, str] | None = None,
    numbers: Mapping[str, str] | None = None,
    units: Mapping[str, str] | None = None,
    opposites: str = "",
    limits: str = "",
    provisos: str = "",
    abbreviations: str = "",
) -> Lexicon:
    """A language's tables as they are written down: words apart by spaces, opposites as a/b, provisos by commas.

    `limits` are the words that say how far a sentence goes ("only", "every"); `provisos` are those by which a
    sentence goes on and takes back or narrows what it said.
    """
    return Lexicon(
        code=code,
        stemmer=stemmer,
        common=_words(common),
        negations=_words(negations),
        modals=_forms(modals or {}),
        numbers=_forms(numbers or {}),
        units=_forms(units or {}),
        opposites=_pairs(opposites),
        limits=_words(limits),
        provisos=tuple(plain(phrase.strip()) for phrase in provisos.split(",") if phrase.strip()),
        abbreviations=_words(abbreviations),
    )


def plain(word: str) -> str:
    """A word as text-v1 leaves it."""
    return unicodedata.normalize("NFC", word).casefold()


def _words(line: str) -> frozenset[str]:
    return frozenset(map(plain, line.split()))


def _forms(table: Mapping[str, str]) -> Mapping[str, str]:
    return {form: meaning for meaning, line in table.items() for form in _words(line)}


def _pairs(line: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for pair in line.split():
        one, _, other = plain(pair).partition("/")
        found[one] = found.get(one, frozenset()) | {other}
        found[other] = found.get(other, frozenset()) | {one}
    return found


def merged(tables: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Several languages' forms in one table; the first to name a form keeps it."""
    together: dict[str, str] = {}
    for table in tables:
        together = {**table, **together}
    return together
