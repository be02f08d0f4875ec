from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quoteproof.dashboard.charts import BAR, HEIGHT, STEP, Column, columns, share

COUNTS = st.lists(st.tuples(st.integers(0, 10**15), st.integers(0, 10**15)), max_size=40)


def test_the_highest_column_is_as_high_as_the_drawing():
    bars = columns([Column("a", (("x", 5), ("y", 5))), Column("b", (("x", 5),))]).bars
    assert [(bar.height, bar.y) for bar in bars] == [(50, 50), (50, 0), (50, 50)]


def test_nothing_is_drawn_of_nothing():
    assert columns([Column("a", (("x", 0),))]).bars == () and columns([]).width == STEP


def test_what_is_there_is_seen():
    assert share(1, 10**9) == 1 and share(0, 10**9) == 0 and share(0, 0) == 0


@settings(deadline=None)
@given(COUNTS)
def test_bars_stay_inside_and_never_lie_on_each_other(counts: list[tuple[int, int]]):
    chart = columns([Column(str(n), (("x", a), ("y", b))) for n, (a, b) in enumerate(counts)])
    for bar in chart.bars:
        assert bar.x >= 0 and bar.x + BAR <= chart.width and bar.y >= 0 and bar.y + bar.height <= HEIGHT
    places = [(bar.x, height) for bar in chart.bars for height in range(bar.y, bar.y + bar.height)]
    assert len(places) == len(set(places))


@pytest.mark.parametrize(("part", "whole", "length"), [(1, 3, 33), (3, 3, 100), (2, 3, 66)])
def test_a_share_is_whole_and_never_too_long(part: int, whole: int, length: int):
    assert share(part, whole) == length
