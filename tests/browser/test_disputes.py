"""A visitor disputes a verdict, staff decide, the visitor reads what came of it: one story an outcome."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe, steps
from tests.browser.tasks import create_staff, open_dispute, run
from tests.live import Service

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
REASON = "The text says that they are not refunded."
BECAUSE = "Looked at, word by word."


@pytest.fixture(scope="module")
def account(service: Service) -> str:
    """Staff who may do anything; name and password are the same."""
    name = "decider"
    create_staff(service, name)
    return name


@pytest.fixture
def staff(visitor: Any, account: str) -> Page:
    page: Page = visitor()
    page.goto("/admin/")
    page.locator("#id_username").fill(account)
    page.locator("#id_password").fill(account)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name="Disputes")).to_be_visible()
    return page


def review(staff: Page, check: str) -> None:
    staff.goto(f"/admin/receipts/dispute/?q={check}")
    staff.locator("#result_list tbody th a").first.click()
    expect(staff.get_by_text(REASON)).to_be_visible()


def decide(staff: Page, outcome: str) -> None:
    """On the page of a dispute."""
    staff.locator(f"#id_{outcome}-reason").fill(BECAUSE)
    staff.locator(f"button[value={outcome}]").click()
    expect(staff.get_by_text(f"Closed: {outcome}")).to_be_visible()


def keeps_the_rules(page: Page) -> None:
    """The admin's page, in both themes."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert (scheme, axe.violations(page, preload=False)) == (scheme, [])


def outcome(page: Page, word: str) -> None:
    page.reload()
    expect(page.locator("#disputes")).to_contain_text(word)
    expect(page.locator("#disputes")).to_contain_text(BECAUSE)


def left(service: Service, check: str, **environment: str) -> dict[str, Any]:
    """What the check has left behind; each receipt is proven by the log."""
    found: dict[str, Any] = json.loads(run(service, "-m", "tests.browser.on_record", check, **environment))
    assert all(found["proven"])
    return found


def is_refunded(found: dict[str, Any], amount: int) -> None:
    """One receipt, its status and a second leaf say so; the money went back, and the charge stays settled."""
    [jti] = found["receipts"]
    assert (found["statuses"], found["superseded_by"]) == (["refunded"], [None])
    assert found["leaves"] == [["receipt", jti], ["status", jti]]
    assert (found["paid_back"], found["charge"]) == (amount, "SETTLED")


def check_id(page: Page) -> str:
    return page.url.split("#")[0].rpartition("/")[2]


def test_the_verdict_is_upheld(page: Page, staff: Page, service: Service):
    steps.check_text(page, steps.DROPPED, steps.TEXT)
    page.get_by_text("Dispute this verdict").click()
    assert axe.violations(page) == []
    page.get_by_text("Dispute this verdict").click()
    open_dispute(page, REASON)
    review(staff, check_id(page))
    decide(staff, "verdict_upheld")
    outcome(page, "The verdict was upheld")
    assert steps.verdicts(page) == ["Close match"]
    found = left(service, check_id(page))
    [jti] = found["receipts"]
    assert (found["statuses"], found["leaves"], found["paid_back"]) == (["valid"], [["receipt", jti]], 0)


def test_the_charge_is_paid_back_without_javascript(plain: Page, staff: Page, service: Service):
    steps.check_text(plain, steps.DROPPED, steps.TEXT)
    open_dispute(plain, REASON)
    review(staff, check_id(plain))
    decide(staff, "refunded")
    outcome(plain, "The charge was paid back")
    expect(plain.locator("#disputes")).to_contain_text("were paid back to the payer in the transaction sandbox:")
    expect(plain.get_by_text("yes, and paid back")).to_be_visible()
    is_refunded(left(service, check_id(plain)), 5_000)


def test_the_result_is_corrected(page: Page, staff: Page, service: Service):
    made = run(service, "-m", "tests.browser.older_version", steps.DROPPED, steps.TEXT)
    page.goto(f"/checks/{made}")
    assert steps.verdicts(page) == ["Not found"]
    open_dispute(page, REASON, text=steps.TEXT, quote=steps.DROPPED)
    review(staff, made)
    decide(staff, "corrected")
    outcome(page, "The result was corrected")
    assert steps.verdicts(page) == ["Close match"]
    found = left(service, made)
    old, new = found["receipts"]
    assert (found["superseded_by"], found["statuses"]) == ([new, None], ["replacement", "valid"])
    assert found["leaves"] == sorted([["receipt", old], ["receipt", new], ["status", old]])
    assert found["paid_back"] == 0


def test_mistakes_are_told_and_nothing_is_lost(plain: Page):
    steps.check_text(plain, steps.DROPPED, steps.TEXT)
    plain.get_by_text("Dispute this verdict").click()
    plain.locator("#dispute-text").fill("Another text.")
    plain.get_by_role("button", name="Open a dispute").click()
    expect(plain.get_by_role("alert")).to_contain_text("Say what is wrong.")
    assert plain.locator("#dispute-text").input_value() == "Another text."
    expect(plain.locator("#dispute-reason")).to_have_attribute("aria-invalid", "true")


def test_the_review_keeps_the_rules_of_accessibility_before_and_after_the_decision(page: Page, staff: Page):
    steps.check_text(page, steps.DROPPED, steps.TEXT)
    open_dispute(page, REASON, text=steps.TEXT, quote=steps.DROPPED)
    review(staff, check_id(page))
    keeps_the_rules(staff)
    decide(staff, "verdict_upheld")
    keeps_the_rules(staff)


def test_staff_see_the_page_as_it_is_now(page: Page, staff: Page):
    steps.check(page, [steps.FOUND])
    open_dispute(page, REASON)
    review(staff, check_id(page))
    staff.get_by_role("button", name="Fetch the live pages").click()
    expect(staff.get_by_text("The same bytes as were checked.")).to_be_visible()
