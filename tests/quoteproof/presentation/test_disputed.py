from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoteproof.presentation.disputed import OUTCOMES, beside, marked
from receipts.models import Outcome

TEXT = "Back off first. A retry  without a budget turns a small outage into a large one. Then stop."
WORDS = st.lists(st.sampled_from(["retry", "budget", "a", " ", "\n", "—", "é"]), max_size=12).map("".join)


def told(quote: str, passage: str) -> list[tuple[str, str]]:
    return [(part.mark, part.text) for part in marked(quote, passage)]


def test_what_differs_is_marked_word_by_word():
    assert told("paid in 14 days", "paid within 14 days") == [
        ("same", "paid "),
        ("del", "in"),
        ("ins", "within"),
        ("same", " 14 days"),
    ]


@given(WORDS, WORDS)
def test_without_its_marks_each_string_is_whole(quote: str, passage: str):
    parts = marked(quote, passage)
    assert "".join(part.text for part in parts if part.mark != "ins") == quote
    assert "".join(part.text for part in parts if part.mark != "del") == passage


def test_strings_of_very_many_words_are_marked_too():
    quote, passage = "a b " * 4_000, "a b " * 4_000 + "c"
    parts = marked(quote, passage)
    assert "".join(part.text for part in parts if part.mark != "del") == passage


def test_the_nearest_passage_stands_beside_the_quote():
    found = beside(
        "A retry without a budget turns a small outage into a huge one.", TEXT, literal=True, case_sensitive=True
    )
    assert found is not None and not found.same
    assert found.passage == "A retry without a budget turns a small outage into a large one."
    assert TEXT[found.start : found.end].startswith("A retry  without")


@pytest.mark.parametrize(("literal", "same"), [(True, False), (False, True)])
def test_capitals_are_told_where_the_contract_counts_them(literal: bool, same: bool):
    found = beside("a retry without a budget", TEXT, literal=literal, case_sensitive=False)
    assert found is not None and found.same is same


@pytest.mark.parametrize("quote", ["Nothing of the kind stands anywhere here, whatever one reads.", "\u200b"])
def test_where_nothing_comes_near_there_is_nothing_beside(quote: str):
    assert beside(quote, TEXT, literal=False, case_sensitive=False) is None


def test_every_outcome_has_its_words():
    assert set(OUTCOMES) == {"open", *Outcome.values}
