from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import transaction

from payments.adapters.sandbox import OPENING_BALANCE, Sandbox
from payments.core.evidence import Finality, Inclusion, Refutation, Undecided
from payments.core.states import Disproof
from payments.core.terms import TERMS
from payments.models import SandboxAccount, SandboxTransfer
from payments.ports import Verdict
from tests.payments.buyer import Buyer
from tests.payments.conftest import Clock, refused

pytestmark = pytest.mark.django_db
SANDBOX = Sandbox(TERMS["sandbox"])


def test_a_new_payer_holds_a_hundred_test_dollars_without_a_row(buyer: Buyer):
    assert SANDBOX.balance(buyer.address.lower()) == OPENING_BALANCE == 100_000_000
    assert not SandboxAccount.objects.exists()


def test_settling_moves_the_amount_once(buyer: Buyer):
    signed = buyer.sign(amount=250_000)
    answer = SANDBOX.settle(signed)
    assert answer.verdict is Verdict.SETTLED
    assert SANDBOX.balance(signed.authorization.payer) == OPENING_BALANCE - 250_000
    assert SANDBOX.nonce_used(signed.authorization.payer, signed.authorization.nonce)


def test_a_transaction_is_named_sandbox_and_26_characters(buyer: Buyer):
    name, _, rest = SANDBOX.settle(buyer.sign()).transaction.partition(":")
    assert (name, len(rest)) == ("sandbox", 26)
    assert set(rest) <= set("abcdefghijklmnopqrstuvwxyz234567")


def test_a_nonce_is_spent_once(buyer: Buyer):
    signed = buyer.sign()
    SANDBOX.settle(signed)
    again = SANDBOX.settle(signed)
    assert (again.verdict, again.reason) == (Verdict.REFUSED, "nonce_used")
    assert SANDBOX.balance(signed.authorization.payer) == OPENING_BALANCE - 10_000


def test_a_nonce_belongs_to_its_payer(buyer: Buyer):
    signed = buyer.sign()
    other = Buyer().sign(nonce=signed.authorization.nonce)
    assert [SANDBOX.settle(each).verdict for each in (signed, other)] == [Verdict.SETTLED] * 2


def test_a_foreign_signature_moves_nothing(buyer: Buyer):
    forged = replace(Buyer().sign(), authorization=buyer.authorization())
    assert SANDBOX.settle(forged).reason == "invalid_signature"
    assert not SandboxTransfer.objects.exists()


def test_an_empty_account_moves_nothing(buyer: Buyer):
    SANDBOX.settle(buyer.sign(amount=99_999_999))
    answer = SANDBOX.settle(buyer.sign(amount=2))
    assert (answer.verdict, answer.reason) == (Verdict.REFUSED, "insufficient_funds")
    assert SANDBOX.balance(buyer.address.lower()) == 1


@pytest.mark.parametrize(
    ("after", "before", "moved"), [(-1, 1, True), (0, 9, False), (-9, 0, False), (1, 9, False)]
)
def test_the_window_is_open_strictly_between_its_ends(
    time: Clock, buyer: Buyer, after: int, before: int, moved: bool
):
    answer = SANDBOX.settle(buyer.sign(valid_after=time.unix + after, valid_before=time.unix + before))
    assert (answer.verdict is Verdict.SETTLED) is moved
    assert answer.reason == ("" if moved else "outside_window")


def test_settling_inside_a_transaction_is_a_programming_error(committed: None, buyer: Buyer):
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        SANDBOX.settle(buyer.sign())


def test_the_ledgers_row_is_final_evidence(buyer: Buyer):
    signed = buyer.sign()
    answer = SANDBOX.settle(signed)
    found = SANDBOX.find(signed.authorization, 0)
    assert isinstance(found, Inclusion)
    assert (found.transaction, found.finality) == (answer.transaction, Finality.FINALIZED)
    assert (found.block_number, found.log_index) == (SANDBOX.height(), 0)


def test_before_validbefore_an_unused_nonce_proves_nothing(time: Clock, buyer: Buyer):
    wanted = buyer.authorization(valid_before=time.unix + 1)
    assert SANDBOX.find(wanted, 0) == Undecided(nonce_used=False)


def test_at_validbefore_it_proves_the_expiry(time: Clock, buyer: Buyer):
    found = SANDBOX.find(buyer.authorization(valid_before=time.unix), 0)
    assert isinstance(found, Refutation)
    assert (found.proof, found.block_time) == (Disproof.EXPIRED, time.unix)


def test_the_nonce_spent_on_another_amount_is_a_disproof(buyer: Buyer):
    signed = buyer.sign(amount=20_000)
    SANDBOX.settle(signed)
    found = SANDBOX.find(replace(signed.authorization, amount=10_000), 0)
    assert isinstance(found, Refutation)
    assert found.proof is Disproof.SPENT_ELSEWHERE


def test_no_transfer_follows_an_expiry_that_was_read_even_if_the_clock_runs_back(time: Clock, buyer: Buyer):
    signed = buyer.sign(valid_before=time.unix)
    assert isinstance(SANDBOX.find(signed.authorization, 0), Refutation)
    time.advance(-30)
    assert SANDBOX.settle(signed).reason == "outside_window"


@pytest.mark.parametrize("size", [64, 66, 500])
def test_smart_wallets_are_told_that_the_sandbox_has_none(buyer: Buyer, size: int):
    signed = replace(buyer.sign(), signature=b"\x01" * size)
    assert refused(SANDBOX.accepts_signature, signed, b"", recovers=False) == "smart_wallet_unsupported"


@pytest.mark.parametrize("recovers", [True, False])
def test_of_65_bytes_the_key_decides(buyer: Buyer, recovers: bool):
    assert SANDBOX.accepts_signature(buyer.sign(), b"", recovers=recovers) is recovers
