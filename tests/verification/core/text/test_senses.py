from __future__ import annotations

import pytest

from verification.core.text.profile import normalise
from verification.core.text.senses import Side
from verification.core.text.tokens import tokens
from verification.core.text.vocabulary import vocabulary, vocabulary_of


def _side(raw: str, *languages: str) -> Side:
    source = normalise(raw)
    words = vocabulary(languages) if languages else vocabulary_of(source.text)
    return Side(source, tokens(source.text), words, capitals_tell=True)


def _all(side: Side, what: str) -> list[str]:
    found = (getattr(side.sense(at), what) for at in range(len(side.tokens)))
    return [value for value in found if value]


@pytest.mark.parametrize(
    ("raw", "numbers"),
    [
        ("from 10 to 12,5", ["10", "12,5"]),
        ("three of the seven", ["three", "seven"]),
        ("10² and ½", ["10", "²", "½"]),
        ("-5 and +7 and ±2", ["-5", "+7", "±2"]),
        ("9-17 and covid-19", ["9", "17", "19"]),
        ("≥ 5 or < 3", ["≥", "5", "<", "3"]),
        ("a - b", []),
        ("x86", ["x86"]),
        ("二十四天", ["二十四"]),
    ],
)
def test_numbers_are_digits_superscripts_words_and_their_signs(raw: str, numbers: list[str]) -> None:
    assert _all(_side(raw, "en"), "number") == numbers


@pytest.mark.parametrize(
    ("raw", "units"),
    [
        ("14 days and a day", ["day", "day"]),
        ("5 m of rope", ["m"]),
        ("the letter m", []),
        ("120 km/h", ["km", "hour"]),
        ("€5 or 5 %", ["eur", "%"]),
        ("20 °C and 20 celsius", ["°c", "°c"]),
        ("5天，今天", ["day"]),
        ("100美元和100元", ["usd", "cny"]),
    ],
)
def test_units_are_words_signs_and_symbols_behind_a_number(raw: str, units: list[str]) -> None:
    assert _all(_side(raw, "en"), "unit") == units


def test_modals_are_named_whatever_their_form() -> None:
    assert _all(_side("müssen oder muss", "de"), "modal") == ["muss", "muss"]
    assert _all(_side("can, cannot, can't", "en"), "modal") == ["can", "can", "can"]


def test_negations_may_be_part_of_a_word() -> None:
    assert len(_all(_side("not, isn't, cannot, never", "en"), "negates")) == 4
    assert len(_all(_side("n'est pas", "fr"), "negates")) == 2
    assert len(_all(_side("可以 不可以", "en"), "negates")) == 1


@pytest.mark.parametrize(
    ("raw", "start", "end"),
    [
        ("He hardly knew", 7, 14),
        ("it isn't", 0, 6),
        ("他从来没有签署", 4, 7),
        ("none of it", 1, 10),
        ("say never", 0, 6),
    ],
)
def test_a_word_cut_by_the_span_stands_for_the_whole(raw: str, start: int, end: int) -> None:
    source = normalise(raw)
    side = Side(source, tokens(source.text, start, end), vocabulary(("en",)), capitals_tell=True)
    assert len(_all(side, "negates")) == 1


def test_the_words_of_a_side_are_whole() -> None:
    source = normalise("Berta sued Anna")
    side = Side(source, tokens(source.text, 1, 13), vocabulary(("en",)), capitals_tell=True)
    assert side.spoken(0, 3) == ["berta", "sued", "anna"]
    assert side.part(0, 1).folded == ["berta"]
    assert side.part(0, 1).texts == ["erta"]


def test_may_is_a_month_where_a_capital_says_so() -> None:
    assert not _all(_side("due in May or later", "en"), "modal")
    assert len(_all(_side("They may. May they? THEY MAY", "en"), "modal")) == 3


def test_what_a_token_may_stand_against() -> None:
    side = _side("never 14 days must wait .", "en")
    assert [side.kinship(at) for at in range(6)] == ["negation", "number", "unit", "modal", "word", "mark"]


@pytest.mark.parametrize(
    ("number", "value"), [("fourteen", "14"), ("1,000", "1000"), ("1 000 000", "1000000"), ("7", "7")]
)
def test_a_number_is_worth_what_it_says(number: str, value: str) -> None:
    assert _side("", "en").value(number) == value


@pytest.mark.parametrize(
    ("raw", "marker"),
    [
        ("year [12]", True),
        ("year¹²", True),
        ("year. ¹²", True),
        ("2020[12]", True),
        ("year¹,²", True),
        ("10²", False),
        ("5 m²", False),
        ("year 12", False),
        ("year (12)", False),
    ],
)
def test_note_marks_are_told_from_numbers(raw: str, marker: bool) -> None:
    side = _side(raw, "en")
    texts = side.tokens.texts
    first = next(at for at, text in enumerate(texts) if text[0] in "[(¹²" or at == len(texts) - 1)
    assert side.part(first, len(texts)).all_markers() is marker


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        ("we met Team Alpha", {"Team", "Alpha"}),
        ("Alpha met us. Beta stayed", set()),
        ("the list of Mr. Smith and J. Doe", {"Mr", "Smith", "J", "Doe"}),
        ("he said “Yes! The end", {"Yes"}),
        ("then I went and The end", set()),
        ("one\n\nTwo and\nThree", {"Three"}),
        ("items:\n- First\n- Second", set()),
        ("она видела Казань", {"Казань"}),
    ],
)
def test_a_name_is_a_capital_not_first_in_its_sentence(raw: str, named: set[str]) -> None:
    side = _side(raw)
    found = {text for at, text in enumerate(side.tokens.texts) if side.any_name(at, at + 1)}
    assert found == {name.casefold() for name in named}


def test_where_all_is_in_capitals_they_tell_nothing() -> None:
    source = normalise("WE MET TEAM ALPHA")
    side = Side(source, tokens(source.text), vocabulary(("en",)), capitals_tell=False)
    assert not side.any_name(0, 4)
