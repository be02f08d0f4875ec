"""WCAG 2.2 AA as far as a program can tell: axe, reflow at 320 px, target sizes, and a whole check by keyboard."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe, steps
from tests.browser.site_pages import PAGES, visit
from tests.browser.steps import CHECK, FOUND

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
SMALL = """
() => [...document.querySelectorAll("a, button, input:not([type=hidden]), textarea, summary")]
  .filter((node) => node.checkVisibility() && !node.closest("p:not(.links, .actions), li:not(nav li, footer li)"))
  .filter((node) => !node.matches(".skip"))
  .map((node) => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
  .filter(([, box]) => box.height < 24 || box.width < 24)
  .map(([markup]) => markup)
"""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_in_light_dark_and_at_320_pixels(page: Page, addresses, name):
    """One visit, looked at in three ways: visits are what takes time."""
    visit(page, name, addresses)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert (scheme, axe.violations(page)) == (scheme, [])
    in_order(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(SMALL) == []


def in_order(page: Page) -> None:
    """Headings from one down, without a gap; ids that stand once; a language."""
    levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map((node) => Number(node.tagName[1]))")
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((node) => node.id)")
    assert len(ids) == len(set(ids))
    assert page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("path", ["/docs", "/admin/login/"])
def test_what_others_made_keeps_to_the_policy_too(page: Page, path):
    """The visitor's end asserts that nothing was reported."""
    response = page.goto(path)
    assert response is not None and "unsafe" not in response.headers["content-security-policy"]
    expect(page.locator("body")).to_contain_text("QuoteProof", timeout=60_000)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))


def tab_to(page: Page, wanted: str) -> None:
    """Tabs on until `wanted` has the focus, which must show."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if focused(page).startswith(wanted):
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline == "solid", "the focus must be visible"
            return
    raise AssertionError(f"{wanted} cannot be reached")


def test_a_whole_check_by_keyboard(page: Page):
    page.goto("/")
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the content"
    page.keyboard.press("Enter")
    assert focused(page) == "main"
    for field, text in (("quote-1", FOUND[0]), ("url-1", FOUND[1])):
        tab_to(page, field)
        page.keyboard.type(text)
    tab_to(page, "Add another quote")
    tab_to(page, "Check and pay")
    page.keyboard.press("Enter")
    page.wait_for_url(CHECK)
    expect(page.locator("#payment-title")).to_be_visible(timeout=60_000)
    for link in ("Open the page at the passage", "Copy the exact wording", "The signed receipt"):
        tab_to(page, link)
    page.keyboard.press("Enter")
    page.wait_for_url("**/receipts/*")


def test_enter_in_the_address_sends_the_form(page: Page):
    steps.fill(page, [FOUND])
    page.locator("#url-1").press("Enter")
    page.wait_for_url(CHECK)


def test_on_paper_nothing_can_be_pressed_and_addresses_are_written_out(page: Page, addresses):
    page.goto(addresses.result)
    page.emulate_media(media="print")
    assert page.locator("nav").is_hidden() and page.locator("button:visible, form:visible").count() == 0
    assert page.locator("mark").first.is_visible()
    link = page.get_by_role("link", name="Open the page at the quote").first
    written = link.evaluate("node => getComputedStyle(node, '::after').content")
    assert str(link.get_attribute("href")) in written
    ink = "getComputedStyle(document.querySelector('.verdict')).color"
    assert page.evaluate(ink) == "rgb(0, 0, 0)"
