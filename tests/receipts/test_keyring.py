from __future__ import annotations

import hashlib
import json
import threading
import time
from datetime import timedelta

import pytest
from django.db import OperationalError, connection

from receipts import keyring
from receipts.adapters import keys
from receipts.core import jwk
from receipts.keyring import Declined, Part
from receipts.models import LogLeaf, ReceiptKey
from tests.receipts.examples import NOW

DAY = timedelta(hours=24)


@pytest.fixture(autouse=True)
def forgetful(monkeypatch) -> None:
    monkeypatch.setattr(keyring, "_registered", None)


def parts() -> dict[str, Part]:
    return {each.key.kid: each.part for each in keyring.listed()}


def leaves() -> list[tuple[str, bytes]]:
    return [(leaf.subject, bytes(leaf.entry)) for leaf in LogLeaf.objects.order_by("id")]


def entry(kid: str, event: str, at: int) -> tuple[str, bytes]:
    return kid, hashlib.sha256(keyring.statement(kid, event, at)).digest()


def test_what_signs_and_what_is_next_are_written_down_once_and_logged(db):
    keyring.register(NOW)
    keyring.register(NOW + DAY)
    own, at = keys.current(), int(NOW.timestamp())
    first, second = own.signing.public.kid, own.next.kid
    assert parts() == {first: Part.SIGNS, second: Part.NEXT}
    expected = [entry(first, "published", at), entry(second, "published", at), entry(first, "current", at)]
    assert leaves() == expected


def test_a_logged_statement_can_be_made_from_the_published_set(db):
    keyring.register(NOW)
    [first, *_] = keyring.jwks()["keys"]
    known = {entry(first["kid"], "published", first["iat"]), entry(first["kid"], "current", first["nbf"])}
    assert known <= set(leaves())


def test_the_next_key_signs_after_a_day_of_being_published(db):
    keyring.register(NOW)
    before = keys.current()
    with pytest.raises(Declined, match="2026-12-01 12:00 UTC"):
        keyring.rotate(NOW + DAY - timedelta(seconds=1))
    assert keys.current().published == before.published
    keyring.rotate(NOW + DAY)
    after = keys.current()
    assert after.signing.public == before.next and after.retired == (before.signing.public,)


def test_a_key_that_nobody_has_seen_is_published_first(db):
    before = keys.current()
    with pytest.raises(Declined, match="24 hours"):
        keyring.rotate(NOW)
    assert set(parts()) == {key.kid for key in before.published}
    keyring.rotate(NOW, early=True)
    assert keys.current().signing.public == before.next


def test_a_rotation_is_written_down_and_logged(db):
    keyring.register(NOW)
    old = keys.current()
    keyring.rotate(NOW + DAY)
    new, at = keys.current(), int((NOW + DAY).timestamp())
    assert list(parts().values()).count(Part.RETIRED) == 1 and parts()[old.signing.public.kid] == Part.RETIRED
    assert leaves()[3:] == [
        entry(new.next.kid, "published", at),
        entry(new.signing.public.kid, "current", at),
        entry(old.signing.public.kid, "retired", at),
    ]


def test_every_key_is_published_for_ever_with_its_times(db):
    keyring.register(NOW)
    seen = set()
    for day in range(1, 4):
        seen |= {key.kid for key in keys.current().published}
        keyring.rotate(NOW + day * DAY)
    published = {key.kid: key for key in keyring.published()}
    assert seen < published.keys() and len(published) == 5
    ends = [key.exp for key in published.values() if key.exp is not None]
    assert ends == [int((NOW + day * DAY).timestamp()) for day in range(1, 4)]
    assert keyring.published()[0].kid == keys.current().signing.public.kid


def test_another_machine_publishes_the_keys_of_this_one(db, settings):
    keyring.register(NOW)
    elsewhere = {key.kid for key in keys.current().published}
    settings.SIGNING_KEY = jwk.new_private_set()
    own = [key.kid for key in keys.current().published]
    published = [key.kid for key in keyring.published()]
    assert published[:2] == own and set(published[2:]) == elsewhere
    keyring.register(NOW)
    assert [parts()[kid] for kid in elsewhere] == [Part.ELSEWHERE] * 2


def test_what_a_crash_left_undone_is_made_up_for(db):
    keyring.register(NOW)
    keys.change(jwk.rotated)  # and the process dies before it writes anything down
    keyring.register(NOW + DAY)
    own = keys.current()
    rows = {row.kid: row for row in ReceiptKey.objects.all()}
    assert rows[own.signing.public.kid].not_before == NOW + DAY
    assert rows[own.retired[0].kid].retired_at == NOW + DAY and len(rows) == 3


def test_a_rotation_that_another_came_before_is_declined(db, monkeypatch):
    keyring.register(NOW)
    real, first = keys.change, keys.current().next

    def overtaken(how) -> None:
        real(jwk.rotated)
        real(how)

    monkeypatch.setattr(keys, "change", overtaken)
    with pytest.raises(Declined, match="at this moment"):
        keyring.rotate(NOW + DAY)
    assert keys.current().signing.public == first


def test_nothing_is_asked_of_the_database_while_the_key_file_is_held(db, monkeypatch):
    keyring.register(NOW)
    real, before = keys.change, keys.current()

    def refuse(*_: object) -> None:
        raise AssertionError("a query under the lock")

    def watched(how) -> None:
        with connection.execute_wrapper(refuse):
            real(how)

    monkeypatch.setattr(keys, "change", watched)
    keyring.rotate(NOW + DAY)
    assert keys.current().signing.public == before.next


def test_a_set_without_a_next_key_is_not_rotated(db, keys_dir):
    member = json.loads(jwk.new_private_set())["keys"][0]
    keys_dir.mkdir()
    path = keys_dir / "receipts.jwks"
    path.touch(mode=0o600)
    path.write_text(json.dumps({"keys": [member]}))
    with pytest.raises(Declined, match="no next key"):
        keyring.rotate(NOW, early=True)
    assert keys.current().signing.public.kid == member["kid"] and keys.current().next is None


def test_a_revoked_key_says_since_when(db):
    keyring.register(NOW)
    lost = keys.current().signing.public.kid
    with pytest.raises(Declined, match="rotate first"):
        keyring.revoke(lost, NOW)
    keyring.rotate(NOW, early=True)
    keyring.revoke(lost, NOW + DAY)
    keyring.revoke(lost, NOW + 2 * DAY)
    at = int((NOW + DAY).timestamp())
    assert parts()[lost] == Part.REVOKED and leaves()[-1] == entry(lost, "revoked", at)
    assert {key.kid: key.revoked_at for key in keyring.published()}[lost] == at


def test_a_revoked_next_key_never_signs(db):
    keyring.register(NOW)
    lost = keys.current().next
    keyring.revoke(lost.kid, NOW)
    assert keys.current().next != lost and lost in keys.current().retired
    keyring.rotate(NOW, early=True)
    assert keys.current().signing.public != lost and parts()[lost.kid] == Part.REVOKED


def test_an_unknown_key_is_not_revoked(db):
    with pytest.raises(Declined, match="No such key"):
        keyring.revoke("A" * 43, NOW)


def test_a_process_asks_the_database_once_while_its_keys_stay(committed, django_assert_num_queries):
    keyring.register(NOW)
    with django_assert_num_queries(0):
        keyring.register(NOW)
    keys.change(jwk.rotated)
    keyring.register(NOW)
    assert len(parts()) == 3


def test_what_was_rolled_back_is_not_taken_for_written(db, django_assert_num_queries):
    keyring.register(NOW)  # the test's own transaction never commits
    assert keyring._registered is None


def test_a_key_that_signs_although_it_is_retired_is_reported(db, caplog, settings, keys_dir):
    keyring.register(NOW)
    before = (keys_dir / "receipts.jwks").read_text()
    keyring.rotate(NOW + DAY)
    settings.SIGNING_KEY = before
    with caplog.at_level("ERROR"):
        keyring.register(NOW + DAY)
    assert "signing_key_is_retired" in caplog.text


def register_when_the_lock_is_free() -> None:
    """A SQLite database in memory, as tests have, doesn't wait for its lock."""
    for _ in range(1_000):
        try:
            return keyring.register(NOW)
        except OperationalError:
            time.sleep(0.005)
    raise AssertionError("never free")


def test_processes_that_start_together_write_each_key_down_once(committed):
    def start() -> None:
        try:
            register_when_the_lock_is_free()
        finally:
            connection.close()

    keys.current()
    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(leaves()) == 3 and len(parts()) == 2
