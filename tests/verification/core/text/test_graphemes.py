from __future__ import annotations

import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.text.samples import any_text
from verification.core.text.graphemes import Graphemes, inside_graphemes, is_mark

clusters = st.lists(
    st.sampled_from(
        [*"a\n\r\x00é退한👩🏽❤©🇩🇪क\u094d\u0937\u0903\u200d\ufe0f\u0301\u036f\u0600\u0e33\u1100\u1161\u11a8"]
    ),
    max_size=24,
).map("".join)


def _begins(text: str) -> set[int]:
    return {found.start() for found in regex.finditer(r"\X", text)} | {0, len(text)}


def _inside(text: str) -> bytes:
    return inside_graphemes(text, bytes(map(is_mark, text)))


@given(st.one_of(any_text, clusters))
def test_graphemes_begin_where_the_standard_says(text: str) -> None:
    graphemes = Graphemes(text)
    assert {at for at in range(len(text), -1, -1) if graphemes.begins(at)} == _begins(text)


@given(st.one_of(any_text, clusters))
def test_all_cuts_at_once_are_judged_as_one_by_one(text: str) -> None:
    inside = _inside(text)
    assert {at for at, cut in enumerate(inside) if not cut} == _begins(text)


def test_a_long_run_of_marks_is_read_once() -> None:
    graphemes = Graphemes("x" + "\u20dd" * 100_000)
    assert not any(graphemes.begins(at) for at in range(1, 100_001, 10))


def test_a_long_run_of_flags_is_cut_pair_by_pair() -> None:
    text = "x" + "🇩🇪" * 20_000 + "🇩"
    assert _inside(text).count(1) == 20_000
    assert Graphemes(text).begins(39_999) and not Graphemes(text).begins(40_000)
