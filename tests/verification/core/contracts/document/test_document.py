from __future__ import annotations

import hashlib
import json
from typing import Any

import jsonschema
from jsonschema import Draft202012Validator

from verification.core.contracts.canonical import canonical
from verification.core.contracts.document.document import contract, document
from verification.core.contracts.document.examples import EXAMPLES, examples
from verification.core.contracts.document.output import OUTPUT_SCHEMA
from verification.core.contracts.document.request import INPUT_SCHEMA
from verification.core.contracts.limits import SUPPORTED_HOSTS
from verification.core.contracts.text_quote.document import page_contract, page_document


def problem(found: Any) -> dict[str, Any]:
    return {"code": "no_decisive_result", "reason": found.reason, "report": found.report}


WORKED = {each["name"]: each for each in examples(problem, SUPPORTED_HOSTS, "paid")["examples"]}


def test_the_schemas_are_schemas():
    for schema in (INPUT_SCHEMA, OUTPUT_SCHEMA):
        Draft202012Validator.check_schema(schema)


def test_the_body_is_the_canonical_document_and_its_hash():
    published = contract(SUPPORTED_HOSTS)
    assert published.body == canonical(document(SUPPORTED_HOSTS))
    assert published.sha256 == hashlib.sha256(published.body).hexdigest()
    assert (published.name, published.version) == ("document", "1.0.0")


def test_it_has_the_members_of_the_contract_about_one_quote_and_names_that_by_its_hash():
    told, page = document(SUPPORTED_HOSTS), page_document(SUPPORTED_HOSTS)
    assert told.keys() - page.keys() == {"pairs_as"} and not page.keys() - told.keys()
    assert told["pairs_as"]["contract"] == page_contract(SUPPORTED_HOSTS).reference()
    assert told["pairs_as"] | {"contract": 0} == {
        "contract": 0,
        "match": "fuzzy",
        "case_sensitive": False,
        "threshold": "0.9",
    }
    assert told["limits"] == {"pairs": 10, "urls": 5, **page["limits"]}


def test_a_result_has_every_member_of_the_result_about_one_quote():
    one = page_document(SUPPORTED_HOSTS)["output_schema"]["properties"]["result"]["required"]
    assert set(OUTPUT_SCHEMA["$defs"]["pair"]["required"]) == {*one, "pair_index", "source_index", "advice"}


def test_no_example_is_missing_and_each_shows_what_it_says():
    assert list(WORKED) == [example.name for example in EXAMPLES]
    report = WORKED["report"]["response"]
    jsonschema.validate(report, OUTPUT_SCHEMA)
    jsonschema.validate(WORKED["report"]["request"], INPUT_SCHEMA)
    assert [each["match"] for each in report["results"]] == ["exact", "fuzzy", "none", None]
    assert WORKED["nothing-decided"]["status"] == 422
    assert set(WORKED["nothing-decided"]["response"]["report"]) == {"sources"}


def test_other_hosts_make_another_contract():
    assert contract(SUPPORTED_HOSTS[:2]).sha256 != contract(SUPPORTED_HOSTS).sha256
    assert json.loads(contract(SUPPORTED_HOSTS[:2]).body)["limits"]["supported_hosts"] == list(SUPPORTED_HOSTS[:2])
