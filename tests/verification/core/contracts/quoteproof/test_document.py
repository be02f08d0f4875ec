from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from verification.core.contracts.canonical import canonical
from verification.core.contracts.limits import SUPPORTED_HOSTS
from verification.core.contracts.quoteproof.document import contract, document
from verification.core.text.whitespace import WHITE_SPACE_RANGES

WIRE = (Path(__file__).parents[4] / "conformance" / "quoteproof-contract.txt").read_text()
INPUT, OUTPUT, LIMITS = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", WIRE, re.S))


@pytest.mark.parametrize(
    ("member", "wire"), [("input_schema", INPUT), ("output_schema", OUTPUT), ("limits", LIMITS)]
)
def test_schemas_and_limits_are_those_of_the_wire_contract(member, wire):
    assert document(SUPPORTED_HOSTS)[member] == wire


@pytest.mark.parametrize(
    ("member", "label"),
    [("scope", "Scope"), ("cost", "Cost"), ("success", "Success"), ("failure_policy", "Failure policy")],
)
def test_texts_are_those_of_the_wire_contract(member, label):
    assert f"\n{label}: {document(SUPPORTED_HOSTS)[member]}\n" in WIRE


def test_the_document_has_these_members_and_no_other():
    texts = ["name", "version", "scope", "cost", "success", "failure_policy"]
    parts = ["input_schema", "output_schema", "limits", "whitespace"]
    assert list(document(SUPPORTED_HOSTS)) == texts + parts
    assert f"Version: {document(SUPPORTED_HOSTS)['version']}." in WIRE


def test_the_body_is_the_canonical_document():
    published = contract(SUPPORTED_HOSTS)
    assert published.body == canonical(document(SUPPORTED_HOSTS))
    assert json.loads(published.body)["whitespace"] == list(WHITE_SPACE_RANGES)


def test_other_hosts_make_another_contract():
    assert contract(SUPPORTED_HOSTS[:3]).sha256 != contract(SUPPORTED_HOSTS).sha256
    assert json.loads(contract(["nodejs.org"]).body)["limits"]["supported_hosts"] == ["nodejs.org"]


def test_the_hash_of_version_0_1_1_with_all_hosts_does_not_change():
    assert contract(SUPPORTED_HOSTS).sha256 == "d48997f3b76ae24b128cc108d432f34351997e2db697da0868d13d74ca28e1fe"
