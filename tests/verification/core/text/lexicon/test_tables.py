from __future__ import annotations

import unicodedata

import pytest

from verification.core.text.lexicon.entry import Lexicon, lexicon, merged
from verification.core.text.lexicon.symbols import CODES, LETTERS, SIGNS
from verification.core.text.tokens import tokens
from verification.core.text.vocabulary import LEXICONS

every_language = pytest.mark.parametrize("entry", LEXICONS.values(), ids=LEXICONS)


def test_eight_languages_have_tables() -> None:
    assert list(LEXICONS) == ["en", "de", "fr", "es", "it", "pt", "ru", "zh"]


@every_language
def test_a_language_names_every_kind_of_word(entry: Lexicon) -> None:
    assert len(entry.negations) >= 10
    assert len(set(entry.modals.values())) >= 5
    assert len(entry.numbers) >= 15
    assert {"day", "week", "month", "year", "hour", "km", "kg", "eur", "usd", "%"} <= set(entry.units.values())
    assert len(entry.opposites) >= 60
    assert len(entry.provisos) >= 10


@every_language
def test_words_stand_as_text_v1_leaves_them(entry: Lexicon) -> None:
    tables = (
        entry.common,
        entry.negations,
        entry.modals,
        entry.numbers,
        entry.units,
        entry.opposites,
        entry.provisos,
    )
    for word in (word for table in tables for word in table):
        assert word == unicodedata.normalize("NFC", word).casefold()
        assert "’" not in word


@every_language
def test_words_that_name_a_kind_are_tokens(entry: Lexicon) -> None:
    """A word that the tokens cut in two would never be found."""
    for table in (entry.negations, entry.modals, entry.numbers):
        whole = {word for word in table if tokens(f"{word} x").texts[0] == word}
        cut = [word for word in table if "-" not in word and word not in whole]
        assert [word for word in cut if not word.endswith("'")] == []


@every_language
def test_opposites_are_opposite_both_ways_and_never_the_same_word(entry: Lexicon) -> None:
    for word, others in entry.opposites.items():
        assert word not in others
        assert all(word in entry.opposites[other] for other in others)


@every_language
def test_a_form_stands_for_one_thing(entry: Lexicon) -> None:
    assert entry.negations.isdisjoint(entry.numbers)
    assert entry.negations.isdisjoint(entry.units)


def test_number_words_are_built_right() -> None:
    assert LEXICONS["de"].numbers["fünfundzwanzig"] == "25"
    assert LEXICONS["de"].numbers["einundneunzig"] == "91"
    assert LEXICONS["it"].numbers["ventuno"] == "21"
    assert LEXICONS["it"].numbers["quarantotto"] == "48"
    assert LEXICONS["it"].numbers["cinquantatré"] == "53"


def test_tables_are_read_as_they_are_written() -> None:
    entry = lexicon(
        "xx", negations="Not ne", units={"day": "Day days"}, opposites="on/off on/out", provisos="But, only if"
    )
    assert entry.negations == {"not", "ne"}
    assert entry.units == {"day": "day", "days": "day"}
    assert entry.opposites["on"] == {"off", "out"}
    assert entry.provisos == ("but", "only if")


def test_the_first_table_keeps_a_form() -> None:
    assert merged([{"a": "1"}, {"a": "2", "b": "3"}]) == {"a": "1", "b": "3"}


def test_symbols_are_case_folded() -> None:
    assert all(symbol == symbol.casefold() for symbol in (*SIGNS, *CODES, *LETTERS))
    assert LETTERS["km"] == "km"
    assert LETTERS["кг"] == "kg"
