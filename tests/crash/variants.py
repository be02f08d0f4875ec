"""The ways of settling that are wrong on purpose: the harness must see each of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress

from django.db import connection, transaction

from payments import clock, networks, reconcile, settlement, triggers
from payments.core.evidence import Finality, Finding, Inclusion
from payments.core.states import State
from payments.models import Charge, SandboxTransfer
from payments.transitions import move, swap
from tests.crash.service import serve, serve_and_release_in_two_steps
from tests.crash.stories import Story, claim, live

Tell = Callable[[Story], None]


def call(story: Story) -> None:
    facilitator = networks.current().facilitator
    assert facilitator is not None
    with suppress(TimeoutError):
        facilitator.settle(story.signed)


def settle_before_seal(story: Story) -> None:
    if not Charge.objects.filter(reference=story.reference).exists():
        claim(story)
        call(story)
    live(story)


def call_before_commit(story: Story) -> None:
    def hand_over(charge: Charge) -> None:
        call(story)
        facilitator = networks.current().facilitator
        assert facilitator is not None
        with transaction.atomic():
            move(charge, State.SETTLING, "settle_called", **settlement._next_call(charge, facilitator))
            move(charge, State.UNCERTAIN, "settle_answered", call_answer="settled")

    live(story, hand_over)


def recover_to_sealed() -> None:
    """Whoever died in the call is thought not to have made it: it is made (again)."""
    right = reconcile.recover

    def recover(charge: Charge) -> bool:
        if charge.state != State.SETTLING:
            return right(charge)
        swap(charge, ("recovered", {}), state=State.SEALED, lease_until=None, ring_at=clock.now())
        return True

    reconcile.recover = recover


def trust_success() -> None:
    """The facilitator's "settled" is the payment, the transaction that it names the evidence."""
    right = settlement.look

    def look(charge: Charge) -> Finding:
        if charge.evidence_id is not None or charge.call_answer != "settled":
            return right(charge)
        said = charge.events.filter(cause="settle_answered").latest("seq").detail
        return _believed(charge, said["transaction"])

    settlement.look = look


def trust_authorization_state() -> None:
    """A used nonce is the payment, whatever it was used for."""
    right = settlement.look

    def look(charge: Charge) -> Finding:
        if charge.evidence_id is not None or not networks.current().ledger.nonce_used(charge.payer, charge.nonce):
            return right(charge)
        return _believed(charge, SandboxTransfer.objects.get(nonce=charge.nonce).transaction)

    settlement.look = look


def _believed(charge: Charge, transaction_id: str) -> Inclusion:
    """A place that was not read but made up, in the shape that the records ask for."""
    block = "0x" + hashlib.sha256(f"{charge.pk} {transaction_id}".encode()).hexdigest()
    return Inclusion(transaction_id, 1, block, clock.unix(), 0, Finality.FINALIZED)


def under(patch: Callable[[], None], tell: Tell) -> Tell:
    def told(story: Story) -> None:
        patch()
        tell(story)

    return told


PATCHES = {
    "recover to SEALED": recover_to_sealed,
    "trust success: true": trust_success,
    "trust authorizationState": trust_authorization_state,
}
ALONE: dict[str, Tell] = {
    "right": live,
    "settle before seal": settle_before_seal,
    "call before commit": call_before_commit,
    **{name: under(patch, live) for name, patch in PATCHES.items()},
}
SERVICE: dict[str, Tell] = {
    "whole service": serve,
    "release in two steps": serve_and_release_in_two_steps,
    **{f"whole service, {name}": under(patch, serve) for name, patch in PATCHES.items()},
}


def prepare(variant: str) -> None:
    """Takes the guards off the scratch database that would refuse the variant's first wrong step."""
    if "recover to SEALED" in variant:
        _drop_guards("charge_transition", "charge_calls")


def _drop_guards(*labels: str) -> None:
    wanted = tuple(f"{triggers.PREFIX}{label}_" for label in labels)
    found = [(name, table) for name, table in triggers._existing(connection).items() if name.startswith(wanted)]
    assert len(found) >= len(labels)
    with connection.cursor() as cursor:
        for name, table in found:
            for statement in triggers._drop(connection, name, table):
                cursor.execute(statement)
