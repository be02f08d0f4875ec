from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from payments import checks, networks
from payments.adapters.chain import Chain
from payments.adapters.facilitator import Remote
from payments.adapters.local import Local
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


RPC, FACILITATOR = "https://rpc.example/key", "https://facilitator.example"


@pytest.mark.parametrize(
    ("network", "facilitator", "rpc"),
    [
        ("sandbox", "local", (RPC,)),
        ("sandbox", "", ()),
        ("eip155:84532", "sandbox", (RPC,)),
        ("eip155:84532", "local", ()),
        ("eip155:84532", "local", ("http://rpc.example",)),
        ("eip155:8453", FACILITATOR, ()),
        ("eip155:8453", "ftp://facilitator.example", (RPC,)),
        ("eip155:8453", "http://facilitator.example", (RPC,)),
    ],
)
def test_settings_that_do_not_fit_together_say_so(
    settings: Any, network: str, facilitator: str, rpc: tuple[str, ...]
):
    settings.NETWORK, settings.FACILITATOR, settings.RPC_URLS = network, facilitator, rpc
    assert [error.id for error in checks.network()] == ["payments.E003"]
    with pytest.raises(ImproperlyConfigured, match=r"QUOTEPROOF_\w+"):
        networks.current()


def test_with_a_remote_facilitator_every_process_hands_over(settings: Any):
    settings.NETWORK, settings.FACILITATOR, settings.RPC_URLS = "eip155:8453", FACILITATOR, (RPC,)
    network = networks.current()
    assert isinstance(network.facilitator, Remote) and isinstance(network.ledger, Chain)
    assert checks.network() == [] and not network.sandbox


def test_with_the_local_one_the_settler_alone_does(settings: Any, monkeypatch: pytest.MonkeyPatch):
    settings.NETWORK, settings.FACILITATOR, settings.RPC_URLS = "eip155:84532", "local", (RPC,)
    settings.SETTLER_KEY = "0x" + "11" * 32
    monkeypatch.setattr(networks, "_settles_here", False)
    assert networks.current().facilitator is None
    networks.settle_here()
    assert isinstance(networks.current().facilitator, Local)
