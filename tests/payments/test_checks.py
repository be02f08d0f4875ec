from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError

from payments.models import Deployment
from tests.payments.buyer import PAY_TO
from tests.payments.conftest import drop_every_trigger

pytestmark = pytest.mark.django_db


def check() -> None:
    call_command("check", databases=["default"], stdout=StringIO(), stderr=StringIO())


def complaint() -> str:
    with pytest.raises((SystemCheckError, CommandError)) as caught:
        check()
    return str(caught.value)


def test_a_migrated_database_passes():
    check()


def test_a_missing_guard_is_an_error_that_says_how_to_put_it_back():
    drop_every_trigger()
    said = complaint()
    assert "payments.E001" in said
    assert "payments_guard_charge_transition" in said
    assert "migrate" in said


def test_the_database_of_this_network_passes():
    Deployment.objects.create(network="sandbox", pay_to=PAY_TO)
    check()


@pytest.mark.parametrize(
    ("network", "pay_to"),
    [("eip155:8453", PAY_TO), ("eip155:84532", PAY_TO), ("sandbox", "0x" + "5b" * 20)],
)
def test_a_database_of_another_network_or_address_is_refused(network: str, pay_to: str):
    Deployment.objects.create(network=network, pay_to=pay_to)
    assert "payments.E002" in complaint()


def test_the_case_of_the_address_does_not_matter(settings: Any):
    Deployment.objects.create(network="sandbox", pay_to=PAY_TO)
    settings.PAY_TO = "0x" + "9A" * 20
    check()
