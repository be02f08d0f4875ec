from __future__ import annotations

import json

import pytest
from django.test import Client
from joserfc import jws
from joserfc.jwk import KeySet

from receipts import services
from receipts.models import Receipt
from tests.receipts.examples import CHECK, DELIVERY, NOW, facts

pytestmark = [pytest.mark.urls("receipts.urls"), pytest.mark.django_db]


@pytest.fixture
def receipt(db) -> Receipt:
    return services.issue(check_id=CHECK, facts=facts(), delivery=DELIVERY, now=NOW)


ACCEPTS = [None, "*/*", "application/*", "application/jose", "application/jose, text/html", "text/html", "?"]
UNKNOWN = ["rcp_" + "a" * 26, "rcp_short", "chk_" + "a" * 26, "%00", "%F0%9F%98%80", "a" * 5000]


@pytest.mark.parametrize("accept", ACCEPTS)
def test_the_token_is_served_by_default(client, receipt, accept):
    response = client.get(f"/v1/receipts/{receipt.jti}", headers={"Accept": accept} if accept else {})
    assert response.status_code == 200 and response["Content-Type"] == "application/jose"
    assert response.content == receipt.token
    assert "Accept" in response["Vary"]


def test_json_is_served_on_request(client, receipt):
    response = client.get(f"/v1/receipts/{receipt.jti}", headers={"Accept": "application/json"})
    body = response.json()
    assert response["Content-Type"] == "application/json" and "Accept" in response["Vary"]
    assert list(body) == ["jti", "token", "header", "payload", "status", "superseded_by", "proof_url"]
    assert body["jti"] == receipt.jti and body["token"] == receipt.compact
    assert body["status"] == "valid" and body["superseded_by"] is None
    assert body["proof_url"].endswith(f"/v1/receipts/{receipt.jti}/proof")
    assert body["header"]["typ"] == "quote-receipt+jws" and body["payload"] == json.loads(receipt.payload)


def test_a_replaced_receipt_stays_and_names_its_successor(client, receipt):
    Receipt.objects.filter(pk=receipt.pk).update(superseded_by="rcp_" + "b" * 26)
    new = Receipt.objects.get(pk=receipt.pk)
    new.pk, new.superseded_by_id = "rcp_" + "b" * 26, None
    new.save(force_insert=True)
    body = client.get(f"/v1/receipts/{receipt.jti}", headers={"Accept": "application/json"}).json()
    assert body["status"] == "replacement" and body["superseded_by"] == "rcp_" + "b" * 26
    assert client.get(f"/v1/receipts/{receipt.jti}").content == receipt.token


@pytest.mark.parametrize("accept", ["application/jose", "application/json"])
def test_no_form_names_the_check(client, receipt, accept):
    response = client.get(f"/v1/receipts/{receipt.jti}", headers={"Accept": accept})
    claims = receipt.compact.split(".")[1]
    assert CHECK not in response.content.decode() and CHECK not in str(response.headers)
    assert claims in response.content.decode() and CHECK.encode() not in bytes(receipt.payload)


@pytest.mark.parametrize("accept", ["application/jose", "application/json"])
def test_head_answers_as_get_without_the_body(client, receipt, accept):
    headers = {"Accept": accept}
    got = client.get(f"/v1/receipts/{receipt.jti}", headers=headers)
    head = client.head(f"/v1/receipts/{receipt.jti}", headers=headers)
    assert head.status_code == 200 and head.content == b""
    assert head["Content-Type"] == got["Content-Type"] and head["Vary"] == got["Vary"]


@pytest.mark.parametrize("jti", UNKNOWN)
def test_unknown_and_impossible_ids_are_not_found_alike(client, receipt, jti):
    response = client.get(f"/v1/receipts/{jti}")
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json" and response.json()["code"] == "not_found"


def test_the_check_id_does_not_find_the_receipt(client, receipt):
    assert client.get(f"/v1/receipts/{CHECK}").status_code == 404


def test_other_methods_are_refused(client, receipt):
    assert client.post(f"/v1/receipts/{receipt.jti}").status_code == 405
    assert client.delete(f"/v1/receipts/{receipt.jti}").status_code == 405


@pytest.mark.parametrize("path", ["/.well-known/jwks.json", "/.well-known/did.json"])
def test_other_methods_on_keys_are_refused_as_a_problem(path):
    response = Client(enforce_csrf_checks=True).post(path)
    assert (response.status_code, response["Content-Type"]) == (405, "application/problem+json")
    assert "GET" in response["Allow"]


def test_the_published_keys_verify_the_served_token(client, receipt):
    response = client.get("/.well-known/jwks.json")
    keys = KeySet.import_key_set(response.json())
    token = client.get(f"/v1/receipts/{receipt.jti}").content.decode()
    seen = jws.deserialize_compact(token, keys, algorithms=["EdDSA"])
    assert json.loads(seen.payload)["jti"] == receipt.jti
    assert response["Cache-Control"] == "public, max-age=3600"
    assert all("d" not in key for key in response.json()["keys"])


def test_the_did_document_leads_to_the_same_keys(client, settings):
    settings.PUBLIC_URL = "https://quotes.example"
    response = client.get("/.well-known/did.json", headers={"Accept": "application/did+json, application/json"})
    methods = response.json()["verificationMethod"]
    assert response["Content-Type"] == "application/did+json"
    assert [each["publicKeyJwk"] for each in methods] == client.get("/.well-known/jwks.json").json()["keys"]
    method = methods[0]
    assert method["id"] == f"did:web:quotes.example#{method['publicKeyJwk']['kid']}"


@pytest.mark.parametrize("path", ["/.well-known/jwks.json", "/.well-known/did.json"])
def test_keys_can_be_read_from_any_origin_and_by_head(client, path):
    head = client.head(path)
    assert head.status_code == 200 and head.content == b""
    assert head["Access-Control-Allow-Origin"] == "*"
