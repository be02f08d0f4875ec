from __future__ import annotations

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from quoteproof import deployment

CHECKSUMMED = "0x52908400098527886E0F7030069857D2E4169EE7"


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


@pytest.mark.parametrize("address", ["0x" + "00" * 20, "0x036CbD53842c5426634e7929541eC2318f3dCF7e"])
def test_nobodys_address_and_the_tokens_are_refused(settings, address):
    settings.PRODUCTION, settings.PAY_TO = True, address
    assert [error.id for error in deployment.pay_to_is_checksummed()] == ["quoteproof.E002"]


def test_on_a_chain_mistakes_count_in_development_too(settings):
    settings.SANDBOX, settings.NETWORK, settings.PAY_TO = False, "eip155:84532", "0xabc"
    assert [error.id for error in deployment.pay_to_is_checksummed()] == ["quoteproof.E002"]


def test_the_main_network_needs_production(settings):
    settings.NETWORK = "eip155:8453"
    assert [error.id for error in deployment.main_network_in_development()] == ["quoteproof.E009"]
    settings.PRODUCTION = True
    assert deployment.main_network_in_development() == []


@pytest.mark.parametrize("key", ["0x1234", "11" * 32, "0x" + "00" * 32, "0x" + "ff" * 32])
def test_a_settlers_key_that_is_none(settings, key):
    settings.SETTLER_KEY = key
    assert [error.id for error in deployment.settler_key_is_one()] == ["quoteproof.E010"]
    settings.SETTLER_KEY = "0x" + "11" * 32
    assert deployment.settler_key_is_one() == []


def test_an_endpoint_does_not_agree_with_itself(settings):
    settings.RPC_URLS = ("https://a.example", "https://a.example")
    assert [error.id for error in deployment.endpoints_are_different()] == ["quoteproof.E011"]


def test_proxies_are_to_be_counted_in_production(settings):
    settings.PRODUCTION, settings.TRUSTED_PROXIES = True, 0
    assert [error.id for error in deployment.proxies_are_counted()] == ["quoteproof.E012"]
    settings.TRUSTED_PROXIES = 1
    assert deployment.proxies_are_counted() == []
