from __future__ import annotations

import json

import pytest

from receipts.core import status
from receipts.core.status import InvalidStatement, Stated
from tests.receipts.examples import ISSUER, JTI, sha256

OTHER = "rcp_" + "b" * 26


def built(**facts: str) -> bytes:
    return status.build(Stated(**facts), iss=ISSUER, iat=1_796_000_000, jti=JTI, sha256=sha256("payload"))


def test_a_statement_names_its_receipt_by_id_and_hash():
    assert json.loads(built(status="refunded")) == {
        "v": 1,
        "iss": ISSUER,
        "iat": 1_796_000_000,
        "target": {"jti": JTI, "sha256": sha256("payload")},
        "status": "refunded",
    }


@pytest.mark.parametrize(
    "fact", [{"status": "replacement", "replacement": OTHER}, {"status": "finality_upgraded", "finality": "safe"}]
)
def test_a_statement_holds_its_fact(fact):
    said = json.loads(built(**fact))
    assert {name: said[name] for name in fact} == fact


def test_its_bytes_are_canonical():
    said = built(status="replacement", replacement=OTHER)
    assert said == json.dumps(json.loads(said), sort_keys=True, separators=(",", ":")).encode()


@pytest.mark.parametrize(
    "facts",
    [
        {"status": "disputed"},
        {"status": "valid"},
        {"status": "replacement"},
        {"status": "refunded", "replacement": OTHER},
        {"status": "finality_upgraded"},
        {"status": "finality_upgraded", "finality": "sure"},
        {"status": "reorged", "finality": "safe"},
    ],
)
def test_facts_that_do_not_belong_are_refused(facts):
    with pytest.raises(InvalidStatement):
        Stated(**facts)


@pytest.mark.parametrize("standing", ["valid", "finality_upgraded", "reorged"])
@pytest.mark.parametrize("after", ["finality_upgraded", "reorged", "refunded", "replacement", "key_compromise"])
def test_while_a_payment_may_still_move_anything_may_follow(standing, after):
    assert status.may_follow(standing, after)


@pytest.mark.parametrize("after", ["finality_upgraded", "reorged"])
@pytest.mark.parametrize("standing", ["refunded", "replacement", "key_compromise"])
def test_a_payments_place_matters_no_more_after_the_end(standing, after):
    assert not status.may_follow(standing, after)


def test_a_replaced_receipt_is_not_refunded_any_more():
    assert not status.may_follow("replacement", "refunded") and status.may_follow("refunded", "replacement")


@pytest.mark.parametrize(
    ("known", "finality", "less"),
    [("", "included", True), ("included", "safe", True), ("safe", "safe", False), ("finalized", "safe", False)],
)
def test_how_final_is_an_order(known, finality, less):
    assert status.less_final(known, finality) is less
