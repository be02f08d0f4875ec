from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.verification.core.contracts.text_quote.asking import TEXT, answered, result
from verification.core.text.profile import normalise
from verification.core.text.units import utf8_length, utf16_length

NULLS_OF_NONE = {"start", "end", "raw_start", "raw_end", "context", "context_start", "raw_exact", "truncated"}
NAMES = {
    *("match", "score", "start", "end", "raw_start", "raw_end", "raw_start_utf16", "raw_end_utf16"),
    *("raw_start_utf8", "raw_end_utf8", "context", "context_start", "context_end", "occurrences"),
    *("occurrences_capped", "raw_exact", "folds", "truncated", "differences", "edited", "declared", "passages"),
    *("reason", "normalisation", "normalised_sha256", "source"),
}


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("match", ["exact", "fuzzy", "passages"])
@pytest.mark.parametrize("quote", ["within 14 days", "refunds are paid within 15 days", "nothing of the kind"])
def test_every_member_is_always_there(match, quote):
    assert set(result(quote, match=match)) == NAMES


def test_an_exact_match_has_score_one_its_place_and_its_folds():
    found = result("refunds are paid within 14 days")
    assert (found["match"], found["score"], found["occurrences"]) == ("exact", 1, 1)
    assert (found["start"], found["end"], found["raw_start"], found["raw_end"]) == (0, 31, 0, 31)
    assert (found["raw_exact"], found["folds"]) == (False, ["case"])
    assert (found["context"], found["context_start"], found["context_end"]) == (TEXT, 0, 71)
    assert found["normalised_sha256"] == sha256(TEXT.casefold())


def test_a_match_to_the_letter_needs_no_fold():
    found = result("within 14 days")
    assert (found["raw_exact"], found["folds"], found["truncated"]) == (True, [], False)


def test_the_source_is_told_by_its_hash_and_its_length():
    assert result("é", "né\u0301😀")["source"] == {
        "kind": "supplied",
        "text_sha256": sha256("né\u0301😀"),
        "code_points": 4,
    }


def test_a_place_is_told_in_three_units():
    found = result("to the letter", "😀é “to the letter”")
    assert (found["raw_start"], found["raw_start_utf16"], found["raw_start_utf8"]) == (4, 5, 10)
    assert (found["raw_end"], found["raw_end_utf16"], found["raw_end_utf8"]) == (17, 18, 23)


def test_a_near_match_has_its_score_rounded_down_and_its_differences():
    found = result("Refunds are paid within 15 days", "Refunds are paid within 14 days.")
    assert (found["match"], found["score"], found["raw_exact"]) == ("fuzzy", 0.967, False)
    [difference] = found["differences"]
    assert (difference["kind"], difference["op"], difference["confusable"]) == ("number", "replace", False)
    assert difference["quote"] == {"text": "15", "start": 24, "end": 26, "raw_start": 24, "raw_end": 26}
    assert difference["text"] == {"text": "14", "start": 24, "end": 26, "raw_start": 24, "raw_end": 26}


def test_the_threshold_is_tested_exactly_not_by_the_rounded_score():
    text, quote = "x" * 27, "x" * 27 + "yyy"
    assert result(quote, text, threshold=0.9)["match"] == "fuzzy"
    assert result(quote + "y", text, threshold=0.9)["match"] == "none"


@pytest.mark.parametrize(("match", "score"), [("fuzzy", 0.1), ("exact", None)])
def test_what_is_not_found_has_no_place(match, score):
    found = result("0123456789", "zzz 9 zzz", match=match)
    assert (found["match"], found["score"], found["occurrences"]) == ("none", score, 0)
    assert all(found[name] is None for name in NULLS_OF_NONE)
    assert not found["folds"] and not found["differences"] and found["reason"] is None


def test_a_text_that_normalises_to_nothing_gives_none_at_zero():
    found = result("anything", " \u200b\n")
    assert (found["match"], found["score"], found["normalised_sha256"]) == ("none", 0, sha256(""))


def test_a_short_quote_is_near_only_with_every_word_of_it():
    assert result("14 dayz", threshold=0.5)["reason"] == "short_quote"
    assert result("14  days.")["match"] == "none"


def test_a_quote_with_marks_of_omission_is_read_back():
    found = result("Refunds are paid … to the card")
    assert found["match"] == "none"
    assert [(piece["start"], piece["end"]) for piece in found["edited"]["pieces"]] == [(0, 16), (45, 56)]
    [gap] = found["edited"]["gaps"]
    assert (gap["kind"], gap["text"], gap["negation"]) == ("ellipsis", " within 14 days of purchase, ", False)


def test_a_match_that_cuts_a_word_is_truncated():
    assert result("efunds are paid within 14 day")["truncated"] is True
    assert result("a fee is due", "Then a fee is due, except on Sundays.")["truncated"] is True


def test_a_slice_is_compared_whole_with_the_whole_quote():
    found = result("within 14 days", start=17, end=31)
    assert (found["match"], found["start"], found["end"]) == ("exact", None, None)
    assert (found["raw_start"], found["raw_end"]) == (17, 31)
    slice_sha256 = sha256("within 14 days")
    assert found["declared"] == {"start": 17, "end": 31, "slice_sha256": slice_sha256, "slice_matches": True}
    assert found["normalised_sha256"] == slice_sha256


def test_surplus_words_of_a_slice_count():
    found = result("within 14 days", start=0, end=45)
    assert (found["match"], found["declared"]["slice_matches"]) == ("none", False)
    assert (found["raw_start"], found["raw_end"], found["context"]) == (0, 45, None)


def test_differences_and_pieces_of_a_slice_stand_at_their_place_in_the_whole_text():
    shifted = "Some words. " + TEXT
    near = result("paid within 15 days of", shifted, start=24, end=46)
    assert shifted[near["differences"][0]["text"]["raw_start"]] == "1"
    [first, *_] = result("paid … purchase", shifted, start=24, end=55)["edited"]["pieces"]
    assert shifted[first["raw_start"] : first["raw_end"]] == "paid"


def test_a_slice_is_truncated_by_what_stands_round_it():
    text = "Parcels are refunded unless opened."
    assert result("Parcels are refunded", text, start=0, end=20)["truncated"] is True
    assert result("arcels are", text, start=1, end=11)["truncated"] is True
    assert result("Parcels are", text, start=0, end=11)["truncated"] is False


def test_passages_share_the_claims_words():
    text = f"{TEXT} Parcels are posted on Mondays. We sell parts."
    found = result("Are refunds paid to my card?", text, match="passages")
    assert (found["match"], found["score"], found["occurrences"]) == ("passages", None, None)
    best = found["passages"][0]
    assert (best["text"], best["raw_start"], best["raw_end"]) == (TEXT, 0, 71)
    assert "card" in best["shared"] and found["normalised_sha256"] == sha256(text.casefold())


ALPHABET = "aAbß ﬁ\n-…ﬀ\u00ad\u200be\u0301é²1漢字 👩\u200d👧“”’. İǅ"


@settings(max_examples=150)
@given(st.text(ALPHABET, min_size=1, max_size=60), st.data())
def test_the_raw_place_normalises_to_the_normalised_one(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : data.draw(st.integers(start + 1, len(text)))]
    quote = quote if normalise(quote).text else "a"
    found = result(quote, text, threshold=0.5, case_sensitive=data.draw(st.booleans()))
    if found["match"] == "none" or {"line_end_hyphen", "cjk_line_wrap"} & set(found["folds"]):
        return
    sensitive = "case" not in found["folds"] and normalise(text).text != text and _sensitive(text, found)
    whole, part = (
        normalise(raw, case_sensitive=sensitive).text
        for raw in (text, text[found["raw_start"] : found["raw_end"]])
    )
    assert whole[found["start"] : found["end"]] in part
    assert found["raw_start_utf16"] == utf16_length(text[: found["raw_start"]])
    assert found["raw_end_utf8"] == utf8_length(text[: found["raw_end"]])


def _sensitive(text: str, found: dict) -> bool:
    return sha256(normalise(text, case_sensitive=True).text) == found["normalised_sha256"]


@given(st.text(ALPHABET, min_size=1, max_size=60), st.text(ALPHABET, max_size=20))
def test_every_answer_keeps_its_relations(text, quote):
    answered(f"{quote}a", text, threshold=0.5)
    answered(f"{quote}a", text, match="passages")
    answered(f"{quote}a", text, start=0, end=len(text))
