"""The whole job without JavaScript: the form pays from the session's wallet, pages renew themselves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.steps import ABSENT, FOUND, UNKNOWN

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_from_the_form_to_the_result(plain: Page):
    steps.check(plain, [FOUND, ABSENT, UNKNOWN])
    assert steps.verdicts(plain) == ["Found", "Not there", "Undecided"]
    expect(plain.locator("#quote-1 mark")).to_have_text(FOUND[0])


def test_a_quote_of_several_lines_is_sent_as_it_was_typed(plain: Page):
    lines = "for attempt in range(5):\n    time.sleep(2 ** attempt)"
    steps.check(plain, [(lines, FOUND[1])])
    assert steps.verdicts(plain) == ["Exact"]


def test_a_quote_and_the_text_i_hold(plain: Page):
    steps.check_text(plain, steps.DROPPED, steps.TEXT)
    assert steps.verdicts(plain) == ["Close match"]
    expect(plain.locator(".passage ins")).to_contain_text("not")


def test_an_answer_with_its_citations(plain: Page):
    steps.find_quotes(plain, steps.ANSWER)
    plain.get_by_label("Back off first").uncheck()
    steps.send(plain)
    plain.wait_for_url(steps.CHECK)
    expect(plain.locator("#payment-title")).to_be_visible(timeout=60_000)
    assert plain.locator("table .verdict").all_inner_texts() == ["Exact", "Close match"]


def test_mistakes_about_a_text_lose_nothing(plain: Page):
    steps.fill_text(plain, "\u200b", " kept\n\ntext ", match="passages", case_sensitive=True)
    steps.send(plain)
    expect(plain.locator("#quote-mistake")).to_be_visible()
    expect(plain.locator("#case-mistake")).to_be_visible()
    assert plain.locator("#text").input_value() == " kept\n\ntext "
    expect(plain.get_by_label("Passages that share")).to_be_checked()


def test_another_row_is_added_and_nothing_is_lost(plain: Page):
    steps.fill(plain, [("\n kept\n", "https://nodejs.org/api/"), ("second", "x")])
    assert plain.locator("#quote-1").input_value() == "\n kept\n"
    assert plain.locator("#url-1").input_value() == "https://nodejs.org/api/"


def test_enter_in_a_field_sends_the_form(plain: Page):
    steps.fill(plain, [("", "")])
    plain.locator("#url-1").press("Enter")
    expect(plain.locator("#summary")).to_contain_text("Please correct 2 entries")


def test_what_only_a_script_can_do_is_not_offered(plain: Page, addresses):
    plain.goto(addresses.result)
    assert plain.get_by_role("button").count() == 0


def test_going_back_finds_what_was_typed(plain: Page):
    steps.check(plain, [FOUND])
    while "/checks/" in plain.url:
        plain.go_back()
    assert plain.locator("#quote-1").input_value() == FOUND[0]
    assert plain.locator("#url-1").input_value() == FOUND[1]
