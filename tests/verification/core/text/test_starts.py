from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.oracle import distances_from
from verification.core.text import alphabet, scan
from verification.core.text.scan import scanner
from verification.core.text.starts import Starts

letters = st.text("ab退é中十", min_size=1, max_size=24)


@pytest.fixture(autouse=True)
def _bytes_are_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "MOST", 2)
    monkeypatch.setattr(alphabet, "_CODES", ("\x80", "\x81"))


def _starts(text: str, quote: str) -> Starts:
    scan_ = scanner(text, quote)
    distance, ends = scan_.nearest(0, len(text), len(quote)) or (0, [])
    return Starts(text, quote, scan_, (0, len(text)), distance, ends)


def _true_starts(text: str, quote: str, at: int, distance: int) -> set[int]:
    row = distances_from(text[:at][::-1], quote[::-1])
    return {at - length for length, value in enumerate(row) if value == distance and length}


@given(letters, letters)
def test_all_true_starts_are_among_those_given(text: str, quote: str) -> None:
    starts = _starts(text, quote)
    for at in starts._ends:
        true = _true_starts(text, quote, at, starts.distance)
        likely = starts.likely(at)
        assert true <= set(starts.of(at)) and (likely is None or true <= set(likely))


@given(letters, letters)
def test_what_was_refuted_rules_out_no_part_at_the_distance(text: str, quote: str) -> None:
    starts = _starts(text, quote)
    for at in range(1, len(text) + 1):
        true = _true_starts(text, quote, at, starts.distance)
        for start in range(at):
            assert starts.may_hold(start, at) or start not in true
            assert starts.hold(start, at) == (start in true)
            assert start in true or not starts.may_hold(start, at)
