"""A ledger to read, with blocks of its own: transfers are put where a test wants them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from payments import networks, services
from payments.core.evidence import Finality, Inclusion, Moved, Transfer
from payments.core.terms import TERMS
from payments.models import Charge
from payments.ports import LedgerUnavailable
from tests.payments.buyer import PAY_TO

CHAIN = "eip155:84532"
PAYER = "0x" + "7b" * 20


def moved(block: int, log_index: int = 0, *, final: bool = True, **transfer: Any) -> Moved:
    """One transfer; of 10,000 atomic units to our address unless said otherwise."""
    finality = Finality.FINALIZED if final else Finality.SAFE
    place = Inclusion(
        f"0x{block:064x}", block, f"0x{block + 2**32:064x}", 1_800_000_000 + 2 * block, log_index, finality
    )
    return Moved(place, replace(Transfer(PAYER, PAY_TO, 10_000), **transfer))


class Shelf:
    """The part of a ledger that is read after the fact; notes what it is asked for."""

    def __init__(self, *moves: Moved, final: int = 100, fails_after: int = 10**9) -> None:
        self.moves = list(moves)
        self.final = final
        self.asked: list[Any] = []
        self.fails_after = fails_after

    def final_height(self) -> int:
        return self.final

    def received(self, pay_to: str, first: int, last: int) -> list[Moved]:
        self._note((first, last))
        return [m for m in self.moves if m.transfer.pay_to == pay_to and first <= m.place.block_number <= last]

    def moved_in(self, transaction: str) -> list[Moved]:
        self._note(transaction)
        return [move for move in self.moves if move.place.transaction == transaction]

    def _note(self, question: Any) -> None:
        self.asked.append(question)
        if len(self.asked) > self.fails_after:
            raise LedgerUnavailable


def install(monkeypatch: pytest.MonkeyPatch, settings: Any, shelf: Shelf) -> Shelf:
    """From here on the deployment is one on Base Sepolia whose ledger is this one."""
    network = replace(networks.current(), terms=TERMS[CHAIN], ledger=shelf)
    monkeypatch.setattr(networks, "current", lambda: network)
    settings.NETWORK = CHAIN
    return shelf


def paid(charge: Charge, block: int, log_index: int = 0, **other: Any) -> Moved:
    """The charge's transfer in this block; `final` says whether that is finalized."""
    facts = {"payer": charge.payer, "pay_to": charge.pay_to, "amount": charge.amount} | other
    return moved(block, log_index, **facts)


def refund_of(charge: Charge, block: int, log_index: int = 0, **other: Any) -> Moved:
    """A transfer back, of exactly the amount."""
    facts = {"payer": charge.pay_to, "pay_to": charge.payer, "amount": charge.amount} | other
    return moved(block, log_index, **facts)


def voided(charge: Charge) -> Charge:
    services.void(charge, services.VoidCause.ABANDONED)
    return charge
