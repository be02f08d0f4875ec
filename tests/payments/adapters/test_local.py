"""What needs no chain; what does stands in `tests/chain/test_local.py`."""

from __future__ import annotations

import secrets
import subprocess
import sys

import pytest

from payments.adapters import signature
from payments.adapters.local import Local
from payments.core.terms import TERMS
from payments.ports import Verdict
from tests.payments import scratch
from tests.payments.buyer import Buyer

SEPOLIA = TERMS["eip155:84532"]
NOWHERE = "http://127.0.0.1:1"


def test_its_address_is_its_keys():
    key = "0x" + secrets.token_hex(32)
    local = Local(SEPOLIA, key, NOWHERE)
    assert local.address == signature.checksum(signature.address(key))
    assert key[2:] not in repr(local._account)


@pytest.mark.parametrize("key", ["", "0x12", "0x" + "zz" * 32, "0x" + "00" * 32, "0x" + "ff" * 32])
def test_what_is_no_key_is_refused_and_not_repeated(key: str):
    with pytest.raises(ValueError, match="settler's key") as caught:
        Local(SEPOLIA, key, NOWHERE)
    assert not key or key[2:] not in str(caught.value)


@pytest.mark.parametrize("url", ["", "chain", "http://rpc.example/", "https://user:password@rpc.example/"])
def test_an_endpoint_that_others_can_listen_to_is_refused(url: str):
    with pytest.raises(ValueError):
        Local(SEPOLIA, "0x" + "37" * 32, url)


@pytest.mark.django_db
def test_without_a_node_nothing_is_known():
    answer = Local(SEPOLIA, "0x" + "37" * 32, NOWHERE).settle(Buyer(terms=SEPOLIA).sign())
    assert answer.verdict in (Verdict.REFUSED, Verdict.UNKNOWN) and answer.transaction == ""


ASKED = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "quoteproof.settings"
import django
django.setup()
from payments.adapters.local import Local
from payments.core.terms import TERMS
slow = {"web3", "x402", "eth_account"}
print(sorted(slow & set(sys.modules)), sys.getrecursionlimit())
Local(TERMS["eip155:84532"], "0x" + "37" * 32, "http://127.0.0.1:1")
print("x402" in sys.modules, sys.getrecursionlimit())
"""


def test_the_slow_libraries_come_with_the_first_one_and_change_nothing_else():
    command = [sys.executable, "-c", ASKED]
    printed = subprocess.run(command, cwd=scratch.ROOT, capture_output=True, text=True, check=True).stdout
    assert printed.splitlines() == ["[] 1000", "True 1000"]
