from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from payments.models import Charge
from quoteproof.presentation import verifying
from receipts import statuses
from receipts.adapters import keys
from receipts.core import jcs, signing
from receipts.core.status import may_follow
from receipts.core.verification import NAMES
from receipts.models import Receipt
from tests.browser.receipts_to_judge import confusions
from tests.quoteproof.conftest import Buyer
from tests.quoteproof.pages.conftest import Visitor

pytestmark = pytest.mark.django_db
ADDRESS = "/receipts/verify"
TEXT = {"text": "Refunds are paid within 14 days of purchase.", "quote": "within 15 days"}


def sent(visitor: Visitor, **fields: str) -> Any:
    token = visitor.get(ADDRESS).context["csrf_token"]
    return visitor.client.post(ADDRESS, {"csrfmiddlewaretoken": str(token), **fields})


def words(response: Any) -> dict[str, str]:
    return {line.name: line.outcome.word for line in response.context["lines"]}


def test_every_check_and_every_status_has_words():
    assert tuple(verifying.CHECKS) == NAMES
    assert all(may_follow("valid", status) for status in verifying.STATUSES if status != "valid")


def test_a_sound_receipt_is_valid_and_told(visitor: Visitor, published: Charge):
    receipt = Receipt.objects.get()
    response = sent(visitor, receipt=f" {receipt.compact}\r\n")
    shown = response.content.decode()
    assert ">Valid</h2>" in shown and receipt.jti in shown and "Found more than once" in shown
    assert words(response)["status"] == "Passed" and words(response)["result"] == "Not checked"


def test_an_answer_that_holds_its_receipt_is_enough(visitor: Visitor):
    answer = Buyer(route="/v1/verify/text-quote").pay(TEXT).json()
    laid_out = json.dumps(answer, indent=1).replace("\n", "\r\n")
    found = words(sent(visitor, result=laid_out, request=json.dumps(TEXT)))
    assert (found["result"], found["request"]) == ("Passed", "Passed")


@pytest.mark.parametrize("name", confusions())
def test_each_confusion_is_refused(visitor: Visitor, name):
    response = sent(visitor, receipt=confusions()[name])
    assert list(words(response).values()).count("Failed") == 1 and ">Not valid: " in response.content.decode()


@pytest.mark.parametrize("what", ["refunded", "reorged"])
def test_a_genuine_receipt_that_was_withdrawn_is_told_from_a_forged_one(visitor: Visitor, published: Charge, what):
    receipt = Receipt.objects.get()
    with transaction.atomic():
        statuses.state(receipt, what, timezone.now())
    response = sent(visitor, receipt=receipt.compact)
    title = f"Genuine, but withdrawn: {verifying.WITHDRAWN[what]}"
    assert title in response.content.decode() and words(response)["status"] == "Withdrawn"
    assert title in visitor.text(f"/receipts/{receipt.jti}")


def test_a_forged_receipt_is_not_taken_for_a_withdrawn_one(visitor: Visitor, published: Charge):
    key = keys.current().signing
    claims = json.loads(bytes(Receipt.objects.get().payload)) | {"iat": 1}
    forged = signing.sign(jcs.encode(claims), key, typ=signing.RECEIPT_TYPE)
    assert "Genuine" not in sent(visitor, receipt=forged).content.decode()


@pytest.mark.parametrize("result", ["", "{", "[]", '{"receipt":7}', "[" * 10_000])
def test_without_a_receipt_the_field_says_so(visitor: Visitor, result):
    response = sent(visitor, result=result)
    assert response.status_code == 400 and "Paste the receipt" in response.content.decode()


def test_more_than_can_be_sent_is_said_to_be(visitor: Visitor):
    response = sent(visitor, receipt="x" * 700_000)
    assert response.status_code == 400 and "with less in it" in response.content.decode()


def test_the_form_is_not_taken_from_elsewhere(visitor: Visitor):
    assert visitor.client.post(ADDRESS, {"receipt": "x"}).status_code == 403


def test_what_is_typed_is_kept_and_is_text(visitor: Visitor):
    shown = sent(visitor, receipt="</textarea><script>").content.decode()
    assert "&lt;/textarea&gt;&lt;script&gt;" in shown and "<script>" not in shown


def test_a_receipts_page_leads_here_with_its_token(visitor: Visitor, published: Charge):
    receipt = Receipt.objects.get()
    assert f'href="{ADDRESS}#receipt={receipt.compact}"' in visitor.text(f"/receipts/{receipt.jti}")
