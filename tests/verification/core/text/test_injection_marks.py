from __future__ import annotations

import pytest

from verification.core.text.injection_marks import Mark, marks
from verification.core.text.injection_view import view_of


def found(text: str) -> list[tuple[str, str]]:
    return [(mark.rule, text[mark.start : mark.end]) for mark in marks(text, view_of(text))]


@pytest.mark.parametrize(
    ("rule", "hidden"),
    [
        ("invisible.tag-characters", "\U000e0048\U000e0069"),
        ("invisible.zero-width-run", "\u200b\u200c" * 4),
        ("invisible.zero-width-few", "\u200b" * 4),
        ("invisible.variation-selectors", "\ufe01\U000e0101" * 2),
        ("bidi.override", "\u202e"),
        ("bidi.unclosed", "\u2067"),
        ("confusable.mixed-script", "pаypal"),
        ("confusable.greek-letter", "ignοre"),
    ],
)
def test_each_disguise_is_told(rule: str, hidden: str) -> None:
    assert found(f"left {hidden} right") == [(rule, hidden)]


def test_a_word_split_by_invisible_characters_is_told() -> None:
    assert found("i\u200bgno\u200bre") == [("invisible.split-word", "\u200bgno\u200b")]


@pytest.mark.parametrize(
    "text",
    [
        "plain ASCII",
        "England 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f plays",
        "a family 👨\u200d👩\u200d👧 and a heart ❤\ufe0f",
        "می\u200cخواهم",
        "closed \u2067isolate\u2069 and \u202bembedding\u202c",
        "\u200bone, \u200btwo",
        "soft\u00adhyphen",
        "русское слово, ελληνική λέξη, Δx, 10 µm, λ-calculus",
        "Cеть",
        "two\u200b\u200b\u200b",
    ],
)
def test_everyday_text_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_an_isolate_must_close_in_its_line() -> None:
    assert found("a \u2067b\nc\u2069 d") == [("bidi.unclosed", "\u2067")]


def test_ranges_are_code_points_of_the_text() -> None:
    text = "ﬁ\u200b𝐱 pаypal"
    assert list(marks(text, view_of(text))) == [Mark("confusable.mixed-script", 4, 10)]
