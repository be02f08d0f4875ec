from __future__ import annotations

import hashlib

import pytest
from jsonschema import Draft202012Validator

from verification.core.contracts.published import Contract, schema

DOCUMENT = {"version": "1", "name": "sample", "scope": "a · b"}


def test_a_contract_is_its_canonical_bytes_and_their_hash():
    contract = Contract.of(DOCUMENT)
    assert contract.body == '{"name":"sample","scope":"a · b","version":"1"}'.encode()
    assert contract.sha256 == hashlib.sha256(contract.body).hexdigest()


def test_a_reference_names_the_contract_and_pins_it():
    contract = Contract.of(DOCUMENT)
    assert contract.reference() == {"name": "sample", "version": "1", "sha256": contract.sha256}


@pytest.mark.parametrize("name", ["quoteproof-input", "quoteproof-output"])
def test_the_published_schemas_are_json_schemas(name):
    Draft202012Validator.check_schema(schema(name))
