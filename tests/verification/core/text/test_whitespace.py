from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.text.whitespace import WHITE_SPACE, WHITE_SPACE_RANGES, collapse, normalise

# Unicode's PropList.txt, White_Space, written out.
LISTED = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
    "\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
TEXTS = st.text(alphabet=st.sampled_from("ab😀日é \n\u00a0\u3000\x1c\u200b"), max_size=30)


def plainly(text: str) -> str:
    return re.sub(f"[{re.escape(LISTED)}]+", " ", text).strip(" ")


def test_white_space_is_the_25_characters_of_the_property():
    assert set(LISTED) == WHITE_SPACE
    assert len(WHITE_SPACE) == 25


def test_the_published_list_names_the_same_characters():
    assert WHITE_SPACE_RANGES[0] == "U+0009-U+000D"
    ends = [re.findall(r"U\+([0-9A-F]{4})", listed) for listed in WHITE_SPACE_RANGES]
    named = {chr(code) for pair in ends for code in range(int(pair[0], 16), int(pair[-1], 16) + 1)}
    assert named == set(LISTED)


@pytest.mark.parametrize("character", "\x1c\x1d\x1e\x1f\u200b\u200d\u2060\ufeff\u180e\u0000")
def test_what_only_looks_like_white_space_stays(character):
    assert normalise(f" a{character}b ") == f"a{character}b"
    assert collapse(f" a{character}b ").text == f"a{character}b"


@pytest.mark.parametrize("character", LISTED)
def test_each_listed_character_collapses_and_is_trimmed(character):
    assert normalise(f"{character}a{character}{character}b{character}") == "a b"


@given(TEXTS)
def test_both_functions_say_what_the_plain_definition_says(text):
    assert collapse(text).text == normalise(text) == plainly(text)


@given(TEXTS, st.data())
def test_a_raw_span_normalises_to_the_collapsed_slice(text, data):
    collapsed = collapse(text)
    if not collapsed.text:
        return
    start = data.draw(st.integers(0, len(collapsed.text) - 1))
    end = data.draw(st.integers(start + 1, len(collapsed.text)))
    raw = text[slice(*collapsed.raw_span(start, end))]
    assert plainly(f"|{raw}|") == plainly(f"|{collapsed.text[start:end]}|")


@given(TEXTS)
def test_a_position_counts_the_characters_that_begin_before_an_offset(text):
    collapsed = collapse(text)
    starts = [collapsed.raw_start(at) for at in range(len(collapsed.text))]
    expected = [sum(start < raw for start in starts) for raw in range(len(text) + 1)]
    assert [collapsed.position(raw) for raw in range(len(text) + 1)] == expected


def test_a_collapsed_space_stands_for_its_whole_run():
    assert collapse("a \n\t b").raw_span(1, 2) == (1, 5)
