from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payments.core.authorization import Authorization
from payments.core.evidence import (
    Finality,
    Horizon,
    Inclusion,
    Refutation,
    Spend,
    Transfer,
    Undecided,
    judge,
    settles,
)
from payments.core.states import Disproof

PAYER, PAY_TO, OTHER = "0x" + "11" * 20, "0x" + "22" * 20, "0x" + "44" * 20
BEFORE = 1_800_000_000
WANTED = Authorization(PAYER, PAY_TO, 10_000, 0, BEFORE, "0x" + "33" * 32)
OURS = Transfer(PAYER, PAY_TO, 10_000)
PLACE = Inclusion("0x" + "aa" * 32, 7, "0x" + "bb" * 32, BEFORE - 9, 3, Finality.INCLUDED)
FINAL = replace(PLACE, finality=Finality.FINALIZED)


def horizon(time: int, *, used: bool = False) -> Horizon:
    return Horizon(9, "0x" + "cc" * 32, time, used)


def test_our_transfer_is_proof_at_once():
    assert judge(WANTED, Spend(PLACE, OURS), horizon(0), used_now=True) == PLACE


@pytest.mark.parametrize("time", [BEFORE, BEFORE + 1])
def test_a_finalized_block_at_validbefore_with_the_nonce_unused_proves_the_expiry(time: int):
    found = judge(WANTED, None, horizon(time), used_now=False)
    assert isinstance(found, Refutation)
    assert (found.proof, found.block_time) == (Disproof.EXPIRED, time)


def test_one_second_before_validbefore_proves_nothing():
    assert judge(WANTED, None, horizon(BEFORE - 1), used_now=False) == Undecided(nonce_used=False)


def test_a_used_nonce_alone_proves_nothing():
    assert judge(WANTED, None, horizon(BEFORE + 99, used=True), used_now=True) == Undecided(nonce_used=True)


def test_a_nonce_used_only_in_the_newest_block_forbids_a_further_call():
    assert judge(WANTED, None, horizon(BEFORE - 1), used_now=True) == Undecided(nonce_used=True)


@pytest.mark.parametrize(
    ("transfer", "proof"),
    [
        (None, Disproof.CANCELLED),
        (replace(OURS, pay_to=OTHER), Disproof.SPENT_ELSEWHERE),
        (replace(OURS, amount=9_999), Disproof.SPENT_ELSEWHERE),
        (replace(OURS, payer=OTHER), Disproof.SPENT_ELSEWHERE),
    ],
)
def test_another_use_of_the_nonce_disproves_once_it_is_finalized(transfer: Transfer | None, proof: Disproof):
    assert judge(WANTED, Spend(PLACE, transfer), horizon(0), used_now=True) == Undecided(nonce_used=True)
    found = judge(WANTED, Spend(FINAL, transfer), horizon(0), used_now=True)
    assert isinstance(found, Refutation)
    assert found.proof is proof


@given(st.integers(1, 1_000_000))
def test_small_amounts_settle_on_inclusion(amount: int):
    assert settles(Finality.INCLUDED, amount, Finality.INCLUDED)


@given(st.integers(1_000_001, 100_000_000))
def test_larger_amounts_wait_for_safe(amount: int):
    assert not settles(Finality.INCLUDED, amount, Finality.INCLUDED)
    assert settles(Finality.INCLUDED, amount, Finality.SAFE)


@given(st.integers(1, 100_000_000), st.sampled_from(list(Finality)))
def test_finalized_settles_under_every_policy_and_the_strictest_takes_nothing_less(amount: int, policy: Finality):
    assert settles(policy, amount, Finality.FINALIZED)
    assert not settles(Finality.FINALIZED, amount, Finality.SAFE)
    assert not settles(Finality.SAFE, amount, Finality.INCLUDED)
