from __future__ import annotations

import hashlib
import json
import re

import pytest
from jsonschema import Draft202012Validator

from verification.core.contracts.canonical import canonical
from verification.core.contracts.limits import SUPPORTED_HOSTS
from verification.core.contracts.text_quote import limits
from verification.core.contracts.text_quote.document import (
    PAGE_OUTPUT,
    TEXT_OUTPUT,
    page_contract,
    page_document,
    text_contract,
    text_document,
)
from verification.core.contracts.text_quote.request import PAGE_INPUT, TEXT_INPUT
from verification.core.text.differences import Difference
from verification.core.text.kinds import KINDS
from verification.core.text.profile import FOLDS

DEFINED = TEXT_OUTPUT["$defs"]


@pytest.mark.parametrize("schema", [TEXT_INPUT, PAGE_INPUT, TEXT_OUTPUT, PAGE_OUTPUT])
def test_the_schemas_are_schemas(schema):
    Draft202012Validator.check_schema(schema)


def test_the_bodies_are_the_canonical_documents_and_their_hash():
    for published, document in (
        (text_contract(), text_document()),
        (page_contract(SUPPORTED_HOSTS), page_document(SUPPORTED_HOSTS)),
    ):
        assert published.body == canonical(document)
        assert published.sha256 == hashlib.sha256(published.body).hexdigest()
        assert published.sha256 not in published.body.decode()


def test_every_contract_has_the_members_of_the_first():
    first = {"name", "version", "scope", "cost", "success", "failure_policy", "input_schema", "output_schema"}
    first |= {"limits", "whitespace"}
    for document in (text_document(), page_document(SUPPORTED_HOSTS)):
        assert set(document) == first | {"normalisation", "injection_rules"}


def test_the_normalisation_is_published_whole_under_its_hash():
    told = json.loads(text_contract().body)["normalisation"]
    assert told["id"] == "text-v1" and hashlib.sha256(canonical(told["table"])).hexdigest() == told["sha256"]
    assert [step["fold"] for step in told["table"]["steps"]][:2] == ["invisible", "nfc"]


def test_the_rules_of_the_flags_are_named_by_version_and_hash():
    told = text_document()["injection_rules"]
    assert re.fullmatch(r"injection/\d+", told["id"]) and re.fullmatch("[0-9a-f]{64}", told["sha256"])


def test_kinds_and_folds_of_the_schema_are_those_that_are_found():
    assert tuple(DEFINED["difference"]["properties"]["kind"]["enum"]) == KINDS
    assert tuple(TEXT_OUTPUT["properties"]["result"]["properties"]["folds"]["items"]["enum"]) == FOLDS
    assert set(DEFINED["difference"]["properties"]) == set(Difference.__slots__) - {"gravity"}


def test_limits_of_schema_and_document_agree():
    assert TEXT_INPUT["properties"]["text"]["maxLength"] == limits.TEXT == 50_000
    assert TEXT_OUTPUT["properties"]["result"]["properties"]["context"]["maxLength"] == limits.CONTEXT
    source = PAGE_OUTPUT["$defs"]["source"]["properties"]
    assert source["source_bytes"]["maximum"] == limits.PAGE_BYTES
    assert source["code_points"]["maximum"] == limits.PAGE_UNITS


def test_the_two_outputs_differ_in_the_source_alone():
    assert {**PAGE_OUTPUT, "$defs": DEFINED} == TEXT_OUTPUT
    assert DEFINED["source"]["properties"]["kind"] == {"const": "supplied"}


def test_other_hosts_make_another_contract():
    assert page_contract(SUPPORTED_HOSTS[:2]).sha256 != page_contract(SUPPORTED_HOSTS).sha256
