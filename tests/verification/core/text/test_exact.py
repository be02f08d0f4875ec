from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.text.exact import Exact, find
from verification.core.text.words import inside_word


@given(st.text("ab -", max_size=60), st.text("ab -", min_size=1, max_size=5))
def test_the_first_whole_occurrence_is_found_else_the_first(text: str, quote: str) -> None:
    places = [at for at in range(len(text)) if text.startswith(quote, at)]
    whole = [at for at in places if not inside_word(text, at) and not inside_word(text, at + len(quote))]
    expected = Exact((whole or places)[0], text.count(quote)) if places else None
    assert find(text, quote) == expected


@pytest.mark.parametrize(
    ("text", "quote", "start", "count"),
    [
        ("unauthorised use, authorised use", "authorised use", 18, 2),
        ("unauthorised use", "authorised use", 2, 1),
        ("ba a a", "a a", 3, 1),
        ("aaaa", "aa", 0, 2),
        ("она пришла на поле", "на", 11, 2),
        ("退款将在十四天内", "在十四天", 3, 1),
    ],
)
def test_where_and_how_often(text: str, quote: str, start: int, count: int) -> None:
    assert find(text, quote) == Exact(start, count)


@pytest.mark.parametrize("text", ["a" * 50_000, "ab" * 25_000, "я" * 50_000, "ab " * 16_000 + "x"])
def test_a_text_that_repeats_itself_is_searched_in_time(text: str) -> None:
    began = time.process_time()
    found = find(text, text[: len(text) // 50] if " " not in text else "ab " * 300 + "a")
    assert found and found.start == 0
    assert time.process_time() - began < 0.5
