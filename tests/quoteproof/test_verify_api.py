from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from payments import rows
from quoteproof import verify_api
from receipts import keyring, log, services
from receipts.adapters import keys
from receipts.core import jwk, signing
from receipts.core.verification import NAMES
from receipts.models import LogLeaf, Receipt
from tests.receipts import attested
from tests.receipts.attested import Attested
from tests.receipts.examples import CHECK, DELIVERY, NOW, facts, sha256

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgetful(monkeypatch) -> None:
    monkeypatch.setattr(keyring, "_registered", None)


def on_record(case: Attested) -> Attested:
    """The same receipt, issued by this service."""
    payload = signing.base64url.decode(case.token.split(".")[1])
    hashes = {"payload_sha256": sha256("p"), "result_sha256": case.claims["res"]["sha256"]}
    token = {"token": case.token.encode(), "payload": payload, "delivery": b"{}", "transaction": "t"}
    assert rows.insert(Receipt(jti=case.claims["jti"], check_id=CHECK, issued_at=NOW, **token, **hashes))
    return case


@pytest.fixture
def text() -> Attested:
    return on_record(attested.of_text(keys.current().signing, iat=int(NOW.timestamp())))


def verify(client, **members: Any) -> dict[str, Any]:
    response = client.post("/v1/receipts/verify", json.dumps(members), content_type="application/json")
    assert response.status_code == 200, response.content
    assert response["Cache-Control"] == "no-store"
    return response.json()


def failed(answer: dict[str, Any]) -> list[str]:
    assert answer["valid"] == all(check["ok"] is not False for check in answer["checks"])
    return [check["name"] for check in answer["checks"] if check["ok"] is False]


def test_a_receipt_with_its_answer_and_request_is_valid(client, text: Attested):
    answer = verify(client, receipt=text.token, result=json.loads(text.answer), request=json.loads(text.request))
    assert failed(answer) == [] and answer["status"] == "valid" and answer["jti"] == text.claims["jti"]
    assert [check["name"] for check in answer["checks"]] == list(NAMES) and answer["payload"] == text.claims
    assert [check["name"] for check in answer["checks"] if check["ok"] is None] == ["inclusion"]


def test_an_issued_receipt_is_valid_by_itself(client):
    receipt = services.issue(check_id=CHECK, facts=facts(), delivery=DELIVERY, now=NOW)
    answer = verify(client, receipt=receipt.compact, result=None, request=None, proof=None)
    assert answer["valid"] and answer["payload"] == json.loads(bytes(receipt.payload))


def test_the_proof_that_the_log_gives_is_checked(client, text: Attested, settings):
    settings.PUBLIC_URL = text.claims["iss"]
    payload = signing.base64url.decode(text.token.split(".")[1])
    with transaction.atomic():
        log.append(LogLeaf.Kind.RECEIPT, text.claims["jti"], hashlib.sha256(payload).digest(), NOW)
    assert log.integrate(NOW) == 1
    proof = log.proof_of(text.claims["jti"]).decode()
    checks = verify(client, receipt=text.token, proof=proof)["checks"]
    assert [check["ok"] for check in checks if check["name"] == "inclusion"] == [True]
    assert failed(verify(client, receipt=text.token, proof=proof.replace("index 0", "index 1"))) == ["inclusion"]


@pytest.mark.parametrize(("name", "value"), [("advice", "x"), ("result", {}), ("tier", None)])
def test_a_changed_answer_is_named(client, text: Attested, name, value):
    result = json.loads(text.answer) | {name: value}
    assert failed(verify(client, receipt=text.token, result=result)) == ["result"]


@pytest.mark.parametrize(
    "request_", [{}, [], 0, False, "", {"body": 1, "route": "/"}, 2**53, "\ud800", [[[[[]]]]]]
)
def test_another_request_is_named(client, text: Attested, request_):
    assert failed(verify(client, receipt=text.token, request=request_)) == ["request"]


def test_a_token_that_is_none_is_a_matter_of_format(client):
    for token in ("", "a.b.c", "\ud800.b.c", "x" * 17_000):
        answer = verify(client, receipt=token)
        assert failed(answer) == ["format"]
        assert (answer["jti"], answer["status"], answer["payload"]) == (None, None, None)


def test_a_receipt_that_was_replaced_says_so(client, text: Attested):
    Receipt.objects.filter(pk=text.claims["jti"]).update(superseded_by="rcp_" + "b" * 26)
    new = Receipt.objects.get(pk=text.claims["jti"])
    new.pk, new.superseded_by_id = "rcp_" + "b" * 26, None
    new.save(force_insert=True)
    answer = verify(client, receipt=text.token)
    assert failed(answer) == ["status"] and answer["status"] == "replacement"


def test_a_receipt_that_is_not_on_record_is_not_valid(client):
    answer = verify(client, receipt=attested.of_text(keys.current().signing).token)
    assert failed(answer) == ["status"] and answer["status"] is None


def test_other_claims_under_an_issued_id_are_not_valid(client, text: Attested):
    forged = attested.sign(text.claims | {"iat": text.claims["iat"] + 1}, keys.current().signing)
    assert failed(verify(client, receipt=forged)) == ["status"]


def test_a_receipt_of_a_retired_key_stays_valid_on_a_machine_with_other_keys(client, text: Attested, settings):
    keyring.register(NOW)
    keyring.rotate(NOW + timedelta(days=400))
    settings.SIGNING_KEY = jwk.new_private_set()
    assert verify(client, receipt=text.token)["valid"]


def test_a_receipt_of_a_revoked_key_needs_the_log(client, text: Attested):
    lost = keys.current().signing.public.kid
    keyring.rotate(NOW, early=True)
    keyring.revoke(lost, NOW)
    assert failed(verify(client, receipt=text.token)) == ["key", "status"]


BAD = [
    (b" ", "", "invalid_json"),
    (b"[" * 100_000, "", "invalid_json"),
    (b'{"receipt":"a","receipt":"b"}', "", "invalid_json"),
    (b"[]", "", "wrong_type"),
    (b"{}", "/receipt", "missing_field"),
    (b'{"receipt":null}', "/receipt", "missing_field"),
    (b'{"receipt":7}', "/receipt", "wrong_type"),
    (b'{"receipt":"a","result":"{}"}', "/result", "wrong_type"),
    (b'{"receipt":"a","proof":{}}', "/proof", "wrong_type"),
    (b'{"receipt":"a","keys":{}}', "", "unknown_field"),
]


@pytest.mark.parametrize(("body", "pointer", "reason"), BAD, ids=range(len(BAD)))
def test_a_body_that_asks_nothing_is_a_400_that_names_the_fault(client, body, pointer, reason):
    response = client.post("/v1/receipts/verify", body, content_type="application/json")
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    fault = response.json()["errors"][0]
    assert (response.json()["code"], fault["pointer"], fault["reason"]) == ("invalid_request", pointer, reason)


def test_every_fault_of_a_body_is_named(client):
    response = client.post("/v1/receipts/verify", {"result": 1, "more": 2}, content_type="application/json")
    assert [error["pointer"] for error in response.json()["errors"]] == ["/receipt", "/result", ""]


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        (b" " * (verify_api.MOST + 1), "application/json", 413, "body_too_large"),
        (b"{}", "text/plain", 415, "unsupported_media_type"),
        (b"{}", "application/jose", 415, "unsupported_media_type"),
        (b"{}", "", 415, "unsupported_media_type"),
    ],
)
def test_other_bodies_are_problems_of_their_own(client, body, content_type, status, code):
    response = client.generic("POST", "/v1/receipts/verify", body, content_type)
    assert (response.status_code, response.json()["code"]) == (status, code)


def test_a_body_may_be_as_long_as_the_limit(client):
    body = b'{"receipt":"a"}'.ljust(verify_api.MOST)
    assert client.post("/v1/receipts/verify", body, content_type="application/json").status_code == 200


def test_it_is_limited_like_the_paid_checks(client, settings):
    settings.RATE_LIMIT = 1
    assert verify(client, receipt="a.b.c")["valid"] is False
    limited = client.post("/v1/receipts/verify", {"receipt": "a.b.c"}, content_type="application/json")
    assert (limited.status_code, limited.json()["code"]) == (429, "rate_limited")
    assert 0 < int(limited["Retry-After"]) <= 61


def test_only_posts_are_answered(client):
    assert client.get("/v1/receipts/verify").status_code == 405
