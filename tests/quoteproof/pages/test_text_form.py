from __future__ import annotations

import json

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from quoteproof.pages import text_form
from quoteproof.pages.text_form import FIELDS, MATCHES, TextForm
from verification.core.contracts.text_quote.request import TEXT_INPUT

TYPED = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)


def wrong(**filled: object) -> dict[str, str]:
    form = TextForm(**{"quote": "a quote", "text": "a text", **filled})
    return {mistake.field: mistake.text for mistake in text_form.mistakes(form)}


def test_a_form_that_is_filled_in_has_no_mistakes_and_says_how_to_look():
    form = TextForm("a quote", "a text", "exact", True)
    assert text_form.mistakes(form) == ()
    assert json.loads(form.body) == {
        "text": "a text", "quote": "a quote", "match": "exact", "case_sensitive": True,
    }  # fmt: skip


def test_the_ways_of_looking_are_the_contracts():
    assert list(MATCHES) == TEXT_INPUT["properties"]["match"]["enum"]


def test_a_form_left_empty_names_both_fields_in_its_order():
    assert list(wrong(quote="", text="")) == ["quote", "text"]


@pytest.mark.parametrize(
    ("filled", "field", "part"),
    [
        ({"quote": " \u200b\n"}, "quote", "nothing that can be looked for"),
        ({"quote": "x" * 1_001}, "quote", "1,000"),
        ({"text": "x" * 50_001}, "text", "50,000"),
        ({"text": "\u4e00" * 22_000}, "text", "65,536 bytes"),
        ({"match": "nonsense"}, "match", ""),
        ({"match": "passages", "case_sensitive": True}, "case", "leave this out"),
    ],
)
def test_each_mistake_is_told_at_its_field_and_repeats_nothing(filled, field, part):
    told = wrong(**filled)
    assert list(told) == [field] and part in told[field] and "nonsense" not in told[field]


def test_line_breaks_are_the_ones_that_were_typed():
    form = text_form.filled(QueryDict("quote=a%0D%0Ab&text=%0Ac%0D%0A&case=1"))
    assert (form.quote, form.text, form.match, form.case_sensitive) == ("a\nb", "\nc\n", "fuzzy", True)


@given(TYPED, TYPED, st.sampled_from([*MATCHES, "", "x"]), st.booleans())
def test_whatever_is_typed_every_mistake_has_a_place_and_the_fields_lead_back(quote, text, match, case):
    form = TextForm(quote, text, match, case)
    assert {mistake.field for mistake in text_form.mistakes(form)} <= set(FIELDS)
    sent = QueryDict(mutable=True)
    for name, value in form.fields:
        sent.appendlist(name, value)
    assert text_form.filled(sent).match == match and text_form.filled(sent).case_sensitive is case
