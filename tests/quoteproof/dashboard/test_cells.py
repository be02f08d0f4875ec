from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quoteproof.dashboard.cells import line, safe

FORMULAS = [
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "   +cmd|' /C calc'!A0", "\u00a0=1", "\u3000=1",
    "＝1+1", "＋1", "－1", "＠SUM(A1)", "\ufeff=1", "\u200b=1", "\u202e=1", "﹦1", "﹢1", "﹣1", "﹫A1",
    "|calc", "%0A=1", "−1", "\x00=1", "\u2028=1",
]  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_becomes_text(text: str):
    assert safe(text).startswith("'")


@pytest.mark.parametrize(
    "text", ["", "chk_abc", "https://example.com/=1", "2026-12-01T00:00:00.000Z", "0.01", "a=b"]
)
def test_what_is_no_formula_stays_as_it_is(text: str):
    assert safe(text) == text


def test_numbers_stay_numbers_and_nothing_is_empty():
    assert (safe(10_000), safe(None)) == ("10000", "")


def test_quotes_commas_and_breaks_stay_in_their_cell():
    written = line(['a"b,c;d', "x\r\n=1", 'y",=2'])
    assert written.count("\r\n") == 1
    assert next(csv.reader(io.StringIO(written, newline=""))) == ['a"b,c;d', "x  =1", 'y",=2']


@settings(deadline=None)
@given(st.lists(st.text(), min_size=1, max_size=5))
def test_every_record_is_one_line_whose_cells_begin_harmlessly(cells: list[str]):
    written = line(cells)
    assert len(written.splitlines()) == 1
    (read,) = csv.reader(io.StringIO(written, newline=""))
    assert len(read) == len(cells)
    assert all(cell.strip()[:1] not in {"=", "+", "-", "@"} for cell in read)
