from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.text.literal import find, touches
from verification.core.text.whitespace import collapse, normalise

LETTERS = st.sampled_from("aab😀日é\u0301 \n\u00a0")
TEXTS = st.text(alphabet=LETTERS, max_size=40)
QUOTES = st.text(alphabet=LETTERS, min_size=1, max_size=4).filter(normalise)
RANGES = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)).map(sorted).map(tuple), max_size=4)


def every_span(text: str, quote: str) -> list[tuple[int, int]]:
    """All raw spans without white space at their ends that normalise to the quote."""
    wanted = normalise(quote)
    ends = range(len(text) + 1)
    spans = ((start, end) for start in ends for end in ends[start + 1 :])
    return [
        (start, end)
        for start, end in spans
        if normalise(text[start:end]) == wanted and normalise(text[start]) and normalise(text[end - 1])
    ]


@given(TEXTS, QUOTES)
def test_the_first_two_spans_are_those_of_the_plain_definition(text, quote):
    spans = every_span(text, quote)
    found = find(collapse(text), quote)
    assert found.count == min(2, len(spans))
    assert list(found.spans) == spans[:2]


@given(st.text(max_size=30), st.data())
def test_what_is_taken_from_any_text_is_found_in_it(text, data):
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))]
    if not normalise(quote):
        return
    found = find(collapse(text), quote)
    assert found.count
    assert all(normalise(text[slice(*span)]) == normalise(quote) for span in found.spans)


@given(TEXTS, QUOTES)
def test_verbatim_means_one_occurrence_exactly_as_sent(text, quote):
    spans = every_span(text, quote)
    expected = len(spans) == 1 and text[slice(*spans[0])] == quote
    assert find(collapse(text), quote).verbatim == expected


def test_overlapping_occurrences_are_counted():
    assert find(collapse("aaa"), "aa").spans == ((0, 2), (1, 3))


@pytest.mark.parametrize(
    ("text", "quote", "verbatim"),
    [
        ("one two", "one two", True),
        ("one\ntwo", "one two", False),
        ("one two", "one two ", False),
        ("one two ", "one two ", False),
        ("one\u00a0two", "one\u00a0two", True),
    ],
)
def test_white_space_decides_between_exact_and_normalised(text, quote, verbatim):
    found = find(collapse(text), quote)
    assert (found.count, found.verbatim) == (1, verbatim)


@pytest.mark.parametrize(
    ("text", "quote"), [("Café", "Cafe\u0301"), ("Word", "word"), ("a–b", "a-b"), ("10²", "102"), ("ﬁ", "fi")]
)
def test_nothing_but_white_space_is_folded(text, quote):
    assert find(collapse(text), quote).count == 0


@pytest.mark.parametrize("look", [find, lambda collapsed, quote: touches(collapsed, quote, [(0, 1)])])
def test_a_blank_quote_is_refused(look):
    with pytest.raises(ValueError, match="white space"):
        look(collapse("a b"), " \n")


@given(TEXTS, QUOTES, RANGES)
def test_touching_is_sharing_a_character_with_any_occurrence(text, quote, ranges):
    expected = any(
        start < last and first < end
        for start, end in every_span(text, quote)
        for first, last in ranges
        if first < last
    )
    assert touches(collapse(text), quote, ranges) == expected


def test_the_third_occurrence_is_looked_at_too():
    assert touches(collapse("ab ab ab"), "ab", [(6, 7)])


def test_a_neighbour_is_not_touched():
    assert not touches(collapse("one two three"), "two", [(0, 4), (7, 13)])


@pytest.mark.parametrize("quote", ["a" * 512, "a" * 511 + "b", "b" + "a" * 511, "a" * 255 + "b" + "a" * 256])
def test_hostile_repetition_costs_little(quote):
    collapsed = collapse("a" * 200_000)
    ranges = [(at, at + 1) for at in range(0, 200_000, 400)]
    started = time.process_time()
    find(collapsed, quote)
    touches(collapsed, quote, ranges)
    assert time.process_time() - started < 0.5
