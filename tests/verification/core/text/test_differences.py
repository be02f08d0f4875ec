from __future__ import annotations

import random
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.verification.core.text.samples import any_text
from verification.core.text.differences import Difference, differences
from verification.core.text.kinds import KINDS
from verification.core.text.profile import Normalised, normalise

_WORDS = [
    *"ab.,-'¹²[]",
    "not",
    "12",
    "[3]",
    "days",
    "must",
    "Berlin",
    "n't",
    "退款",
    "不",
    "十四",
    "й",
    "é",
    "\u0301",
]
word_text = st.lists(st.sampled_from([*_WORDS, " ", " ", "\n"]), max_size=24).map("".join)
some_text = st.one_of(word_text, any_text)


def _all(quote: Normalised, text: Normalised) -> tuple[Difference, ...]:
    return differences(quote, text, (0, len(text.text)))


def _told(quote: str, text: str) -> list[tuple[str, str, str, str]]:
    found = _all(normalise(quote), normalise(text))
    return [(one.kind, one.op, one.quote.text, one.text.text) for one in found]


def _applied(found: tuple[Difference, ...], quote: str, text: str) -> str:
    for one in reversed(found):
        quote = quote[: one.quote.start] + text[one.text.start : one.text.end] + quote[one.quote.end :]
    return quote


@given(some_text, some_text, st.booleans(), st.data())
def test_applying_the_differences_turns_the_quote_into_the_span(
    raw_quote: str, raw_text: str, case_sensitive: bool, data: st.DataObject
) -> None:
    quote = normalise(raw_quote, case_sensitive=case_sensitive)
    text = normalise(raw_text, case_sensitive=case_sensitive)
    start = data.draw(st.integers(0, len(text.text)))
    end = data.draw(st.integers(start, len(text.text)))
    found = differences(quote, text, (start, end))
    assert _applied(found, quote.text, text.text) == text.text[start:end]
    assert (found == ()) == (quote.text == text.text[start:end])
    assert all(start <= one.text.start <= one.text.end <= end for one in found)


@pytest.mark.long
@settings(max_examples=3000, deadline=None)
@given(
    st.lists(st.sampled_from(_WORDS), max_size=40),
    st.lists(st.sampled_from(_WORDS), max_size=40),
    st.sampled_from(" -"),
)
def test_applying_holds_for_long_quotes(one: list[str], other: list[str], between: str) -> None:
    quote, text = normalise(between.join(one)), normalise(" ".join(other))
    assert _applied(_all(quote, text), quote.text, text.text) == text.text


@given(some_text, some_text)
def test_differences_are_in_order_apart_and_to_the_point(raw_quote: str, raw_text: str) -> None:
    quote, text = normalise(raw_quote), normalise(raw_text)
    found = _all(quote, text)
    for one, following in pairwise(found):
        assert one.quote.end <= following.quote.start
        assert one.text.end <= following.text.start
    for one in found:
        assert quote.text[one.quote.start : one.quote.end] != text.text[one.text.start : one.text.end]
        assert one.kind in KINDS


@given(some_text, some_text)
def test_what_a_side_shows_is_the_raw_slice(raw_quote: str, raw_text: str) -> None:
    quote, text = normalise(raw_quote), normalise(raw_text)
    for one in _all(quote, text):
        for source, side in ((quote, one.quote), (text, one.text)):
            assert source.raw[side.raw_start : side.raw_end] == side.text
            assert (side.raw_start, side.raw_end) == source.raw_span(side.start, side.end)
            assert (side.start == side.end) == (side.text == "")


@given(some_text, some_text)
def test_the_operation_says_which_side_has_nothing(raw_quote: str, raw_text: str) -> None:
    for one in _all(normalise(raw_quote), normalise(raw_text)):
        empty = (one.quote.start == one.quote.end, one.text.start == one.text.end)
        assert empty == (one.op == "insert", one.op == "delete")


def test_the_raw_words_are_shown() -> None:
    assert _told("they met Team Alpha at noon", "they met Team\nBeta at noon") == [
        ("name", "replace", "Alpha", "Beta")
    ]
    assert _told("the vibration is low", "the vibra-\ntion is low") == [
        ("punctuation", "replace", "vibration", "vibra-\ntion")
    ]


def test_several_differences_come_each_with_its_kind() -> None:
    told = _told("You must pay 5 % of 3 million dollars", "You may not pay 50 % of 3 billion euros")
    assert [(kind, ours, theirs.strip()) for kind, _, ours, theirs in told] == [
        ("modal", "must", "may"),
        ("negation", "", "not"),
        ("number", "5", "50"),
        ("number", "million", "billion"),
        ("unit", "dollars", "euros"),
    ]


def test_offsets_count_from_the_start_of_the_whole_text() -> None:
    text = normalise("«Ab»  the door is red. So")
    start = text.text.index("the")
    (one,) = differences(normalise("the door is blue"), text, (start, start + len("the door is red")))
    assert text.text[one.text.start : one.text.end] == text.raw[one.text.raw_start : one.text.raw_end] == "red"


def test_a_slice_keeps_the_raw_offsets_of_the_text_it_is_of() -> None:
    slice_ = normalise("door is red")
    (one,) = differences(normalise("door is blue"), slice_, (0, len(slice_.text)), raw_offset=100)
    assert (one.text.start, one.text.raw_start, one.text.raw_end) == (8, 108, 111)
    assert (one.quote.raw_start, one.quote.raw_end) == (8, 12)


def test_look_alikes_are_marked() -> None:
    (one,) = _all(normalise("the pаssword"), normalise("the password"))
    assert (one.kind, one.confusable) == ("word", True)
    (other,) = _all(normalise("the passcode"), normalise("the password"))
    assert not other.confusable
    (gone,) = _all(normalise("the"), normalise("the password"))
    assert not gone.confusable


def test_the_answer_has_the_published_fields() -> None:
    (one,) = _all(normalise("14 days"), normalise("15 days"))
    side = {"start": 0, "end": 2, "raw_start": 0, "raw_end": 2}
    assert one.to_json() == {
        "kind": "number",
        "op": "replace",
        "quote": {"text": "14", **side},
        "text": {"text": "15", **side},
        "confusable": False,
    }


_SENTENCE = (
    "The operator must publish its terms within 14 days, and buyers may not return goods after Monday in Bonn. "
)


def _seconds(quote: str, text: str) -> float:
    made = normalise(quote[:1000]), normalise(text[:2000])
    started = time.process_time()
    _all(*made)
    return time.process_time() - started


def test_a_thousand_characters_take_milliseconds() -> None:
    quote = _SENTENCE * 9
    text = quote.replace("14", "41", 1).replace("not ", "", 1).replace("Bonn", "Rome", 2)
    assert min(_seconds(quote, text) for _ in range(7)) < 0.02


@pytest.mark.parametrize(
    "letters",
    [
        "abcdefgh ",
        "!?.,;:-()[]",
        "😀🚀👍🎉",
        "a\u0301\u0316",
        "שלום ",
        "退款天内支付十四不",
        "[1,] ",
        "1 ",
        "ab 12.,'",
    ],
)
def test_hostile_text_stays_within_bounds(letters: str) -> None:
    choice = random.Random(letters)
    quote, text = ("".join(choice.choice(letters) for _ in range(size)) for size in (1000, 2000))
    assert min(_seconds(quote, text) for _ in range(3)) < 0.6
