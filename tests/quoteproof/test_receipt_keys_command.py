from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.utils import OperationalError

from receipts import keyring
from receipts.adapters import keys
from receipts.core import jwk

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_production(settings, monkeypatch) -> None:
    settings.PRODUCTION = True
    monkeypatch.setattr(keyring, "_registered", None)


def run(*arguments: str) -> list[list[str]]:
    """The words of each line printed."""
    out = StringIO()
    call_command("receipt_keys", *arguments, stdout=out)
    return [line.split() for line in out.getvalue().splitlines()]


def fails(*arguments: str) -> str:
    with pytest.raises(CommandError) as caught:
        run(*arguments)
    return str(caught.value)


def test_make_makes_the_keys_that_production_needs_and_publishes_them():
    printed = run("make")
    own = keys.current()
    assert {(line[0], line[1]) for line in printed} == {
        (own.signing.public.kid, "signs"),
        (own.next.kid, "next"),
    }
    assert run("make") == printed == run("list")


def test_make_adds_a_next_key_to_a_file_that_has_none(settings):
    path = Path(settings.KEYS_DIR) / keys.FILE_NAME
    path.parent.mkdir()
    path.touch(mode=0o600)
    path.write_text(json.dumps({"keys": json.loads(jwk.new_private_set())["keys"][:1]}))
    before = keys.current().signing.public
    run("make")
    assert keys.current().signing.public == before and keys.current().next is not None


def test_make_works_before_the_database_does(monkeypatch):
    def unreachable(*_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", unreachable)
    [said] = run("make")
    assert "published" in said and keys.current().next is not None


def test_rotate_waits_a_day_unless_told_not_to():
    run("make")
    before = keys.current()
    assert "published for 24 hours" in fails("rotate")
    assert keys.current().published == before.published
    parts = {line[0]: line[1] for line in run("rotate", "--now")}
    assert parts[before.next.kid] == "signs" and parts[before.signing.public.kid] == "retired"
    assert sorted(parts.values()) == ["next", "retired", "signs"]


def test_revoke_names_a_key_that_no_longer_signs():
    run("make")
    lost = keys.current().signing.public.kid
    assert "rotate first" in fails("revoke", lost)
    run("rotate", "--now")
    assert [line[1] for line in run("revoke", lost) if line[0] == lost] == ["revoked"]


def test_keys_of_a_setting_are_listed_and_changed_nowhere_else(settings):
    settings.SIGNING_KEY = jwk.new_private_set()
    for action in (["make"], ["rotate", "--now"]):
        assert "QUOTEPROOF_SIGNING_KEY" in fails(*action)
    assert sorted(line[1] for line in run("list")) == ["next", "signs"]


def test_without_keys_it_says_how_to_get_some():
    for action in (["list"], ["rotate"]):
        assert "receipts.jwks" in fails(*action)


def test_nothing_private_is_ever_printed(settings):
    out = StringIO()
    call_command("receipt_keys", "make", stdout=out)
    call_command("receipt_keys", "rotate", "--now", stdout=out)
    text = (Path(settings.KEYS_DIR) / keys.FILE_NAME).read_text()
    private = [member["d"] for member in json.loads(text)["keys"] if "d" in member]
    assert len(private) == 2 and not any(part in out.getvalue() for part in private)
