from __future__ import annotations

import pytest

from tests.verification.core.text.sides import sides
from verification.core.text.grouping import ORDER_SPAN, alike, compare

Named = tuple[str, str, str]


def _named(quote: str, text: str) -> list[Named]:
    ours, theirs = sides(quote, text)
    return [
        (
            verdict.kind,
            " ".join(ours.tokens.texts[i1:i2]),
            " ".join(theirs.tokens.texts[j1:j2]),
        )
        for (i1, i2, j1, j2, _), verdict in compare(ours, theirs)
        if verdict
    ]


def test_neighbours_of_one_kind_are_one_difference() -> None:
    assert _named("the old red door", "the new green gate door") == [("word", "old red", "new green gate")]


def test_neighbours_of_different_kinds_stay_apart() -> None:
    assert _named("it costs 15 euros now", "it costs 14 dollars now") == [
        ("number", "15", "14"),
        ("unit", "euros", "dollars"),
    ]


def test_marks_go_with_the_words_beside_them() -> None:
    assert _named("that [the parcel] had", "that it had") == [("word", "[ the parcel ]", "it")]


def test_an_inserted_clause_is_one_difference_of_its_gravest_kind() -> None:
    assert _named("it is paid", "it is paid, but not to guests") == [("negation", "", ", but not to guests")]


def test_words_written_together_or_apart_are_one_difference() -> None:
    assert _named("the health care act", "the healthcare act") == [("punctuation", "health care", "healthcare")]


def test_look_alikes_are_one_difference() -> None:
    assert _named("the rn odern", "the m odern") == [("word", "rn", "m")]
    assert alike("rnodern", "modern")
    assert not alike("modern", "modern")
    assert not alike("modern", "moderns")


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("bank pays the customer", "customer pays the bank"),
        ("only the tenant pays", "the tenant only pays"),
        ("甲人给乙人", "乙人给甲人"),
    ],
)
def test_changed_places_are_one_difference_of_order(quote: str, text: str) -> None:
    named = _named(quote, text)
    assert [kind for kind, _, _ in named] == ["order"]
    _, ours, theirs = named[0]
    assert sorted(ours.split()) == sorted(theirs.split())


def test_words_that_change_places_far_apart_are_two_differences() -> None:
    between = "x " * (ORDER_SPAN // 2 + 1)
    assert [kind for kind, _, _ in _named(f"the dog {between}cat", f"the cat {between}dog")] == ["word", "word"]


def test_a_graver_difference_between_keeps_its_name() -> None:
    kinds = [kind for kind, _, _ in _named("buyer must pay the seller", "seller may pay the buyer")]
    assert kinds == ["word", "modal", "word"]
