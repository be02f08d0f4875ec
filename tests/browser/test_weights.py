"""What a first visit costs, as counted on the wire: every response with its headers, nothing from a cache."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
FORM, RESULT = 60_000, 90_000
"""The most bytes of a whole first visit."""


def weighed(page: Page, address: str) -> dict[str, int]:
    """Bytes on the wire by address, once nothing more is loaded."""
    session, names, sizes = page.context.new_cdp_session(page), {}, {}
    session.on("Network.responseReceived", lambda told: names.update({told["requestId"]: told["response"]["url"]}))
    session.on(
        "Network.loadingFinished", lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]})
    )
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(address, wait_until="networkidle")
    return {names[number]: int(size) for number, size in sizes.items()}


@pytest.mark.parametrize("address", ["/", "/?way=text", "/?way=document"])
def test_the_forms_first_visit(page: Page, address):
    sizes = weighed(page, address)
    assert len(sizes) >= 5 and sum(sizes.values()) <= FORM, sizes


@pytest.mark.parametrize("name", ["result", "one_result", "text_result", "report", "no_result"])
def test_the_first_visit_of_a_result(page: Page, addresses, name):
    sizes = weighed(page, getattr(addresses, name))
    assert len(sizes) >= 5 and sum(sizes.values()) <= RESULT, sizes
