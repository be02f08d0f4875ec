from __future__ import annotations

import re
from typing import Any

import jsonschema
import pytest

from quoteproof import contracts
from tests.quoteproof.conftest import Buyer


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
    assert {contract.path for contract in contracts.ALL} <= set(description["paths"])


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


def described(client, path: str, method: str = "get", status: int = 200) -> dict[str, Any]:
    """What the description says of one answer: its headers, and the schema of its JSON."""
    answer = client.get("/openapi.json").json()["paths"][path][method]["responses"][str(status)]
    [content] = answer.get("content", {"": {}}).values()
    return {"headers": set(answer.get("headers", {})), "schema": content.get("schema")}


DOCUMENTS = [
    ("/v1/contracts", "/v1/contracts"),
    ("/v1/contracts/{name}", "/v1/contracts/quoteproof"),
    ("/v1/contracts/{name}", "/v1/contracts/text-quote"),
    ("/v1/contracts/{name}", "/v1/contracts/document"),
    ("/v1/contracts/{name}/examples", "/v1/contracts/quoteproof/examples"),
    ("/v1/contracts/{name}/examples", "/v1/contracts/document/examples"),
    ("/v1/contracts/{name}/examples", "/v1/contracts/quote/examples"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "address"), DOCUMENTS)
def test_the_free_documents_are_as_described(client, path, address):
    schema = described(client, path)["schema"]
    body = client.get(address).json()
    jsonschema.validate(body, schema)
    assert set(body) <= set(schema["properties"])


@pytest.mark.django_db
def test_the_headers_of_free_answers_are_described(client):
    assert described(client, "/v1/contracts/{name}", status=304)["headers"] == {"ETag"}
    assert "PAYMENT-REQUIRED" in described(client, "/v1/verify/quotes", status=402)["headers"]
    assert {"Retry-After", "PAYMENT-RESPONSE"} <= described(client, "/v1/checks/{check_id}")["headers"]


@pytest.mark.django_db
def test_the_state_of_a_check_has_every_member_that_is_described():
    buyer = Buyer(route="/v1/verify/text-quote")
    check = buyer.pay({"text": "One text.", "quote": "one"}).json()["check"]
    schema = described(buyer.client, "/v1/checks/{check_id}")["schema"]
    body = buyer.client.get(f"/v1/checks/{check}").json()
    jsonschema.validate(body, schema)
    assert set(body) == set(schema["properties"]) == set(schema["required"])


@pytest.mark.django_db
@pytest.mark.parametrize(("route", "least"), [(contract.path, contract.minimum) for contract in contracts.ALL])
@pytest.mark.parametrize("method", ["get", "post"])
def test_the_bounds_of_the_amount_are_described(client, route, least, method):
    operation = client.get("/openapi.json").json()["paths"][route][method]
    schemas = {parameter["name"]: parameter["schema"] for parameter in operation["parameters"]}
    assert schemas["amount"] == {"type": "integer", "minimum": least, "maximum": 100_000_000}


@pytest.mark.django_db
@pytest.mark.parametrize("contract", contracts.ALL, ids=lambda contract: contract.name)
def test_the_worked_examples_keep_the_schemas_that_are_described(client, contract):
    operation = client.get("/openapi.json").json()["paths"][contract.path]["post"]
    asked = operation["requestBody"]["content"]["application/json"]["schema"]
    answered = operation["responses"]["200"]["content"]["application/json"]["schema"]
    for example in contract.examples()["examples"]:
        jsonschema.validate(example["request"], asked)
        if example["status"] == 200:
            jsonschema.validate(example["response"], answered)
