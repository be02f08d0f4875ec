from __future__ import annotations

import re

import pytest


@pytest.mark.django_db
def test_everything_that_the_reference_loads_is_there(client):
    page = client.get("/docs").content.decode()
    links = re.findall(r'(?:src|href)="(/[^"]+)"', page)
    assert len(links) >= 4
    for link in links:
        answer = client.get(link.replace("&amp;", "&"))
        assert answer.status_code == 200, link


@pytest.mark.django_db
def test_the_description_is_openapi_3_1_and_names_every_paid_route(client):
    description = client.get("/openapi.json").json()
    assert description["openapi"].startswith("3.1")
    assert {"/v1/verify/quotes", "/v1/verify/quote", "/v1/verify/text-quote"} <= set(description["paths"])


@pytest.mark.django_db
def test_operations_have_names_of_their_own(client):
    paths = client.get("/openapi.json").json()["paths"]
    names = [operation["operationId"] for path in paths.values() for operation in path.values()]
    assert len(names) == len(set(names))


@pytest.mark.django_db
def test_the_headers_of_a_paid_answer_are_described(client):
    responses = client.get("/openapi.json").json()["paths"]["/v1/verify/quotes"]["post"]["responses"]
    assert {"PAYMENT-RESPONSE", "QuoteProof-Check", "QuoteProof-Receipt", "Link"} <= set(
        responses["200"]["headers"]
    )
    assert "PAYMENT-REQUIRED" in responses["402"]["headers"]
