"""The random histories have teeth: each machine here is wrong in one way, and one of its histories shows it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from payments import clock, networks, settlement
from payments.core.evidence import Finality, Finding, Inclusion, Refutation, Undecided
from payments.core.states import Disproof
from payments.models import Charge
from tests.payments.conftest import Clock
from tests.payments.test_machine import run

Look = Callable[[Charge], Finding]
BLOCK = "0x" + "bb" * 32


def made_up(charge: Charge) -> Inclusion:
    return Inclusion(f"0x{charge.pk:064x}", 1, BLOCK, clock.unix(), charge.pk, Finality.FINALIZED)


def trusts_success(right: Look, charge: Charge) -> Finding:
    believed = charge.evidence_id is None and charge.call_answer == "settled"
    return made_up(charge) if believed else right(charge)


def trusts_authorization_state(right: Look, charge: Charge) -> Finding:
    used = networks.current().ledger.nonce_used(charge.payer, charge.nonce)
    return made_up(charge) if used and charge.evidence_id is None else right(charge)


def expires_by_its_own_clock(right: Look, charge: Charge) -> Finding:
    found = right(charge)
    if isinstance(found, Undecided) and clock.unix() >= charge.valid_before and charge.evidence_id is None:
        return Refutation(Disproof.EXPIRED, 1, BLOCK, clock.unix())
    return found


def gives_up_on_a_used_nonce(right: Look, charge: Charge) -> Finding:
    found = right(charge)
    if found == Undecided(nonce_used=True) and charge.evidence_id is None:
        return Refutation(Disproof.SPENT_ELSEWHERE, 1, BLOCK, clock.unix())
    return found


def never_sees_an_expiry(right: Look, charge: Charge) -> Finding:
    found = right(charge)
    expired = isinstance(found, Refutation) and found.proof is Disproof.EXPIRED
    return Undecided(nonce_used=False) if expired else found


CONTROLS = {
    trusts_success: "evidence_is_what_the_chain_held",
    trusts_authorization_state: "evidence_is_what_the_chain_held",
    expires_by_its_own_clock: "not_settled_means_that_no_money_can_come",
    gives_up_on_a_used_nonce: "not_settled_means_that_no_money_can_come",
    never_sees_an_expiry: "stuck",
}


@pytest.mark.parametrize("wrong", CONTROLS, ids=lambda wrong: wrong.__name__)
def test_a_wrong_reading_breaks_its_promise(
    wrong: Callable[[Look, Charge], Finding], committed: None, time: Clock, monkeypatch: pytest.MonkeyPatch
):
    right = settlement.look
    monkeypatch.setattr(settlement, "look", lambda charge: wrong(right, charge))
    with pytest.raises(AssertionError, match=CONTROLS[wrong]):
        run(monkeypatch, time, range(60))


def test_a_further_call_without_a_reading_breaks_its_promise(
    committed: None, time: Clock, monkeypatch: pytest.MonkeyPatch
):
    right = settlement.swap

    def without_the_reading(charge: Charge, *happened: tuple, **changes: object) -> None:
        right(charge, *(each for each in happened if each[0] != "nonce_unused"), **changes)

    monkeypatch.setattr(settlement, "swap", without_the_reading)
    with pytest.raises(AssertionError, match="a_further_call_follows"):
        run(monkeypatch, time, range(60))
