from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.oracle import distances_from, smallest_distance
from verification.core.text import myers
from verification.core.text.myers import last_row

letters = st.text("ab退𠀀", max_size=40)


@given(letters, letters)
def test_the_row_holds_the_smallest_distance_for_every_end(text: str, quote: str) -> None:
    row = last_row(text, quote)
    assert list(row) == [smallest_distance_ending(text, end, quote) for end in range(len(text) + 1)]


def smallest_distance_ending(text: str, end: int, quote: str) -> int:
    """By trying every start."""
    backwards = distances_from(text[:end][::-1], quote[::-1])
    return min(backwards)


@given(letters, letters)
def test_an_anchored_row_holds_the_distance_of_every_beginning(text: str, quote: str) -> None:
    assert list(last_row(text, quote, anchored=True)) == distances_from(text, quote)


@given(st.text("ab", max_size=300), st.text("ab", min_size=1, max_size=12))
def test_a_text_cut_into_blocks_has_the_same_row(text: str, quote: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        whole = last_row(text, quote)
        patch.setattr(myers, "_BLOCK", 32)
        assert last_row(text, quote) == whole


@pytest.mark.parametrize("length", [29, 30, 31, 59, 60, 61, 63, 64, 65, 127, 128, 129])
def test_lengths_at_the_edges_of_machine_words_are_no_different(length: int) -> None:
    text, quote = "ab" * length, ("ab" * length)[: length - 1] + "c"
    assert min(last_row(text, quote)) == smallest_distance(text, quote) == 1


def test_an_empty_text_costs_the_whole_quote() -> None:
    assert list(last_row("", "abc")) == [3]
    assert list(last_row("abc", "")) == [0, 0, 0, 0]
