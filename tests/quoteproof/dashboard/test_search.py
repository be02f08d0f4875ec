from __future__ import annotations

from collections.abc import Callable

import pytest

from payments.models import Evidence
from receipts.models import Receipt
from tests.quoteproof.dashboard.conftest import charge_of
from tests.quoteproof.disputed import HOST, PLAIN, opened
from verification.models import Check

pytestmark = pytest.mark.django_db
Find = Callable[..., list[str]]


def test_by_its_own_id_and_those_of_its_receipt_and_dispute(find: Find, text: Check):
    dispute, receipt = opened(text), Receipt.objects.get()
    for name in (text.pk, receipt.pk, dispute.pk, f"  {text.pk.upper()}"):
        assert find(name) == [text.pk]


def test_by_payer_transaction_and_nonce(find: Find, text: Check):
    charge, transaction = charge_of(text), Evidence.objects.get().transaction
    for name in (charge.payer, charge.payer.upper().replace("0X", "0x"), transaction, charge.nonce):
        assert find(name) == [text.pk]


def test_by_any_hash_and_its_beginning(find: Find, page: Check):
    source, receipt = page.sources.get(), Receipt.objects.get()
    hashes = (page.request_sha256, page.result_sha256, page.contract_sha256, source.content_sha256)
    for digest in (*hashes, source.extraction_sha256, receipt.payload_sha256):
        assert find(digest) == find(digest[:8]) == find("sha256:" + digest.upper()) == [page.pk]


def test_by_address_host_and_part(find: Find, page: Check):
    for name in (PLAIN, PLAIN + "#part", HOST, f"https://{HOST}/", "plain.txt", "PLAIN.txt", HOST + "/"):
        assert find(name) == [page.pk]


def test_an_address_that_nobody_asked_for_is_looked_for_as_a_part(find: Find, staff, page: Check, text: Check):
    assert find(PLAIN.removesuffix(".txt")) == [page.pk]
    assert find("example.com") == find("https://example.com/x") == []


def test_a_check_that_is_not_begun_is_found_by_its_request(find: Find, begun: Check):
    assert begun.sources.count() == 0
    assert find(HOST) == find("page.html") == find(begun.request_sha256) == [begun.pk]


def test_what_is_not_released_leads_nowhere(find: Find, sealed: Check):
    source = sealed.sources.get()
    for digest in (source.content_sha256, source.extraction_sha256, sealed.result_sha256):
        assert digest and find(digest) == []
    assert find(PLAIN) == find(sealed.request_sha256) == [sealed.pk]


def test_a_report_may_be_found_by_what_it_shows(find: Find, undecided: Check):
    assert find(undecided.sources.get().content_sha256) == [undecided.pk]


def test_state_route_and_days_narrow_it(find: Find, text: Check):
    day = text.created_at.date().isoformat()
    assert find("", state="SETTLED", route=text.route, first=day, last=day) == [text.pk]
    assert find("", state="VOID") == find("", route="/v1/verify/quotes") == find("", last="2020-01-01") == []
    assert find("", first="0001-01-01", last="9999-12-31") == [text.pk]
