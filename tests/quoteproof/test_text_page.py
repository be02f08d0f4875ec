"""`POST /v1/verify/quote`, through the whole service, against the mirror's pages."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from payments.models import Charge, SandboxTransfer
from quoteproof import contracts, flow
from receipts.models import Receipt
from tests.mirror import behaviours
from tests.mirror.answers import HTML, TEXT, typed
from tests.mirror.behaviours import CHINESE, HIDDEN, HOST, KEPT_BACK, ONCE, ROOT, Behaviour
from tests.mirror.cases import CASES, NOWHERE, Case
from tests.quoteproof.conftest import Buyer
from verification.core.contracts.canonical import canonical
from verification.models import Check, SourceBody

pytestmark = pytest.mark.django_db

ROUTE = "/v1/verify/quote"
STDTYPES = "https://docs.python.org/3/library/stdtypes.html"
CHANGED = ONCE.replace("small", "little")


@pytest.fixture
def buyer(mirror) -> Buyer:
    return Buyer(route=ROUTE)


def asking(name: str, quote: str, **more: Any) -> dict[str, Any]:
    return {"url": f"https://{HOST}{ROOT}{name}", "quote": quote, **more}


def serve(monkeypatch: pytest.MonkeyPatch, name: str, content_type: str, body: str) -> None:
    monkeypatch.setitem(behaviours.BEHAVIOURS, ROOT + name, Behaviour(typed(content_type, body), ""))


def test_the_offer_is_of_one_cent_and_fits_its_header(buyer: Buyer):
    response = buyer.post(asking("page.html", ONCE))
    assert response.json()["amounts"] == ["10000", "50000", "250000"]
    assert len(response["PAYMENT-REQUIRED"]) < 6_000


@pytest.mark.parametrize(
    ("name", "quote", "match"),
    [
        ("page.html", ONCE, "exact"),
        ("page.html", ONCE.upper(), "exact"),
        ("page.html", CHINESE, "exact"),
        ("page.html", CHANGED, "fuzzy"),
        ("plain.txt", CHANGED, "fuzzy"),
        ("plain.txt", NOWHERE, "none"),
        ("large.html", ONCE, "exact"),
        ("moved.html", ONCE, "exact"),
    ],
)
def test_a_decisive_answer_is_charged_and_keeps_the_schema(buyer: Buyer, name, quote, match):
    response = buyer.pay(asking(name, quote))
    schema = buyer.client.get("/v1/contracts/quote").json()["output_schema"]
    assert (response.status_code, response.json()["result"]["match"]) == (200, match)
    jsonschema.validate(response.json(), schema)
    assert SandboxTransfer.objects.count() == 1


def test_the_closest_passage_is_the_fuzzy_answer_at_one_half(buyer: Buyer):
    asked = asking("page.html", "A retry with a budget makes big outages small", threshold=0.5)
    result = buyer.pay(asked).json()["result"]
    assert result["match"] == "fuzzy" and ONCE[:20] in result["context"]
    assert buyer.pay({**asked, "threshold": 0.9}).status_code == 422


def test_a_page_is_told_with_its_hashes_and_the_same_as_in_the_receipt(buyer: Buyer):
    answer = buyer.pay(asking("page.html", ONCE)).json()
    source, said = answer["result"]["source"], json.loads(bytes(Receipt.objects.get().payload))
    assert source["content_sha256"] == hashlib.sha256(behaviours.PAGE.encode()).hexdigest()
    assert said["src"][0]["content_sha256"] == source["content_sha256"]
    assert said["src"][0]["extraction_sha256"] == source["extraction_sha256"]
    token = answer.pop("receipt")
    assert token == Receipt.objects.get().compact
    assert hashlib.sha256(canonical(answer)).hexdigest() == said["res"]["sha256"]


def test_what_is_found_is_kept_with_the_page(buyer: Buyer):
    result = buyer.pay(asking("page.html", ONCE)).json()["result"]
    check = Check.objects.get()
    [source], [verdict] = check.sources.all(), check.verdicts.all()
    assert (verdict.status, bytes(verdict.quote).decode()) == ("exact", ONCE)
    assert verdict.evidence.get().start_char == result["raw_start_utf16"]
    assert source.extraction_rules == "static_html/1" and source.extracted_chars > 0
    assert SourceBody.objects.get().source == source


@pytest.mark.parametrize(
    ("quote", "more", "reason"),
    [
        (NOWHERE, {}, "html_absence_unverifiable"),
        (HIDDEN, {}, "html_absence_unverifiable"),
        (ONCE.lower(), {"match": "exact", "case_sensitive": True}, "html_absence_unverifiable"),
        ("Zebras graze", {"match": "passages"}, "html_absence_unverifiable"),
        (KEPT_BACK, {}, "source_disallows_excerpts"),
        (KEPT_BACK.replace("Please", "Kindly"), {"threshold": 0.7}, "source_disallows_excerpts"),
        (KEPT_BACK, {"match": "passages"}, "source_disallows_excerpts"),
    ],
)
def test_what_a_page_cannot_decide_is_422_with_the_source_alone(buyer: Buyer, quote, more, reason):
    response = buyer.pay(asking("page.html", quote, **more))
    problem = response.json()
    assert (response.status_code, problem["code"], problem["reason"]) == (422, "no_decisive_result", reason)
    assert "quote by quote" not in problem["detail"]  # one quote, and its source alone in the report
    assert set(problem["report"]) == {"source"} and problem["report"]["source"]["reason"] is None
    assert (problem["charged"], problem["authorization"]) == (False, "not_used")
    assert not SandboxTransfer.objects.exists() and not Receipt.objects.exists()


def _one_of_each() -> list[Case]:
    reasons: dict[str, Case] = {}
    for case in CASES:
        if case.source_reason and not case.url.endswith("large.html"):
            reasons.setdefault(case.source_reason, case)
    return list(reasons.values())


@pytest.mark.parametrize("case", _one_of_each(), ids=lambda case: case.source_reason)
def test_an_unread_page_is_422_with_its_reason(case: Case, buyer: Buyer, mirror, settings, monkeypatch):
    if case.robots:
        mirror.robots_overrides["docs.github.com"] = case.robots
    if case.need == "broken extractor":
        settings.EXTRACT_SECONDS = 0.0005
    if case.need == "deadline":
        monkeypatch.setitem(contracts.BY_PATH, ROUTE, replace(contracts.QUOTE, seconds=1.5))
    response = buyer.pay({"url": case.url, "quote": case.quote})
    report = response.json()["report"]
    assert (response.status_code, response.json()["reason"]) == (422, case.source_reason)
    assert set(report) == {"source"} and report["source"]["reason"] == case.source_reason
    assert report["source"]["code_points"] is None and report["source"]["extraction"] == "unavailable"


def test_max_snippet_caps_all_that_is_shown(buyer: Buyer):
    body = buyer.pay(asking("max-snippet.html", CHANGED)).json()
    shown = [difference["text"]["text"] or "" for difference in body["result"]["differences"]]
    assert body["result"]["match"] == "fuzzy"
    assert len("".join([*shown, body["result"]["context"] or ""])) <= 100


def test_a_page_of_two_million_bytes_is_read_and_one_byte_more_is_not(buyer: Buyer, monkeypatch):
    text = f"{ONCE}\n" + "\u3000" * 660_000
    text += "x" * (2_000_000 - len(text.encode()))
    serve(monkeypatch, "big.txt", TEXT, text)
    assert buyer.pay(asking("big.txt", ONCE)).json()["result"]["source"]["source_bytes"] == 2_000_000
    serve(monkeypatch, "big.txt", TEXT, text + "x")
    assert buyer.pay(asking("big.txt", ONCE)).json()["reason"] == "source_too_large"


def test_a_million_characters_are_read_and_one_more_is_not(buyer: Buyer, monkeypatch):
    text = (f"{ONCE} " * 16_000)[:1_000_000]
    serve(monkeypatch, "long.txt", TEXT, text)
    assert buyer.pay(asking("long.txt", CHANGED)).json()["result"]["source"]["code_points"] == 1_000_000
    serve(monkeypatch, "long.txt", TEXT, text + ".")
    assert buyer.pay(asking("long.txt", ONCE)).json()["reason"] == "source_too_large"


def test_a_big_page_of_html_is_read_within_its_time(buyer: Buyer, monkeypatch):
    serve(monkeypatch, "big.html", HTML, behaviours.page(f"<p>{ONCE}</p>\n" * 13_000))
    started = time.monotonic()
    response = buyer.pay(asking("big.html", CHANGED))
    assert response.json()["result"]["match"] == "fuzzy" and response.json()["result"]["occurrences"] == 100
    assert time.monotonic() - started < 12


@pytest.mark.mirror
def test_the_biggest_page_of_the_documentation_is_read(buyer: Buyer):
    body = buyer.pay({"url": STDTYPES, "quote": "any object can be tested for truth values"}).json()
    assert body["result"]["match"] == "fuzzy"
    assert body["result"]["source"]["source_bytes"] > 100_000


def test_a_narrowed_host_list_binds_new_claims_only(buyer: Buyer, settings):
    header = buyer.payment(asking("page.html", ONCE))
    first = buyer.post(asking("page.html", ONCE), PAYMENT_SIGNATURE=header)
    settings.HOSTS = ("nodejs.org",)
    assert buyer.post(asking("page.html", ONCE), PAYMENT_SIGNATURE=header).content == first.content
    assert buyer.post(asking("page.html", ONCE)).status_code == 400


def test_the_queue_does_the_work_on_a_page(buyer: Buyer):
    response = buyer.pay(asking("page.html", ONCE), Prefer="respond-async")
    assert (response.status_code, response.json()["state"]) == (202, "working")
    assert json.loads(bytes(Check.objects.get().request))["quote"] == ONCE
    settled = flow.carry_out(Charge.objects.get(), patience=20)
    assert (settled.released_at is not None, settled.amount) == (True, 10_000)
