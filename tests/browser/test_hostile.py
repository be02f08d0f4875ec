"""What is typed and what pages hold is data: no dialog, no policy violation (the visitor fixture sees to it)."""

from __future__ import annotations

import html
import re
from itertools import cycle
from urllib.parse import quote as percent

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.pages import (
    HEADED,
    HTML_PAGE,
    IN_HEADERS,
    PAYLOADS,
    TEXT_PAGE,
    TITLED,
    HostileMirror,
    headed,
    line,
    robots,
)

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.xdist_group("browser")]
TENS = [PAYLOADS[n : n + 10] for n in range(0, len(PAYLOADS), 10)]


ELEMENTS = "main img, main iframe, main script, main style, main object, main embed, main [onerror]"


def test_there_are_enough_attacks():
    assert len(set(PAYLOADS)) >= 40 and len(IN_HEADERS) == 40


@pytest.mark.parametrize("first", range(0, 40, 5))
def test_titles_headers_addresses_and_rules_of_robots_are_shown_as_text(page: Page, pages: HostileMirror, first):
    pages.robots_overrides[HEADED] = robots()
    steps.check(page, [(TITLED, headed(n)) for n in range(first, first + 5)])
    shown = page.locator("article.source").all_text_contents()
    for payload, text in zip(IN_HEADERS[first : first + 5], shown, strict=True):
        assert f"note={payload}" in text or len(payload) > 50  # of more than 80 characters no type is shown
    assert "Allow: /qp-hostile/" in "".join(shown)
    assert page.locator(ELEMENTS).count() == 0


@pytest.mark.parametrize("written", ["html", "text"])
def test_an_answer_full_of_attacks_is_listed_as_text(page: Page, written):
    mark, link = ("“{}”", "({})") if written != "html" else ("<q>{}</q>", '<a href="{}">source</a>')
    said = [html.escape(line(each)) if written == "html" else line(each) for each in PAYLOADS]
    answer = "\n\n".join(f"{mark.format(each)} {link.format(TEXT_PAGE)}" for each in said)
    page.goto("/?way=document")
    page.get_by_text("How it is written").click()
    page.locator(f"[name=format][value={written}]").check()
    page.locator("#document").fill(answer)
    page.locator(".pay").get_by_role("button", name="Find the quotes").click()
    expect(page.locator("#pairs")).to_contain_text("that can be checked")
    for shown in page.locator("#pairs q").all():
        shown.hover()
    assert "alert(1)" in "".join(page.locator("#pairs q").all_text_contents())
    assert page.locator(ELEMENTS).count() == 0
    page.locator(".pay button[name=part]").first.click()
    page.wait_for_url(steps.CHECK)
    expect(page.locator("#payment-title")).to_be_visible(timeout=60_000)
    assert page.locator(ELEMENTS).count() == 0


@pytest.mark.parametrize("payloads", TENS)
def test_a_quote_and_its_page_are_shown_as_text(page: Page, payloads):
    rows = zip(map(line, payloads), cycle([TEXT_PAGE, HTML_PAGE]), strict=False)
    steps.check(page, list(rows))
    assert page.locator(".asked").all_text_contents() == [line(payload) for payload in payloads]
    assert all(word.startswith("Found") for word in steps.verdicts(page))
    for shown in page.locator(".passage").all():
        shown.hover()
    assert page.locator(ELEMENTS).count() == 0
    assert page.locator('main form:not([action$="#disputes"])').count() == 0


@pytest.mark.parametrize("match", ["fuzzy", "passages"])
def test_a_text_that_is_supplied_is_shown_as_text(page: Page, match):
    quoted, text = "\n\n".join(map(line, PAYLOADS[8:12])), "\n\n".join(map(line, PAYLOADS))
    steps.check_text(page, quoted.replace("Attack", "<b onclick=alert(1)>", 1), text, match)
    for shown in page.locator(".passage, .excerpt").all():
        shown.hover()
    assert "alert(1)" in "".join(page.locator(".passage").all_text_contents())
    assert page.locator(ELEMENTS).count() == 0
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
