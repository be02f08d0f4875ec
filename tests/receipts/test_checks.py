from __future__ import annotations

import pytest
from django.core.checks import ERROR, WARNING, run_checks
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


def test_lost_triggers_are_an_error_that_names_them(db):
    triggers.drop(connection)
    (error,) = checks.append_only(None)
    assert error.id == "receipts.E003" and error.level == ERROR
    assert "receipts_receipt_no_delete" in error.msg and "migrate" in error.hint


def test_manage_py_check_reports_lost_triggers(db):
    triggers.drop(connection)
    with pytest.raises(SystemCheckError, match="receipts_receipt_no_change"):
        call_command("check")


def test_migrate_is_not_stopped_by_the_gap_it_mends(db):
    triggers.drop(connection)
    (warning,) = (m for m in run_checks(databases=["default"]) if m.id == "receipts.E003")
    assert warning.level == WARNING
    call_command("migrate", "receipts", verbosity=0, skip_checks=False)
    assert checks.append_only(None) == []


def test_an_unreachable_database_is_left_to_others(monkeypatch):
    def unreachable(connection):
        raise DatabaseError

    monkeypatch.setattr(triggers, "missing", unreachable)
    assert checks.append_only(None) == []
