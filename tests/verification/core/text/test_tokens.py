from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.samples import any_text
from verification.core.text.profile import normalise
from verification.core.text.tokens import Tokens, take_apart, tokens


def _texts(text: str) -> list[str]:
    return tokens(text).texts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("don't pay 3.5% now.", ["don't", "pay", "3.5", "%", "now", "."]),
        ("the end, 'quoted' words", ["the", "end", ",", "'", "quoted", "'", "words"]),
        ("10,000 and 1 000 000 at 17:36", ["10,000", "and", "1 000 000", "at", "17:36"]),
        ("in 2020 100 people", ["in", "2020", "100", "people"]),
        ("the 21st of the 1990s", ["the", "21st", "of", "the", "1990s"]),
        ("at -5, +7 or (±2) not 9-17", ["at", "-5", ",", "+7", "or", "(", "±2", ")", "not", "9", "-", "17"]),
        ("5km and 20°c", ["5", "km", "and", "20", "°c"]),
        ("6.02e-23 or 1E+5 and 2e3", ["6.02e-23", "or", "1E+5", "and", "2e3"]),
        ("la 2e et 2e-4e", ["la", "2e", "et", "2e", "-", "4e"]),
        ("covid-19, x86", ["covid", "-", "19", ",", "x86"]),
    ],
)
def test_words_numbers_and_marks_are_tokens(text: str, expected: list[str]) -> None:
    assert _texts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("year [12] or [¹²]", ["year", "[12]", "or", "[¹²]"]),
        ("note [3, 4] and [5-7]", ["note", "[3, 4]", "and", "[5-7]"]),
        ("[the parcel]", ["[", "the", "parcel", "]"]),
        ("10² m", ["10", "²", "m"]),
        ("5 m² or mc³ or day²", ["5", "m²", "or", "mc³", "or", "day", "²"]),
        ("year¹²", ["year", "¹²"]),
    ],
)
def test_note_marks_and_superscripts_stand_apart(text: str, expected: list[str]) -> None:
    assert _texts(text) == expected


def test_elided_words_and_the_prefix_non_stand_apart() -> None:
    assert _texts("l'article n'est pas") == ["l'", "article", "n'", "est", "pas"]
    assert _texts("non-refundable well-known") == ["non-", "refundable", "well", "-", "known"]
    assert _texts("o'clock") == ["o'clock"]
    assert _texts("does n't") == ["does", "n't"]


def test_a_formula_is_one_token() -> None:
    assert _texts("H₂O and CO₂") == ["H₂O", "and", "CO₂"]


def test_chinese_is_cut_by_the_tables_or_else_into_characters() -> None:
    assert _texts("不得少于100美元") == ["不得", "少于", "100", "美元"]
    assert _texts("十四天，一些") == ["十四", "天", "，", "一些"]
    assert _texts("买方") == ["买方"]
    assert _texts("图书") == ["图", "书"]


def test_other_unspaced_scripts_are_cut_into_characters_and_hangul_is_not() -> None:
    assert _texts("ดี ครับ") == ["ดี", "ค", "รั", "บ"]
    assert _texts("환불은 가능") == ["환불은", "가능"]


def test_graphemes_are_never_cut() -> None:
    assert _texts("👨\u200d👩\u200d👧 🇩🇪") == ["👨\u200d👩\u200d👧", "🇩🇪"]
    assert _texts("x" + "\u0301" * 50) == ["x" + "\u0301" * 50]


def test_a_token_knows_its_place() -> None:
    found = tokens("so Straße it, is", 3, 13)
    assert (found.starts, found.texts) == ([3, 10, 12], ["Straße", "it", ","])
    assert [found.end(at) for at in range(3)] == [9, 12, 13]
    assert (found.length(0, 2), found.length(1, 1)) == (9, 0)


@given(any_text)
def test_between_tokens_stand_spaces_only(raw: str) -> None:
    text = normalise(raw).text
    found, done = tokens(text), 0
    for at, (start, written) in enumerate(zip(found.starts, found.texts, strict=True)):
        assert written == text[start : found.end(at)] != ""
        assert text[done:start].strip(" ") == ""
        done = found.end(at)
    assert text[done:].strip(" ") == ""


pieces = st.sampled_from(
    [*"ab1 .,;-+[]'()_/²°\u0301\u0600é退ด", "12", "000", "non-", "l'", " the", " end", "👩\u200d"]
)


@given(st.lists(pieces, max_size=16).map("".join), st.integers(0, 3))
def test_words_taken_as_they_stand_are_the_tokens_there_are(text: str, start: int) -> None:
    text = " ".join(text.split(" "))
    whole = Tokens([], [])
    take_apart(text, start, len(text), whole)
    assert tokens(text, start) == whole
