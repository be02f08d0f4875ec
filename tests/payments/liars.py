"""Facilitators that fail and lie, around the real sandbox: each moves the money or not, and says something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from payments import networks
from payments.core.authorization import Signed
from payments.networks import Network
from payments.ports import Answer, Facilitator, Verdict

Behaviour = Callable[[Signed, Facilitator], Answer]


class Liar:
    """Counts its calls and how many run at once; behaves as told, call by call, then honestly."""

    name = "liar"
    timeout_s = 20

    def __init__(self, honest: Facilitator, *script: Behaviour) -> None:
        self.honest = honest
        self.script = list(script)
        self.calls = 0

    def settle(self, signed: Signed) -> Answer:
        self.calls += 1
        return self.script.pop(0)(signed, self.honest) if self.script else self.honest.settle(signed)


def says(verdict: Verdict, *, moves: bool, transaction: str = "", reason: str = "") -> Behaviour:
    def behave(signed: Signed, honest: Facilitator) -> Answer:
        if moves:
            honest.settle(signed)
        return Answer(verdict, reason, transaction)

    return behave


def breaks(error: Exception, *, moves: bool) -> Behaviour:
    def behave(signed: Signed, honest: Facilitator) -> Answer:
        if moves:
            honest.settle(signed)
        raise error

    return behave


def twice(signed: Signed, honest: Facilitator) -> Answer:
    """A facilitator that retries on its own and reports the retry."""
    honest.settle(signed)
    return honest.settle(signed)


ELSEWHERE = "0x" + "ee" * 32
FAULTS: dict[str, tuple[Behaviour, bool]] = {
    "settled, moved": (says(Verdict.SETTLED, moves=True), True),
    "settled, not moved": (says(Verdict.SETTLED, moves=False), False),
    "settled, wrong transaction": (says(Verdict.SETTLED, moves=True, transaction=ELSEWHERE), True),
    "settled, wrong transaction, not moved": (says(Verdict.SETTLED, moves=False, transaction=ELSEWHERE), False),
    "pending, moved": (says(Verdict.PENDING, moves=True), True),
    "pending, not moved": (says(Verdict.PENDING, moves=False), False),
    "refused, moved": (says(Verdict.REFUSED, moves=True, reason="transaction_failed"), True),
    "refused, not moved": (says(Verdict.REFUSED, moves=False, reason="transaction_failed"), False),
    "nonce used, by this very call": (says(Verdict.REFUSED, moves=True, reason="nonce_used"), True),
    "invalid signature, moved": (says(Verdict.REFUSED, moves=True, reason="invalid_signature"), True),
    "no answer, moved": (says(Verdict.UNKNOWN, moves=True, reason="timeout"), True),
    "no answer, not moved": (says(Verdict.UNKNOWN, moves=False, reason="timeout"), False),
    "reset after the broadcast": (breaks(ConnectionResetError(), moves=True), True),
    "reset before the broadcast": (breaks(ConnectionResetError(), moves=False), False),
    "rubbish after the broadcast": (breaks(ValueError("<html>"), moves=True), True),
    "rubbish before the broadcast": (breaks(ValueError("<html>"), moves=False), False),
    "settled twice by itself": (twice, True),
}
FOR_GOOD = ("settled, not moved", "settled, wrong transaction, not moved", "pending, not moved")


def install(monkeypatch: pytest.MonkeyPatch, *script: Behaviour) -> Liar:
    network: Network = networks.current()
    liar = Liar(network.facilitator, *script)
    monkeypatch.setattr(networks, "current", lambda: replace(network, facilitator=liar))
    return liar
