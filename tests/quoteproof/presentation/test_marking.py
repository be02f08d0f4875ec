from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quoteproof.presentation.marking import Marked, listed, marked
from quoteproof.presentation.one_quote_words import KINDS
from tests.quoteproof.presentation.answers import of
from verification.core.text.kinds import KINDS as CONTRACT_KINDS
from verification.core.text.profile import normalise

TEXT = "First. Parcels that come back opened are not refunded within 14 days, unless they arrived damaged. Last."
WORDS = st.lists(
    st.sampled_from(
        ["are", "not", "refunded", "within", "14", "15", "days", "Parcels,", "Unless", "(that)", "may"]
    ),
    min_size=3,
)


def shown(text: str, quote: str, **more: object) -> Marked:
    found = marked(of(text, quote, **more)["result"])
    assert found is not None
    return found


def read(found: Marked, without: str) -> str:
    return "".join(part.text for part in found.parts if part.mark != without)


def test_a_match_to_the_letter_has_one_part_in_its_context():
    found = shown(TEXT, "Parcels that come back")
    assert [(part.mark, part.text) for part in found.parts] == [("same", "Parcels that come back")]
    assert (found.before, found.differs, found.cut) == ("First. ", False, False)
    assert found.before + found.match + found.after == TEXT


def test_what_only_one_side_has_is_marked_in_its_place():
    found = shown(TEXT, "Parcels that come back opened are refunded within 15 days")
    marks = [(part.mark, part.text.strip()) for part in found.parts if part.mark != "same"]
    assert marks == [("ins", "not"), ("del", "15"), ("ins", "14")]


@settings(max_examples=60)
@given(WORDS, WORDS)
def test_without_one_mark_it_is_the_texts_wording_and_without_the_other_the_quotes(ours, theirs):
    quote, text = " ".join(ours), " ".join(theirs)
    result = of(text, quote, threshold=0.5)["result"]
    found = marked(result)
    if found is not None and not found.cut:
        assert read(found, "del") == found.match == text[result["raw_start"] : result["raw_end"]]
        assert normalise(read(found, "ins")).text == normalise(quote).text


def test_of_a_match_longer_than_its_context_the_head_is_marked():
    text = " ".join(f"word{n}" for n in range(90))
    found = shown(text, text.replace("word3 ", "other ").replace("word80", "else"))
    marks = [part.text.strip() for part in found.parts if part.mark != "same"]
    assert found.cut and marks == ["other", "word3"] and text.startswith(read(found, "del"))


def test_without_a_context_nothing_is_marked():
    assert marked(of(TEXT, "nothing of the kind")["result"]) is None


def test_differences_are_listed_the_gravest_kind_first():
    result = of(TEXT, "parcels, that come back opened are refunded within 15 days", threshold=0.5)["result"]
    assert [each.kind for each in listed(result["differences"])] == ["Negation", "Number", "Punctuation or spaces"]


def test_every_kind_of_the_contract_has_its_words():
    assert set(KINDS) == set(CONTRACT_KINDS) and next(iter(KINDS)) == "negation"


def test_letters_that_look_alike_are_named_by_their_code_points():
    [found] = listed(of(TEXT, "P\u0430rcels that come back opened")["result"]["differences"])
    assert found.confusable and found.codes == ("U+0430", "")


@pytest.mark.parametrize("many", [8, 9])
def test_at_most_eight_code_points_are_named(many):
    side = {"text": "\u200d" * many}
    [found] = listed(
        [{"kind": "word", "op": "replace", "quote": side, "text": {"text": None}, "confusable": True}]
    )
    assert found.codes[0].count("U+200D") == 8 and found.codes[0].endswith("…") is (many > 8)
    assert found.text is None
