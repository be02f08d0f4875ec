from __future__ import annotations

import json

import pytest

from receipts.core import fit, jcs
from tests.receipts import attested

QUOTES, TEXT = attested.of_quotes(), attested.of_text()


def misfit(case: attested.Attested, answer: object) -> str:
    with pytest.raises(fit.Misfit) as caught:
        fit.check_result(case.claims, jcs.encode(answer))
    return str(caught.value)


def test_the_token_in_the_answer_is_handed_back():
    assert fit.check_result(TEXT.claims, TEXT.answer) == TEXT.token
    assert fit.check_result(QUOTES.claims, QUOTES.answer) is None


CHANGES = [
    ("status", "not_found", "status of verdict 0"),
    ("source_index", 1, "source_index of verdict 0"),
    ("evidence", [], "end of verdict 0, start of verdict 0"),
    ("occurrences", "2", "occurrences of verdict 0"),
    ("quote_index", 1, "the number of verdicts"),
    ("quote_index", "0", "the number of verdicts"),
]


@pytest.mark.parametrize(("name", "value", "places"), CHANGES)
def test_a_changed_verdict_is_named(name, value, places):
    answer = json.loads(QUOTES.answer)
    answer["results"][0][name] = value
    assert misfit(QUOTES, answer) == f"the answer's SHA-256 is another one; what differs: {places}"


def test_a_changed_count_is_named():
    answer = json.loads(QUOTES.answer) | {"summary": {"decisive": 0, "unknown": 1}}
    assert misfit(QUOTES, answer).endswith("what differs: summary/decisive, summary/unknown")


def test_a_change_that_the_receipt_does_not_sum_up_is_a_matter_of_the_hash():
    assert misfit(TEXT, json.loads(TEXT.answer) | {"advice": "x"}) == "the answer's SHA-256 is another one"


@pytest.mark.parametrize("answer", [[], "x", None, {"results": 7}, {"results": [[]]}, {"result": {"score": {}}}])
def test_an_answer_of_another_shape_is_a_misfit(answer):
    assert misfit(QUOTES, answer)


def test_a_route_that_is_unknown_needs_to_be_told():
    claims = QUOTES.claims | {"tool": {"name": "later", "version": "1", "contract_sha256": "0" * 64}}
    with pytest.raises(fit.Misfit):
        fit.check_request(claims, QUOTES.request)
    fit.check_request(claims, json.dumps({"body": attested.QUOTES, "route": "/v1/verify/quotes"}).encode())


def test_numbers_of_a_request_count_by_their_value():
    fit.check_request(TEXT.claims, TEXT.request.replace(b"0.8", b"0.80e0"))


@pytest.mark.parametrize("quote", [7, None, "\ud800"])
def test_a_quote_that_is_no_text_is_a_misfit(quote):
    with pytest.raises(fit.Misfit):
        fit.check_request(TEXT.claims, json.dumps(attested.TEXT | {"quote": quote}).encode())


DOCUMENT = attested.of_document()


def test_an_answer_about_several_pairs_fits_with_its_token_and_its_request():
    assert fit.check_result(DOCUMENT.claims, DOCUMENT.answer) == DOCUMENT.token
    fit.check_request(DOCUMENT.claims, DOCUMENT.request)


@pytest.mark.parametrize(
    ("at", "name", "value"), [(0, "raw_start", 119), (1, "match", "none"), (1, "reason", None), (0, "score", 0.9)]
)
def test_what_differs_of_a_pair_is_named(at, name, value):
    answer = json.loads(DOCUMENT.answer)
    answer["results"][at][name] = value
    assert misfit(DOCUMENT, answer).endswith(f"{name.removeprefix('raw_')} of verdict {at}")


@pytest.mark.parametrize(
    ("pairs", "places"),
    [
        ([{"quote": "fülle"}, {"quote": "lehre"}], "the quote of pair 1"),
        ([{"quote": "fülle"}], "the quote of pair 1"),
        ([7, {}], "the quote of pair 0, the quote of pair 1"),
        ("none", "the quote of pair 0, the quote of pair 1"),
    ],
)
def test_the_pairs_of_a_request_that_are_other_ones_are_named(pairs, places):
    with pytest.raises(fit.Misfit, match=f"what differs: {places}$"):
        fit.check_request(DOCUMENT.claims, jcs.encode({"pairs": pairs}))
