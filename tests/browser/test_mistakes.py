"""Mistakes stand beside their fields, the summary takes the focus, and nothing typed is ever lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
ROWS = [
    ("  kept, spaces and all \n\n", "https://docs.x402.org/a?query=1"),
    ("", "https://docs.x402.org/b"),
    ("🚀" * 300, "http://docs.x402.org/c"),
]


@pytest.fixture(params=[True, False], ids=["with script", "without"])
def wrong(visitor, request) -> Page:
    page: Page = visitor(java_script_enabled=request.param)
    steps.fill(page, ROWS)
    steps.send(page)
    expect(page.locator("#summary")).to_be_visible()
    return page


def test_nothing_typed_is_lost(wrong: Page):
    for n, (quote, url) in enumerate(ROWS, 1):
        assert wrong.locator(f"#quote-{n}").input_value() == quote
        assert wrong.locator(f"#url-{n}").input_value() == url


def test_each_mistake_is_told_beside_its_field(wrong: Page):
    for field in ("url-1", "quote-2", "quote-3", "url-3"):
        assert wrong.locator(f"#{field}-mistake").inner_text()
        assert f"{field}-mistake" in (wrong.locator(f"#{field}").get_attribute("aria-describedby") or "")
    assert wrong.locator(".mistake").count() == 4


def test_the_summary_takes_the_focus_and_leads_to_each_field(page: Page):
    steps.fill(page, ROWS)
    steps.send(page)
    expect(page.locator("#summary")).to_be_focused()
    page.locator("#summary a").nth(1).click()
    expect(page.locator("#quote-2")).to_be_focused()


def test_corrected_the_form_goes_through(page: Page):
    steps.fill(page, [(steps.FOUND[0], "nonsense")])
    steps.send(page)
    expect(page.locator("#url-1-mistake")).to_be_visible()
    page.locator("#url-1").fill(steps.FOUND[1])
    steps.send(page)
    page.wait_for_url(steps.CHECK)


def test_the_session_that_ran_out_is_told_and_what_was_typed_is_still_there(page: Page):
    steps.fill(page, [steps.FOUND])
    page.context.clear_cookies()
    steps.send(page)
    expect(page.locator("h1")).to_have_text("The form was not taken")
    page.go_back()
    assert page.locator("#quote-1").input_value() == steps.FOUND[0]
