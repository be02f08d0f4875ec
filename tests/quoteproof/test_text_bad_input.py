"""Every rule of the contracts about one quote, through the service: a 400 before any 402, and nothing charged."""

from __future__ import annotations

import pytest

from payments.models import Charge
from tests.quoteproof.conftest import Buyer
from verification.models import Check

pytestmark = pytest.mark.django_db

TEXT_ROUTE, PAGE_ROUTE = "/v1/verify/text-quote", "/v1/verify/quote"
URL = "https://docs.python.org/3/library/bisect.html"
SAID = "Refunds are paid within 14 days."


def text(**more):
    return {"text": SAID, "quote": "within 14 days", **more}


def page(**more):
    return {"url": URL, "quote": "within 14 days", **more}


TEXT_ROWS = [
    (text(url=URL), "/url", "unknown_field"),
    (text(note=1), "/note", "unknown_field"),
    ({"quote": "x"}, "/text", "missing_field"),
    ({"text": SAID}, "/quote", "missing_field"),
    (text(text=""), "/text", "too_short"),
    (text(quote=""), "/quote", "too_short"),
    (text(quote="\u200b \ufeff"), "/quote", "blank_quote"),
    (text(start=0), "/start", "offset_pair"),
    (text(end=5), "/end", "offset_pair"),
    (text(start=0.5, end=5), "/start", "wrong_type"),
    (text(start="0", end=5), "/start", "wrong_type"),
    (text(start=-1, end=5), "/start", "out_of_range"),
    (text(start=5, end=5), "/start", "offset_out_of_range"),
    (text(start=9, end=5), "/start", "offset_out_of_range"),
    (text(start=0, end=len(SAID) + 1), "/end", "offset_out_of_range"),
    (text(text="a" * 2_000, start=0, end=1_001), "/end", "slice_too_long"),
    (text(text="a" * 50_001), "/text", "too_long"),
    (text(quote="a" * 1_001), "/quote", "too_long"),
    (text(quote="…" * 334), "/quote", "too_long"),
    (b'{"text":"\\ud800","quote":"a"}', "/text", "lone_surrogate"),
    (b'{"text":"a","quote":"\\udfff"}', "/quote", "lone_surrogate"),
    (text(match="passages", start=0, end=5), "/start", "not_with_passages"),
    (text(match="passages", case_sensitive=True), "/case_sensitive", "not_with_passages"),
    (text(match="near"), "/match", "out_of_range"),
    (text(case_sensitive="no"), "/case_sensitive", "wrong_type"),
    (text(threshold=0.499), "/threshold", "out_of_range"),
    (text(threshold=1.001), "/threshold", "out_of_range"),
    (b'{"text":"a","quote":"a","threshold":0.49999999999999999999}', "/threshold", "out_of_range"),
    (b'{"text":"a","quote":"a","quote":"b"}', "/quote", "duplicate_key"),
    (b'{"text":"a","quote":"a","threshold":NaN}', "/threshold", "non_finite_number"),
    (b'{"text":"a","quote":', "", "invalid_json"),
]
PAGE_ROWS = [
    ({"quote": "x"}, "/url", "missing_field"),
    (page(url="https://example.org/"), "/url", "unsupported_host"),
    (page(url="http://docs.python.org/3/"), "/url", "invalid_url"),
    (page(url=URL + "?q"), "/url", "invalid_url"),
    (page(text="a"), "/text", "unknown_field"),
    (page(start=0, end=5), "/start", "unknown_field"),
    (page(quote=" "), "/quote", "blank_quote"),
    (page(quote="a" * 1_001), "/quote", "too_long"),
    (page(match="passages", case_sensitive=True), "/case_sensitive", "not_with_passages"),
    (page(threshold=0.2), "/threshold", "out_of_range"),
]


@pytest.mark.parametrize(
    ("route", "sent", "pointer", "reason"),
    [(TEXT_ROUTE, *row) for row in TEXT_ROWS] + [(PAGE_ROUTE, *row) for row in PAGE_ROWS],
    ids=lambda value: str(value)[:40],
)
def test_a_broken_rule_is_named_and_nothing_is_charged(route, sent, pointer, reason):
    response = Buyer(route=route).post(sent)
    problem = response.json()
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert (problem["code"], problem["charged"], problem["reason"]) == ("invalid_request", False, reason)
    assert (problem["errors"][0]["pointer"], problem["errors"][0]["reason"]) == (pointer, reason)
    assert not Charge.objects.exists() and not Check.objects.exists()


def test_a_signed_payment_does_not_get_a_broken_rule_past_the_door():
    buyer = Buyer(route=TEXT_ROUTE)
    header = buyer.payment(text())
    assert buyer.post(text(start=0), PAYMENT_SIGNATURE=header).status_code == 400
    assert not Charge.objects.exists()


@pytest.mark.parametrize("route", [TEXT_ROUTE, PAGE_ROUTE])
def test_a_body_over_64_kib_is_413(route):
    response = Buyer(route=route).post(b'{"text":"' + b"a" * 65_536 + b'"}')
    assert (response.status_code, response.json()["code"]) == (413, "body_too_large")


def test_a_body_at_the_limit_is_read():
    sent = b'{"text":"a","quote":"a"}'
    assert Buyer(route=TEXT_ROUTE).post(sent + b" " * (65_536 - len(sent))).status_code == 402


def test_an_unsupported_host_comes_with_the_list(settings):
    problem = Buyer(route=PAGE_ROUTE).post(page(url="https://example.org/")).json()
    assert problem["supported_hosts"] == list(settings.HOSTS)


def test_an_ignored_threshold_changes_nothing_but_is_checked():
    buyer = Buyer(route=TEXT_ROUTE)
    assert buyer.post(text(match="exact", threshold=0.6)).status_code == 402
    assert buyer.post(text(match="exact", threshold=0.1)).status_code == 400
