"""Facilitators, workers and crashes for random histories: whatever can be answered, and whoever dies meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import product
from typing import Any

from django.db import connection, transaction

from payments import reconcile, services, settlement
from payments.core.authorization import Signed
from payments.core.evidence import Inclusion, Refutation, Undecided
from payments.core.states import UNPAID, State
from payments.models import Charge
from payments.ports import Answer, LedgerUnavailable, Verdict
from payments.transitions import StaleCharge
from tests.payments.simulated import Chain

SEAL = "cd" * 32
LEASE_S = 30
WRONG = "0x" + "ee" * 32
MOVES = ("now", "later", "never")


class Killed(BaseException):
    """The process died here."""


SAYS: dict[str, Answer | type[BaseException]] = {
    "settled": Answer(Verdict.SETTLED),
    "settled, wrong transaction": Answer(Verdict.SETTLED, transaction=WRONG),
    "pending": Answer(Verdict.PENDING),
    "refused": Answer(Verdict.REFUSED, "transaction_failed"),
    "nonce used": Answer(Verdict.REFUSED, "nonce_used"),
    "unknown": Answer(Verdict.UNKNOWN, "timeout"),
    "settled, after the lease": Answer(Verdict.SETTLED),
    "reset": ConnectionResetError,
    "rubbish": ValueError,
    "dies": Killed,
}
KINDS = tuple(product(MOVES, SAYS))
"""What a settle call may come to: does it move the money, and what is said."""


class Wild:
    """Moves the money now, later or never, and says anything or nothing; notes when it was called for whom."""

    name, timeout_s = "wild", 20

    def __init__(self, chain: Chain, now: Callable[[], datetime], stand_still: Callable[[], None]) -> None:
        self.chain, self.now, self.stand_still = chain, now, stand_still
        self.mood = ("now", "settled")
        self.calls: dict[str, list[datetime]] = {}
        self.delayed: list[Signed] = []
        self.seen: set[tuple[str, str]] = set()

    def settle(self, signed: Signed) -> Answer:
        moves, says = self.mood
        self.seen.add(self.mood)
        self.calls.setdefault(signed.authorization.nonce, []).append(self.now())
        if moves == "now":
            self.chain.pay(signed.authorization)
        if moves == "later":
            self.delayed.append(signed)
        if says.endswith("after the lease"):
            self.stand_still()
        said = SAYS[says]
        if isinstance(said, Answer):
            return said
        raise said


def advance(charge: Charge) -> None:
    """One step of one charge, in the order of the real caller; nothing at all if another worker has it."""
    try:
        if reconcile.recover(charge):
            return
        if charge.state == State.SEALED or services.lease(charge, LEASE_S):
            _step(charge)
    except StaleCharge:
        return


def _step(charge: Charge) -> None:
    try:
        STEPS[State(charge.state)](charge)
    except LedgerUnavailable:
        services.wait(charge)


def seal(charge: Charge) -> None:
    with transaction.atomic():
        services.seal(charge, SEAL)


def hand_over(charge: Charge) -> None:
    try:
        settlement.hand_over(charge)
    except settlement.TooLate:
        prove(charge)


def prove(charge: Charge) -> None:
    found = settlement.look(charge)
    if isinstance(found, Inclusion):
        with transaction.atomic():
            settlement.record_inclusion(charge, found)
    elif isinstance(found, Refutation):
        settlement.record_not_settled(charge, found)
    elif not settlement.call_again(charge):
        services.wait(charge)


def reread(charge: Charge) -> None:
    found = settlement.look(charge)
    if isinstance(found, Inclusion) and settlement.record_finality(charge, found):
        return
    if found == Undecided(nonce_used=True):
        services.wait(charge)
        return
    with transaction.atomic():
        settlement.record_reorg(charge)
        if isinstance(found, Inclusion):
            settlement.record_inclusion(charge, found)


def watch(charge: Charge) -> None:
    reconcile.record_watch(charge, settlement.look(charge))


STEPS: dict[State, Callable[[Charge], None]] = {
    State.CLAIMED: seal,
    State.SEALED: hand_over,
    State.SETTLING: prove,
    State.UNCERTAIN: prove,
    State.INCLUDED: reread,
    State.SETTLED: reread,
    **dict.fromkeys(UNPAID, watch),
}


@contextmanager
def disturbed(at: int, happens: Callable[[], None], *, between: bool) -> Iterator[None]:
    """`happens` before the SQL statement numbered `at`; with `between` at the first one from there on that is
    outside any transaction, where a process may stand still and others go on."""
    passed = 0

    def around(execute: Callable[..., Any], *statement: Any) -> Any:
        nonlocal passed
        passed += 1
        if passed >= at > 0 and not (between and connection.in_atomic_block):
            passed = -1_000_000
            happens()
        return execute(*statement)

    with connection.execute_wrapper(around):
        yield


def die() -> None:
    raise Killed
