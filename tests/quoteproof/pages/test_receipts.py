from __future__ import annotations

import pytest

from payments.models import Charge
from receipts.models import Receipt
from tests.mirror.behaviours import ONCE
from tests.quoteproof.pages.conftest import Visitor

pytestmark = pytest.mark.django_db


def test_a_receipt_is_told_in_words_with_its_token_and_the_keys(visitor: Visitor, published: Charge):
    receipt = Receipt.objects.get()
    shown = visitor.text(f"/receipts/{receipt.jti}")
    for part in (receipt.compact, receipt.result_sha256, "Found more than once", "0.01 test USDC"):
        assert part in shown
    assert 'href="/.well-known/jwks.json"' in shown and f"/v1/receipts/{receipt.jti}" in shown


def test_it_never_names_its_check_nor_what_was_quoted(visitor: Visitor, published: Charge):
    shown = visitor.text(f"/receipts/{Receipt.objects.get().jti}")
    assert published.reference not in shown and ONCE not in shown


def test_it_says_what_it_does_not_attest(visitor: Visitor, published: Charge):
    shown = visitor.text(f"/receipts/{Receipt.objects.get().jti}")
    assert "What it does not attest" in shown and "sandbox receipt" in shown


@pytest.mark.parametrize("jti", ["rcp_" + "a" * 26, "x", "rcp_%00"])
def test_an_unknown_receipt_is_the_one_404_page(visitor: Visitor, jti):
    response = visitor.get(f"/receipts/{jti}")
    assert (response.status_code, response.content) == (404, visitor.get("/nowhere").content)
