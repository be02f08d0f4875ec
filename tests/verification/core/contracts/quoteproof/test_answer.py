from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.verification.core.contracts.quoteproof.pages import URL, asking, page, plain, unread
from verification.core.contracts.quoteproof.answer import answer
from verification.core.contracts.quoteproof.relations import check
from verification.core.text.units import utf16_length
from verification.core.text.whitespace import normalise

LETTERS = st.sampled_from(["a", "b", " ", "\n", "\u00a0", "😀", "日", "e\u0301", "👨‍👩‍👧"])
TEXTS = st.lists(LETTERS, min_size=1, max_size=300).map("".join).filter(normalise)
QUOTES = st.lists(LETTERS, min_size=1, max_size=50).map("".join).filter(normalise)


def one(source, quote: str) -> dict:
    """The result of one quote, after the output has passed its own check."""
    request = asking((0, quote))
    output = answer(request, [source])
    check(output, request, [source])
    return output["results"][0]


@pytest.mark.parametrize(
    ("source", "quote", "status", "reason", "occurrences"),
    [
        (plain("one two"), "one two", "exact_match", "single_occurrence", "1"),
        (plain("one\ntwo"), "one two", "whitespace_normalized_match", "single_occurrence", "1"),
        (plain("one two"), "one two ", "whitespace_normalized_match", "single_occurrence", "1"),
        (plain("aaa"), "aa", "ambiguous", "repeated_occurrence", "2_or_more"),
        (plain("one"), "two", "absent", "complete_text", "0"),
        (page("one"), "one", "exact_match", "single_occurrence", "1"),
        (page("one"), "two", "unknown", "html_absence_unverifiable", "unknown"),
        (page("one two", [(2, 5)]), "one", "unknown", "source_disallows_excerpts", "unknown"),
        (page("one two", [(3, 7)]), "one", "exact_match", "single_occurrence", "1"),
        (page("ab ab ab", [(6, 8)]), "ab", "unknown", "source_disallows_excerpts", "unknown"),
        (unread("robots_unavailable"), "one", "unknown", "robots_unavailable", "unknown"),
    ],
)
def test_each_finding_has_its_status_reason_and_count(source, quote, status, reason, occurrences):
    result = one(source, quote)
    assert (result["status"], result["reason"], result["occurrences"]) == (status, reason, occurrences)


@given(TEXTS, QUOTES, st.booleans())
@settings(max_examples=60)
def test_any_answer_passes_the_check_against_its_sources(text, quote, is_page):
    source = page(text) if is_page else plain(text)
    result = one(source, quote)
    assert (result["status"] in ("absent", "unknown")) == (normalise(quote) not in normalise(text))


@given(TEXTS, st.data())
@settings(max_examples=60)
def test_evidence_is_cut_by_utf16_units_out_of_the_text(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : start + data.draw(st.integers(1, 80))]
    if not normalise(quote):
        return
    units = text.encode("utf-16-le")
    for evidence in one(plain(text), quote)["evidence"]:
        raw = units[2 * evidence["start_char"] : 2 * evidence["end_char"]].decode("utf-16-le")
        assert normalise(raw) == normalise(quote)


def test_offsets_count_an_emoji_as_two():
    evidence = one(plain("🚀🎉 noon"), "noon")["evidence"][0]
    assert (evidence["start_char"], evidence["end_char"]) == (5, 9)
    assert evidence["context"] == {"text": "🚀🎉 noon", "start_char": 0, "end_char": 9}


def test_results_stand_in_quote_order_whatever_their_sources():
    urls = (URL, URL + "b")
    request = asking((1, "two"), (0, "one"), (1, "none"), urls=urls)
    output = answer(request, [plain("one", urls[0]), page("two", url=urls[1])])
    assert [result["quote_index"] for result in output["results"]] == [0, 1, 2]
    assert [result["source_index"] for result in output["results"]] == [1, 0, 1]
    assert output["summary"] == {"decisive": 2, "unknown": 1}


def test_a_read_source_is_described_with_the_hash_of_its_text():
    source = plain("é😀")
    described = answer(asking((0, "é")), [source])["sources"][0]
    assert described["extraction_sha256"] == hashlib.sha256("é😀".encode()).hexdigest()
    assert (described["extracted_chars"], described["source_bytes"], described["reason"]) == (3, 6, None)


def test_an_unread_source_shows_no_text_even_if_there_was_one():
    source = page("one", reason="source_disallows_excerpts", extraction="unavailable")
    output = answer(asking((0, "one")), [source])
    assert output["sources"][0]["extraction_sha256"] is None
    assert output["sources"][0]["extracted_chars"] is None
    assert output["results"][0]["reason"] == "source_disallows_excerpts"


def test_the_contexts_of_a_source_share_two_hundred_words():
    text = "".join(f"{letter} " * 99 for letter in "abcdefgh")
    request = asking(*((0, f"{first} {second}") for first, second in ("ab", "cd", "ef", "gh")))
    contexts = [result["evidence"][0]["context"] for result in answer(request, [plain(text)])["results"]]
    words = [len(context["text"].split()) if context else 0 for context in contexts]
    assert words == [90, 90, 0, 0]


def test_first_occurrences_get_their_context_before_second_ones():
    text = "".join(f"{letter} mark{letter} " + "w " * 120 for letter in "abab")
    request = asking((0, "marka"), (0, "markb"))
    results = answer(request, [plain(text)])["results"]
    shown = [[evidence["context"] is not None for evidence in result["evidence"]] for result in results]
    assert shown == [[True, False], [True, False]]


@pytest.mark.parametrize("most", [1, 40, 200])
def test_a_source_shows_no_more_than_its_max_snippet(most):
    source = page("some words to show " * 20, max_snippet=most)
    output = answer(asking((0, "some words"), (0, "to show")), [source])
    contexts = [evidence["context"] for result in output["results"] for evidence in result["evidence"]]
    assert len(contexts) == 4
    assert sum(utf16_length(context["text"]) for context in contexts if context) <= most


def test_plain_text_has_no_anchors():
    assert one(plain("one"), "one")["evidence"][0]["anchor_fragment"] is None
