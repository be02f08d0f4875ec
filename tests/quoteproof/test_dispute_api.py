"""`POST /v1/checks/{id}/disputes`, and what `GET /v1/checks/{id}` shows of it."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from django.test import Client

from receipts.models import Dispute, DisputeText
from tests.quoteproof.conftest import Buyer
from tests.quoteproof.disputed import ASKED, QUOTE, TEXT, TEXT_ROUTE, text_check
from verification.models import Check

pytestmark = pytest.mark.django_db


@pytest.fixture
def check() -> Check:
    return text_check()


def post(check_id: str, body: Any, content_type: str = "application/json", **headers: Any) -> Any:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Client().generic("POST", f"/v1/checks/{check_id}/disputes", data, content_type, **headers)


def code(answer: Any) -> tuple[int, str]:
    assert answer["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


def test_a_dispute_is_opened(check):
    answer = post(check.pk, {"quote_index": 0, "reason": "The text says 14.", "text": TEXT})
    told = answer.json()
    assert answer.status_code == 201 and answer["Cache-Control"] == "private, no-store"
    assert told == {"id": Dispute.objects.get().pk, "check": check.pk, "state": "open"} | {
        "created_at": told["created_at"]
    }
    assert told["created_at"].endswith("Z") and told["id"].startswith("dsp_")
    assert bytes(DisputeText.objects.get().text) == TEXT.encode()


@pytest.mark.parametrize("more", [{}, {"quote_index": None}, {"text": None, "quote": None}, {"quote_index": 0.0}])
def test_only_the_reason_is_needed(check, more):
    assert post(check.pk, {"reason": "x"} | more).status_code == 201


def test_the_state_of_the_check_shows_it(check):
    opened = post(check.pk, {"reason": "private words"}).json()
    state = Client().get(f"/v1/checks/{check.pk}")
    [shown] = state.json()["disputes"]
    assert {name: shown[name] for name in ("id", "state", "outcome", "created_at")} == {
        "id": opened["id"],
        "state": "open",
        "outcome": None,
        "created_at": opened["created_at"],
    }
    assert "private words" not in state.content.decode()
    assert state.json()["links"]["dispute"].endswith(f"/v1/checks/{check.pk}/disputes")


@pytest.mark.parametrize(
    ("body", "pointer", "reason"),
    [
        ({}, "/reason", "missing_field"),
        ({"reason": ""}, "/reason", "too_short"),
        ({"reason": " \n\u2003"}, "/reason", "too_short"),
        ({"reason": "x" * 2_001}, "/reason", "too_long"),
        ({"reason": None}, "/reason", "wrong_type"),
        ({"reason": "x", "quote_index": 1}, "/quote_index", "out_of_range"),
        ({"reason": "x", "quote_index": -1}, "/quote_index", "out_of_range"),
        ({"reason": "x", "quote_index": "0"}, "/quote_index", "wrong_type"),
        ({"reason": "x", "quote_index": True}, "/quote_index", "wrong_type"),
        ({"reason": "x", "text": 5}, "/text", "wrong_type"),
        ({"reason": "x", "why": "y"}, "/why", "unknown_field"),
        ({"reason": "x", "why": None}, "/why", "unknown_field"),
        ([], "", "wrong_type"),
        (b'{"reason":"x","reason":"y"}', "/reason", "duplicate_key"),
        (b'{"reason":"\\ud800"}', "/reason", "lone_surrogate"),
        (b"{", "", "invalid_json"),
        (b" ", "", "invalid_json"),
        (b"\xff", "", "invalid_json"),
    ],
)
def test_each_fault_is_named(check, body, pointer, reason):
    answer = post(check.pk, body)
    assert code(answer) == (400, "invalid_request")
    assert [(each["pointer"], each["reason"]) for each in answer.json()["errors"]] == [(pointer, reason)]
    assert not Dispute.objects.exists()


def test_two_thousand_characters_are_taken_each_written_with_an_escape(check):
    text = "\U0001f600" * 2_000
    assert post(check.pk, {"reason": text}).status_code == 201
    assert Dispute.objects.get().words == text


@pytest.mark.parametrize("check_id", ["chk_" + "a" * 26, "x", "chk_%00"])
def test_an_unknown_check_is_not_found(check_id):
    assert code(post(check_id, {"reason": "x"})) == (404, "not_found")


def test_what_is_not_published_is_not_disputed():
    accepted = Buyer(route=TEXT_ROUTE).pay(ASKED, Prefer="respond-async").json()
    assert accepted["links"]["dispute"] is None
    assert code(post(accepted["id"], {"reason": "x", "quote_index": 7})) == (409, "not_published")


def test_one_dispute_is_open_at_a_time(check):
    post(check.pk, {"reason": "x"})
    assert code(post(check.pk, {"reason": "x"})) == (409, "dispute_open")


def test_another_text_is_no_evidence(check):
    assert code(post(check.pk, {"reason": "x", "text": TEXT + "\n"})) == (422, "text_mismatch")
    assert code(post(check.pk, {"reason": "x", "text": TEXT, "quote": QUOTE + "."})) == (422, "text_mismatch")


def test_five_a_day(check):
    checks = [check, *(text_check() for _ in range(5))]
    answers = [post(each.pk, {"reason": "x"}) for each in checks]
    assert [each.status_code for each in answers] == [201] * 5 + [429]
    assert code(answers[-1])[1] == "rate_limited" and 0 < int(answers[-1]["Retry-After"]) <= 86_400
    assert post(check.pk, {"reason": "x"}, REMOTE_ADDR="192.0.2.1").json()["code"] == "dispute_open"
    assert post(checks[5].pk, {"reason": "x"}, REMOTE_ADDR="192.0.2.1").status_code == 201


def test_many_posts_a_minute_are_limited_before_anything_is_read(check, settings):
    settings.RATE_LIMIT = 1
    post(check.pk, b" ")
    assert code(post(check.pk, b" ")) == (429, "rate_limited")


def test_a_body_of_another_type_or_size_is_refused(check):
    assert code(post(check.pk, {"reason": "x"}, "text/plain")) == (415, "unsupported_media_type")
    assert code(post(check.pk, b" " * 262_145)) == (413, "body_too_large")


def test_the_route_is_free_and_speaks_of_no_charge(check):
    sent = [{"reason": ""}, {"reason": "x", "quote_index": 7}, b" " * 262_145]
    answers = [post(check.pk, body).json() for body in sent]
    answers += [post(check.pk, {}, "text/plain").json(), post("chk_" + "a" * 26, {"reason": "x"}).json()]
    assert [answer["status"] for answer in answers] == [400, 400, 413, 415, 404]
    assert not [answer for answer in answers if "charged" in answer]
    assert answers[2]["detail"] == "The body may have at most 262,144 bytes."


def test_no_other_method(check):
    answer = Client().get(f"/v1/checks/{check.pk}/disputes")
    assert (*code(answer), answer["Allow"]) == (405, "method_not_allowed", "POST, OPTIONS")


def test_the_description_tells_what_is_taken_and_answered(check):
    told = Client().get("/openapi.json").json()["paths"]["/v1/checks/{check_id}/disputes"]["post"]
    taken = told["requestBody"]["content"]["application/json"]["schema"]
    for body in ({"reason": "x"}, {"reason": "x", "quote_index": None, "text": TEXT}):
        jsonschema.validate(body, taken)
    answered = told["responses"]["201"]["content"]["application/json"]["schema"]
    jsonschema.validate(post(check.pk, {"reason": "x"}).json(), answered)
    assert {"400", "404", "409", "413", "415", "422", "429"} <= set(told["responses"])
