from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import pytest

from tests.verification.core.text.cases import (
    HAN,
    Case,
    copied_cases,
    repeating_cases,
    small_cases,
    wide_cases,
)
from tests.verification.core.text.oracle import Truth, distances_from, smallest_distance, truth
from verification.core.text import alphabet, occurrences, scan, spans, starts
from verification.core.text.fuzzy import distance, nearest


def _answer(case: Case, accelerate: bool) -> Truth:
    found = nearest(*case, accelerate=accelerate)
    return Truth(found.distance, found.span, found.count, found.capped)


def _assert_true(cases: Iterable[Case]) -> None:
    """Both paths give the answer that trying every span gives."""
    for case in cases:
        expected = truth(*case)
        assert _answer(case, accelerate=True) == expected, case
        assert _answer(case, accelerate=False) == expected, case


def test_the_answer_is_the_one_that_trying_every_span_gives() -> None:
    _assert_true(chain(small_cases(1, 250), copied_cases(2, 6)))


def test_texts_that_repeat_themselves_get_the_true_answer_too() -> None:
    _assert_true(repeating_cases())


@pytest.mark.parametrize("accelerate", [True, False])
def test_a_quote_of_more_than_255_characters_gets_its_true_distance(accelerate: bool) -> None:
    for text, quote, allowed in wide_cases(3, 4):
        found = nearest(text, quote, allowed, accelerate=accelerate)
        assert found.distance == smallest_distance(text, quote)
        assert (found.span is None) == (found.distance > allowed)
        if found.span:
            start, end = found.span
            assert distances_from(text[start:end], quote)[-1] == found.distance


def _share_bytes(monkeypatch: pytest.MonkeyPatch, crowded: int) -> None:
    monkeypatch.setattr(scan, "MOST", 2)
    monkeypatch.setattr(scan, "_CROWDED", crowded)
    monkeypatch.setattr(alphabet, "_CODES", ("\x80", "\x81"))


@pytest.mark.parametrize("crowded", [0, 99])
def test_characters_that_share_a_byte_change_no_answer(monkeypatch: pytest.MonkeyPatch, crowded: int) -> None:
    _share_bytes(monkeypatch, crowded)
    _assert_true(case for case in small_cases(10, 600) if not case[1].isascii())


@pytest.mark.parametrize("crowded", [0, 99])
def test_nor_do_they_where_a_text_is_cut_up(monkeypatch: pytest.MonkeyPatch, crowded: int) -> None:
    _share_bytes(monkeypatch, crowded)
    monkeypatch.setattr(occurrences, "_MANY", 3)
    monkeypatch.setattr(occurrences, "_SHORTEST_PIECE", 4)
    monkeypatch.setattr(spans, "_BULK", 2)
    cases = chain(small_cases(14, 300), copied_cases(15, 9), repeating_cases())
    _assert_true(case for case in cases if not case[1].isascii())


@pytest.mark.long
@pytest.mark.parametrize("crowded", [0, 99])
def test_nor_do_they_in_many_and_longer_texts(monkeypatch: pytest.MonkeyPatch, crowded: int) -> None:
    _share_bytes(monkeypatch, crowded)
    monkeypatch.setattr(starts, "_CLOSE", 0)
    monkeypatch.setattr(spans, "_TRIES", 3)
    cases = chain(small_cases(11, 4_000), copied_cases(12, 60), repeating_cases())
    _assert_true(case for case in cases if not case[1].isascii())


@pytest.mark.long
def test_quotes_of_more_than_255_characters_get_the_same_answer_from_both_paths() -> None:
    for case in wide_cases(13, 120):
        assert nearest(*case) == nearest(*case, accelerate=False)


@pytest.mark.long
def test_three_thousand_answers_are_those_that_trying_every_span_gives() -> None:
    _assert_true(chain(small_cases(4, 3_000), copied_cases(5, 60)))


@pytest.mark.long
def test_cutting_a_text_up_and_looking_in_bulk_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(occurrences, "_MANY", 3)
    monkeypatch.setattr(occurrences, "_SHORTEST_PIECE", 4)
    monkeypatch.setattr(spans, "_BULK", 2)
    _assert_true(chain(small_cases(7, 1_500), copied_cases(8, 30), repeating_cases()))


def test_without_edlib_the_answers_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = list(copied_cases(9, 8))
    with_edlib = [nearest(*case) for case in cases]
    monkeypatch.setattr(scan, "edlib", None)
    assert [nearest(*case) for case in cases] == with_edlib


@pytest.mark.parametrize("quote", ["退" * 40, "".join(HAN[:300])], ids=["few characters", "many"])
def test_both_paths_agree_on_a_text_of_many_copies(quote: str) -> None:
    text = "，".join(quote[:at] + "中" + quote[at + at % 3 :] for at in range(1, len(quote), 7))
    allowed = len(quote) // 4
    assert nearest(text, quote, allowed) == nearest(text, quote, allowed, accelerate=False)


def test_nothing_near_enough_still_tells_how_near_it_came() -> None:
    found = nearest("the cat sat on the mat", "a dog stood by the door", 2)
    assert (found.span, found.count, found.capped) == (None, 0, False)
    assert found.distance == smallest_distance("the cat sat on the mat", "a dog stood by the door")


@pytest.mark.parametrize("text", ["", "a", "退"])
def test_a_text_shorter_than_any_near_part_has_none(text: str) -> None:
    assert nearest(text, "abcdefgh", 4).span is None
    assert nearest(text, "abcdefgh", 4).distance == smallest_distance(text, "abcdefgh")


@pytest.mark.parametrize(
    ("size", "copies", "count", "capped"), [(30, 99, 99, False), (30, 100, 100, False), (30, 101, 100, True)]
)
def test_occurrences_of_a_quote_are_counted_up_to_a_hundred(
    size: int, copies: int, count: int, capped: bool
) -> None:
    found = nearest("-".join(["x" * (size - 1) + "y"] * copies), "x" * (size - 1) + "z", size // 10)
    assert (found.count, found.capped) == (count, capped)


@pytest.mark.parametrize(("size", "most"), [(300, 20), (301, 10)])
def test_a_quote_over_three_hundred_is_counted_up_to_ten(size: int, most: int) -> None:
    found = nearest("-".join(["x" * (size - 1) + "y"] * 20), "x" * (size - 1) + "z", 3)
    assert (found.count, found.capped) == (most, most == 10)


@pytest.mark.parametrize(
    ("text", "quote", "shown"),
    [
        ("ab  ".strip() + " abcd ab", "abxd", "abcd"),
        ("xxabcdefghyy abcdefgh", "abcdefgx", "abcdefgh"),
        ("cafe\u0316\u0301 cafe", "cafx", "cafe"),
        ("one two three four", "one twoo three", "one two three"),
        ("say yes say yes", "say yez", "say yes"),
    ],
)
def test_of_equally_near_spans_the_better_cut_one_is_shown(text: str, quote: str, shown: str) -> None:
    found = nearest(text, quote, 2)
    assert found.span
    assert text[slice(*found.span)] == shown


def test_of_equal_spans_the_first_is_shown() -> None:
    assert nearest("say yes, say yes", "say yez", 1).span == (0, 7)


@pytest.mark.parametrize("accelerate", [True, False])
def test_the_distance_alone_is_bounded(accelerate: bool) -> None:
    assert distance("the cat sat", "a cat sat", 9, accelerate=accelerate) == 1
    assert distance("the cat sat", "a dog sat", 1, accelerate=accelerate) is None
    assert distance("", "abc", 3, accelerate=accelerate) == 3
    assert distance("", "abc", 2, accelerate=accelerate) is None
