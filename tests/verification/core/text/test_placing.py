from __future__ import annotations

import pytest

from verification.core.text.differences import differences
from verification.core.text.profile import normalise


def _placed(quote: str, text: str) -> list[tuple[str, str]]:
    ours, theirs = normalise(quote), normalise(text)
    found = differences(ours, theirs, (0, len(theirs.text)))
    return [
        (ours.text[one.quote.start : one.quote.end], theirs.text[one.text.start : one.text.end]) for one in found
    ]


@pytest.mark.parametrize(
    ("quote", "text", "placed"),
    [
        ("is allowed", "is not allowed", ("", "not ")),
        ("is not allowed", "is allowed", ("not ", "")),
        ("allowed", "not allowed", ("", "not ")),
        ("it is", "it is not", ("", " not")),
        ("year. The", "year.¹² The", ("", "¹²")),
        ("ten years¹ then", "ten years then", ("¹", "")),
        ("a (b) c", "a c", ("(b) ", "")),
        ("十四内", "十四天内", ("", "天")),
    ],
)
def test_a_word_only_one_side_has_takes_one_space_along(quote: str, text: str, placed: tuple[str, str]) -> None:
    assert _placed(quote, text) == [placed]


@pytest.mark.parametrize(
    ("quote", "text", "placed"),
    [
        ("10 % off", "10% off", [(" ", "")]),
        ("the end .", "the end.", [(" ", "")]),
        ("x [y] z", "x[w]z", [(" ", ""), ("y", "w"), (" ", "")]),
        ("a-b c", "a - b c", [("", " "), ("", " ")]),
        ("a ,b c", "a, x c", [(" ", ""), ("b", " x")]),
        ("a, c", "a ; c", [(",", " ;")]),
    ],
)
def test_spaces_that_differ_are_part_of_a_difference(quote: str, text: str, placed: list[tuple[str, str]]) -> None:
    assert _placed(quote, text) == placed
