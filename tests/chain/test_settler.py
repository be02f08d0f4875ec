"""The settler is killed outright while its call is under way: nobody pays twice, nobody waits for ever."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.bench.paid import family
from tests.chain.anvil import Anvil
from tests.chain.service import Deployment, deployed
from tests.chain.test_service import CALLS, TEXT, Payer, post
from tests.mirror.server import Mirror

pytestmark = [pytest.mark.mirror, pytest.mark.chain, pytest.mark.long, pytest.mark.xdist_group("chain")]


@pytest.fixture(scope="module")
def place(tmp_path_factory: Any, mirror_server: Mirror, chain_node: Anvil) -> Iterator[Deployment]:
    with deployed(tmp_path_factory.mktemp("settler"), mirror_server, chain_node) as deployment:
        yield deployment
        chain_node.automine(True)


def settler(place: Deployment) -> int | None:
    """Its process id."""
    named = [
        pid for pid in family(place.service.process.pid) if b"settler" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    return named[0] if named else None


def waited(for_what: Any) -> Any:
    """The first true value of the callable."""
    while not (found := for_what()):
        time.sleep(0.05)
    return found


def test_killed_between_sending_and_seeing(place: Deployment):
    payer, (body, amount) = Payer(place), CALLS[TEXT]
    payment = payer.payment(TEXT, body)
    place.chain.automine(False)
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(post, place, TEXT, body, payment)
        waited(lambda: place.chain.rpc("txpool_status")["pending"] != "0x0")
        killed = waited(lambda: settler(place))
        os.kill(killed, signal.SIGKILL)
        place.chain.automine(True)
        place.chain.mine()
        response = answer.result()
    assert (response.status_code, payer.balance) == (200, 1_000_000 - amount)
    assert waited(lambda: settler(place)) != killed


def test_the_next_one_settles(place: Deployment):
    payer, (body, _) = Payer(place), CALLS[TEXT]
    waited(lambda: httpx.get(place.url + "/readyz").status_code == 200)
    assert payer.buy(TEXT, body).status_code == 200


def test_without_a_settler_nothing_is_claimed(place: Deployment):
    payer, (body, _) = Payer(place), CALLS[TEXT]
    payment = payer.payment(TEXT, body)
    held = waited(lambda: settler(place))
    os.kill(held, signal.SIGSTOP)
    try:
        waited(lambda: httpx.get(place.url + "/readyz").status_code == 503)
        refused = post(place, TEXT, body, payment)
    finally:
        os.kill(held, signal.SIGCONT)
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    assert refused.json()["retry_with"] == "same_authorization" and "Retry-After" in refused.headers
    waited(lambda: httpx.get(place.url + "/readyz").status_code == 200)
    assert post(place, TEXT, body, payment).status_code == 200
