"""A text lives in its request alone: its work is done there, and taken up there where a process died."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from payments import clock
from payments.core.states import State
from payments.models import Charge, SandboxTransfer
from quoteproof import flow, tasks
from tests.quoteproof.conftest import Buyer
from verification.models import Check

pytestmark = pytest.mark.django_db

ASKED = {"text": "Refunds are paid within 14 days.", "quote": "within 14 days"}


@pytest.fixture
def buyer() -> Buyer:
    return Buyer(route="/v1/verify/text-quote")


class Died(BaseException):
    """A process that is killed."""


def killed_in_its_work(buyer: Buyer, monkeypatch: pytest.MonkeyPatch, **headers: str) -> str:
    """A payment whose process dies between the claim and the work; its lease runs out."""
    header = buyer.payment(ASKED)
    with monkeypatch.context() as patched:
        patched.setitem(flow.STEPS, State.CLAIMED, _die)
        with pytest.raises(Died):
            buyer.post(ASKED, PAYMENT_SIGNATURE=header, **headers)
    Charge.objects.update(lease_until=clock.now() - timedelta(seconds=1))
    return header


def _die(*arguments: Any) -> bool:
    raise Died


def test_respond_async_does_the_work_and_leaves_the_settling(buyer: Buyer):
    response = buyer.pay(ASKED, Prefer="respond-async")
    assert (response.status_code, response["Preference-Applied"]) == (202, "respond-async")
    assert (response.json()["state"], response.json()["result"]) == ("settling", None)
    assert Charge.objects.get().state == State.SEALED and not SandboxTransfer.objects.exists()


def test_the_queue_settles_what_the_request_has_sealed(buyer: Buyer):
    header = buyer.payment(ASKED)
    accepted = buyer.post(ASKED, PAYMENT_SIGNATURE=header, Prefer="respond-async")
    tasks.advance(accepted.json()["id"])
    response = buyer.post(ASKED, PAYMENT_SIGNATURE=header)
    assert (response.status_code, response["QuoteProof-Replayed"]) == (200, "true")
    assert response.json()["result"]["match"] == "exact"


def test_while_it_is_settled_a_new_authorization_is_told_where_to_look(buyer: Buyer):
    first = buyer.pay(ASKED, Prefer="respond-async")
    again = buyer.pay(ASKED)
    assert (again.status_code, again.json()["status_url"]) == (409, first["Location"])


def test_the_queue_cannot_do_the_work_and_spends_no_attempt(buyer: Buyer, monkeypatch):
    killed_in_its_work(buyer, monkeypatch)
    for _ in range(5):
        Charge.objects.update(lease_until=None)
        assert flow.advance(Charge.objects.get()) is False
    assert (Charge.objects.get().state, Charge.objects.get().attempts) == (State.CLAIMED, 1)


def test_the_same_authorization_takes_it_up(buyer: Buyer, monkeypatch):
    header = killed_in_its_work(buyer, monkeypatch)
    response = buyer.post(ASKED, PAYMENT_SIGNATURE=header)
    assert response.status_code == 200 and SandboxTransfer.objects.count() == 1


def test_the_same_key_takes_it_up_under_the_first_authorization(buyer: Buyer, monkeypatch):
    killed_in_its_work(buyer, monkeypatch, Idempotency_Key="order-1")
    response = buyer.pay(ASKED, Idempotency_Key="order-1")
    assert response.status_code == 200
    assert Charge.objects.count() == SandboxTransfer.objects.count() == 1


@pytest.mark.parametrize("prefer", ["", "respond-async"])
def test_a_new_authorization_takes_it_up_and_is_not_used(buyer: Buyer, monkeypatch, prefer):
    killed_in_its_work(buyer, monkeypatch)
    first = Charge.objects.get().nonce
    response = buyer.pay(ASKED, Prefer=prefer)
    assert response.status_code == (202 if prefer else 200)
    assert [charge.nonce for charge in Charge.objects.all()] == [first]
    assert Charge.objects.get().state in (State.SEALED, State.SETTLED)


def test_another_payer_or_another_body_does_not(buyer: Buyer, monkeypatch):
    killed_in_its_work(buyer, monkeypatch)
    assert Buyer(route=buyer.route).pay(ASKED).status_code == 200
    assert buyer.pay({**ASKED, "threshold": 0.8}).status_code == 200
    assert Charge.objects.filter(state=State.CLAIMED).count() == 1


def test_what_nobody_takes_up_is_abandoned_when_the_authorization_ends(buyer: Buyer, monkeypatch):
    header, now = killed_in_its_work(buyer, monkeypatch), clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(hours=1))
    flow.advance(Charge.objects.get())
    response = buyer.post(ASKED, PAYMENT_SIGNATURE=header)
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert (response.json()["charged"], Check.objects.get().result) == (False, None)
