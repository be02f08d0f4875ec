from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from verification.core.contracts.published import schema as published
from verification.core.contracts.schema import findings, is_integer, understood
from verification.core.contracts.strict_json import BROKEN

INPUT = published("quoteproof-input")
ODD = st.sampled_from([None, True, 0, 1, 5, -1, 0.5, 1.0, "", "x", "x" * 513, [], {}, [1], {"quote": "x"}])
QUOTES = st.fixed_dictionaries({"source_index": ODD, "quote": ODD}, optional={"extra": ODD})
REQUESTS = st.fixed_dictionaries(
    {}, optional={"urls": st.lists(ODD, max_size=7) | ODD, "quotes": st.lists(QUOTES | ODD, max_size=12) | ODD}
)
EVERY_TYPE = {
    "type": "object",
    "properties": {
        "match": {"type": "string", "enum": ["exact", "fuzzy"]},
        "threshold": {"type": "number", "minimum": 0.5, "maximum": 1},
        "sensitive": {"type": "boolean"},
        "start": {"type": "integer", "minimum": 0},
    },
}


def found(schema, value) -> list[tuple[str, str]]:
    return [(finding.fault().pointer, finding.reason) for finding in findings(schema, value)]


@given(REQUESTS | ODD)
def test_a_value_has_no_finding_exactly_if_json_schema_takes_it(value):
    assert (not found(INPUT, value)) == Draft202012Validator(INPUT).is_valid(value)


def test_findings_stand_in_document_order_a_whole_before_its_parts():
    value = {"z": 1, "quotes": [{"quote": "", "source_index": 9}, 3], "urls": ["x" * 513] * 6}
    assert found(INPUT, value) == [
        ("/z", "unknown_field"),
        ("/quotes/0/quote", "too_short"),
        ("/quotes/0/source_index", "out_of_range"),
        ("/quotes/1", "wrong_type"),
        ("/urls", "too_many"),
        *((f"/urls/{at}", "too_long") for at in range(6)),
    ]


def test_each_missing_field_is_named():
    assert found(INPUT, {}) == [("/urls", "missing_field"), ("/quotes", "missing_field")]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"match": "none"}, "out_of_range"),
        ({"match": True}, "wrong_type"),
        ({"threshold": 0.49}, "out_of_range"),
        ({"threshold": True}, "wrong_type"),
        ({"sensitive": 1}, "wrong_type"),
        ({"start": 1.5}, "wrong_type"),
        ({"start": -1}, "out_of_range"),
    ],
)
def test_every_type_is_judged(value, reason):
    assert found(understood(EVERY_TYPE), value) == [(f"/{next(iter(value))}", reason)]


def test_what_has_a_fault_of_its_own_is_passed_over():
    assert found(INPUT, {"urls": BROKEN, "quotes": [BROKEN]}) == []


def test_integers_are_told_by_value():
    assert [is_integer(value) for value in (1, 1.0, -0.0, 1e300, 1.5, True, "1")] == [True] * 4 + [False] * 3


@pytest.mark.parametrize("unknown", [{"pattern": "x"}, {"type": "null"}, {"additionalProperties": True}])
def test_a_keyword_that_would_be_ignored_is_refused(unknown):
    with pytest.raises(ValueError, match="schema"):
        understood({"type": "array", "items": {"type": "object", **unknown}})
