"""WCAG 2.2 AA as far as a program can tell: axe, reflow at 320 px, target sizes, and a whole check by keyboard."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.conftest import Addresses
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


def visit(page: Page, name: str, addresses: Addresses) -> None:
    if name != "mistakes":
        page.goto(getattr(addresses, name, name))
        return
    steps.fill(page, [("", "nonsense"), ("x", "https://example.com/")])
    steps.send(page)
    expect(page.locator("#summary")).to_be_visible()


PAGES = [
    "/",
    "/?way=text",
    "mistakes",
    "result",
    "text_result",
    "no_result",
    "receipt",
    "/nowhere",
    "/problems/in_progress",
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(visitor, addresses, axe: str, name, scheme):
    page: Page = visitor(color_scheme=scheme)
    visit(page, name, addresses)
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    assert [(each["id"], each["impact"], [node["html"] for node in each["nodes"]]) for each in found] == []


@pytest.mark.parametrize("name", PAGES)
def test_at_320_pixels_nothing_runs_over_and_targets_are_large_enough(visitor, addresses, name):
    page: Page = visitor(viewport={"width": 320, "height": 640})
    visit(page, name, addresses)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("name", PAGES)
def test_headings_are_in_order_and_the_language_is_named(page: Page, addresses, name):
    visit(page, name, addresses)
    levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map((node) => Number(node.tagName[1]))")
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert page.locator("html").get_attribute("lang") == "en"


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


def test_on_paper_buttons_go_and_the_marked_quote_stays(page: Page, addresses):
    page.goto(addresses.result)
    page.emulate_media(media="print")
    assert page.locator("nav").is_hidden() and page.locator("button:visible").count() == 0
    assert page.locator("mark").first.is_visible()
