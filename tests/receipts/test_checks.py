from __future__ import annotations

import pytest
from django.core.checks import ERROR
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import DatabaseError, connection

from receipts import checks, triggers
from receipts.core import jwk


def test_a_sound_start_has_nothing_to_say(db):
    assert [checks.signing_key(None), checks.public_url(None), checks.append_only(None)] == [[], [], []]


def test_production_without_a_key_is_refused(settings):
    settings.PRODUCTION = True
    (error,) = checks.signing_key(None)
    assert error.id == "receipts.E001" and "QUOTEPROOF_SIGNING_KEY" in error.msg
    settings.SIGNING_KEY = jwk.new_private_set()
    assert checks.signing_key(None) == []


def test_a_public_address_with_a_path_is_refused(settings):
    settings.PUBLIC_URL = "https://quotes.example/api"
    (error,) = checks.public_url(None)
    assert error.id == "receipts.E002" and error.level == ERROR


@pytest.mark.parametrize("databases", [None, ["default"]])
def test_lost_triggers_are_errors_that_name_them(db, databases):
    triggers.drop(connection)
    errors = checks.append_only(None, databases=databases)
    assert len(errors) == len(triggers.missing(connection)) > 0 and {error.id for error in errors} == {
        "receipts.E003"
    }
    assert any("receipts_receipt_no_delete" in error.msg for error in errors)


@pytest.mark.parametrize("databases", [None, ["default"]])
def test_manage_py_check_reports_lost_triggers(db, databases):
    triggers.drop(connection)
    with pytest.raises(SystemCheckError, match="receipts_receipt_no_change"):
        call_command("check", databases=databases)


def test_the_cure_that_the_check_names_works(db):
    triggers.drop(connection)
    assert "migrate --skip-checks" in checks.append_only(None)[0].hint
    call_command("migrate", "receipts", verbosity=0, skip_checks=True)
    assert checks.append_only(None) == []


def test_an_unreachable_database_is_left_to_others(monkeypatch):
    def unreachable(connection):
        raise DatabaseError

    monkeypatch.setattr(triggers, "missing", unreachable)
    assert checks.append_only(None) == []
