"""What is typed and what pages hold is data: no dialog, no policy violation (the visitor fixture sees to it)."""

from __future__ import annotations

import re
from itertools import cycle
from urllib.parse import quote as percent

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.pages import HTML_PAGE, PAYLOADS, TEXT_PAGE, line

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.xdist_group("browser")]
TENS = [PAYLOADS[n : n + 10] for n in range(0, len(PAYLOADS), 10)]


def test_there_are_enough_attacks():
    assert len(set(PAYLOADS)) >= 40


@pytest.mark.parametrize("payloads", TENS)
def test_a_quote_and_its_page_are_shown_as_text(page: Page, payloads):
    rows = zip(map(line, payloads), cycle([TEXT_PAGE, HTML_PAGE]), strict=False)
    steps.check(page, list(rows))
    assert page.locator(".asked").all_text_contents() == [line(payload) for payload in payloads]
    assert all(word.startswith("Found") for word in steps.verdicts(page))
    for shown in page.locator(".passage").all():
        shown.hover()
    assert page.locator("main img, main iframe, main script, main style, main [onerror]").count() == 0
    assert page.locator('main form:not([action$="#disputes"])').count() == 0


@pytest.mark.parametrize("match", ["fuzzy", "passages"])
def test_a_text_that_is_supplied_is_shown_as_text(page: Page, match):
    quoted, text = "\n\n".join(map(line, PAYLOADS[8:12])), "\n\n".join(map(line, PAYLOADS))
    steps.check_text(page, quoted.replace("Attack", "<b onclick=alert(1)>", 1), text, match)
    for shown in page.locator(".passage, .excerpt").all():
        shown.hover()
    assert "alert(1)" in "".join(page.locator(".passage").all_text_contents())
    assert page.locator("main img, main iframe, main script, main style, main [onerror]").count() == 0
    assert page.locator('main form:not([action$="#disputes"])').count() == 0


@pytest.mark.parametrize("payloads", TENS)
def test_mistakes_show_what_was_typed_as_text(page: Page, payloads):
    steps.fill(page, [(payload, payload) for payload in payloads])
    steps.send(page)
    expect(page.locator("#summary")).to_be_visible()
    for n, payload in enumerate(payloads, 1):
        assert page.locator(f"#quote-{n}").input_value() == payload
        assert page.locator(f"#url-{n}").input_value() == payload.strip()
        page.locator(f"#url-{n}").focus()


def test_addresses_of_pages_are_no_way_in(page: Page):
    for payload in PAYLOADS[::8]:
        for path in ("/", "/checks/", "/receipts/", "/problems/", "/?x="):
            page.goto(path + percent(payload, safe=""))
            assert page.locator("h1").count() == 1


def test_every_page_has_the_strict_policy(page: Page):
    for path in ("/", "/nowhere", "/problems/not_found", "/checks/x"):
        response = page.goto(path)
        assert response is not None
        policy = response.headers["content-security-policy"]
        assert re.search(r"script-src 'self'(;|$)", policy) and "default-src 'none'" in policy
        assert "unsafe" not in policy
        markup = response.text()
        assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", markup)
