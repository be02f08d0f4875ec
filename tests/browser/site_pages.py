"""Every page of the site, one row each: what holds for all pages is tested on these.

A page is an address, the name of one of the `Addresses` that were made beforehand, or what one does to see it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.conftest import Addresses


def mistakes(page: Page, addresses: Addresses) -> None:
    steps.fill(page, [("", "nonsense"), ("x", "https://example.com/")])
    steps.send(page)
    expect(page.locator("#summary")).to_be_visible()


def mistakes_about_a_text(page: Page, addresses: Addresses) -> None:
    steps.fill_text(page, "", "", match="passages", case_sensitive=True)
    steps.send(page)
    expect(page.locator("#summary")).to_be_visible()


def quotes_found(page: Page, addresses: Addresses) -> None:
    steps.find_quotes(page, steps.ANSWER)


def dispute(page: Page, addresses: Addresses) -> None:
    page.goto(addresses.result)
    page.locator("#disputes summary").click()


def refused_form(page: Page, addresses: Addresses) -> None:
    page.goto("/")
    page.context.clear_cookies()
    steps.send(page)
    expect(page.locator("h1")).to_have_text("The form was not taken")


PAGES: Final[dict[str, str | Callable[[Page, Addresses], None]]] = {
    "form": "/",
    "form for a text": "/?way=text",
    "form for an answer": "/?way=document",
    "quotes found in an answer": quotes_found,
    "mistakes": mistakes,
    "mistakes about a text": mistakes_about_a_text,
    "form refused": refused_form,
    "result": "result",
    "result of one quote": "one_result",
    "result of a text": "text_result",
    "report of an answer": "report",
    "no result": "no_result",
    "dispute": dispute,
    "receipt": "receipt",
    "verify": "/receipts/verify",
    "guide": "/guide",
    "examples": "/examples",
    "example": "/examples/quoteproof/mixed",
    "example of a text": "/examples/text-quote/dropped-not",
    "problem": "/problems/in_progress",
    "not found": "/nowhere",
}


def visit(page: Page, name: str, addresses: Addresses) -> None:
    """Opens the page of that name."""
    way = PAGES[name]
    if isinstance(way, str):
        page.goto(getattr(addresses, way, way))
    else:
        way(page, addresses)
