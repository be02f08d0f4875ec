from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from payments.core.states import State
from tests.quoteproof.conftest import clerk
from tests.quoteproof.dashboard.conftest import charge_of, shown
from tests.quoteproof.disputed import PLAIN
from verification.models import Check

pytestmark = pytest.mark.django_db


def path(check: Check, action: str) -> str:
    return f"/dashboard/checks/{check.pk}/{action}"


def test_a_check_that_waits_is_taken_on_at_once(staff: Client, begun: Check):
    answer = staff.post(path(begun, "reconcile"), follow=True)
    assert charge_of(begun).state == State.VOID and "CLAIMED → VOID" in answer.content.decode()
    assert "CLAIMED → VOID" in LogEntry.objects.get().change_message
    assert "staff" in {event.area for event in answer.context["story"].timeline}


def test_the_pages_are_read_again_and_nothing_changes(staff: Client, page: Check, mirror):
    before = list(page.sources.values())
    told = staff.post(path(page, "fetch")).content.decode()
    assert "the same bytes" in told and PLAIN in told and list(page.sources.values()) == before
    assert LogEntry.objects.get().change_message == "Read the pages again."


def test_without_the_permission_nothing_is_done(begun: Check, page: Check):
    client = clerk("view_charge", "view_check")
    assert client.post(path(begun, "reconcile")).status_code == 403
    assert client.post(path(page, "fetch")).status_code == 403
    assert charge_of(begun).state == State.CLAIMED and not LogEntry.objects.exists()


def test_what_has_no_pages_or_is_not_told_is_not_read(staff: Client, text: Check, begun: Check):
    assert staff.post(path(text, "fetch")).status_code == staff.post(path(begun, "fetch")).status_code == 403
    assert "Read the pages again" not in shown(staff, f"/dashboard/checks/{text.pk}")


def test_actions_are_posts_with_a_token(staff: Client, begun: Check):
    assert staff.get(path(begun, "reconcile")).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = staff.cookies
    assert strict.post(path(begun, "reconcile")).status_code == 403
