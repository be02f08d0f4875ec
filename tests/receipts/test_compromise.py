"""What is said of the receipts that a lost key signed."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from receipts import compromise, keyring, log, selectors, services, statuses, verifier
from receipts.adapters import keys
from receipts.core import signing, status
from receipts.models import LogLeaf, Receipt, Statement
from tests.receipts.examples import DELIVERY, NOW, ON_CHAIN, facts

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


@pytest.fixture(autouse=True)
def forgetful(monkeypatch) -> None:
    monkeypatch.setattr(keyring, "_registered", None)


def issued(*checks: str) -> list[Receipt]:
    return [services.issue(each, facts(pay=ON_CHAIN), DELIVERY, NOW) for each in checks]


def lose() -> str:
    """The key that signs is rotated out; its kid."""
    keyring.register(NOW)
    lost = keys.current().signing.public.kid
    keyring.rotate(NOW, early=True)
    return lost


def stated(receipt: Receipt, what: str, **more: str) -> None:
    with transaction.atomic():
        statuses.state(receipt, what, NOW, **more)


def signer(statement: Statement) -> str:
    published = {key.kid: key.verifier() for key in keyring.published()}
    return signing.verify(statement.compact, published, typ=status.TYPE).header["kid"]


def test_each_receipt_of_the_key_says_so_signed_by_the_next_key_and_logged():
    before, lost = issued("chk_a", "chk_b"), lose()
    [after] = issued("chk_c")
    assert keyring.revoke(lost, LATER) == 2
    assert [selectors.status(each) for each in (*before, after)] == ["key_compromise"] * 2 + ["valid"]
    assert {signer(each) for each in Statement.objects.all()} == {keys.current().signing.public.kid}
    logged = {(leaf.subject, bytes(leaf.entry).hex()) for leaf in LogLeaf.objects.filter(kind="status")}
    assert logged == {(each.receipt_id, each.payload_sha256) for each in Statement.objects.all()}


def test_it_is_said_once_however_often_the_key_is_revoked():
    issued("chk_a", "chk_b")
    lost = lose()
    assert [keyring.revoke(lost, LATER + timedelta(n)) for n in range(3)] == [2, 0, 0]


@pytest.mark.parametrize("later", [{"what": "refunded"}, {"what": "replacement", "replacement": True}])
def test_what_is_stated_after_it_stays(later: dict[str, Any]):
    [receipt, other], lost = issued("chk_a", "chk_b"), lose()
    keyring.revoke(lost, LATER)
    stated(receipt, **later | ({"replacement": other.pk} if "replacement" in later else {}))
    assert keyring.revoke(lost, LATER) == 0 and selectors.status(receipt) == later["what"]


def test_a_run_that_broke_off_is_gone_on_with(monkeypatch):
    issued(*(f"chk_{n}" for n in range(5)))
    lost, real = lose(), statuses.state

    def breaks(*args: Any, **more: Any) -> Any:
        if Statement.objects.count() == 3:
            raise ConnectionError
        return real(*args, **more)

    monkeypatch.setattr(compromise, "BATCH", 2)
    monkeypatch.setattr(statuses, "state", breaks)
    with pytest.raises(ConnectionError):
        keyring.revoke(lost, LATER)
    monkeypatch.setattr(statuses, "state", real)
    assert Statement.objects.count() == 2, "the batch of the break was rolled back, the one before was kept"
    assert keyring.revoke(lost, LATER) == 3 and Statement.objects.count() == 5


def test_what_is_signed_with_a_lost_key_afterwards_is_caught_up_with(settings, keys_dir):
    issued("chk_a")
    before = (keys_dir / "receipts.jwks").read_text()
    lost, own = lose(), settings.SIGNING_KEY
    keyring.revoke(lost, LATER)
    settings.SIGNING_KEY = before  # a machine that nobody told
    [late] = issued("chk_late")
    settings.SIGNING_KEY = own
    assert compromise.catch_up(LATER + timedelta(minutes=1)) == 1
    assert selectors.status(late) == "key_compromise"
    assert compromise.catch_up(LATER + timedelta(days=2)) == 0


def test_what_the_lost_key_stated_of_others_is_stated_again():
    [receipt] = issued("chk_a")
    lose()
    stated(receipt, "finality_upgraded", finality="safe")
    lost = lose()
    assert keyring.revoke(lost, LATER) == 1
    newest, older = statuses.of(receipt.pk)
    assert (newest.status, newest.finality) == (older.status, older.finality) == ("finality_upgraded", "safe")
    assert [signer(newest), signer(older)] == [keys.current().signing.public.kid, lost]


def test_nothing_is_asked_of_receipts_while_no_key_is_lost(django_assert_num_queries):
    with django_assert_num_queries(1):
        assert compromise.catch_up(NOW) == 0


def test_the_routes_and_the_checks_agree(client):
    [receipt], lost = issued("chk_a"), lose()
    log.integrate(NOW)
    keyring.revoke(lost, LATER)
    told = client.get(f"/v1/receipts/{receipt.jti}/status").json()
    assert (told["status"], len(told["statements"])) == ("key_compromise", 1)
    assert client.get(f"/v1/receipts/{receipt.jti}", headers={"Accept": "application/json"}).json()["status"] == (
        "key_compromise"
    )
    report = verifier.report(receipt.compact)
    assert (report.status, report.valid) == ("key_compromise", False)
    assert [check.name for check in report.checks if check.ok is False] == ["key", "status"]


def test_with_the_logs_word_under_another_key_it_counts():
    [receipt], lost = issued("chk_a"), lose()
    keyring.revoke(lost, LATER)
    log.integrate(LATER)
    report = verifier.report(receipt.compact, log_proof=log.proof_of(receipt.jti))
    assert report.valid and report.status == "key_compromise"
    assert json.loads(bytes(receipt.payload)) == report.payload
