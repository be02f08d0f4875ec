"""A person pays real tokens of a local chain from the browser's wallet; no page speaks of a sandbox there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import steps, test_disputes
from tests.browser.pages import HostileMirror
from tests.browser.tasks import open_dispute
from tests.browser.test_wallets import Wallet
from tests.chain.anvil import Anvil
from tests.chain.fixtures import chain_node
from tests.chain.service import Deployment, deployed

__all__ = ["chain_node"]
pytestmark = [pytest.mark.browser, pytest.mark.chain, pytest.mark.long, pytest.mark.xdist_group("browser")]


class RealWallet(Wallet):
    """On a page as the service makes it."""

    def _form(self, route: Route) -> None:
        route.fallback()


@pytest.fixture(scope="module")
def place(tmp_path_factory: Any, pages: HostileMirror, chain_node: Anvil) -> Iterator[Deployment]:
    with deployed(tmp_path_factory.mktemp("browser-chain"), pages, chain_node) as deployment:
        yield deployment


@pytest.fixture
def page(chromium: Browser, place: Deployment) -> Iterator[Page]:
    context = chromium.new_context(base_url=place.url)
    yield context.new_page()
    context.close()


def test_a_wallet_pays_on_the_chain(page: Page, place: Deployment):
    wallet = RealWallet(page)
    place.chain.mint(wallet.account.address, 1_000_000)
    steps.fill(page, [steps.FOUND])
    assert "sandbox" not in page.locator("body").inner_text().lower()
    steps.send(page)
    page.wait_for_url(steps.CHECK)
    expect(page.locator("#payment-title")).to_be_visible(timeout=60_000)
    assert "sandbox" not in page.locator("body").inner_text().lower()
    assert place.chain.balance(wallet.account.address) == 990_000
    assert wallet.account.address.lower() in page.locator("section", has_text="Payment").last.inner_text()


def test_a_wallet_without_money_is_told_so(page: Page, place: Deployment):
    wallet = RealWallet(page)
    before = place.earned()
    steps.fill(page, [steps.FOUND])
    steps.send(page)
    expect(page.locator("#pay-status")).to_contain_text("Nothing was paid.")
    assert wallet.calls.count("eth_signTypedData_v4") == 1 and place.earned() == before


def test_without_script_the_page_shows_the_command(chromium: Browser, place: Deployment):
    context = chromium.new_context(base_url=place.url, java_script_enabled=False)
    page = context.new_page()
    steps.fill(page, [steps.FOUND])
    steps.send(page)
    assert "curl" in page.locator("body").inner_text()
    context.close()


@pytest.fixture
def staff(chromium: Browser, place: Deployment) -> Iterator[Page]:
    place.manage(
        "createsuperuser", "--noinput", "--email", "", DJANGO_SUPERUSER_USERNAME="s", DJANGO_SUPERUSER_PASSWORD="s"
    )
    context = chromium.new_context(base_url=place.url)
    page = context.new_page()
    page.goto("/admin/")
    page.locator("#id_username").fill("s")
    page.locator("#id_password").fill("s")
    page.get_by_role("button", name="Log in").click()
    yield page
    context.close()


def test_a_dispute_ends_with_the_money_back_on_the_chain(page: Page, staff: Page, place: Deployment):
    wallet = RealWallet(page)
    place.chain.mint(wallet.account.address, 5_000)
    steps.check_text(page, steps.DROPPED, steps.TEXT)
    assert place.chain.balance(wallet.account.address) == 0
    open_dispute(page, test_disputes.REASON)
    sent = place.chain.transfer(place.pay_to, wallet.account.address, 5_000)
    place.chain.mine(3)
    staff.goto(f"/admin/receipts/dispute/?q={test_disputes.check_id(page)}")
    staff.locator("#result_list tbody th a").first.click()
    staff.locator("#id_refunded-reason").fill(test_disputes.BECAUSE)
    staff.locator("#id_refunded-transaction").fill(sent)
    staff.locator("button[value=refunded]").click()
    expect(staff.get_by_text("Closed: refunded")).to_be_visible()
    test_disputes.outcome(page, "The charge was paid back")
    assert place.chain.balance(wallet.account.address) == 5_000 and place.manage("books").returncode == 0
    check = test_disputes.check_id(page)
    test_disputes.is_refunded(test_disputes.left(place.service, check, **place.environment), 5_000)
