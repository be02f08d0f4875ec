from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from payments import networks
from payments.adapters.sandbox import Sandbox
from payments.core.evidence import Finality


def test_the_sandbox_is_facilitator_and_ledger():
    network = networks.current()
    assert network.sandbox
    assert isinstance(network.facilitator, Sandbox)
    assert network.ledger is network.facilitator


def test_the_finality_policy_comes_from_the_settings(settings: Any):
    settings.FINALITY = "safe"
    assert networks.current().finality is Finality.SAFE


@pytest.mark.parametrize(
    ("network", "facilitator"),
    [("sandbox", "local"), ("sandbox", ""), ("eip155:84532", "sandbox"), ("eip155:8453", "https://f.example")],
)
def test_other_pairs_say_that_they_can_not_settle(settings: Any, network: str, facilitator: str):
    settings.NETWORK, settings.FACILITATOR = network, facilitator
    with pytest.raises(ImproperlyConfigured, match=network):
        networks.current()
