"""Staff, and checks that the service made itself."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from payments.core.states import State
from payments.models import Charge
from tests.quoteproof.conftest import Buyer, one
from tests.quoteproof.disputed import PAGE, PLAIN, quotes_check, text_check
from tests.quoteproof.pages.conftest import HTML_PAGE, NOWHERE, advanced
from verification.models import Check


@pytest.fixture
def text(db: Any) -> Check:
    """Published; its text was supplied."""
    return text_check()


@pytest.fixture
def page(mirror: Any) -> Check:
    """Published; one page of plain text."""
    return quotes_check(PLAIN, NOWHERE)


@pytest.fixture
def undecided(buyer: Buyer, mirror: Any) -> Check:
    """Closed without a charge, with a report."""
    buyer.pay(one(HTML_PAGE, NOWHERE))
    return Check.objects.get(report__isnull=False)


@pytest.fixture
def begun(buyer: Buyer, mirror: Any) -> Check:
    """Paid for and not begun."""
    buyer.pay(one(PAGE, NOWHERE), Prefer="respond-async")
    return Check.objects.get(decided_at=None)


@pytest.fixture
def sealed(buyer: Buyer, mirror: Any) -> Check:
    """Its result is stored and not released."""
    buyer.pay(one(PLAIN, NOWHERE), Prefer="respond-async")
    advanced(Charge.objects.get(), State.SEALED)
    return Check.objects.get()


def charge_of(check: Check) -> Charge:
    return Charge.objects.get(reference=check.pk)


def shown(client: Client, path: str, **asked: str) -> str:
    """The page, its entities read as a browser reads them."""
    answer = client.get(path, asked)
    assert answer.status_code == 200, (answer.status_code, answer.content[:400])
    return html.unescape(answer.content.decode())


@pytest.fixture
def find(staff: Client) -> Callable[[str], list[str]]:
    """Ids of the checks that a search leads to, the newest first."""

    def found(text: str, **more: str) -> list[str]:
        answer = staff.get("/dashboard/checks", {"q": text, **more})
        if answer.status_code == 302:
            return [answer["Location"].rpartition("/")[2]]
        assert answer.status_code == 200, answer.content
        return [row.charge.reference for row in answer.context["found"].rows]

    return found
