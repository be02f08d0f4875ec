from __future__ import annotations

import pytest

from receipts import services
from tests.receipts.examples import CHECK, DELIVERY, NOW, facts


@pytest.fixture
def address(db) -> str:
    return (
        f"/admin/receipts/receipt/{services.issue(check_id=CHECK, facts=facts(), delivery=DELIVERY, now=NOW).jti}/"
    )


def test_staff_find_a_receipt_by_its_check_and_read_what_it_says(admin_client, address):
    found = admin_client.get("/admin/receipts/receipt/", {"q": CHECK})
    page = admin_client.get(f"{address}change/")
    assert address.split("/")[-2] in found.content.decode()
    assert "textual_quotation_not_truth" in page.content.decode()


@pytest.mark.parametrize("path", ["/admin/receipts/receipt/add/", "{address}delete/"])
def test_staff_can_neither_add_nor_delete(admin_client, address, path):
    assert admin_client.post(path.format(address=address)).status_code == 403


def test_staff_cannot_change_a_receipt(admin_client, address):
    assert admin_client.post(f"{address}change/", {"check_id": "chk_other"}).status_code == 403
