"""`/checks/{id}` of the contracts about one quote: on a text that was supplied, and on a page."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from payments.models import Charge
from quoteproof.contracts import QUOTE, TEXT_QUOTE, Paid
from receipts.models import Receipt
from tests.mirror.behaviours import ONCE
from tests.quoteproof.conftest import Buyer
from tests.quoteproof.pages.conftest import HTML_PAGE, NOWHERE, Visitor

pytestmark = pytest.mark.django_db
TEXT = "Refunds are paid within 14 days of purchase, to the card that was used."
ON_TEXT = {"text": TEXT, "quote": "paid within 15 days of purchase"}


def paid(contract: Paid, body: dict[str, Any]) -> Charge:
    Buyer(route=contract.path).pay(body)
    return Charge.objects.get()


def test_a_released_check_has_a_page(visitor: Visitor):
    charge = paid(TEXT_QUOTE, ON_TEXT)
    response = visitor.get(f"/checks/{charge.reference}")
    assert response.status_code == 200 and "/receipts/rcp_" in response.content.decode()


def test_an_undecided_check_of_a_page_has_a_page(visitor: Visitor, mirror):
    charge = paid(QUOTE, {"url": HTML_PAGE, "quote": NOWHERE})
    assert "nothing was charged" in visitor.text(f"/checks/{charge.reference}")


@pytest.mark.parametrize(("contract", "body"), [(TEXT_QUOTE, ON_TEXT), (QUOTE, {"url": HTML_PAGE, "quote": ONCE})])
def test_the_result_file_is_the_sealed_bytes_that_the_receipt_names(visitor: Visitor, mirror, contract, body):
    charge = paid(contract, body)
    response = visitor.get(f"/checks/{charge.reference}/result.json")
    assert hashlib.sha256(response.content).hexdigest() == charge.sealed_sha256


def test_its_receipt_has_a_page_that_names_neither_check_nor_words(visitor: Visitor):
    charge = paid(TEXT_QUOTE, ON_TEXT)
    shown = visitor.text(f"/receipts/{Receipt.objects.get().jti}")
    assert "in the supplied text" in shown and "Close match" in shown and "71 characters" in shown
    assert charge.reference not in shown and "Refunds" not in shown and "15 days" not in shown
