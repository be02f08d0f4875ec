"""Wallets of the browser (EIP-6963, EIP-1193). The sandbox speaks Base Sepolia's terms, so any can pay here."""

from __future__ import annotations

import json
from typing import Any

import pytest
from eth_account import Account
from eth_account.messages import encode_typed_data
from playwright.sync_api import Page, Route, expect

from tests.browser import steps
from tests.browser.steps import FOUND

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.xdist_group("browser")]
PROVIDER = """
const provider = { request: async ({ method, params }) => {
  const { result, error } = await walletRequest(method, params ?? []);
  if (error) throw error;
  return result;
} };
"""
ANNOUNCE = """
const detail = Object.freeze({ info: { uuid: "1", name: NAME, icon: "data:,", rdns: "example" }, provider });
const announce = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
addEventListener("eip6963:requestProvider", announce);
"""
OLDER = "window.ethereum = provider;"
LIST = '<fieldset id="wallets" class="wallets" hidden><legend>Wallet</legend></fieldset>'


class Wallet:
    """A wallet of one key, as an extension puts it into the page; `refuses` maps a method to an error."""

    def __init__(self, page: Page, name: str = "Test wallet", *, announced: bool = True, **refuses: int) -> None:
        self.account, self.calls, self.refuses = Account.create(), [], refuses
        page.expose_function("walletRequest", self.request)
        page.add_init_script(PROVIDER + (ANNOUNCE.replace("NAME", json.dumps(name)) if announced else OLDER))
        page.route("**/", self._form)

    def _form(self, route: Route) -> None:
        """The form as a real network shows it."""
        response = route.fetch()
        text = response.text().replace('data-sign="/wallet/sign"', 'data-sign=""')
        route.fulfill(response=response, body=text.replace('<p id="pay-status"', LIST + '<p id="pay-status"'))

    def request(self, method: str, params: list[Any]) -> dict[str, Any]:
        self.calls.append(method)
        if method in self.refuses:
            return {"error": {"code": self.refuses[method], "message": "no"}}
        if method == "eth_requestAccounts":
            return {"result": [self.account.address.lower()]}
        if method == "eth_signTypedData_v4":
            message = encode_typed_data(full_message=json.loads(params[1]))
            return {"result": "0x" + self.account.sign_message(message).signature.hex().removeprefix("0x")}
        return {"result": None}


def test_a_wallet_is_found_signs_once_and_pays(page: Page):
    wallet = Wallet(page)
    steps.fill(page, [FOUND])
    expect(page.get_by_label("Test wallet")).to_be_checked()
    steps.send(page)
    page.wait_for_url(steps.CHECK)
    expect(page.locator("#payment-title")).to_be_visible(timeout=60_000)
    assert wallet.calls == ["eth_requestAccounts", "wallet_switchEthereumChain", "eth_signTypedData_v4"]
    assert wallet.account.address.lower() in page.locator("section", has_text="Payment").last.inner_text()


def test_a_wallet_of_the_older_kind_pays_too(page: Page):
    wallet = Wallet(page, announced=False)
    steps.fill(page, [FOUND])
    steps.send(page)
    page.wait_for_url(steps.CHECK)
    assert wallet.calls.count("eth_signTypedData_v4") == 1


def test_a_wallet_that_knows_no_switching_just_signs(page: Page):
    Wallet(page, wallet_switchEthereumChain=-32601)
    steps.fill(page, [FOUND])
    steps.send(page)
    page.wait_for_url(steps.CHECK)


@pytest.mark.parametrize("method", ["eth_requestAccounts", "wallet_switchEthereumChain", "eth_signTypedData_v4"])
def test_a_declined_request_pays_nothing_and_can_be_tried_again(page: Page, method):
    wallet = Wallet(page, **{method: 4001})
    steps.fill(page, [FOUND])
    steps.send(page)
    expect(page.locator("#pay-status")).to_have_text("You declined in your wallet. Nothing was paid.")
    wallet.refuses.clear()
    steps.send(page)
    page.wait_for_url(steps.CHECK)


def test_a_wallets_name_is_text(page: Page):
    Wallet(page, name="<img src=x onerror=alert(1)>")
    page.goto("/")
    expect(page.get_by_label("<img src=x onerror=alert(1)>")).to_be_visible()


def test_without_a_wallet_that_is_said(page: Page):
    Wallet(page, announced=False)
    page.add_init_script("delete window.ethereum")
    steps.fill(page, [FOUND])
    steps.send(page)
    expect(page.locator("#pay-status")).to_have_text("No wallet was found in this browser.")
