"""The conformance cases for texts, each paid for through the service."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.quoteproof.conftest import Buyer

CASES = json.loads((Path(__file__).parents[1] / "conformance" / "text.json").read_text(encoding="utf-8"))
# What was altered, and the kinds that name it.
KINDS = {
    "17-footnote-marker": {"marker"},
    "30-not-removed": {"negation"},
    "32-number-changed": {"number"},
    "34-antonym": {"word"},
    "36-name-changed": {"name"},
    "46-sup-exponent": {"number"},
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
@pytest.mark.django_db
def test_a_case_is_answered_as_it_expects(case: dict[str, Any]):
    expected = case["expect"]
    body = Buyer(route="/v1/verify/text-quote").pay({"text": case["text"], "quote": case["quote"]}).json()
    result = body["result"]
    kinds = {difference["kind"] for difference in result["differences"]}
    assert result["match"] == expected["match"] or (expected["match"] == "not exact" != result["match"])
    assert (result["match"] == "exact") == (result["score"] == 1)
    assert result["truncated"] is True or not expected.get("truncated")
    assert (result["occurrences"] or 0) > 1 or "occurrences" not in expected
    assert bool(result["edited"]) == ("edited" in expected)
    assert kinds == (KINDS.get(case["id"], set()) if result["match"] == "fuzzy" else set())


def test_the_cases_that_name_a_change_are_here():
    assert KINDS.keys() <= {case["id"] for case in CASES}
