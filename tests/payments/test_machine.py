"""Random histories of the settlement machine against the sandbox: a facilitator that lies, delays and loses
answers, processes that die in a call, workers that come back late, buyers who settle or spend by themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from payments import networks, reconcile, services, settlement
from payments.core.authorization import Signed
from payments.core.states import HANDED_OVER, OPEN, PAID, State, VoidCause
from payments.models import Charge, ChargeEvent, Evidence, RefundDue, SandboxTransfer
from payments.ports import Answer, Facilitator, Verdict
from payments.transitions import StaleCharge
from tests.payments import driver
from tests.payments.buyer import PAY_TO, Buyer
from tests.payments.conftest import Clock, claimed

MOVES = st.sampled_from(["now", "later", "never"])
SAYS = st.sampled_from([*Verdict, "dies", "breaks"])


class Killed(BaseException):
    """The process died in the call."""


class Wild:
    """Moves the money now, later or never, and says anything or nothing; notes when it was called for whom."""

    name = "wild"
    timeout_s = 20

    def __init__(self, honest: Facilitator, now: Callable[[], datetime]) -> None:
        self.honest, self.now = honest, now
        self.moves, self.says = "now", "settled"
        self.calls: dict[str, list[datetime]] = {}
        self.delayed: list[Signed] = []

    def settle(self, signed: Signed) -> Answer:
        self.calls.setdefault(signed.authorization.nonce, []).append(self.now())
        if self.moves == "now":
            self.honest.settle(signed)
        if self.moves == "later":
            self.delayed.append(signed)
        if self.says == "dies":
            raise Killed
        if self.says == "breaks":
            raise ConnectionResetError
        return Answer(Verdict(self.says))


@dataclass(frozen=True)
class Seen:
    """One charge at one moment: row, events in order, times of its settle calls, and what the ledger holds."""

    charge: Charge
    events: list[ChargeEvent]
    calls: list[datetime]
    moved: SandboxTransfer | None


def every_call_was_for_a_sealed_result_and_is_on_record(seen: Seen) -> bool:
    return len(seen.calls) <= seen.charge.calls and (not seen.calls or seen.charge.sealed_sha256 != "")


def never_two_calls_in_flight(seen: Seen) -> bool:
    return all(after - before >= timedelta(seconds=30) for before, after in pairwise(seen.calls))


def no_call_after_an_answer_for_good(seen: Seen) -> bool:
    said = [event.detail["verdict"] for event in seen.events if event.cause == "settle_answered"]
    return not set(said[:-1]) & {"settled", "pending"}


def released_means_paid_by_evidence(seen: Seen) -> bool:
    charge = seen.charge
    return {charge.released_at is not None, charge.evidence is not None} == {charge.state in PAID}


def evidence_is_what_the_ledger_holds(seen: Seen) -> bool:
    evidence, moved = seen.charge.evidence, seen.moved
    return evidence is None or (moved is not None and evidence.transaction == moved.transaction)


def not_settled_means_that_no_money_came(seen: Seen) -> bool:
    return seen.charge.state != State.NOT_SETTLED or seen.moved is None


def a_signature_is_kept_no_longer_than_it_may_be_needed(seen: Seen) -> bool:
    return bool(seen.charge.signature) == (seen.charge.state in OPEN)


def the_events_tell_the_row(seen: Seen) -> bool:
    numbered = [event.seq for event in seen.events] == list(range(1, len(seen.events) + 1))
    return numbered and seen.events[-1].to_state == seen.charge.state


PROMISES = (
    every_call_was_for_a_sealed_result_and_is_on_record,
    never_two_calls_in_flight,
    no_call_after_an_answer_for_good,
    released_means_paid_by_evidence,
    evidence_is_what_the_ledger_holds,
    not_settled_means_that_no_money_came,
    a_signature_is_kept_no_longer_than_it_may_be_needed,
    the_events_tell_the_row,
)


class Settlement(RuleBasedStateMachine):
    clock: Clock

    def __init__(self) -> None:
        super().__init__()
        self.network = networks.current()
        self.wild = Wild(self.network.facilitator, lambda: self.clock.now)
        self.buyer = Buyer()
        self.late: list[Charge] = []
        self.paid_early: set[str] = set()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(networks, "current", lambda: replace(self.network, facilitator=self.wild))

    def teardown(self) -> None:
        try:
            self._finish()
        finally:
            self.patch.undo()

    def charges(self) -> list[Charge]:
        return list(Charge.objects.filter(payer=self.buyer.address.lower()).order_by("pk"))

    def pick(self, data: st.DataObject) -> Charge:
        return data.draw(st.sampled_from(self.charges()), label="charge")

    # -- what happens

    @initialize()
    def begin(self) -> None:
        self.buy(seconds=120)

    @rule(seconds=st.integers(45, 240))
    def buy(self, seconds: int) -> None:
        claimed(self.buyer, lease_s=0, valid_before=self.clock.unix + seconds)

    @rule(data=st.data(), moves=MOVES, says=SAYS)
    def work(self, data: st.DataObject, moves: str, says: str) -> None:
        self.wild.moves, self.wild.says = moves, str(says)
        try:
            driver.advance(self.pick(data).reference)
        except Killed:
            return

    @rule(seconds=st.sampled_from([1, 5, 29, 30, 31, 70]))
    def wait(self, seconds: int) -> None:
        self.clock.advance(seconds)

    @precondition(lambda self: self.wild.delayed)
    @rule()
    def broadcast(self) -> None:
        self.wild.honest.settle(self.wild.delayed.pop(0))

    @rule(data=st.data(), cause=st.sampled_from(VoidCause))
    def fail(self, data: st.DataObject, cause: VoidCause) -> None:
        charge = self.pick(data)
        if charge.state == State.CLAIMED:
            services.void(charge, cause)

    @rule(data=st.data())
    def stand_still(self, data: st.DataObject) -> None:
        """A worker reads a charge and comes back with it much later."""
        self.late.append(self.pick(data))

    @precondition(lambda self: self.late)
    @rule(step=st.sampled_from(["seal", "void", "hand_over", "call_again", "conclude", "recover"]))
    def come_back(self, step: str) -> None:
        charge = self.late.pop()
        steps: dict[str, Callable[[], object]] = {
            "seal": lambda: services.seal(charge, driver.SEAL),
            "void": lambda: services.void(charge, VoidCause.SERVICE_FAULT),
            "hand_over": lambda: settlement.hand_over(charge),
            "call_again": lambda: settlement.call_again(charge),
            "conclude": lambda: driver.conclude(charge),
            "recover": lambda: reconcile.recover(charge),
        }
        self.wild.moves, self.wild.says = "now", "settled"
        try:
            with transaction.atomic() if step == "seal" else pytest.MonkeyPatch.context():
                steps[step]()
        except (StaleCharge, settlement.TooLate, Killed):
            return

    @rule(data=st.data())
    def buyer_settles(self, data: st.DataObject) -> None:
        charge = self.pick(data)
        self.paid_early.add(charge.nonce)
        self.wild.honest.settle(self.buyer.sign(charge.authorization))

    @rule(data=st.data())
    def buyer_spends_elsewhere(self, data: st.DataObject) -> None:
        charge = self.pick(data)
        self.wild.honest.settle(self.buyer.sign(replace(charge.authorization, pay_to="0x" + "77" * 20)))

    # -- what always holds

    def snapshot(self) -> list[Seen]:
        rows = Charge.objects.filter(payer=self.buyer.address.lower())
        moved = {
            row.nonce: row
            for row in SandboxTransfer.objects.filter(payer=self.buyer.address.lower(), pay_to=PAY_TO)
        }
        calls = self.wild.calls
        return [
            Seen(charge, list(charge.events.all()), calls.get(charge.nonce, []), moved.get(charge.nonce))
            for charge in rows.select_related("evidence").prefetch_related("events")
        ]

    @invariant()
    def every_promise_holds(self) -> None:
        for seen in self.snapshot():
            for promise in PROMISES:
                assert promise(seen), promise.__name__
            if seen.moved and seen.charge.state not in HANDED_OVER:
                assert seen.charge.nonce in self.paid_early, "money without a sealed result"

    def _finish(self) -> None:
        """Left alone, with an honest facilitator, every charge comes to a proof, and the books balance."""
        self.wild.moves, self.wild.says = "now", "settled"
        for _ in range(120):
            if not any(charge.ring_at for charge in self.charges()):
                break
            driver.sweep()
            self.clock.advance(15)
        for seen in self.snapshot():
            charge, moved = seen.charge, seen.moved is not None
            assert charge.state in (State.SETTLED, State.VOID, State.NOT_SETTLED)
            assert charge.ring_at is None
            assert (charge.state == State.SETTLED or RefundDue.objects.filter(charge=charge).exists()) == moved
            assert Evidence.objects.filter(charge=charge).count() == moved


def run(time: Clock, **changes: int) -> None:
    Settlement.clock = time
    calm = settings(deadline=None, suppress_health_check=list(HealthCheck), **changes)
    run_state_machine_as_test(Settlement, settings=calm)
    assert ChargeEvent.objects.filter(cause="settle_called").exists()


@pytest.mark.django_db
def test_random_histories_keep_every_promise(time: Clock):
    run(time, max_examples=8, stateful_step_count=20)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.timeout(1200)
def test_100_random_histories_keep_every_promise(time: Clock):
    run(time, max_examples=100, stateful_step_count=30)
