"""Every status and every reason of the contract, through the whole service, against the mirror's pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quoteproof import contracts
from tests.mirror.cases import CASES, Case
from tests.quoteproof.conftest import Buyer, one
from verification.core.contracts.quoteproof.answer import OUTPUT_SCHEMA

REASONS = set(OUTPUT_SCHEMA["properties"]["results"]["items"]["properties"]["reason"]["enum"])


def test_the_cases_hold_every_reason_and_status():
    assert {case.reason for case in CASES} == REASONS
    assert len({case.status for case in CASES}) == 5


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.reason}:{case.url.split('//')[1][:60]}")
@pytest.mark.mirror
@pytest.mark.django_db
def test_a_case_is_answered_as_its_row_says(case: Case, mirror, buyer: Buyer, settings, monkeypatch):
    if case.robots:
        mirror.robots_overrides["docs.github.com"] = case.robots
    if case.need == "broken extractor":
        settings.EXTRACT_SECONDS = 0.0001  # each child is over its time at once
    if case.need == "deadline":
        monkeypatch.setitem(contracts.BY_PATH, buyer.route, replace(contracts.QUOTES, seconds=1.5))
    response = buyer.pay(one(case.url, case.quote))
    body = response.json()
    output = body if response.status_code == 200 else body["report"]
    assert response.status_code == (422 if case.status == "unknown" else 200)
    assert (output["results"][0]["status"], output["results"][0]["reason"]) == (case.status, case.reason)
    assert output["sources"][0]["reason"] == case.source_reason
