"""A visitor in process, and checks in every state that a page may find one in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client

from payments.core.evidence import Refutation
from payments.core.states import Disproof, State, VoidCause
from payments.models import Charge
from payments.services import void
from payments.settlement import record_not_settled
from payments.transitions import move
from quoteproof import flow
from tests.mirror.behaviours import HOST, ONCE, ROOT, TWICE
from tests.quoteproof.conftest import Buyer, one

HTML_PAGE, TEXT_PAGE = f"https://{HOST}{ROOT}page.html", f"https://{HOST}{ROOT}plain.txt"
NOWHERE = "No page of the mirror holds this sentence."


@dataclass
class Visitor:
    """Sends forms as a browser without JavaScript does, cookies and tokens and all."""

    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def get(self, path: str) -> Any:
        return self.client.get(path)

    def text(self, path: str) -> str:
        return self.get(path).content.decode()

    def send(self, *rows: tuple[str, str], path: str = "/", **extra: Any) -> Any:
        token = self.client.get("/").context["csrf_token"]
        data = {"quote": [row[0] for row in rows], "url": [row[1] for row in rows]}
        return self.client.post(path, data | {"csrfmiddlewaretoken": str(token)} | extra)


@pytest.fixture
def visitor() -> Visitor:
    return Visitor()


@pytest.fixture
def claimed(buyer: Buyer, mirror: Any) -> Charge:
    """A check of three quotes that is paid for and not begun: found, found twice, undecided."""
    buyer.pay(one(HTML_PAGE, ONCE, TWICE, NOWHERE), Prefer="respond-async")
    return Charge.objects.get()


def advanced(charge: Charge, state: State) -> Charge:
    """Carried on, step by step, until it stands in `state`; SETTLING is where a call was cut off."""
    for _ in range(10):
        charge.refresh_from_db()
        if charge.state == state:
            return charge
        if (charge.state, state) == (State.SEALED, State.SETTLING):
            move(charge, state, "called")
        else:
            flow.advance(charge)
    raise AssertionError(charge.state)


@pytest.fixture
def published(claimed: Charge) -> Charge:
    return advanced(claimed, State.SETTLED)


@pytest.fixture
def undecided(buyer: Buyer, mirror: Any) -> Charge:
    buyer.pay(one(HTML_PAGE, NOWHERE))
    return Charge.objects.get()


def voided(charge: Charge, cause: VoidCause) -> Charge:
    void(charge, cause)
    return charge


def disproven(charge: Charge, proof: Disproof) -> Charge:
    record_not_settled(charge, Refutation(proof, 1, "0x" + "0" * 64, charge.valid_before))
    return charge
