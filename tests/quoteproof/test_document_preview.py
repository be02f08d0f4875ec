"""`POST /v1/verify/document/preview`: what is found, how it is parted, what is refused; nothing is kept."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from django.test import Client

from payments.models import Charge
from quoteproof.document_api import ANSWER
from quoteproof.preview import MOST_BYTES, preview
from tests.quoteproof.conftest import Buyer
from tests.quoteproof.test_text_privacy import SECRETS, kept, leaked, logged  # noqa: F401 - a fixture
from verification.models import Check

pytestmark = pytest.mark.django_db

ROUTE = "/v1/verify/document/preview"
PAGE = "https://docs.python.org/3/library/bisect.html"
SAID = "This module provides support for maintaining a list"
MARKDOWN = f'The docs say: "{SAID}" ([bisect]({PAGE})).\n\nElsewhere: "some other words entirely" ([x](https://example.org/a)).'


def asked(document: Any = MARKDOWN, form: Any = "markdown", **more: Any) -> dict[str, Any]:
    return {"document": document, "format": form, **more}


def post(body: Any, content_type: str = "application/json") -> Any:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Client().post(ROUTE, data, content_type)


@pytest.mark.parametrize(
    ("document", "form"),
    [
        (MARKDOWN, "markdown"),
        (f'<p>The docs say: “{SAID}” (<a href="{PAGE}">bisect</a>).</p>', "html"),
        (f"The docs say: “{SAID}” ({PAGE}).", "text"),
    ],
)
def test_a_quote_and_its_link_are_found(document, form):
    response = post(asked(document, form))
    told = response.json()
    assert response.status_code == 200 and response["Cache-Control"] == "no-store"
    jsonschema.validate(told, ANSWER)
    [pair] = told["pairs"]
    assert (pair["url"], pair["quote"], pair["part"]) == (PAGE, SAID, 0)
    assert SAID in document[pair["start"] : pair["end"]]
    assert (told["parts"], told["price"], told["price_per_part"]) == (1, "0.05", "0.05")


def test_another_host_is_skipped_with_its_place():
    [skipped] = post(asked()).json()["skipped"]
    assert skipped["reason"] == "unsupported_host"
    assert "some other words" in MARKDOWN[skipped["start"] : skipped["end"]]


def test_nothing_found_needs_no_call():
    told = post(asked("Nothing is quoted here.")).json()
    assert (told["pairs"], told["parts"], told["price"]) == ([], 0, "0.00")


def test_more_than_ten_pairs_need_further_calls_whose_requests_are_valid():
    said = [f'They say "sentence number {number} of the whole page" ([p]({PAGE})).' for number in range(23)]
    told = post(asked("\n\n".join(said))).json()
    assert (len(told["pairs"]), told["parts"], told["price"]) == (23, 3, "0.15")
    assert [pair["part"] for pair in told["pairs"]] == [0] * 10 + [1] * 10 + [2] * 3
    for part in range(3):
        body = preview("\n\n".join(said), "markdown").body(part)
        assert Buyer(route="/v1/verify/document").post(body).status_code == 402


ROWS = [
    ({"format": "text"}, "/document", "missing_field"),
    ({"document": "a"}, "/format", "missing_field"),
    (asked(""), "/document", "too_short"),
    (asked(1), "/document", "wrong_type"),
    (asked(form="pdf"), "/format", "out_of_range"),
    (asked(url="x"), "/url", "unknown_field"),
    (asked("a" * (MOST_BYTES + 1)), "/document", "too_long"),
    (asked("ä" * (MOST_BYTES // 2 + 1)), "/document", "too_long"),
    (b'{"document":"\\ud800","format":"text"}', "/document", "lone_surrogate"),
    (b'{"document":"a","document":"b","format":"text"}', "/document", "duplicate_key"),
    (b'{"document":', "", "invalid_json"),
]


@pytest.mark.parametrize(("sent", "pointer", "reason"), ROWS, ids=lambda value: str(value)[:40])
def test_a_broken_rule_is_named(sent, pointer, reason):
    response = post(sent)
    problem = response.json()
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert (problem["reason"], problem["errors"][0]["pointer"]) == (reason, pointer)
    assert "charged" not in problem


def test_the_longest_document_is_taken_however_it_is_escaped():
    told = post(json.dumps(asked("ä" * (MOST_BYTES // 2), "text"), ensure_ascii=True).encode())
    assert told.status_code == 200


def test_a_body_beyond_any_document_is_413_and_another_type_is_415():
    assert post(b'{"document":"' + b"a" * 1_048_576 + b'"}').status_code == 413
    assert post(asked(), "text/plain").status_code == 415


def test_it_is_for_posts_alone_and_limited_as_they_are(settings):
    assert Client().get(ROUTE).status_code == 405
    settings.RATE_LIMIT = 1
    assert post(asked()).status_code == 200
    response = post(asked())
    assert (response.status_code, response.json()["code"]) == (429, "rate_limited")
    assert int(response["Retry-After"]) > 0


def test_nothing_of_the_document_is_kept_or_logged(logged):  # noqa: F811
    document = f'They say "{" ".join(SECRETS[:12])}" ([p]({PAGE})), and {" ".join(SECRETS[12:])}.'
    response = post(asked(document))
    assert len(response.json()["pairs"]) == 1
    assert leaked(kept()) == leaked(logged.getvalue()) == []
    assert not Charge.objects.exists() and not Check.objects.exists()


def test_its_example_in_the_description_is_answered(client):
    operation = client.get("/openapi.json").json()["paths"][ROUTE]["post"]
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    jsonschema.validate(asked(), schema)
    assert operation["responses"]["200"]["content"]["application/json"]["schema"]["required"] == ANSWER["required"]
