"""Staff find a check by what they have of it and read its story: by mouse, by keyboard, on a small screen."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe, steps
from tests.browser.conftest import Addresses
from tests.browser.tasks import create_staff
from tests.browser.test_accessibility import SMALL, in_order, tab_to
from tests.live import Service

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
NAME = "reader"


@pytest.fixture(scope="module")
def reader(service: Service) -> str:
    """Staff who may do anything; name and password are the same."""
    create_staff(service, NAME)
    return NAME


@pytest.fixture
def staff(page: Page, reader: str, addresses: Addresses) -> Page:
    """On the dashboard, by way of the login that strangers are sent to."""
    page.goto("/dashboard/")
    page.locator("#id_username").fill(reader)
    page.locator("#id_password").fill(reader)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()
    return page


def id_of(address: str) -> str:
    return address.partition("#")[0].rpartition("/")[2]


def find(page: Page, text: str) -> None:
    page.goto("/dashboard/")
    page.locator("#find").fill(text)
    page.get_by_role("button", name="Find").click()


def test_by_id_and_by_what_stands_in_the_story(staff: Page, addresses: Addresses):
    check = id_of(addresses.result)
    find(staff, check)
    for name in ("Result, SHA-256", "Transaction", "Nonce"):
        known = staff.locator(f"dt:text-is('{name}') + dd").first.inner_text()
        find(staff, known)
        expect(staff.get_by_role("heading", level=1)).to_contain_text(check)


def test_by_host_then_from_the_list(staff: Page, addresses: Addresses):
    find(staff, "developers.cloudflare.com")
    check = id_of(addresses.result)
    staff.get_by_role("link", name=check).click()
    expect(staff.locator("#timeline-title")).to_be_visible()
    expect(staff.get_by_role("table").first).to_contain_text("Payment proven; result published")


def test_the_pages_are_read_again(staff: Page, addresses: Addresses):
    staff.goto(f"/dashboard/checks/{id_of(addresses.result)}")
    staff.get_by_role("button", name="Read the pages again").click()
    expect(staff.get_by_role("heading", name="Page 1: the same bytes")).to_be_visible()


def test_the_list_as_a_file(staff: Page, addresses: Addresses):
    staff.goto("/dashboard/checks")
    with staff.expect_download() as download:
        staff.get_by_role("button", name="Export as CSV").click()
    content = Path(download.value.path()).read_text(encoding="utf-8-sig")
    assert id_of(addresses.result) in {row["check"] for row in csv.DictReader(io.StringIO(content))}


def test_a_mistake_is_told_beside_its_field(staff: Page):
    staff.goto("/dashboard/checks?q=ab&first=2026-12-02&last=2026-12-01")
    expect(staff.locator("#id_q_error")).to_contain_text("at least 3 characters")
    expect(staff.locator("#id_last_error")).to_contain_text("before the first")
    assert staff.locator("#id_q").input_value() == "ab"


def pages(addresses: Addresses) -> list[str]:
    checks = [f"/dashboard/checks/{id_of(each)}" for each in (addresses.result, addresses.no_result)]
    return ["/dashboard/", "/dashboard/checks", "/dashboard/checks?q=ab", *checks]


def test_every_page_in_light_dark_and_at_320_pixels(staff: Page, addresses: Addresses):
    for path in pages(addresses):
        staff.set_viewport_size({"width": 1280, "height": 800})
        staff.goto(path)
        for scheme in ("light", "dark"):
            staff.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert (path, scheme, axe.violations(staff)) == (path, scheme, [])
        in_order(staff)
        staff.set_viewport_size({"width": 320, "height": 640})
        assert (path, staff.evaluate("document.documentElement.scrollWidth")) == (path, 320)
        assert (path, staff.evaluate(SMALL)) == (path, [])


def test_a_check_is_found_by_keyboard(staff: Page, addresses: Addresses):
    staff.goto("/dashboard/")
    tab_to(staff, "find")
    staff.keyboard.type(id_of(addresses.text_result))
    staff.keyboard.press("Enter")
    expect(staff.get_by_role("heading", level=1)).to_contain_text(id_of(addresses.text_result))
    tab_to(staff, "The charge in the admin")


def test_without_javascript_it_is_the_same(plain: Page, reader: str, addresses: Addresses):
    plain.goto("/dashboard/checks")
    plain.locator("#id_username").fill(reader)
    plain.locator("#id_password").fill(reader)
    plain.get_by_role("button", name="Log in").click()
    plain.locator("#id_q").fill("plain.txt")
    plain.get_by_role("button", name="Find").click()
    expect(plain.get_by_role("link", name=id_of(addresses.result))).to_be_visible()


def test_a_reader_without_rights_is_no_reader(visitor: Any, reader: str):
    stranger: Page = visitor()
    stranger.goto("/dashboard/")
    assert "/admin/login/" in stranger.url
    assert steps.CHECK.search(stranger.url) is None
