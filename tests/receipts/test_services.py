from __future__ import annotations

import hashlib
import json
import re
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from joserfc import jws
from joserfc.jwk import OKPKey

from receipts import selectors, services
from receipts.adapters import keys
from receipts.core import canonical, signing
from receipts.core.payload import PaymentFact
from receipts.models import Receipt
from tests.receipts.examples import ADDRESS, CHECK, DELIVERY, NOW, ON_CHAIN, SANDBOX, facts, result, source

THREADS = 8
URL = "https://quotes.example/v1/verify/quotes"


def issue(check_id: str = CHECK, **changes) -> Receipt:
    return services.issue(check_id=check_id, facts=facts(**changes), delivery=DELIVERY, now=NOW)


@pytest.mark.django_db
def test_a_receipt_is_signed_stored_and_current(settings):
    receipt = issue()
    key = keys.current().signing.public
    seen = signing.verify(receipt.compact, {key.kid: key.verifier()})
    claims = json.loads(seen.payload)
    assert selectors.current(CHECK) == selectors.by_jti(receipt.jti) == receipt
    assert re.fullmatch(r"rcp_[a-z2-7]{26}", receipt.jti) and claims["jti"] == receipt.jti
    assert claims["iss"] == settings.PUBLIC_URL and claims["iat"] == int(NOW.timestamp())
    assert claims["res"]["sha256"] == receipt.result_sha256


@pytest.mark.django_db
def test_what_is_stored_is_what_was_signed():
    receipt = Receipt.objects.get(pk=issue().pk)
    key = keys.current().signing.public
    assert signing.verify(receipt.compact, {key.kid: key.verifier()}).payload == bytes(receipt.payload)
    assert hashlib.sha256(bytes(receipt.payload)).hexdigest() == receipt.payload_sha256
    assert receipt.issued_at == NOW


@pytest.mark.django_db
def test_what_a_replay_repeats_is_stored_with_the_receipt():
    receipt = Receipt.objects.get(pk=issue().pk)
    assert receipt.transaction == SANDBOX.tx and json.loads(bytes(receipt.delivery)) == DELIVERY


@pytest.mark.django_db
def test_a_delivery_that_no_header_could_carry_is_refused():
    with pytest.raises(canonical.NotCanonical, match="over 4096"):
        services.issue(check_id=CHECK, facts=facts(), delivery={"info": "x" * 4_096}, now=NOW)


@pytest.mark.django_db
def test_a_receipt_never_names_its_check():
    assert CHECK.encode() not in bytes(issue().payload)


@pytest.mark.django_db
def test_issuing_again_gives_the_same_receipt():
    first = issue()
    assert bytes(issue(src=(source(http_status=203),)).token) == bytes(first.token)
    assert Receipt.objects.count() == 1


@pytest.mark.django_db
def test_each_check_has_its_own_receipt():
    assert issue("chk_one").jti != issue("chk_two").jti
    assert selectors.current("chk_three") is None


@pytest.mark.django_db
def test_a_receipt_for_another_result_is_refused():
    first = issue()
    with pytest.raises(services.ConflictingReceipt):
        issue(res=result("another answer"))
    assert Receipt.objects.get() == first


@pytest.mark.django_db
def test_facts_that_cannot_be_signed_leave_no_receipt():
    with pytest.raises(canonical.NotCanonical):
        issue(src=(source(http_status=200.0),))
    assert not Receipt.objects.exists()


def test_a_receipt_is_refused_outside_a_transaction(committed):
    with pytest.raises(transaction.TransactionManagementError, match="one transaction"):
        issue()
    assert not Receipt.objects.exists()


def test_a_receipt_goes_with_the_transaction_that_was_to_store_its_evidence(committed):
    with pytest.raises(RuntimeError), transaction.atomic():
        issue()
        raise RuntimeError("the evidence could not be stored")
    assert not Receipt.objects.exists()


@pytest.mark.django_db
def test_a_lost_race_gives_the_winner_and_leaves_the_transaction_usable(monkeypatch):
    winner = issue()
    monkeypatch.setattr(selectors, "current", _blind_once(selectors.current))
    assert issue() == winner
    assert Receipt.objects.get() == winner


@pytest.mark.django_db
def test_an_integrity_error_that_is_no_lost_race_is_not_hidden(monkeypatch):
    monkeypatch.setattr(services, "new_id", lambda prefix: prefix + 26 * "a")
    issue("chk_one")
    with pytest.raises(IntegrityError):
        issue("chk_two")


def _blind_once(look_up):
    """The look-up of a worker that looks before the other one commits."""
    looks = []

    def current(check_id):
        looks.append(check_id)
        return look_up(check_id) if len(looks) > 1 else None

    return current


def _issue_when_the_lock_is_free() -> str:
    """SQLite's shared in-memory database does not wait for a writer; on PostgreSQL the first try holds."""
    while True:
        try:
            with transaction.atomic():
                return issue().jti
        except OperationalError:
            time.sleep(0.005)


def _run_together(*works: Callable[[], None]) -> None:
    def closing(work: Callable[[], None]) -> None:
        try:
            work()
        finally:
            connection.close()

    threads = [threading.Thread(target=closing, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_workers_that_issue_at_once_get_one_current_receipt(committed):
    seen, start = [], threading.Barrier(THREADS)

    def work() -> None:
        start.wait()
        seen.append(_issue_when_the_lock_is_free())

    _run_together(*[work] * THREADS)
    assert len(seen) == THREADS and set(seen) == {Receipt.objects.get().jti}


def test_a_worker_that_waited_for_one_that_gave_up_issues_its_own(committed):
    seen, issued = [], threading.Event()

    def give_up() -> None:
        with suppress(RuntimeError), transaction.atomic():
            seen.append(issue().jti)
            issued.set()
            time.sleep(0.1)
            raise RuntimeError("killed before the commit")

    def take_over() -> None:
        issued.wait()
        seen.append(_issue_when_the_lock_is_free())

    _run_together(give_up, take_over)
    assert seen[0] != seen[1] == Receipt.objects.get().jti


def read(token: str) -> tuple[str, dict[str, object]]:
    key = OKPKey.import_key(keys.current().signing.public.jwk())
    seen = jws.deserialize_compact(token, key, algorithms=["EdDSA"])
    return seen.headers()["kid"], json.loads(seen.payload)


def test_offers_are_signed_by_the_key_in_the_did_document(settings):
    settings.PUBLIC_URL = "http://localhost:8000"
    accepts = [
        {"scheme": "exact", "network": "eip155:84532", "asset": ADDRESS, "payTo": ADDRESS, "amount": "10000"}
    ]
    signed = services.sign_offers(accepts, resource_url=URL, valid_until=1_796_040_300)["info"]["offers"]
    kid, claims = read(signed[0]["signature"])
    assert kid == f"did:web:localhost%3A8000#{keys.current().signing.public.kid}"
    assert claims["amount"] == "10000" and claims["validUntil"] == 1_796_040_300


def test_a_delivery_is_signed_the_same_each_time():
    def made():
        return services.sign_delivery(
            resource_url=URL, network="eip155:84532", payer=ADDRESS, transaction_id="sandbox:abc", now=NOW
        )

    assert made() == made()
    assert read(made()["info"]["receipt"]["signature"])[1]["issuedAt"] == int(NOW.timestamp())


def moved(**changes) -> PaymentFact:
    return replace(ON_CHAIN, **changes)


@pytest.mark.django_db
def test_a_payment_found_elsewhere_after_a_reorg_has_a_receipt_that_supersedes_the_old_one():
    old, new = issue(pay=moved()), issue(pay=moved(block=ON_CHAIN.block + 1))
    old.refresh_from_db()
    assert old.superseded_by_id == new.jti and selectors.current(CHECK) == new and selectors.first(CHECK) == old
    assert json.loads(bytes(new.payload))["prev"] == old.jti
    assert [each.replacement_id for each in old.statements.all()] == [new.jti]
    assert issue(pay=moved(block=ON_CHAIN.block + 1)) == new


@pytest.mark.django_db
@pytest.mark.parametrize("place", [{"tx": "0x" + "ab" * 32}, {"log_index": 99}, {"block": 99}])
def test_each_part_of_a_payments_place_counts(place):
    assert issue(pay=moved()) != issue(pay=moved(**place))


@pytest.mark.django_db
def test_a_payment_that_became_more_final_is_in_the_same_place():
    assert issue(pay=moved()) == issue(pay=moved(finality="finalized"))
