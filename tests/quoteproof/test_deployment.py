from __future__ import annotations

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from quoteproof import deployment

CHECKSUMMED = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"


@pytest.mark.django_db
def test_the_sandbox_is_refused_in_production(settings):
    settings.PRODUCTION, settings.PAY_TO = True, CHECKSUMMED
    with pytest.raises(SystemCheckError, match=r"quoteproof\.E001"):
        call_command("check", deploy=True)


def test_the_sandbox_is_taken_in_development(settings):
    assert deployment.sandbox_in_production() == []


@pytest.mark.parametrize("address", ["", "0x0", CHECKSUMMED.lower(), CHECKSUMMED[:-1] + "f"])
def test_a_pay_to_address_that_is_not_checksummed_is_refused_in_production(settings, address):
    settings.PRODUCTION, settings.PAY_TO = True, address
    assert [error.id for error in deployment.pay_to_is_checksummed()] == ["quoteproof.E002"]


def test_a_checksummed_address_is_taken(settings):
    settings.PRODUCTION, settings.PAY_TO = True, CHECKSUMMED
    assert deployment.pay_to_is_checksummed() == []
