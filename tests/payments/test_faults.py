"""The fault matrix: whatever a facilitator does and says, the ledger alone decides what becomes of a charge."""

from __future__ import annotations

from itertools import pairwise

import pytest

from payments import selectors
from payments.core.states import State
from payments.models import Charge, SandboxTransfer
from tests.payments import driver, liars
from tests.payments.buyer import Buyer
from tests.payments.conftest import Clock, claimed, sealed

pytestmark = pytest.mark.django_db


def run_out(time: Clock, minutes: int = 20) -> None:
    """Sweeps every few seconds until long after `validBefore`."""
    for _ in range(minutes * 12):
        driver.sweep()
        time.advance(5)


def test_the_matrix_has_sixteen_faults_or_more():
    assert len(liars.FAULTS) >= 16


@pytest.mark.parametrize("fault", liars.FAULTS)
def test_a_charge_ends_as_the_ledger_says(buyer: Buyer, time: Clock, fault: str, monkeypatch: pytest.MonkeyPatch):
    behaviour, moved = liars.FAULTS[fault]
    liar = liars.install(monkeypatch, behaviour)
    charge = claimed(buyer, lease_s=0)
    run_out(time)
    charge.refresh_from_db()
    for_good = fault in liars.FOR_GOOD
    assert charge.state == (State.NOT_SETTLED if for_good else State.SETTLED)
    assert SandboxTransfer.objects.count() == (0 if for_good else 1)
    assert liar.calls == (1 if moved or for_good else 2)


@pytest.mark.parametrize("fault", liars.FAULTS)
def test_until_the_ledger_has_spoken_nothing_is_decided(buyer: Buyer, time: Clock, fault: str, monkeypatch):
    liars.install(monkeypatch, liars.FAULTS[fault][0])
    reference = sealed(buyer, lease_s=0).reference
    time.advance(61)
    driver.advance(reference)
    charge = Charge.objects.get()
    assert (charge.state, charge.released_at, charge.closed_at) == ("UNCERTAIN", None, None)


@pytest.mark.parametrize("fault", liars.FAULTS)
def test_a_facilitator_that_always_fails_is_called_no_more_than_once_a_lease(
    buyer: Buyer, time: Clock, fault: str, monkeypatch: pytest.MonkeyPatch
):
    behaviour, _ = liars.FAULTS[fault]
    liar = liars.install(monkeypatch, *[behaviour] * 99)
    charge = claimed(buyer, lease_s=0)
    run_out(time)
    charge.refresh_from_db()
    made = [event.at for event in selectors.events(charge) if event.cause == "settle_called"]
    assert len(made) == liar.calls == charge.calls
    assert all((later - earlier).total_seconds() >= 30 for earlier, later in pairwise(made))
    assert charge.state in (State.SETTLED, State.NOT_SETTLED)


def test_a_nonce_spent_elsewhere_ends_the_charge_by_proof(
    buyer: Buyer, time: Clock, monkeypatch: pytest.MonkeyPatch
):
    liar = liars.install(monkeypatch)
    charge = sealed(buyer, lease_s=0)
    liar.honest.settle(buyer.sign(pay_to="0x" + "77" * 20, nonce=charge.nonce))
    run_out(time)
    charge.refresh_from_db()
    assert (charge.state, charge.cause, charge.released_at) == ("NOT_SETTLED", "spent_elsewhere", None)


def test_an_emptied_account_ends_in_expiry_and_no_release(
    buyer: Buyer, time: Clock, monkeypatch: pytest.MonkeyPatch
):
    liar = liars.install(monkeypatch)
    charge = sealed(buyer, lease_s=0)
    liar.honest.settle(buyer.sign(amount=99_999_999, nonce="0x" + "01" * 32))
    run_out(time)
    charge.refresh_from_db()
    assert (charge.state, charge.cause, charge.sealed_sha256) == ("NOT_SETTLED", "expired", driver.SEAL)
    assert liar.calls > 1
