"""Stretches of a text that meet."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from verification.core.text.intervals import merged

STRETCHES = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=8)


def offsets(stretches: list[tuple[int, int]]) -> set[int]:
    return {at for start, end in stretches for at in range(start, end)}


def test_stretches_that_touch_are_one_and_empty_ones_none() -> None:
    assert merged([(5, 7), (1, 3), (3, 4), (9, 9), (6, 8)]) == [(1, 4), (5, 8)]


@given(STRETCHES)
def test_merged_stretches_hold_the_same_offsets_in_order_and_apart(stretches) -> None:
    found = merged(stretches)
    assert offsets(found) == offsets(stretches)
    assert all(before[1] < after[0] for before, after in pairwise(found))
