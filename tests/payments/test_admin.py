from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from payments.models import Charge
from tests.payments.buyer import Buyer
from tests.payments.conftest import sealed, settled

pytestmark = pytest.mark.django_db
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


@pytest.mark.parametrize("model", SHOWN)
def test_even_a_superuser_only_reads(staff: Client, buyer: Buyer, model: type):
    settled(buyer)
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
