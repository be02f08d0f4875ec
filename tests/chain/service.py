"""The whole service on a local chain: web server, worker and settler, as an operator of Base Sepolia runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eth_account import Account

from tests.chain.anvil import Anvil
from tests.live import ROOT, Service, running
from tests.mirror.server import Mirror

SETTLER_ETHER = 10**18


@dataclass(frozen=True)
class Deployment:
    """A running service, its chain, and the environment that its commands need."""

    service: Service
    chain: Anvil
    pay_to: str
    environment: dict[str, str]

    @property
    def url(self) -> str:
        return self.service.url

    def earned(self) -> int:
        """Atomic units at the pay-to address."""
        return self.chain.balance(self.pay_to)

    def said(self) -> str:
        """The end of what its processes have logged: for the message of a test that fails."""
        return self.service.log.read_text()[-4000:]

    def manage(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Runs a `manage.py` command of the same deployment; `more` goes into its environment."""
        variables = {**os.environ, **self.environment, "DATABASE_URL": self.service.database_url, **more}
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        return subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=120)


@contextmanager
def deployed(folder: Path, mirror: Mirror, chain: Anvil, **more: str) -> Iterator[Deployment]:
    """With the local facilitator, unless `more` says otherwise."""
    settler, pay_to = Account.create(), Account.create().address
    chain.fund(settler.address, SETTLER_ETHER)
    environment = {
        "QUOTEPROOF_NETWORK": "eip155:84532",
        "QUOTEPROOF_FACILITATOR": "local",
        "QUOTEPROOF_SETTLER_KEY": settler.key.to_0x_hex(),
        "QUOTEPROOF_RPC_URL": chain.url,
        "QUOTEPROOF_PAY_TO": pay_to,
        "QUOTEPROOF_FETCH_RESOLVE": mirror.resolve,
        "QUOTEPROOF_FETCH_CA_FILE": str(mirror.ca_file),
        **more,
    }
    with running(folder, **environment) as service:
        yield Deployment(service, chain, pay_to, environment)


def with_node(url: str, key: str, body: Any) -> dict[str, Any]:
    """The answer that npm's @x402/fetch gets for it."""
    command = ["node", str(Path(__file__).with_name("buy.mjs")), url, key, json.dumps(body)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert said.returncode == 0, said.stderr[-2000:]
    answer: dict[str, Any] = json.loads(said.stdout)
    return answer
