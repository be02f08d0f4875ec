from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from payments import books, clock, networks, reconcile, refunds, settlement
from payments.models import Charge, PendingSettlement, Refund, RefundDue, SandboxTransfer, SettlerLease
from tests.payments import ledgers
from tests.payments.buyer import Buyer
from tests.payments.conftest import claimed, sealed, settled
from tests.payments.ledgers import Shelf, refund_of, voided

pytestmark = pytest.mark.django_db
LATER = 10**9
"""A block after any of the sandbox's."""
SHOWN = [model for model in apps.get_app_config("payments").get_models() if admin.site.is_registered(model)]


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


def page(staff: Client, model: type, action: str, *args: object) -> int:
    return staff.get(reverse(f"admin:payments_{model._meta.model_name}_{action}", args=args)).status_code


def test_everything_but_single_events_has_a_page():
    names = {model.__name__ for model in apps.get_app_config("payments").get_models()}
    assert names - {model.__name__ for model in SHOWN} == {"ChargeEvent"}


def one_of_each(buyer: Buyer) -> None:
    """At least one row in every table."""
    signed = buyer.sign()
    charge = voided(claimed(buyer, authorization=signed.authorization))
    for sent in (signed, buyer.sign()):
        networks.current().facilitator.settle(sent)
    reconcile.record_watch(charge, settlement.look(charge))
    refunds.pay_back(charge)
    settled(buyer)
    books.read()
    books.acknowledge(SandboxTransfer.objects.order_by("pk")[1].transaction, 0, "a test")
    PendingSettlement.objects.create(key="ab" * 32, transaction="0x" + "ab" * 32, stored_at=clock.now())
    SettlerLease.objects.create(holder="cd", until=clock.now())


@pytest.mark.parametrize("model", SHOWN)
def test_even_a_superuser_only_reads(staff: Client, buyer: Buyer, model: type):
    one_of_each(buyer)
    assert model.objects.exists()
    assert page(staff, model, "changelist") == 200
    assert page(staff, model, "add") == 403
    for row in model.objects.all():
        assert page(staff, model, "change", row.pk) == 200
        assert page(staff, model, "delete", row.pk) == 403


def test_a_post_changes_nothing(staff: Client, buyer: Buyer):
    charge = sealed(buyer)
    url = reverse("admin:payments_charge_change", args=[charge.pk])
    assert staff.post(url, {"state": "SETTLED"}).status_code == 403
    assert Charge.objects.get().state == "SEALED"


def test_a_signature_is_shown_nowhere(staff: Client, buyer: Buyer):
    charge = sealed(buyer)
    shown = staff.get(reverse("admin:payments_charge_change", args=[charge.pk])).content.decode()
    assert charge.reference in shown
    assert charge.signature not in shown
    assert charge.stamp not in shown


# -- recording a refund that is due --------------------------------------------------------------


@pytest.fixture
def due(buyer: Buyer) -> RefundDue:
    """Money that came for a charge whose work had failed."""
    signed = buyer.sign()
    charge = voided(claimed(buyer, authorization=signed.authorization))
    networks.current().facilitator.settle(signed)
    reconcile.record_watch(charge, settlement.look(charge))
    return RefundDue.objects.get()


@pytest.fixture
def on_a_chain(due: RefundDue, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Shelf:
    """The same, with a ledger that doesn't pay back by itself and holds one transfer back."""
    return ledgers.install(
        monkeypatch, settings, Shelf(refund_of(due.charge, LATER), refund_of(due.charge, LATER + 1, amount=1))
    )


def refund_page(due: RefundDue) -> str:
    return reverse("admin:payments_refunddue_refund", args=[due.pk])


def viewer(client: Client, *permissions: str) -> Client:
    """Staff who may see refunds due, and what else is named."""
    user = User.objects.create_user("clerk", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_refunddue", *permissions]))
    client.force_login(user)
    return client


def shows_link(client: Client, due: RefundDue) -> bool:
    shown = client.get(reverse("admin:payments_refunddue_change", args=[due.pk]))
    assert shown.status_code == 200
    return refund_page(due) in shown.content.decode()


def test_in_the_sandbox_one_button_pays_back(staff: Client, due: RefundDue):
    assert shows_link(staff, due)
    assert "Pay it back" in staff.get(refund_page(due)).content.decode()
    answer = staff.post(refund_page(due), follow=True)
    refund = Refund.objects.get()
    assert f"Refunded: {due.charge.reference}, by {refund}." in answer.content.decode()
    assert LogEntry.objects.get().change_message == f"Refunded by {refund}."
    assert not shows_link(staff, due)


def test_a_second_press_pays_nothing_more(staff: Client, due: RefundDue):
    for _ in range(2):
        assert staff.post(refund_page(due)).status_code == 302
    assert SandboxTransfer.objects.filter(pay_to=due.charge.payer).count() == 1


def test_on_a_chain_the_transfer_is_named(staff: Client, due: RefundDue, on_a_chain: Shelf):
    assert "transaction" in staff.get(refund_page(due)).content.decode()
    name = on_a_chain.moves[0].place.transaction
    assert staff.post(refund_page(due), {"transaction": f" {name.upper().replace('X', 'x')} "}).status_code == 302
    assert Refund.objects.get().transaction == name


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"transaction": f"0x{LATER + 1:064x}"}, "exactly the charged amount"),
        ({"transaction": f"0x{LATER:064x}", "log_index": "4"}, "at this log index"),
        ({"transaction": f"0x{LATER + 2:064x}"}, "no successful transaction"),
        ({"transaction": "sandbox:abc"}, "valid value"),
        ({"transaction": f"0x{LATER:064x}0"}, "valid value"),
        ({}, "required"),
    ],
)
def test_what_is_no_refund_is_said_in_words(
    staff: Client, due: RefundDue, on_a_chain: Shelf, named: dict[str, str], said: str
):
    answer = staff.post(refund_page(due), named)
    assert (answer.status_code, Refund.objects.count()) == (200, 0)
    assert said in answer.content.decode()


def test_a_ledger_that_can_not_be_read_is_said_in_words(staff: Client, due: RefundDue, on_a_chain: Shelf):
    on_a_chain.fails_after = 0
    answer = staff.post(refund_page(due), {"transaction": on_a_chain.moves[0].place.transaction})
    assert "can&#x27;t be read now" in answer.content.decode()


def test_who_may_not_add_refunds_sees_no_way_to(client: Client, due: RefundDue):
    clerk = viewer(client)
    assert not shows_link(clerk, due)
    assert [clerk.get(refund_page(due)).status_code, clerk.post(refund_page(due)).status_code] == [403, 403]
    assert not Refund.objects.exists()


def test_who_may_add_refunds_needs_nothing_else(client: Client, due: RefundDue):
    clerk = viewer(client, "add_refund")
    assert shows_link(clerk, due)
    assert clerk.post(refund_page(due)).status_code == 302
    assert Refund.objects.exists()


def test_a_stranger_is_asked_to_log_in_and_a_forged_form_is_refused(due: RefundDue):
    assert "/admin/login/" in Client().post(refund_page(due))["Location"]
    forged = Client(enforce_csrf_checks=True)
    forged.force_login(User.objects.create_superuser("root"))
    assert forged.post(refund_page(due)).status_code == 403
    assert not Refund.objects.exists()


def test_there_is_no_page_for_what_is_not_due(staff: Client, due: RefundDue):
    assert staff.get(reverse("admin:payments_refunddue_refund", args=[due.pk + 1])).status_code == 404


def test_the_page_holds_no_script_of_its_own(staff: Client, due: RefundDue):
    scripts = re.findall(r"<script[^>]*>", staff.get(refund_page(due)).content.decode())
    assert all(" src=" in tag or "application/json" in tag for tag in scripts)
    assert "style=" not in staff.get(refund_page(due)).content.decode()
