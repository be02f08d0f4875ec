"""Every rule of the contract `document`, through the service: a 400 before any 402, and nothing charged."""

from __future__ import annotations

import json
from typing import Any

import pytest

from payments.models import Charge
from tests.quoteproof.conftest import Buyer
from verification.models import Check

pytestmark = pytest.mark.django_db

ROUTE = "/v1/verify/document"
URL = "https://docs.python.org/3/library/bisect.html"


def pair(url: Any = URL, quote: Any = "a quote", **more: Any) -> dict[str, Any]:
    return {"url": url, "quote": quote, **more}


def pairs(*each: Any, **more: Any) -> dict[str, Any]:
    return {"pairs": list(each), **more}


SIX = [pair(f"https://docs.python.org/3/{name}.html") for name in "abcdef"]
ROWS = [
    ({}, "/pairs", "missing_field"),
    ([], "", "wrong_type"),
    ({"pairs": {}}, "/pairs", "wrong_type"),
    (pairs(), "/pairs", "too_few"),
    (pairs(*[pair()] * 11), "/pairs", "too_many"),
    (pairs(*SIX), "/pairs/5/url", "too_many"),
    (pairs(pair(), note=1), "/note", "unknown_field"),
    (pairs("a"), "/pairs/0", "wrong_type"),
    (pairs(pair(), {"quote": "a"}), "/pairs/1/url", "missing_field"),
    (pairs({"url": URL}), "/pairs/0/quote", "missing_field"),
    (pairs(pair(), pair(match="exact")), "/pairs/1/match", "unknown_field"),
    (pairs(pair(threshold=0.8)), "/pairs/0/threshold", "unknown_field"),
    (pairs(pair(url=1)), "/pairs/0/url", "wrong_type"),
    (pairs(pair(quote=None)), "/pairs/0/quote", "wrong_type"),
    (pairs(pair(quote="")), "/pairs/0/quote", "too_short"),
    (pairs(pair(quote="\u200b \ufeff")), "/pairs/0/quote", "blank_quote"),
    (pairs(pair(quote="a" * 1_001)), "/pairs/0/quote", "too_long"),
    (pairs(pair(quote="…" * 334)), "/pairs/0/quote", "too_long"),
    (pairs(pair("https://example.org/")), "/pairs/0/url", "unsupported_host"),
    (pairs(pair("http://docs.python.org/3/")), "/pairs/0/url", "invalid_url"),
    (pairs(pair(URL + "?q")), "/pairs/0/url", "invalid_url"),
    (pairs(pair("https://docs.python.org/" + "a" * 500)), "/pairs/0/url", "too_long"),
    (b'{"pairs":[{"url":"a","quote":"\\ud800"}]}', "/pairs/0/url", "invalid_url"),
    (b'{"pairs":[{"quote":"\\ud800","url":"%s"}]}' % URL.encode(), "/pairs/0/quote", "lone_surrogate"),
    (b'{"pairs":[],"pairs":[]}', "/pairs", "too_few"),
    (b'{"pairs":[{"url":"%s","quote":"a","quote":"b"}]}' % URL.encode(), "/pairs/0/quote", "duplicate_key"),
    (b'{"pairs":[', "", "invalid_json"),
]


@pytest.mark.parametrize(("sent", "pointer", "reason"), ROWS, ids=lambda value: str(value)[:40])
def test_a_broken_rule_is_named_and_nothing_is_charged(sent, pointer, reason):
    response = Buyer(route=ROUTE).post(sent)
    problem = response.json()
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert (problem["code"], problem["charged"], problem["reason"]) == ("invalid_request", False, reason)
    assert (problem["errors"][0]["pointer"], problem["errors"][0]["reason"]) == (pointer, reason)
    assert not Charge.objects.exists() and not Check.objects.exists()


def test_all_faults_are_listed_in_the_order_of_the_body():
    body = pairs(pair(quote=""), pair("https://example.org/"), {"url": URL, "quote": "a", "x": 1})
    errors = Buyer(route=ROUTE).post(body).json()["errors"]
    assert [error["pointer"] for error in errors] == ["/pairs/0/quote", "/pairs/1/url", "/pairs/2/x"]


@pytest.mark.parametrize(
    "body",
    [
        pairs(*[pair()] * 10),
        pairs(*SIX[:5], pair(SIX[0]["url"] + "#part")),
        pairs(*[pair(f"{URL}#{number}") for number in range(10)]),
        pairs(pair(quote="a" * 1_000)),
    ],
    ids=["ten alike", "five pages and a fragment", "ten fragments of one page", "a long quote"],
)
def test_what_is_within_the_limits_is_offered(body):
    assert Buyer(route=ROUTE).post(body).status_code == 402


def test_a_body_over_64_kib_is_413_and_one_at_the_limit_is_read():
    sent = json.dumps(pairs(pair())).encode()
    buyer = Buyer(route=ROUTE)
    assert buyer.post(sent + b" " * (65_536 - len(sent))).status_code == 402
    response = buyer.post(sent + b" " * (65_537 - len(sent)))
    assert (response.status_code, response.json()["code"]) == (413, "body_too_large")


def test_another_type_of_body_is_415():
    response = Buyer(route=ROUTE).post(pairs(pair()), Content_Type="text/plain")
    assert (response.status_code, response.json()["charged"]) == (415, False)


def test_an_unsupported_host_comes_with_the_list(settings):
    problem = Buyer(route=ROUTE).post(pairs(pair("https://example.org/"))).json()
    assert problem["supported_hosts"] == list(settings.HOSTS)
