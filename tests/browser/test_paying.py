"""The paying script keeps to the buyer's rules: one request is signed once, whatever happens on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import steps
from tests.browser.steps import FOUND

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
UNRESOLVED = {
    "title": "Not proven yet",
    "detail": "…",
    "do_not_sign_new": True,
    "retry_with": "same_authorization",
}


class Door:
    """Watches what is sent to the paid route, and answers the signed requests that `answers` are given for."""

    def __init__(self, page: Page, *answers: Callable[[Route], None]) -> None:
        self.payments: list[str] = []
        self.signings = 0
        self.answers = list(answers)
        page.route("**/v1/verify/quote*", self._answer)
        page.on("request", self._count)

    def _count(self, request: Any) -> None:
        self.signings += request.url.endswith("/wallet/sign")

    def _answer(self, route: Route) -> None:
        payment = route.request.headers.get("payment-signature")
        if payment is None:
            return route.continue_()
        self.payments.append(payment)
        return self.answers.pop(0)(route) if self.answers else route.continue_()


def lost(route: Route) -> None:
    """The service takes the payment, and its answer never arrives."""
    route.fetch()
    route.abort()


def unreachable(route: Route) -> None:
    route.abort()


def told(status: int, problem: dict[str, Any], **headers: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=status, json=problem, headers=headers)


@pytest.mark.parametrize(
    "answer",
    [
        lost,
        unreachable,
        told(503, UNRESOLVED | {"code": "settlement_unresolved", "charged": None}, **{"Retry-After": "1"}),
        told(429, {"title": "Too many requests", "detail": "…", "code": "rate_limited"}, **{"Retry-After": "1"}),
        lambda route: route.fulfill(status=502, body="<h1>Bad gateway</h1>"),
    ],
    ids=["lost", "unreachable", "unresolved", "limited", "gateway"],
)
def test_without_a_final_answer_the_same_payment_is_sent_again(page: Page, answer):
    door = Door(page, answer)
    steps.check(page, [FOUND])
    assert len(door.payments) == 2 and len(set(door.payments)) == 1
    assert door.signings == 1
    assert steps.verdicts(page) == ["Exact"]


def test_when_no_answer_comes_at_all_the_next_press_sends_the_same_payment(page: Page):
    page.clock.install()
    door = Door(page, *[unreachable] * 7)
    steps.fill(page, [FOUND])
    steps.send(page)
    for _ in range(7):
        page.wait_for_timeout(150)
        page.clock.run_for(21_000)
    expect(page.locator("#pay-status")).to_contain_text("no second one is made")
    steps.send(page)
    page.wait_for_url(steps.CHECK)
    assert len(door.payments) == 8 and len(set(door.payments)) == 1 and door.signings == 1


def test_a_refused_payment_is_told_and_the_next_press_signs_anew(page: Page):
    refusal = {
        "title": "Payment required",
        "detail": "The payer's balance is less than the amount.",
        "reason": "insufficient_funds",
    }
    door = Door(page, told(402, refusal))
    steps.fill(page, [FOUND])
    steps.send(page)
    expect(page.locator("#pay-status")).to_have_text("The wallet does not hold enough USDC. Nothing was paid.")
    steps.send(page)
    page.wait_for_url(steps.CHECK)
    assert len(set(door.payments)) == 2 and door.signings == 2


def test_an_earlier_open_payment_leads_to_its_check(page: Page, service):
    earlier = f"{service.url}/v1/checks/chk_{'a' * 26}"
    Door(page, told(409, {"title": "…", "detail": "…", "code": "payment_unresolved", "status_url": earlier}))
    steps.fill(page, [FOUND])
    steps.send(page)
    page.wait_for_url(f"**/checks/chk_{'a' * 26}")


def test_a_double_press_sends_one_payment(page: Page):
    door = Door(page)
    steps.fill(page, [FOUND])
    page.locator("[data-submit]").dblclick()
    page.wait_for_url(steps.CHECK)
    assert len(set(door.payments)) == 1 and door.signings == 1


def test_a_service_that_cannot_be_reached_is_told(page: Page):
    steps.fill(page, [FOUND])
    page.context.set_offline(True)
    steps.send(page)
    expect(page.locator("#pay-status")).to_contain_text("The connection failed")
    page.context.set_offline(False)
    steps.send(page)
    page.wait_for_url(steps.CHECK)
