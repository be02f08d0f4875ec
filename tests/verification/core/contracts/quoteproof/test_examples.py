from __future__ import annotations

import json

import pytest

from verification.core.contracts.limits import SUPPORTED_HOSTS
from verification.core.contracts.quoteproof.document import contract
from verification.core.contracts.quoteproof.examples import EXAMPLES, examples, read
from verification.core.contracts.quoteproof.relations import check
from verification.core.contracts.quoteproof.request import parse


def problem(output):
    return {"code": "no_decisive_result", "report": output}


WORKED = {example["name"]: example for example in examples(problem, SUPPORTED_HOSTS)["examples"]}
STATUSES = {
    "exact": ["exact_match"],
    "white-space": ["whitespace_normalized_match"],
    "absent": ["absent"],
    "repeated": ["ambiguous"],
    "emoji": ["exact_match"],
    "mixed": ["exact_match", "unknown", "whitespace_normalized_match"],
}


@pytest.mark.parametrize(("name", "statuses"), STATUSES.items())
def test_an_example_shows_what_its_name_says(name, statuses):
    assert WORKED[name]["status"] == 200
    assert [result["status"] for result in WORKED[name]["response"]["results"]] == statuses


def test_a_miss_on_a_page_is_a_problem_with_the_whole_output():
    miss = WORKED["html-miss"]
    assert (miss["status"], miss["response"]["code"]) == (422, "no_decisive_result")
    assert miss["response"]["report"]["results"][0]["reason"] == "html_absence_unverifiable"


def test_no_example_is_missing():
    assert list(WORKED) == [*STATUSES, "html-miss"] == [example.name for example in EXAMPLES]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_every_response_is_valid_for_its_request_and_its_pages(example):
    worked = WORKED[example.name]
    request = parse(json.dumps(worked["request"]).encode(), SUPPORTED_HOSTS)
    output = worked["response"].get("report", worked["response"])
    check(output, request, [read(page) for page in example.pages])


def test_sources_stand_for_the_urls_asked_for():
    for worked in WORKED.values():
        assert [source["url"] for source in worked["sources"]] == worked["request"]["urls"]
        assert all(set(source) == {"url", "status", "content_type", "body"} for source in worked["sources"])


def test_the_emoji_example_counts_units_not_characters():
    worked = WORKED["emoji"]
    start = worked["response"]["results"][0]["evidence"][0]["start_char"]
    assert start == worked["sources"][0]["body"].index("the first receipt") + 2


def test_examples_are_fixed_and_name_their_contract():
    again = examples(problem, ["nodejs.org"])
    assert again["examples"] == list(WORKED.values())
    assert again["contract"] == contract(["nodejs.org"]).reference()
