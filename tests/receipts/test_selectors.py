from __future__ import annotations

import pytest

from receipts import selectors, services
from receipts.models import Receipt
from tests.receipts.examples import CHECK, DELIVERY, NOW, facts

SECOND, THIRD = "rcp_" + "b" * 26, "rcp_" + "c" * 26
pytestmark = pytest.mark.django_db


@pytest.fixture
def receipt() -> Receipt:
    return services.issue(check_id=CHECK, facts=facts(), delivery=DELIVERY, now=NOW)


def replaced(old: str, new: str) -> Receipt:
    Receipt.objects.filter(pk=old).update(superseded_by=new)
    row = Receipt.objects.get(pk=old)
    row.pk, row.superseded_by_id = new, None
    row.save(force_insert=True)
    return row


def test_first_and_current_are_one_until_a_receipt_is_replaced(receipt):
    assert selectors.first(CHECK) == selectors.current(CHECK) == receipt


def test_the_first_receipt_stays_the_first_however_often_it_is_replaced(receipt):
    replaced(receipt.pk, SECOND)
    assert selectors.current(CHECK).pk == SECOND
    newest = replaced(SECOND, THIRD)
    assert selectors.current(CHECK) == newest and selectors.first(CHECK) == receipt


def test_a_replaced_receipt_is_found_and_says_so(receipt):
    replaced(receipt.pk, SECOND)
    assert selectors.status(selectors.by_jti(receipt.pk)) == "replacement"
    assert selectors.status(selectors.by_jti(SECOND)) == "valid"


def test_a_check_without_receipt_has_no_current_and_no_first_one(receipt):
    assert selectors.current("chk_other") is None
    with pytest.raises(Receipt.DoesNotExist):
        selectors.first("chk_other")


@pytest.mark.parametrize(
    "jti", ["", "rcp_", CHECK, "RCP_" + "A" * 26, "rcp_" + "1" * 26, "rcp_\x00", "rcp_" + "a" * 26]
)
def test_nothing_is_found_under_another_id(receipt, jti):
    assert selectors.by_jti(jti) is None
