"""`POST /v1/receipts/verify` behind the service's own handlers: its problems and its limit."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
ROUTE = "/v1/receipts/verify"


def post(body: bytes | str, content_type: str = "application/json") -> Any:
    return Client().post(ROUTE, body, content_type=content_type)


def test_a_body_that_does_not_fit_names_the_field():
    response = post(json.dumps({"result": 1, "more": 2}))
    assert (response.status_code, response.json()["code"]) == (400, "invalid_request")
    assert [error["pointer"] for error in response.json()["errors"]] == ["/receipt", "/result", ""]


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        (b" " * 262_145, "application/json", 413, "body_too_large"),
        (b"{}", "text/plain", 415, "unsupported_media_type"),
        (b"{", "application/json", 400, "invalid_request"),
    ],
)
def test_other_bodies_are_problems_of_their_own(body: bytes, content_type: str, status: int, code: str):
    response = post(body, content_type)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response["Content-Type"] == "application/problem+json"


def test_it_is_limited_like_the_paid_checks(settings: Any):
    settings.RATE_LIMIT = 1
    assert post(json.dumps({"receipt": "a.b.c"})).status_code == 200
    limited = post(json.dumps({"receipt": "a.b.c"}))
    assert (limited.status_code, limited.json()["code"]) == (429, "rate_limited")
    assert 0 < int(limited["Retry-After"]) <= 61
