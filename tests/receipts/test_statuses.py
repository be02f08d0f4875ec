from __future__ import annotations

import hashlib
import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from receipts import log, selectors, services, statuses, triggers
from receipts.adapters import keys
from receipts.core import signing, status
from receipts.models import LogLeaf, Receipt, Statement
from tests.receipts.examples import CHECK, DELIVERY, NOW, ON_CHAIN, facts

pytestmark = pytest.mark.django_db
OTHER = "chk_other"


@pytest.fixture
def receipt() -> Receipt:
    return issued()


def issued(check_id: str = CHECK) -> Receipt:
    return services.issue(check_id=check_id, facts=facts(pay=ON_CHAIN), delivery=DELIVERY, now=NOW)


def stated(receipt: Receipt, what: str, **more: str) -> Statement | None:
    with transaction.atomic():
        return statuses.state(receipt, what, NOW, **more)


def test_a_statement_is_signed_under_its_own_type(receipt):
    statement = stated(receipt, "refunded")
    key = keys.current().signing.public
    seen = signing.verify(statement.compact, {key.kid: key.verifier()}, typ=status.TYPE)
    said = json.loads(seen.payload)
    assert said["target"] == {"jti": receipt.jti, "sha256": receipt.payload_sha256}
    assert (said["status"], said["iat"]) == ("refunded", int(NOW.timestamp()))
    with pytest.raises(signing.InvalidToken, match="type"):
        signing.verify(statement.compact, {key.kid: key.verifier()})


def test_a_statement_is_an_entry_of_the_log(receipt):
    statement = stated(receipt, "reorged")
    [leaf] = LogLeaf.objects.filter(kind="status")
    assert leaf.subject == receipt.jti
    assert bytes(leaf.entry) == hashlib.sha256(bytes(statement.payload)).digest()
    assert statement.payload_sha256 == bytes(leaf.entry).hex()


def test_the_newest_statement_decides(receipt):
    assert selectors.status(receipt) == "valid"
    for what, more in (("reorged", {}), ("finality_upgraded", {"finality": "safe"}), ("refunded", {})):
        stated(receipt, what, **more)
        assert selectors.status(receipt) == what
    assert [each.status for each in statuses.of(receipt.jti)] == ["refunded", "finality_upgraded", "reorged"]


def test_the_same_statement_is_made_once_and_again_after_another(receipt):
    assert stated(receipt, "reorged") == stated(receipt, "reorged")
    stated(receipt, "finality_upgraded", finality="included")
    stated(receipt, "reorged")
    assert [each.seq for each in statuses.of(receipt.jti)] == [3, 2, 1]
    assert LogLeaf.objects.filter(kind="status").count() == 3


def test_a_higher_finality_is_another_statement(receipt):
    for finality in ("safe", "finalized", "finalized"):
        stated(receipt, "finality_upgraded", finality=finality)
    assert [each.finality for each in statuses.of(receipt.jti)] == ["finalized", "safe"]


def test_what_may_not_follow_is_not_stated(receipt):
    refunded = stated(receipt, "refunded")
    assert stated(receipt, "finality_upgraded", finality="finalized") == refunded
    assert selectors.status(receipt) == "refunded"


def test_a_replacement_is_named(receipt):
    new = issued(OTHER)
    statement = stated(receipt, "replacement", replacement=new.jti)
    assert json.loads(bytes(statement.payload))["replacement"] == new.jti
    assert selectors.status(receipt) == "replacement" and selectors.status(new) == "valid"


def test_facts_that_do_not_belong_leave_nothing(receipt):
    with pytest.raises(status.InvalidStatement):
        stated(receipt, "replacement")
    assert not Statement.objects.exists() and not LogLeaf.objects.filter(kind="status").exists()


def seen(*events: str) -> list[tuple[str, str]]:
    """What is stated when the ledger is seen so, one after the other: `reorged`, or how final the payment is."""
    for event in events:
        with transaction.atomic():
            statuses.reorged(CHECK, NOW) if event == "reorged" else statuses.stands(CHECK, event, NOW)
    return [(each.status, each.finality) for each in reversed(statuses.of(selectors.current(CHECK).jti))]


SAFE, FINAL, BACK = (("finality_upgraded", each) for each in ("safe", "finalized", "included"))


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (["included", "included"], []),
        (["included", "safe", "safe", "finalized", "finalized"], [SAFE, FINAL]),
        (["finalized", "safe"], [FINAL]),
        (["reorged", "reorged", "included", "included"], [("reorged", ""), BACK]),
        (["safe", "reorged", "included", "safe"], [SAFE, ("reorged", ""), BACK, SAFE]),
    ],
)
def test_how_final_a_payment_is_gets_stated_as_it_changes(receipt, events, said):
    assert seen(*events) == said


def test_after_a_refund_how_final_it_is_matters_no_more(receipt):
    stated(receipt, "refunded")
    assert seen("safe", "finalized") == [("refunded", "")]


def test_nothing_is_stated_of_a_check_without_a_receipt(receipt):
    with transaction.atomic():
        assert statuses.reorged(OTHER, NOW) is None and statuses.stands(OTHER, "safe", NOW) is None


def test_in_the_sandbox_a_payment_is_final_at_once():
    services.issue(check_id=CHECK, facts=facts(), delivery=DELIVERY, now=NOW)
    assert seen("finalized") == []


@pytest.mark.django_db(transaction=True)
def test_a_status_goes_with_what_it_states():
    with transaction.atomic():
        made = issued()
    with pytest.raises(transaction.TransactionManagementError):
        statuses.state(made, "refunded", NOW)
    with pytest.raises(RuntimeError), transaction.atomic():
        statuses.state(made, "refunded", NOW)
        raise RuntimeError("the refund could not be stored")
    assert not Statement.objects.exists()
    triggers.drop(connection)


@pytest.mark.parametrize(
    "change", [{"status": "reorged"}, {"token": b"x"}, {"payload": b"{}"}, {"stated_at": NOW + timedelta(1)}]
)
def test_a_statement_is_never_changed(receipt, change):
    stated(receipt, "refunded")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Statement.objects.update(**change)


def test_a_statement_is_never_deleted(receipt):
    stated(receipt, "refunded")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Statement.objects.all().delete()


# -- GET /v1/receipts/{jti}/status ---------------------------------------------------------------


def test_without_a_statement_a_receipt_is_valid(client, receipt):
    answer = client.get(f"/v1/receipts/{receipt.jti}/status")
    assert answer.json() == {"jti": receipt.jti, "status": "valid", "statements": [], "checkpoint": None}
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_statements_are_served_the_newest_first_with_the_logs_checkpoint(client, receipt):
    stated(receipt, "reorged")
    newest = stated(receipt, "refunded")
    log.integrate(NOW)
    told = client.get(f"/v1/receipts/{receipt.jti}/status").json()
    assert (told["status"], told["statements"][0], len(told["statements"])) == ("refunded", newest.compact, 2)
    assert told["checkpoint"] == bytes(log.head().note).decode()
    assert (
        client.get(f"/v1/receipts/{receipt.jti}", headers={"Accept": "application/json"}).json()["status"]
        == "refunded"
    )


@pytest.mark.parametrize("jti", ["rcp_" + "a" * 26, "x", CHECK])
def test_there_is_no_status_of_an_unknown_receipt(client, receipt, jti):
    answer = client.get(f"/v1/receipts/{jti}/status")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_statement_never_names_the_check(client, receipt):
    stated(receipt, "refunded")
    assert CHECK.encode() not in bytes(Statement.objects.get().payload)
    assert CHECK not in client.get(f"/v1/receipts/{receipt.jti}/status").content.decode()


def test_a_clock_that_went_back_puts_no_statement_before_another(receipt):
    """They are for ever: one that says an earlier time than the one before it would spoil the status."""
    for what, seconds in (("reorged", 9), ("refunded", 0), ("key_compromise", 5)):
        with transaction.atomic():
            statuses.state(receipt, what, NOW + timedelta(seconds=seconds))
    with transaction.atomic():
        statuses.restate(statuses.of(receipt.jti)[0], NOW)
    said = [json.loads(bytes(each.payload))["iat"] - int(NOW.timestamp()) for each in statuses.of(receipt.jti)]
    assert said == [9, 9, 9, 9]
