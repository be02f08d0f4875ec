"""Random histories of the settlement machine on a simulated clock and chain: a facilitator that lies, delays and
loses answers, processes that die or stand still anywhere, readers that lag or fail, reorgs before finality, and
buyers who settle, spend, cancel and drain by themselves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count, pairwise, product

import pytest

from payments import clock, networks, reconcile, selectors, services, settlement
from payments.adapters import signature
from payments.core.authorization import Authorization, Signed
from payments.core.states import HANDED_OVER, OPEN, PAID, State, VoidCause
from payments.core.terms import SANDBOX, TERMS
from payments.models import Charge, ChargeEvent, Evidence, RefundDue
from payments.ports import LedgerUnavailable
from payments.transitions import StaleCharge
from tests.payments.buyer import PAY_TO, ROUTE
from tests.payments.conftest import Clock
from tests.payments.simulated import FINAL_S, SHOP, Chain
from tests.payments.wild import KINDS, Killed, Wild, advance, die, disturbed, prove, seal

KEY = "0x" + "5a" * 32
STEPS = 30
LONGEST_WAIT_S, SWEEP_S = 60, 5
STALL_S = 35
_numbers = count(1)


@dataclass(frozen=True)
class Seen:
    """One charge at one moment: row, events in order, evidence of all time, its settle calls, and the chain."""

    charge: Charge
    events: list[ChargeEvent]
    evidence: list[Evidence]
    calls: list[datetime]
    chain: Chain


def every_call_was_for_a_sealed_result_and_is_on_record(seen: Seen) -> bool:
    return len(seen.calls) <= seen.charge.calls and (not seen.calls or seen.charge.sealed_sha256 != "")


def never_two_calls_in_flight(seen: Seen) -> bool:
    return all((after - before).total_seconds() >= 30 for before, after in pairwise(seen.calls))


def no_call_after_an_answer_for_good(seen: Seen) -> bool:
    said = [event.detail["verdict"] for event in seen.events if event.cause == "settle_answered"]
    return not set(said[:-1]) & {"settled", "pending"}


def a_further_call_follows_a_read_that_showed_the_nonce_unused(seen: Seen) -> bool:
    causes = [event.cause for event in seen.events]
    calls = [at for at, cause in enumerate(causes) if cause == "settle_called"]
    return all(causes[at - 1] == "nonce_unused" for at in calls[1:])


def no_call_near_the_expiry(seen: Seen) -> bool:
    return all(at.timestamp() <= seen.charge.valid_before - 30 for at in seen.calls)


def paid_means_by_evidence(seen: Seen) -> bool:
    return (seen.charge.evidence is not None) == (seen.charge.state in PAID)


def released_means_paid_by_evidence_at_the_time(seen: Seen) -> bool:
    """Evidence of a VOID charge is that of money to be paid back."""
    return (seen.charge.released_at is not None) == bool(seen.evidence) or seen.charge.state == State.VOID


def evidence_is_what_the_chain_held(seen: Seen) -> bool:
    return all((each.transaction, each.block_hash) in seen.chain.ever for each in seen.evidence)


def not_settled_means_that_no_money_can_come(seen: Seen) -> bool:
    return seen.charge.state != State.NOT_SETTLED or seen.chain.can_never_pay(seen.charge.authorization)


def void_means_that_nothing_was_handed_over(seen: Seen) -> bool:
    return seen.charge.state != State.VOID or not (
        seen.calls or seen.charge.sealed_sha256 or seen.charge.released_at
    )


def a_signature_is_kept_no_longer_than_it_may_be_needed(seen: Seen) -> bool:
    return bool(seen.charge.signature) == (
        seen.charge.state in OPEN or seen.charge.finality in ("included", "safe")
    )


def the_events_tell_the_row(seen: Seen) -> bool:
    numbered = [event.seq for event in seen.events] == list(range(1, len(seen.events) + 1))
    return numbered and seen.events[-1].to_state == seen.charge.state


PROMISES = (
    every_call_was_for_a_sealed_result_and_is_on_record,
    never_two_calls_in_flight,
    no_call_after_an_answer_for_good,
    a_further_call_follows_a_read_that_showed_the_nonce_unused,
    no_call_near_the_expiry,
    paid_means_by_evidence,
    released_means_paid_by_evidence_at_the_time,
    evidence_is_what_the_chain_held,
    not_settled_means_that_no_money_can_come,
    void_means_that_nothing_was_handed_over,
    a_signature_is_kept_no_longer_than_it_may_be_needed,
    the_events_tell_the_row,
)


class History:
    """One buyer, some charges, and everything that may befall them, drawn from one seed."""

    def __init__(self, time: Clock, seed: int) -> None:
        self.clock, self.chance = time, random.Random(seed)
        self.chain = Chain(lambda: time.now)
        self.wild = Wild(self.chain, lambda: time.now, self.stand_still)
        self.mine: list[int] = []
        self.late: list[Charge] = []
        self.paid_early: set[str] = set()
        self.released: dict[int, datetime] = {}
        self.payer = signature.address(KEY)
        self.trace: list[str] = []

    def live(self, steps: int) -> None:
        self.buy()
        for _ in range(steps):
            (what,) = self.chance.choices(list(WHAT), WHAT.values())
            self.trace.append(what)
            with suppress(Killed):
                getattr(self, what)()
            self.every_promise_holds()
        self.finish()

    def charges(self) -> list[Charge]:
        return list(Charge.objects.filter(pk__in=self.mine).select_related("evidence").order_by("pk"))

    def pick(self) -> Charge:
        return Charge.objects.select_related("evidence").get(pk=self.chance.choice(self.mine))

    def sign(self, seconds: int, amount: int) -> Signed:
        nonce = f"0x{next(_numbers):064x}"
        wanted = Authorization(self.payer, PAY_TO, amount, 0, self.clock.unix + seconds, nonce)
        terms = TERMS[SANDBOX]
        return Signed(terms, wanted, signature.sign(signature.digest(terms, wanted), KEY))

    def claim(self, signed: Signed, request: str) -> None:
        reference = f"chk_{int(signed.authorization.nonce, 16)}"
        height = self.chain.height()
        charge = services.claim(signed, reference=reference, route=ROUTE, request_sha256=request, height=height)
        self.mine.append(charge.pk)

    def stand_still(self) -> None:
        """A process is somewhere in its work; the others think that it is dead, and go on."""
        self.clock.advance(STALL_S)
        mood, self.wild.mood = self.wild.mood, ("now", "refused")
        for charge in self.charges():
            advance(charge)
        self.wild.mood = mood

    # -- what happens

    def buy(self) -> None:
        signed = self.sign(self.chance.randint(45, 240), self.chance.choice([10_000, 2_000_000]))
        self.claim(signed, f"{next(_numbers):064x}")

    def work(self) -> None:
        self.wild.mood = self.chance.choice(KINDS)
        advance(self.pick())

    def work_and_die(self) -> None:
        """Before any statement of a step, or in its call."""
        self.wild.mood = self.chance.choice(KINDS)
        with disturbed(self.chance.randint(1, 14), die, between=False):
            advance(self.pick())

    def work_and_stand_still(self) -> None:
        self.wild.mood = self.chance.choice(KINDS)
        with disturbed(self.chance.randint(1, 14), self.stand_still, between=True):
            advance(self.pick())

    def wait(self) -> None:
        self.clock.advance(self.chance.choice([1, 5, 29, 30, 31, 70]))

    def broadcast(self) -> None:
        if self.wild.delayed:
            self.chain.pay(self.wild.delayed.pop(0).authorization)

    def fail(self) -> None:
        charge = self.pick()
        if charge.state == State.CLAIMED:
            services.void(charge, self.chance.choice(list(VoidCause)))

    def read_and_leave(self) -> None:
        """A worker reads a charge and comes back with it much later."""
        self.late.append(self.pick())

    def come_back(self) -> None:
        if not self.late:
            return
        charge = self.late.pop()
        steps: tuple[Callable[[Charge], object], ...] = (
            seal,
            lambda charge: services.void(charge, VoidCause.SERVICE_FAULT),
            settlement.hand_over,
            settlement.call_again,
            prove,
            reconcile.recover,
        )
        self.wild.mood = self.chance.choice(KINDS)
        with suppress(StaleCharge, settlement.TooLate, LedgerUnavailable):
            self.chance.choice(steps)(charge)

    def buyer_settles(self) -> None:
        charge = self.pick()
        self.paid_early |= {charge.nonce} if self.chain.pay(charge.authorization) else set()

    def buyer_spends_elsewhere(self) -> None:
        self.chain.pay(self.pick().authorization, SHOP)

    def buyer_cancels(self) -> None:
        self.chain.broadcast(self.pick().authorization, None)

    def buyer_drains(self) -> None:
        self.chain.drain(self.pick().authorization)

    def sign_anew(self) -> None:
        """Another authorization for the same request: never wanted while the first one may yet pay."""
        charge = self.pick()
        signed = self.sign(120, charge.amount)
        found = selectors.unfinished(signed, charge.request_sha256)
        if found is not None and found.released_at is not None:
            return
        try:
            self.claim(signed, charge.request_sha256)
        except services.RequestOpen as conflict:
            assert conflict.charge == found
        else:
            assert found is None

    def reorg(self) -> None:
        self.chain.reorg(self.chance.randint(1, 40), self.chance.choice(["again", "earlier", "lost"]))

    def readers(self) -> None:
        self.chain.lag, self.chain.down = self.chance.choice([0, 0, 1, 5, 40]), self.chance.random() < 0.3

    # -- what always holds

    def snapshot(self) -> list[Seen]:
        rows = Charge.objects.filter(pk__in=self.mine).select_related("evidence")
        calls = self.wild.calls
        return [
            Seen(row, list(row.events.all()), list(row.evidence_rows.all()), calls.get(row.nonce, []), self.chain)
            for row in rows.prefetch_related("events", "evidence_rows")
        ]

    def every_promise_holds(self) -> None:
        seen = self.snapshot()
        for each, promise in product(seen, PROMISES):
            assert promise(each), promise.__name__
        for each in seen:
            early = each.charge.nonce in self.paid_early or each.charge.state in HANDED_OVER
            assert early or not self.chain.paid(each.charge.authorization), "money without a sealed result"
        unresolved = Counter(each.charge.request_sha256 for each in seen if unreleased(each.charge))
        assert max(unresolved.values(), default=0) <= 1, "a second authorization wanted"
        self.releases_stay([each.charge for each in seen])

    def releases_stay(self, charges: list[Charge]) -> None:
        now = {charge.pk: charge.released_at for charge in charges if charge.released_at is not None}
        assert self.released.items() <= now.items(), "a release taken back or changed"
        self.released = now

    def finish(self) -> None:
        """Left alone, whatever the facilitator goes on doing, every charge comes to a proof in time."""
        self.chain.lag, self.chain.down = 0, False
        for signed in self.wild.delayed:
            self.chain.pay(signed.authorization)
        last = max([self.clock.unix, *(charge.valid_before for charge in self.charges())])
        self.sweep_until(last + FINAL_S + LONGEST_WAIT_S + SWEEP_S)
        stuck = [str(charge) for charge in self.charges() if charge.state in OPEN]
        assert not stuck, f"stuck: {stuck}"
        self.sweep_until(self.clock.unix + 2 * (FINAL_S + LONGEST_WAIT_S))
        self.every_promise_holds()
        for charge in self.charges():
            self.balances(charge)

    def sweep_until(self, end: int) -> None:
        """Rings whoever is due, from one bell to the next."""
        while self.clock.unix < end:
            due = set(reconcile.due(clock.now(), 10_000))
            for charge in self.charges():
                if charge.reference in due:
                    with suppress(Killed):
                        advance(charge)
            bells = [bell(charge) for charge in self.charges() if charge.ring_at]
            self.clock.advance(max(SWEEP_S, min([end, *bells]) - self.clock.unix))

    def balances(self, charge: Charge) -> None:
        """Each payment on the final chain is one settled charge or a refund that is due."""
        paid, owed = self.chain.paid(charge.authorization), RefundDue.objects.filter(charge=charge).exists()
        assert charge.state in (State.SETTLED, State.VOID, State.NOT_SETTLED)
        assert charge.ring_at is None
        assert paid <= (charge.state == State.SETTLED or owed)
        assert (charge.state == State.SETTLED) <= paid


WHAT = {
    "work": 12,
    "work_and_die": 3,
    "work_and_stand_still": 2,
    "wait": 5,
    "buy": 1,
    "broadcast": 2,
    "fail": 0.5,
    "read_and_leave": 1,
    "come_back": 1,
    "buyer_settles": 0.5,
    "buyer_spends_elsewhere": 0.5,
    "buyer_cancels": 0.5,
    "buyer_drains": 0.2,
    "sign_anew": 1,
    "reorg": 2,
    "readers": 2,
}
"""What may happen next, and how often."""


def unreleased(charge: Charge) -> bool:
    return charge.state in OPEN and charge.released_at is None


def bell(charge: Charge) -> int:
    """When it is rung next (unix seconds): not while somebody holds it."""
    assert charge.ring_at is not None
    return int(max(charge.ring_at, charge.lease_until or charge.ring_at).timestamp())


def run(monkeypatch: pytest.MonkeyPatch, time: Clock, seeds: range) -> Counter[str]:
    """What the histories came to: kinds of settle calls, ends, and causes of events."""
    real, told = networks.current(), Counter[str]()
    for seed in seeds:
        history = History(time, seed)
        network = replace(real, facilitator=history.wild, ledger=history.chain)
        monkeypatch.setattr(networks, "current", lambda network=network: network)
        try:
            history.live(STEPS)
        except AssertionError as broken:
            raise AssertionError(f"{broken} (seed {seed}: {history.trace})") from broken
        told["histories"] += 1
        told.update(f"call {moves}: {says}" for moves, says in history.wild.seen)
        told.update(event.cause for seen in history.snapshot() for event in seen.events)
    return told


def kinds(told: Counter[str]) -> int:
    return sum(what.startswith("call ") for what in told)


RARE = ("reorg", "recovered", "nonce_unused", "paid_without_call", "refund_due")
DISPROOFS = ("expired", "cancelled", "spent_elsewhere")


def test_15_random_histories_keep_every_promise(committed: None, time: Clock, monkeypatch: pytest.MonkeyPatch):
    told = run(monkeypatch, time, range(15))
    assert (told["histories"], kinds(told) >= 12) == (15, True)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_1000_random_histories_keep_every_promise(committed: None, time: Clock, monkeypatch: pytest.MonkeyPatch):
    told = run(monkeypatch, time, range(1000))
    assert (told["histories"], kinds(told)) == (1000, len(KINDS))
    assert min(told[cause] for cause in (*RARE, *DISPROOFS)) >= 5
