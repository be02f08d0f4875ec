from __future__ import annotations

import jsonschema
import pytest

from verification.core.contracts.limits import SUPPORTED_HOSTS
from verification.core.contracts.text_quote.document import PAGE_OUTPUT, TEXT_OUTPUT, page_contract, text_contract
from verification.core.contracts.text_quote.examples import PAGES, TEXTS, page_examples, text_examples


def problem(found):
    return {"code": "no_decisive_result", "reason": found.reason, "report": found.report}


OF_TEXT = {example["name"]: example for example in text_examples("sandbox")["examples"]}
OF_PAGE = {example["name"]: example for example in page_examples(problem, SUPPORTED_HOSTS, "paid")["examples"]}
MATCHES = {
    "exact": "exact",
    "number": "fuzzy",
    "dropped-not": "fuzzy",
    "left-out": "none",
    "slice": "exact",
    "passages": "passages",
    "none": "none",
}


def test_no_example_is_missing():
    assert list(OF_TEXT) == [example.name for example in TEXTS] == list(MATCHES)
    assert list(OF_PAGE) == [example.name for example in PAGES]


@pytest.mark.parametrize(("name", "match"), MATCHES.items())
def test_an_example_shows_what_its_name_says(name, match):
    response = OF_TEXT[name]["response"]
    assert response["result"]["match"] == match
    jsonschema.validate(response, TEXT_OUTPUT)


def test_the_differences_are_those_the_notes_speak_of():
    kinds = {
        name: [difference["kind"] for difference in OF_TEXT[name]["response"]["result"]["differences"]]
        for name in ("number", "dropped-not")
    }
    assert kinds == {"number": ["number"], "dropped-not": ["negation"]}
    assert OF_TEXT["dropped-not"]["response"]["result"]["truncated"] is True
    assert OF_TEXT["dropped-not"]["response"]["injection_flags"]


def test_the_pages_show_exact_closest_none_and_a_miss():
    matches = {name: example["response"].get("result", {}).get("match") for name, example in OF_PAGE.items()}
    assert matches == {"exact": "exact", "closest": "fuzzy", "none": "none", "html-miss": None}
    assert OF_PAGE["html-miss"]["status"] == 422
    assert set(OF_PAGE["html-miss"]["response"]["report"]) == {"source"}


@pytest.mark.parametrize("name", ["exact", "closest", "none"])
def test_answers_about_pages_keep_the_schema(name):
    jsonschema.validate(OF_PAGE[name]["response"], PAGE_OUTPUT)
    assert OF_PAGE[name]["sources"][0]["url"] == OF_PAGE[name]["request"]["url"]


def test_examples_name_their_contract_and_their_tier():
    assert text_examples("paid")["contract"] == text_contract().reference()
    assert page_examples(problem, ["nodejs.org"], "paid")["contract"] == page_contract(["nodejs.org"]).reference()
    assert OF_TEXT["exact"]["response"]["tier"] == "sandbox"
