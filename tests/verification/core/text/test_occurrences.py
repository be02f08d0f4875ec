from __future__ import annotations

from verification.core.text.occurrences import Found, Occurrences
from verification.core.text.scan import scanner
from verification.core.text.spans import Picker


def _occurrences(text: str, quote: str, allowed: int) -> Occurrences:
    scan = scanner(text, quote)
    return Occurrences(scan, Picker(text, quote, scan), len(quote), allowed)


def _all(occurrences: Occurrences) -> list[Found]:
    return list(iter(occurrences.take, None))


def test_the_best_comes_first_and_none_shares_a_character_with_another() -> None:
    text = "the brown fox, the bruwn fix, the brown fix"
    occurrences = _occurrences(text, "the brown fox", 3)
    occurrences.look(0, len(text))
    assert [(found.distance, text[slice(*found.span)]) for found in _all(occurrences)] == [
        (0, "the brown fox"),
        (1, "the brown fix"),
        (2, "the bruwn fix"),
    ]


def test_one_true_copy_is_not_counted_as_two_halves() -> None:
    text = "refunds are paid within fourteen days"
    occurrences = _occurrences(text, text, len(text) // 2)
    occurrences.look(0, len(text))
    assert len(_all(occurrences)) == 1


def test_stretches_may_overlap() -> None:
    text = "abcdef " * 30
    occurrences = _occurrences(text, "abcdxf", 1)
    for start in range(0, len(text), 20):
        occurrences.look(start, start + 40)
    assert [found.span for found in _all(occurrences)] == [(at, at + 6) for at in range(0, 210, 7)]


def test_a_span_found_elsewhere_is_left_out() -> None:
    text = "abcdef abcdef abcdef"
    occurrences = _occurrences(text, "abcdxf", 1)
    occurrences.take_out((7, 13))
    occurrences.look(0, len(text))
    assert [found.span for found in _all(occurrences)] == [(0, 6), (14, 20)]


def test_it_can_be_told_beforehand_whether_all_the_rest_is_farther() -> None:
    occurrences = _occurrences("abcdef abcdxf", "abcdef", 2)
    occurrences.look(7, 13)
    assert occurrences.all_over(0) and not occurrences.all_over(1)


def test_many_equal_places_in_a_long_text_are_all_found_in_order() -> None:
    text = "ab cdef gh " * 1_000
    occurrences = _occurrences(text, "ab cdex gh", 1)
    occurrences.look(0, len(text))
    assert [occurrences.take() for _ in range(50)] == [Found(1, (at, at + 10)) for at in range(0, 550, 11)]
