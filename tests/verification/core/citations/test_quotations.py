from __future__ import annotations

import pytest

from verification.core.citations.quotations import marked


def quoted(text: str) -> list[str]:
    return [text[each.start : each.end] for each in marked(text, 0, len(text), ())[0]]


FAMILIES = ['""', "''", "“”", "‘’", "„“", "„”", '„"', "‚‘", "«»", "»«", "‹›", "›‹", "””", "»»", "「」", "『』"]


@pytest.mark.parametrize("opener, closer", [*FAMILIES, "《》", "＂＂", "〝〟"])
def test_every_family_opens_and_closes(opener: str, closer: str) -> None:
    assert quoted(f"He said {opener}so it is{closer}, and left.") == ["so it is"]


def test_french_marks_stand_off_from_their_text() -> None:
    assert quoted("Il dit « c'est ainsi » et «\u00a0voilà\u00a0».") == ["c'est ainsi", "voilà"]


@pytest.mark.parametrize(
    "text",
    [
        "It's the users' choice, isn't it?",
        "'Tis the season of rock 'n' roll since the '90s.",
        "He's 5'10\" tall and his board is 6'2\" by 22\".",
        "L'été, c'est l'heure d'aujourd'hui.",
        "Un po' di pane e d'acqua.",
        "O’Brien’s dogs’ bowls",
        'a 12" record and a 7" one',
    ],
)
def test_apostrophes_and_inches_quote_nothing(text: str) -> None:
    assert marked(text, 0, len(text), ()) == ([], [])


@pytest.mark.parametrize(
    "text, inside",
    [
        ("‘the users’ own data isn’t kept’ it says", "the users’ own data isn’t kept"),
        ("'the users' own data isn't kept' it says", "the users' own data isn't kept"),
        ('"a 10" pipe is enough" it says', 'a 10" pipe is enough'),
        ("“the word ‘free’ isn't used” it says", "the word ‘free’ isn't used"),
        ("「社長は『何も話せない』と言った」", "社長は『何も話せない』と言った"),
        ('"models"¹ it says', "models"),
        ("他说“你好世界”然后", "你好世界"),
        ('他说"你好世界"然后', "你好世界"),
    ],
)
def test_the_outermost_quotation_counts(text: str, inside: str) -> None:
    assert quoted(text) == [inside]


def test_an_opening_mark_without_a_partner_is_let_go_alone() -> None:
    text = 'A “stray one, then "a whole one" and no more.'
    assert quoted(text) == ["a whole one"]
    assert marked(text, 0, len(text), ())[1] == [2]


def test_a_second_opening_mark_gives_up_the_first() -> None:
    assert quoted('A 5" stray "then "a whole one" here') == ["a whole one"]


def test_a_reference_mark_is_no_part_of_the_word_before_it() -> None:
    text = 'x "a whole one"1 and more'
    assert marked(text, 0, len(text), ()) == ([], [2])
    (found,) = marked(text, 0, len(text), (), {text.index("1")})[0]
    assert text[found.start : found.end] == "a whole one"


def test_marks_in_passed_spans_are_none() -> None:
    assert marked('x "a b" y', 0, 9, [(2, 7)]) == ([], [])
