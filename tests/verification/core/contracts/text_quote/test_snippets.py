from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from verification.core.contracts.text_quote.limits import CONTEXT
from verification.core.contracts.text_quote.snippets import Allowance, context
from verification.core.text.units import utf16_length

WORDS = "Some words before it, then the match itself, and some words after it. " * 9
HOSTILE = st.text(alphabet="ab \n\u3000é字👩\u200d👧\u0301🇫🇷", min_size=1, max_size=700)


def around(text: str, match: tuple[int, int], **limits) -> str | None:
    found = context(text, match, Allowance(**limits))
    return found and text[slice(*found)]


def test_a_short_text_is_shown_whole():
    assert around("  A short text.\n", (4, 9)) == "A short text."


def test_a_context_begins_and_ends_with_whole_words():
    start = WORDS.index("the match", 280)
    shown = around(WORDS, (start, start + 9))
    assert 240 < len(shown) <= CONTEXT
    assert f" {shown} " in WORDS


def test_near_the_texts_edge_the_other_side_gets_the_room():
    assert len(around(WORDS, (0, 4))) > 240
    assert len(around(WORDS, (len(WORDS) - 4, len(WORDS) - 1))) > 240


def test_of_a_match_that_is_longer_the_head_is_shown():
    shown = around(WORDS, (5, 600))
    assert WORDS[5:].startswith(shown) and 240 <= len(shown) <= CONTEXT


def test_an_unbroken_text_is_cut_between_graphemes():
    family = "👩‍👩‍👧‍👦"
    shown = around(family * 100, (7 * 50, 7 * 51))
    assert shown == family * 40


@given(HOSTILE, st.data())
def test_any_context_is_a_short_slice_round_the_match_that_cuts_no_grapheme(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    first, last = context(text, (start, end), Allowance())
    assert first <= start < last and last - first <= CONTEXT
    assert end <= last or end - start > CONTEXT
    cuts = {cluster.start() for cluster in regex.finditer(r"\X", text)} | {len(text)}
    assert first in cuts or first == start
    assert last in cuts or last == end or end - start >= CONTEXT - 40


@given(HOSTILE, st.data())
def test_no_context_crosses_a_fence_or_shows_more_than_is_allowed(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    places = st.integers(0, len(text))
    hidden = data.draw(st.lists(st.tuples(places, places), max_size=4))
    units = data.draw(st.integers(0, 400))
    allowance = Allowance(units, hidden)
    found = context(text, (start, end), allowance)
    if found:
        assert utf16_length(text[slice(*found)]) == units - allowance.left
        assert all(last <= found[0] or found[1] <= first for first, last in hidden if first < last)


def test_a_context_that_would_not_hold_the_match_is_none():
    assert around(WORDS, (10, 90), most=79) is None
    assert around(WORDS, (10, 90), most=80) == WORDS[10:90]
    assert around(WORDS, (10, 90), nosnippet=[(89, 95)]) is None


def test_a_fence_is_the_next_hidden_stretch_on_either_side():
    allowance = Allowance(nosnippet=[(30, 40), (0, 5), (5, 8)])
    assert allowance.fence((10, 20), 100) == (8, 30)
    assert allowance.fence((40, 41), 100) == (40, 100)


@pytest.mark.parametrize(
    ("span", "touches"),
    [
        ((0, 5), False),
        ((0, 6), True),
        ((9, 12), True),
        ((10, 12), False),
        ((7, 7), True),
        ((10, 10), False),
        ((19, 40), True),
    ],
)
def test_a_span_touches_a_hidden_stretch_by_a_character(span, touches):
    assert Allowance(nosnippet=[(5, 10), (20, 30)]).touches(span) is touches


def test_what_is_shown_is_taken_off_in_utf_16_units():
    allowance = Allowance(5)
    assert allowance.show("😀a", (0, 2)) == "😀a"
    assert allowance.show("bcd", (2, 5)) is None
    assert allowance.show("bc", (2, 4)) == "bc"
    assert allowance.left == 0


def test_nothing_limits_a_supplied_text():
    allowance = Allowance()
    assert allowance.show("x" * 9_000, (0, 9_000)) and allowance.left is None


def test_a_grapheme_longer_than_a_context_is_cut_all_the_same():
    assert around("e" + "\u0301" * 900, (0, 901)) == "e" + "\u0301" * (CONTEXT - 1)
