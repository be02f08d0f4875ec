from __future__ import annotations

from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoteproof.presentation.text_fragments import EDGE_CHARACTERS, directive, link

WORDS = st.lists(st.from_regex(r"[a-zäλ字]{1,9}", fullmatch=True), min_size=1, max_size=80)


def test_a_short_quote_is_one_term():
    assert directive("Back off first, then try again.") == "text=Back%20off%20first%2C%20then%20try%20again."


@pytest.mark.parametrize(
    ("character", "encoded"), [("-", "%2D"), (",", "%2C"), ("&", "%26"), ("%", "%25"), ("#", "%23")]
)
def test_characters_with_a_meaning_are_encoded(character, encoded):
    assert directive(f"a {character} b") == f"text=a%20{encoded}%20b"


@pytest.mark.parametrize("gap", ["\n", "\n\n", "\t", " \n "])
def test_a_quote_over_several_blocks_is_a_range(gap):
    text = f"one two three four five six{gap}seven eight nine ten eleven twelve"
    assert directive(text) == "text=one%20two%20three%20four%20five,eight%20nine%20ten%20eleven%20twelve"


def test_white_space_in_a_block_is_one_space():
    assert directive("one  two\u00a0three") == "text=one%20two%20three"


def test_a_term_is_widened_to_the_words_it_begins_and_ends_in():
    assert directive("try", "Then re", "ing helps") == "text=retrying"


def test_punctuation_at_the_edge_of_a_quote_stays_its_edge():
    assert directive("(try)", "re", "ing") == "text=%28try%29"


def test_a_quote_whose_line_breaks_are_unknown_is_a_range():
    assert directive("first 1 second", known=False) == "text=first,second"


def test_a_single_word_is_one_term_even_so():
    assert directive("retry", known=False) == "text=retry"


def test_a_later_occurrence_is_told_by_the_words_beside_it():
    found = directive("Back off.", "A heading\nand three more words ", " After the last attempt\nnext", later=True)
    assert found == "text=three%20more%20words-,Back%20off.,-After%20the%20last"


def test_a_later_occurrence_with_nothing_beside_it_is_the_term_alone():
    assert directive("Back off.", "", "\n", later=True) == "text=Back%20off."


def test_a_long_text_without_spaces_is_told_by_its_ends():
    start, end = unquote(directive("字" * 50 + "末" * 50)).removeprefix("text=").split(",")
    assert (start, end) == ("字" * EDGE_CHARACTERS, "末" * EDGE_CHARACTERS)


@given(WORDS, st.booleans())
def test_every_term_is_words_of_the_quote_and_ranges_do_not_overlap(words, known):
    text = " ".join(words)
    terms = [unquote(term) for term in directive(text, known=known).removeprefix("text=").split(",")]
    assert text.startswith(terms[0]) and text.endswith(terms[-1])
    assert len(terms) == 1 or sum(map(len, terms)) <= max(len(text), 2 * EDGE_CHARACTERS)
    assert len(directive(text, known=known)) < 1_000


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=60), st.booleans())
def test_whatever_the_text_a_directive_is_safe_in_a_url(text, later):
    found = directive(text, text, text, later=later)
    assert found.isascii() and not set(found.removeprefix("text=")) & set("<>\"'& #?\n")


def test_the_link_leads_to_the_section_where_the_text_is_not_found():
    assert link("https://a/b", "#c", "text=d") == "https://a/b#c:~:text=d"
    assert link("https://a/b", None, "text=d") == "https://a/b#:~:text=d"
