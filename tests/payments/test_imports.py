"""The web process never loads the chain's slow libraries: only the settler does."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.payments import scratch

SANDBOX = {"QUOTEPROOF_NETWORK": "sandbox", "QUOTEPROOF_FACILITATOR": "sandbox"}
LOCAL = {
    "QUOTEPROOF_NETWORK": "eip155:84532",
    "QUOTEPROOF_FACILITATOR": "local",
    "QUOTEPROOF_RPC_URL": "http://127.0.0.1:1",
    "QUOTEPROOF_SETTLER_KEY": "0x" + "37" * 32,
}
SERVED = """
import sys
import quoteproof.wsgi, quoteproof.urls
from payments import networks
{first}
networks.current()
print(*sorted({{"web3", "x402", "eth_account", "eth_abi"}} & set(sys.modules)))
"""


def loaded(environment: dict[str, str], first: str = "") -> list[str]:
    command = [sys.executable, "-c", SERVED.format(first=first)]
    variables = {**os.environ, **environment}
    run = subprocess.run(command, cwd=scratch.ROOT, env=variables, capture_output=True, text=True, check=True)
    return run.stdout.split()


@pytest.mark.parametrize("environment", [SANDBOX, LOCAL], ids=["sandbox", "local"])
def test_a_web_process_loads_none_of_the_slow_libraries(environment: dict[str, str]):
    assert loaded(environment) == []


def test_the_settler_loads_them():
    assert loaded(LOCAL, "networks.settle_here()") == ["eth_abi", "eth_account", "web3", "x402"]
