from __future__ import annotations

import itertools

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from verification.core.page.context import CONTEXT_UNITS, allot, around, word_count
from verification.core.text.units import utf16_length
from verification.core.text.whitespace import WHITE_SPACE

PIECES = ["a", "bc", " ", " ", "\n", "é", "e\u0301", "😀", "👨‍👩‍👧", "🇩🇪", "日", "\r\n", "क्ष", "ᄀ", "ᅡ", "\u0600"]
TEXTS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=400).map("".join)


def boundaries(text: str) -> set[int]:
    return {cluster.start() for cluster in regex.finditer(r"\X", text)} | {len(text)}


@st.composite
def texts_with_matches(draw):
    text = draw(TEXTS)
    inked = [at for at, character in enumerate(text) if character not in WHITE_SPACE] or [0]
    start = draw(st.sampled_from(inked))
    end = draw(st.sampled_from([at + 1 for at in inked if at >= start] or [start + 1]))
    before, after = draw(st.integers(0, start)), draw(st.integers(end, len(text)))
    return text, (start, end), (before, after), draw(st.sampled_from([1, 20, 90, CONTEXT_UNITS]))


@given(texts_with_matches())
def test_a_context_keeps_every_rule(case):
    text, (start, end), fence, room = case
    context = around(text, (start, end), fence, room)
    if context is None:
        return
    first, last = context
    assert fence[0] <= first <= start < last <= fence[1]
    assert utf16_length(text[first:last]) <= room
    assert {first, last} <= boundaries(text)
    assert last >= end or utf16_length(text[first:end]) > CONTEXT_UNITS


@given(texts_with_matches())
def test_a_context_is_missing_only_where_the_match_has_no_legal_cut(case):
    text, (start, end), fence, room = case
    cuts = {cut for cut in boundaries(text) if fence[0] <= cut <= fence[1]}
    first = max((cut for cut in cuts if cut <= start), default=None)
    last = min((cut for cut in cuts if cut >= end), default=None)
    if around(text, (start, end), fence, room) is None and first is not None and last is not None:
        needed = utf16_length(text[first:last])
        assert needed > room


@given(st.lists(st.sampled_from(["a", "bc", " ", "\n", "日", "😀"]), min_size=1, max_size=300), st.data())
def test_a_cut_inside_a_word_means_that_there_was_no_white_space_to_cut_at(pieces, data):
    text = "".join(pieces).strip() or "a"
    start = data.draw(st.sampled_from([at for at, letter in enumerate(text) if letter not in WHITE_SPACE]))
    first, last = around(text, (start, start + 1), (0, len(text)), CONTEXT_UNITS)
    if first > 0 and text[first - 1] not in WHITE_SPACE:
        assert WHITE_SPACE.isdisjoint(text[first : start + 1])
    if last < len(text) and text[last] not in WHITE_SPACE:
        assert WHITE_SPACE.isdisjoint(text[start:last])


def test_words_are_left_whole():
    text = "sentence " * 60
    first, last = around(text, (270, 278), (0, len(text)), CONTEXT_UNITS)
    assert text[first:last] == ("sentence " * 20)[:-1]


def test_a_word_longer_than_the_room_is_cut_between_characters():
    text = "x" * 400
    assert around(text, (200, 210), (0, 400), CONTEXT_UNITS) == (115, 295)


def test_room_that_one_side_leaves_goes_to_the_other():
    text = "start " + "word " * 100
    assert around(text, (0, 5), (0, len(text)), CONTEXT_UNITS)[1] > 170


def test_a_longer_match_shows_its_head_up_to_a_word():
    text = "before " + "word " * 80 + "after"
    first, last = around(text, (7, 406), (0, len(text)), CONTEXT_UNITS)
    assert (first, text[last - 4 : last + 1]) == (7, "word ")
    assert last - first == 179


def test_a_head_is_not_given_words_from_before_the_match():
    text = "a b c " + "word" * 3 + " " + "x" * 300
    assert around(text, (6, len(text)), (0, len(text)), CONTEXT_UNITS) == (6, 18)


def test_a_page_of_flags_has_no_cut_that_can_be_told():
    flags = "🇩🇪" * 3000
    assert around(flags, (4000, 4004), (0, len(flags)), CONTEXT_UNITS) is None


def test_no_context_crosses_an_element_that_is_not_to_be_excerpted():
    text = "secret one two match three hidden"
    (context,) = allot(text, [(15, 20)], words=200, nosnippet=[(0, 6), (27, 33)])
    assert text[slice(*context)] == "one two match three"


def test_words_are_allotted_in_order_and_what_does_not_fit_is_left_out():
    text = "w " * 1000
    contexts = allot(text, [(200, 201), (800, 801), (1400, 1401), (1600, 1601)], words=200)
    counts = [word_count(text[slice(*context)]) if context else 0 for context in contexts]
    assert counts == [90, 90, 0, 0]


def test_a_smaller_context_may_follow_one_that_did_not_fit():
    text = "w " * 500 + "x" * 300
    contexts = allot(text, [(200, 201), (800, 801), (400, 401), (1100, 1110)], words=182)
    assert [context is not None for context in contexts] == [True, True, False, True]


@pytest.mark.parametrize("units", [0, 10, 60, 180, 300])
def test_all_that_is_shown_keeps_to_the_sources_cap(units):
    text = "some words to be shown " * 60
    spans = [(at, at + 10) for at in range(0, 1000, 184)]
    shown = [text[slice(*context)] for context in allot(text, spans, words=200, units=units) if context]
    assert sum(map(utf16_length, shown)) <= units
    assert bool(shown) == (units >= 10)


def test_a_match_that_the_cap_cannot_hold_is_not_cut():
    assert allot("one two three four", [(0, 13)], words=200, units=12) == [None]


def test_cuts_far_into_a_text_are_those_of_the_whole_text():
    text = "".join(itertools.islice(itertools.cycle([*PIECES, "🇩🇪🇫", "\u200d"]), 9000))
    whole = boundaries(text)
    spans = ((at, at + 3) for at in range(5000, 9000, 211))
    found = [around(text, span, (0, len(text)), CONTEXT_UNITS) for span in spans]
    assert all(context is None or set(context) <= whole for context in found)
    assert sum(context is not None for context in found) > 10
