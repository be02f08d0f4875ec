"""Each verdict and each reason as a visitor gets them: the word, the sentence, and what one can do.

But for the extractor that can't start: no setting of a service that runs brings that about.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from quoteproof.presentation.words import REASONS, VERDICTS
from tests.browser import steps
from tests.browser.pages import HostileMirror
from tests.mirror.cases import CASES, ROBOTS_HOST, Case

pytestmark = [pytest.mark.browser, pytest.mark.mirror, pytest.mark.long, pytest.mark.xdist_group("browser")]
BROKEN = "html_runtime_unavailable"
FIRST = {
    case.reason: case for case in sorted(CASES, key=lambda case: not case.robots) if case.need != "documentation"
}
KINDS = [
    next(case for case in CASES if case.status == "whitespace_normalized_match" and case.need is None),
    *(case for case in FIRST.values() if case.reason != BROKEN),
]
CHECKS = [KINDS[at : at + 5] for at in range(0, len(KINDS), 5)]


def test_these_are_all_there_are():
    assert {case.reason for case in KINDS} | {BROKEN} == set(FIRST) <= set(REASONS)
    assert {case.status for case in KINDS} == set(VERDICTS)


@pytest.mark.parametrize("cases", CHECKS, ids=lambda cases: "+".join(case.reason for case in cases))
def test_a_verdict_is_told_with_its_reason_and_what_to_do(page: Page, pages: HostileMirror, cases: list[Case]):
    for case in cases:
        if case.robots:
            pages.robots_overrides[ROBOTS_HOST] = case.robots
    steps.check(page, [(case.quote, case.url) for case in cases])
    for number, case in enumerate(cases, 1):
        told(page, number, case)


def told(page: Page, number: int, case: Case) -> None:
    finding, reason = page.locator(f"#quote-{number}"), REASONS[case.reason]
    expect(finding.locator(".verdict")).to_have_text(VERDICTS[case.status].word)
    expect(finding).to_contain_text(reason.why)
    if reason.remedy:
        expect(finding.locator(".remedy")).to_contain_text(reason.remedy)
