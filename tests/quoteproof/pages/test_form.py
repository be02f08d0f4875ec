from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoteproof.contracts import QUOTE
from quoteproof.contracts import QUOTES as QUOTES_CONTRACT
from quoteproof.pages import form
from quoteproof.pages.form import Row
from quoteproof.pages.home import page_name

A, B = "https://docs.x402.org/a", "https://docs.x402.org/b"
URLS = st.sampled_from([A, B, A + "#x"])
QUOTES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=9).filter(str.strip)


def drafted(*rows: tuple[str, str]) -> form.Draft:
    return form.draft(tuple(Row(*row) for row in rows), page_name)


def wrong(*rows: tuple[str, str]) -> dict[str, str]:
    return {mistake.field: mistake.text for mistake in form.mistakes(drafted(*rows))}


def test_each_row_is_one_quote_of_its_page():
    assert drafted(("one", A), ("two", B)).request == {
        "urls": [A, B],
        "quotes": [{"source_index": 0, "quote": "one"}, {"source_index": 1, "quote": "two"}],
    }


@pytest.mark.parametrize("same", [A, A + "#section", "HTTPS://DOCS.x402.org:443/a"])
def test_a_page_that_is_named_twice_is_one_source(same):
    request = drafted(("one", A), ("two", same)).request
    assert request["urls"] == [A]
    assert [quote["source_index"] for quote in request["quotes"]] == [0, 0]


@pytest.mark.parametrize("empty", [("", ""), ("", A)])
def test_a_row_left_empty_asks_nothing(empty):
    assert drafted(("one", A), empty).request == {"url": A, "quote": "one", "threshold": 0.5}


def test_a_form_left_empty_names_both_fields():
    assert list(wrong(("", ""))) == ["quote-1", "url-1"]
    assert wrong(("", ""))["url-1"] == form.EMPTY_URL


def test_a_page_without_a_quote_is_a_missing_quote():
    assert wrong(("one", A), ("", B)) == {"quote-2": "Type or paste the quote."}


def test_a_mistake_stands_at_the_row_where_it_was_typed():
    assert list(wrong(("", ""), ("one", A), (" \n", B), ("four", "http://c/"))) == ["quote-3", "url-4"]


def test_a_page_with_a_mistake_is_told_at_every_row_that_names_it():
    assert list(wrong(("one", "https://example.com/"), ("two", "https://example.com/"))) == ["url-1", "url-2"]


@pytest.mark.parametrize(
    ("quote", "part"),
    [("", "paste"), (" \u3000\n", "only spaces"), ("x" * 1001, "1,000")],
)
def test_a_wrong_quote_is_told_in_words(quote, part):
    assert part in wrong((quote, A))["quote-1"]


@pytest.mark.parametrize("quote", ["x" * 513, "🚀" * 257])
def test_a_quote_among_several_is_shorter_than_one_alone(quote):
    assert wrong((quote, A)) == {}
    assert "Of several quotes" in wrong(("one", A), (quote, A))["quote-2"]


@pytest.mark.parametrize(
    ("rows", "contract"),
    [
        ([("one", A)], QUOTE),
        ([("one", A), ("", "")], QUOTE),
        ([("one", A), ("two", A)], QUOTES_CONTRACT),
        ([("one", A), ("two", B)], QUOTES_CONTRACT),
    ],
)
def test_one_quote_on_one_page_is_asked_of_the_contract_that_shows_the_closest_passage(rows, contract):
    assert drafted(*rows).contract is contract


def test_the_fields_are_what_was_typed():
    rows = (("one", "x"), ("", A))
    assert [value for _, value in drafted(*rows).fields] == ["one", "x", "", A]


@pytest.mark.parametrize(
    "url",
    ["docs.x402.org/a", "http://docs.x402.org/a", A + "?x=1", "https://me@docs.x402.org/", "javascript:1"],
)
def test_a_wrong_address_is_told_at_its_field_and_not_repeated(url):
    text = wrong(("one", url))["url-1"]
    assert text and url not in text


def test_too_many_pages_are_a_mistake_of_the_whole_form():
    assert wrong(*((f"q{n}", f"{A}{n}") for n in range(6))) == {"": form.TOO_MANY_PAGES}


def test_too_many_quotes_are_a_mistake_of_the_whole_form():
    assert wrong(*((f"q{n}", A) for n in range(11))) == {"": form.TOO_MANY_QUOTES}


def test_more_than_a_body_holds_is_a_mistake_of_the_whole_form():
    assert wrong(("x" * 70_000, A)) == {"": form.TOO_LARGE}


def test_line_breaks_are_the_ones_that_were_typed_and_addresses_are_trimmed():
    assert form.rows(["a\r\nb\n c "], [f" {A}\t"]) == (Row("a\nb\n c ", A),)


def test_rows_of_unequal_lists_lose_nothing():
    assert form.rows(["one", "two"], [A]) == (Row("one", A), Row("two", ""))
    assert form.rows([], []) == (Row(),)


def test_another_row_is_for_the_same_page_until_there_are_ten():
    rows = (Row("one", A),)
    for _ in range(12):
        rows = form.with_another(rows)
    assert len(rows) == 10 and rows[-1] == Row("", A)


@given(st.lists(st.tuples(st.text(max_size=5), URLS | st.sampled_from(["", "nonsense"])), min_size=1, max_size=12))
def test_whatever_is_typed_every_mistake_has_a_place_in_the_form(rows):
    fields = {f"{name}-{n}" for n in range(1, len(rows) + 1) for name in ("quote", "url")}
    assert set(wrong(*rows)) <= fields | {""}


@given(st.lists(st.tuples(QUOTES, URLS), min_size=2, max_size=10))
def test_a_form_without_mistakes_asks_for_every_quote_at_its_own_page(rows):
    body = drafted(*rows)
    request = json.loads(body.body)
    assert form.mistakes(body) == ()
    asked = [(quote["quote"], request["urls"][quote["source_index"]]) for quote in request["quotes"]]
    assert [(quote, page_name(url)) for quote, url in asked] == [(quote, page_name(url)) for quote, url in rows]
