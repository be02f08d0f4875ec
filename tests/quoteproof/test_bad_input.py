"""For every rule a 400 with the pointer and the reason, before any 402; nothing is stored, nothing charged."""

from __future__ import annotations

import json

import pytest

from payments.models import Charge
from tests.quoteproof.conftest import PAGE, Buyer, one

URL = "https://docs.python.org/3/library/bisect.html"


def body(urls=(URL,), quotes=((0, "a quote"),), **more):
    return {"urls": list(urls), "quotes": [{"source_index": i, "quote": q} for i, q in quotes], **more}


def raw(text: str) -> bytes:
    return text.encode()


WELL = json.dumps(body())
ROWS = [
    (raw("{"), "", "invalid_json"),
    (b"", "", "invalid_json"),
    (b"\xff\xfe", "", "invalid_json"),
    (b"\xef\xbb\xbf" + WELL.encode(), "", "invalid_json"),
    (raw(WELL.replace('"urls"', '"quotes": [], "urls"', 1)), "/quotes", "duplicate_key"),
    (raw('{"urls": [NaN], "quotes": []}'), "/urls/0", "non_finite_number"),
    (raw('{"urls": [1e999], "quotes": []}'), "/urls/0", "non_finite_number"),
    (raw(WELL.replace("a quote", "\\ud800")), "/quotes/0/quote", "lone_surrogate"),
    (raw('{"urls":' + "[" * 9 + "]" * 9 + "}"), None, "too_deep"),
    (body(note=1), "/note", "unknown_field"),
    ({"urls": [URL]}, "/quotes", "missing_field"),
    ([], "", "wrong_type"),
    (body(quotes=((True, "a quote"),)), "/quotes/0/source_index", "wrong_type"),
    (body(quotes=((0.5, "a quote"),)), "/quotes/0/source_index", "wrong_type"),
    (body(quotes=((0, 7),)), "/quotes/0/quote", "wrong_type"),
    (body(quotes=((0, ""),)), "/quotes/0/quote", "too_short"),
    (body(quotes=((0, "a" * 513),)), "/quotes/0/quote", "too_long"),
    (body(quotes=((0, "😀" * 257),)), "/quotes/0/quote", "too_long"),
    (body(urls=(URL + "#" + "a" * 512,)), "/urls/0", "too_long"),
    (body(urls=()), "/urls", "too_few"),
    (body(quotes=()), "/quotes", "too_few"),
    (body(quotes=[(0, "a")] * 11), "/quotes", "too_many"),
    (body(quotes=((5, "a quote"),)), "/quotes/0/source_index", "out_of_range"),
    (body(quotes=((-1, "a quote"),)), "/quotes/0/source_index", "out_of_range"),
    (body(quotes=((0, "a"), (1, "b"))), "/quotes/1/source_index", "source_index_unknown"),
    (body(urls=(URL, PAGE)), "/urls/1", "unused_url"),
    (body(urls=(URL, URL + "#x"), quotes=((0, "a"), (1, "b"))), "/urls/1", "duplicate_url"),
    (body(urls=(URL, URL.replace("//d", "//D")), quotes=((0, "a"), (1, "b"))), "/urls/1", "duplicate_url"),
    (body(quotes=((0, " \u3000"),)), "/quotes/0/quote", "blank_quote"),
    (body(urls=("http://docs.python.org/3/",)), "/urls/0", "invalid_url"),
    (body(urls=("https://docs.python.org/3/?q",)), "/urls/0", "invalid_url"),
    (body(urls=("https://docs.python.org/a/%2e%2e/b",)), "/urls/0", "invalid_url"),
    (body(urls=("https://docs.python.org./3/",)), "/urls/0", None),
    (body(urls=("https://example.org/",)), "/urls/0", "unsupported_host"),
]


@pytest.mark.parametrize(("sent", "pointer", "reason"), ROWS, ids=lambda value: str(value)[:50])
@pytest.mark.django_db
def test_a_broken_rule_is_named_with_its_place(buyer: Buyer, sent, pointer, reason):
    response = buyer.post(sent)
    problem = response.json()
    assert response.status_code == 400
    assert response["Content-Type"] == "application/problem+json"
    assert (problem["code"], problem["charged"]) == ("invalid_request", False)
    assert problem["reason"] == problem["errors"][0]["reason"]
    if pointer is not None:
        assert pointer in [error["pointer"] for error in problem["errors"]]
    if reason is not None:
        assert reason in [error["reason"] for error in problem["errors"]]
    assert not Charge.objects.exists()


@pytest.mark.django_db
def test_every_fault_is_listed_in_document_order(buyer: Buyer):
    sent = {"urls": ["http://x/", URL, URL], "quotes": [{"source_index": 9, "quote": ""}], "more": 1}
    problem = buyer.post(sent).json()
    assert [error["pointer"] for error in problem["errors"]] == [
        "/urls/0",
        "/urls/2",
        "/quotes/0/source_index",
        "/quotes/0/quote",
        "/more",
    ]


@pytest.mark.django_db
def test_at_most_twenty_faults_are_listed(buyer: Buyer):
    assert len(buyer.post({f"field{n}": 1 for n in range(40)}).json()["errors"]) == 20


@pytest.mark.django_db
def test_an_unsupported_host_comes_with_the_list(buyer: Buyer, settings):
    problem = buyer.post(body(urls=("https://example.org/",))).json()
    assert problem["supported_hosts"] == list(settings.HOSTS)


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "", "application/json2"]
)
@pytest.mark.django_db
def test_what_is_not_json_is_415(buyer: Buyer, content_type):
    response = buyer.post(WELL.encode(), **{"Content-Type": content_type})
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.django_db
def test_a_body_over_the_limit_is_413_before_it_is_read_as_json(buyer: Buyer):
    response = buyer.post(b"{" + b" " * 65_536)
    assert (response.status_code, response.json()["code"]) == (413, "body_too_large")


@pytest.mark.django_db
def test_a_body_at_the_limit_is_read(buyer: Buyer):
    padded = WELL.encode() + b" " * (65_536 - len(WELL))
    assert buyer.post(padded).status_code == 402


AMOUNTS = [
    ("amount=9999", "amount", "out_of_range"),
    ("amount=1e5", "amount", "out_of_range"),
    ("amount=", "amount", "out_of_range"),
    ("amount=100000001", "amount", "out_of_range"),
    ("amount=+20000", "amount", "out_of_range"),
    ("amount=20000&amount=20000", "amount", "duplicate_key"),
    ("amount=20000&price=1", "price", "unknown_field"),
    ("Amount=20000", "Amount", "unknown_field"),
]


@pytest.mark.parametrize(("query", "parameter", "reason"), AMOUNTS)
@pytest.mark.django_db
def test_a_parameter_that_cannot_be_taken_is_named(buyer: Buyer, query, parameter, reason):
    for response in (buyer.post(body(), query="?" + query), buyer.client.get(buyer.route + "?" + query)):
        error = response.json()["errors"][0]
        assert (response.status_code, error["parameter"], error["reason"]) == (400, parameter, reason)


REFUSED = [
    ("/v1/verify/quotes", "application/json", 413),
    ("/v1/verify/quotes", "text/plain", 415),
    ("/v1/nowhere", "application/json", 404),
    ("/v1/contracts", "application/json", 405),
]


@pytest.mark.parametrize(("path", "content_type", "status"), REFUSED)
@pytest.mark.parametrize(("size", "left"), [(70_000, 0), (1_048_576, 0), (1_048_577, 1_048_577)])
def test_what_is_left_of_a_refused_body_is_read_within_bounds(client, path, content_type, status, size, left):
    response = client.generic("POST", path, b" " * size, content_type)
    assert response.status_code == status
    assert len(response.wsgi_request.read()) == left


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"X_PAYMENT": "e30="}, "unsupported_x402_version"),
        ({"PAYMENT_SIGNATURE": "not base64!"}, "invalid_payment_header"),
        ({"PAYMENT_SIGNATURE": "e30="}, "invalid_payment_header"),
        ({"PAYMENT_SIGNATURE": ""}, "invalid_payment_header"),
        ({"PAYMENT_SIGNATURE": "eyJ4NDAyVmVyc2lvbiI6IDF9"}, "unsupported_x402_version"),
        ({"QuoteProof_Contract": "sha256=ABC"}, "invalid_request"),
    ],
)
@pytest.mark.django_db
def test_a_header_that_does_not_decode_is_400_and_never_402(buyer: Buyer, headers, code):
    response = buyer.post(body(), **headers)
    assert (response.status_code, response.json()["code"], response.json()["charged"]) == (400, code, False)


@pytest.mark.django_db
def test_a_bad_body_comes_before_a_bad_header_and_before_the_pin(buyer: Buyer):
    pin = "sha256=" + "0" * 64
    assert (
        buyer.post(one("x", "q"), PAYMENT_SIGNATURE="!", QuoteProof_Contract=pin).json()["code"]
        == "invalid_request"
    )
    assert buyer.post(body(), QuoteProof_Contract=pin).json()["code"] == "contract_changed"
