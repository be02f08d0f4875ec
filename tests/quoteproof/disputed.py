"""Published checks with something to dispute, some of them made by a version of the service that was mistaken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from payments.models import Charge
from quoteproof import disputes, work
from receipts.disputes import Complaint, Decision
from receipts.models import Dispute
from tests.mirror.behaviours import HOST, ONCE, ROOT
from tests.quoteproof.conftest import Buyer, one
from verification.core.contracts.text_quote.request import TextRequest
from verification.core.page.pagetext import PageText
from verification.models import Check

TEXT_ROUTE, PAGE_ROUTE = "/v1/verify/text-quote", "/v1/verify/quote"
TEXT = "Refunds are paid within 14 days of purchase, to the card that was used."
QUOTE = "paid within 15 days of purchase"
ASKED = {"text": TEXT, "quote": QUOTE}
PAGE = f"https://{HOST}{ROOT}page.html"
PLAIN = f"https://{HOST}{ROOT}plain.txt"
ADDRESS = "192.0.2.7"
LATER = datetime(2026, 12, 2, tzinfo=UTC)


@contextmanager
def blind(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A version that sees no near match."""
    seeing = work.one_quote.of_text

    def of_text(request: TextRequest) -> dict[str, Any]:
        return seeing(replace(request, question=replace(request.question, match="exact")))

    with monkeypatch.context() as patch:
        patch.setattr(work.one_quote, "of_text", of_text)
        patch.setattr(work, "check_text", lambda output, request: None)
        yield


@contextmanager
def careless(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A version whose extraction loses the sentence ONCE."""
    reading = work.read_sources

    def read_sources(addresses: Any, **more: Any) -> Any:
        return [replace(each, page=_without(each.page)) for each in reading(addresses, **more)]

    with monkeypatch.context() as patch:
        patch.setattr(work, "read_sources", read_sources)
        yield


def _without(page: PageText | None) -> PageText | None:
    return page and PageText(page.text.replace(ONCE, ""))


def text_check(asked: dict[str, Any] = ASKED) -> Check:
    """A published check of a quote against a supplied text."""
    return published(Buyer(route=TEXT_ROUTE), asked)


def quotes_check(url: str, *quotes: str) -> Check:
    return published(Buyer(), one(url, *quotes))


def page_check(url: str, quote: str) -> Check:
    return published(Buyer(route=PAGE_ROUTE), {"url": url, "quote": quote})


def published(buyer: Buyer, asked: dict[str, Any]) -> Check:
    answer = buyer.pay(asked)
    assert answer.status_code == 200, answer.content
    return Check.objects.get(pk=answer["QuoteProof-Check"])


def opened(check: Check, address: str = ADDRESS, **complaint: Any) -> Dispute:
    return disputes.open_dispute(check, Complaint(**({"reason": "It is not so."} | complaint)), address)


def decision(reason: str = "Looked at.", by: str = "root", now: datetime = LATER) -> Decision:
    return Decision(reason, by, now)


def state(check: Check) -> dict[str, Any]:
    """`GET /v1/checks/{id}`."""
    return Client().get(f"/v1/checks/{check.pk}").json()


def reorged(dispute: Dispute) -> Charge:
    """The charge as a reorg leaves it."""
    charge = Charge.objects.get(reference=dispute.check_id)
    charge.state, charge.evidence = "UNCERTAIN", None
    return charge
