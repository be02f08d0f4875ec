from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quoteproof.presentation.passages import passage
from tests.quoteproof.presentation.outputs import evidence, units

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)


@given(TEXT, TEXT.filter(bool), TEXT, st.integers(0, 1_000))
def test_the_three_parts_are_what_the_offsets_say(before, match, after, base):
    found = evidence("", "", base=base)
    start = base + units(before)
    found |= {"start_char": start, "end_char": start + units(match)}
    found["context"] = {"text": before + match + after, "start_char": base,
                        "end_char": base + units(before + match + after)}  # fmt: skip
    shown = passage(found)
    assert shown is not None
    assert (shown.before, shown.match, shown.after, shown.cut) == (before, match, after, False)


def test_a_context_that_ends_inside_the_quote_shows_its_head():
    found = evidence("See: a long quo", "a long quo")
    found["end_char"] += 50
    shown = passage(found)
    assert shown is not None
    assert (shown.before, shown.match, shown.after, shown.cut) == ("See: ", "a long quo", "", True)


def test_without_a_context_there_is_no_passage():
    assert passage({"start_char": 0, "end_char": 3, "context": None}) is None


def test_half_a_surrogate_pair_is_shown_as_a_replacement_character():
    found = evidence("ab🚀cd", "ab")
    found["end_char"] += 1
    shown = passage(found)
    assert shown is not None
    assert shown.match == "ab\ufffd" and shown.after == "\ufffdcd"
