"""The page of a check under way: steps as they happen, and an end by itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser import steps
from tests.browser.pages import HostileMirror
from tests.browser.steps import FOUND
from tests.mirror.behaviours import HOST, ROOT

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture
def slow(pages: HostileMirror) -> Iterator[None]:
    """The page takes four seconds to arrive."""
    pages.delays[(HOST, f"{ROOT}page.html")] = 4.0
    yield
    pages.reset()


def test_the_page_ends_by_itself_and_asks_no_more(page: Page, slow):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/progress" in request.url else None)
    steps.fill(page, [FOUND])
    steps.send(page)
    expect(page.locator("[data-poll] h1")).to_have_text("The check is under way")
    expect(page.locator("[aria-current=step]")).to_have_count(1)
    assert FOUND[0] not in page.locator("body").inner_text()
    expect(page.locator("#payment-title")).to_be_visible(timeout=60_000)
    count = len(asked)
    page.wait_for_timeout(2_500)
    assert count >= 2 and len(asked) == count


def test_the_status_region_stays_and_only_its_content_is_renewed(page: Page, slow):
    steps.fill(page, [FOUND])
    steps.send(page)
    region = page.locator("[role=status][data-poll]").element_handle()
    page.wait_for_timeout(2_500)
    assert region.evaluate("node => node.isConnected")


@pytest.mark.long
def test_it_goes_on_after_a_lost_connection(page: Page, slow):
    steps.fill(page, [FOUND])
    steps.send(page)
    page.wait_for_url(steps.CHECK)
    page.context.set_offline(True)
    page.wait_for_timeout(2_000)
    page.context.set_offline(False)
    expect(page.locator("#payment-title")).to_be_visible(timeout=60_000)


def test_without_script_the_page_renews_itself(plain: Page, slow):
    steps.fill(plain, [FOUND])
    steps.send(plain)
    expect(plain.locator("h1")).to_have_text("The check is under way")
    expect(plain.locator("#payment-title")).to_be_visible(timeout=60_000)
