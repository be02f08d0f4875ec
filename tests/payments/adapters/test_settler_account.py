from __future__ import annotations

import secrets
import time

import pytest

from payments.adapters.settler_account import GAP_S, Account
from payments.core.terms import TERMS


class Watch:
    def __init__(self) -> None:
        self.now = 1_000.0


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    stopped = Watch()
    monkeypatch.setattr(time, "monotonic", lambda: stopped.now)
    return stopped


@pytest.fixture
def account() -> Account:
    return Account("0x" + secrets.token_hex(32), TERMS["eip155:84532"])


def test_the_nodes_count_holds_where_it_is_ahead(account: Account, watch: Watch):
    account._next = 5
    assert account._nonce(5) == 5 and account._nonce(7) == 7


def test_our_own_holds_where_the_node_lags_behind(account: Account, watch: Watch):
    account._next = 5
    for _ in range(5):
        assert account._nonce(3) == 5
        watch.now += GAP_S / 6


def test_a_node_that_stays_behind_has_lost_one_and_the_gap_is_filled_once(account: Account, watch: Watch):
    account._next = 5
    assert account._nonce(3) == 5
    watch.now += GAP_S
    assert account._nonce(3) == 3 and account._nonce(4) == 5


def test_a_node_that_goes_on_is_only_behind(account: Account, watch: Watch):
    account._next = 50
    for told in range(3, 9):
        assert account._nonce(told) == 50
        watch.now += GAP_S - 1


def test_one_that_comes_up_again_was_only_late(account: Account, watch: Watch):
    account._next = 5
    account._nonce(3)
    assert account._nonce(5) == 5
    watch.now += GAP_S
    assert account._nonce(4) == 5
