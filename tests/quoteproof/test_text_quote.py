"""`POST /v1/verify/text-quote`, through the whole service."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import jsonschema
import pytest

from payments.models import Charge, SandboxTransfer
from quoteproof import work
from receipts.models import Receipt
from tests.quoteproof.conftest import Buyer
from verification.core.contracts.canonical import canonical
from verification.core.text.match import MatchTooCostly
from verification.core.text.profile import PROFILE_SHA256
from verification.models import Check

pytestmark = pytest.mark.django_db

ROUTE = "/v1/verify/text-quote"
TEXT = "Refunds are paid within 14 days of purchase, to the card that was used."


@pytest.fixture
def buyer() -> Buyer:
    return Buyer(route=ROUTE)


def asking(quote: str, text: str = TEXT, **more: Any) -> dict[str, Any]:
    return {"text": text, "quote": quote, **more}


def claims() -> dict[str, Any]:
    return json.loads(bytes(Receipt.objects.get().payload))


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_the_offer_is_of_half_a_cent_and_fits_its_header(buyer: Buyer):
    assert [accepted["amount"] for accepted in buyer.offer(asking("14 days"))["accepts"]] == [
        "5000",
        "25000",
        "100000",
    ]
    assert len(buyer.post(asking("14 days"))["PAYMENT-REQUIRED"]) < 6_000


@pytest.mark.parametrize("match", ["exact", "fuzzy", "passages"])
def test_the_answer_keeps_the_published_schema_and_is_canonical(buyer: Buyer, match):
    response = buyer.pay(asking("refunds are paid within 15 days", match=match))
    schema = buyer.client.get("/v1/contracts/text-quote").json()["output_schema"]
    jsonschema.validate(response.json(), schema)
    assert response.content == canonical(response.json())
    assert response.json()["check"] == response["QuoteProof-Check"]
    assert response.json()["tier"] == "sandbox"


@pytest.mark.parametrize("quote", ["within 14 days", "nothing of the kind"])
def test_every_answer_is_charged_none_included(buyer: Buyer, quote):
    assert buyer.pay(asking(quote)).status_code == 200
    assert SandboxTransfer.objects.count() == 1


def test_the_receipt_in_the_body_fits_the_body_without_it(buyer: Buyer):
    answer = buyer.pay(asking("within 15 days of purchase")).json()
    receipt = Receipt.objects.get()
    assert answer.pop("receipt") == receipt.compact
    assert sha256(canonical(answer)) == claims()["res"]["sha256"] == Charge.objects.get().sealed_sha256


def test_the_receipt_attests_the_texts_hash_the_match_and_how_it_was_made(buyer: Buyer):
    buyer.pay(asking("within 15 days of purchase", threshold=0.8, start=17, end=43))
    said = claims()
    assert said["src"] == [
        {"kind": "supplied", "text_sha256": sha256(TEXT.encode()), "code_points": 71, "bytes": 71}
    ]
    [verdict] = said["res"]["verdicts"]
    assert (verdict["match"], verdict["score"], verdict["unit"]) == ("fuzzy", "0.961", "code_point")
    assert (verdict["start"], verdict["end"]) == (17, 43)
    assert said["norm"] == {"id": "text-v1", "sha256": PROFILE_SHA256}
    assert said["req"]["slice"] == [17, 43] and said["req"]["threshold"] == "0.8"
    assert said["flags"]["count"] == 0 and said["tool"]["name"] == "text-quote"


def test_a_replay_gives_the_same_bytes_and_headers(buyer: Buyer):
    header = buyer.payment(asking("within 14 days"))
    first, second = (buyer.post(asking("within 14 days"), PAYMENT_SIGNATURE=header) for _ in range(2))
    assert first.content == second.content and second["QuoteProof-Replayed"] == "true"
    for name in ("PAYMENT-RESPONSE", "QuoteProof-Receipt", "Link"):
        assert first[name] == second[name]
    assert SandboxTransfer.objects.count() == 1


def test_the_state_of_a_check_shows_the_same_body(buyer: Buyer):
    answer = buyer.pay(asking("within 14 days"))
    state = buyer.client.get(f"/v1/checks/{answer['QuoteProof-Check']}").json()
    assert state["result"] == answer.json()
    assert state["result_sha256"] == claims()["res"]["sha256"]


def test_what_is_kept_is_hash_length_and_what_the_answer_shows(buyer: Buyer):
    buyer.pay(asking("within 14 days"))
    check = Check.objects.get()
    [source], [verdict] = check.sources.all(), check.verdicts.all()
    assert check.request is None and bytes(verdict.quote) == b""
    assert (source.extraction, source.extraction_sha256) == ("supplied", sha256(TEXT.encode()))
    assert (verdict.status, verdict.occurrences) == ("exact", "1")
    assert (verdict.evidence.get().start_char, verdict.evidence.get().end_char) == (17, 31)


def test_a_threshold_of_many_digits_still_gets_its_receipt(buyer: Buyer):
    sent = b'{"text":"a b c","quote":"a b c","threshold":0.9' + b"0" * 20_000 + b"1}"
    assert buyer.pay(sent).status_code == 200
    assert claims()["req"]["threshold"] == "0.9"


def test_a_match_too_costly_is_422_and_not_charged(buyer: Buyer, monkeypatch):
    def refuse(request):
        raise MatchTooCostly

    monkeypatch.setattr(work.one_quote, "of_text", refuse)
    response = buyer.pay(asking("within 14 days"))
    problem = response.json()
    assert (response.status_code, problem["code"], problem["charged"]) == (422, "match_too_costly", False)
    assert (problem["authorization"], problem["retry_with"]) == ("not_used", "new_authorization")
    assert "report" not in problem and not SandboxTransfer.objects.exists()


def test_an_answer_that_breaks_its_contract_is_500_and_not_charged(buyer: Buyer, monkeypatch):
    monkeypatch.setattr(work.one_quote, "of_text", lambda request: {"result": {}})
    response = buyer.pay(asking("within 14 days"))
    assert (response.status_code, response.json()["code"]) == (500, "internal_error")
    assert not SandboxTransfer.objects.exists()


def test_the_contract_and_its_examples_are_free(buyer: Buyer):
    listed = {row["name"]: row for row in buyer.client.get("/v1/contracts").json()["contracts"]}
    assert (listed["text-quote"]["path"], listed["text-quote"]["minimum_amount"]) == (ROUTE, "5000")
    for name in ("text-quote", "quote"):
        document = buyer.client.get(f"/v1/contracts/{name}")
        assert sha256(document.content) == listed[name]["contract_sha256"] == document["ETag"].strip('"')
        examples = buyer.client.get(f"/v1/contracts/{name}/examples").json()
        assert examples["contract"]["sha256"] == listed[name]["contract_sha256"] and examples["examples"]


def test_a_pinned_contract_is_kept(buyer: Buyer):
    response = buyer.post(asking("14 days"), QuoteProof_Contract="sha256=" + "0" * 64)
    assert (response.status_code, response.json()["code"]) == (409, "contract_changed")


def test_open_api_describes_the_routes_without_dangling_references(buyer: Buyer):
    described = buyer.client.get("/openapi.json").json()
    assert {"/v1/verify/text-quote", "/v1/verify/quote"} <= set(described["paths"])
    assert "#/$defs" not in json.dumps(described)
