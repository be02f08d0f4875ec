"""Writes at the door and around the work: read, check, claim, lease, seal, void, hand over the result.

The order at the door is the caller's (`quoteproof/gate.py`): `read`, `check_signature`, the look-ups of
`selectors`, `check_offer`, `check_funds`, `claim`. Settling is in `payments/settlement.py`. Every function is
safe to call twice: the second call raises StaleCharge or finds its work done. Details are for buyers.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

from django.db import connection

from payments import clock, networks, rows, selectors, settler
from payments.adapters import signature
from payments.core import amounts, header, offer
from payments.core.authorization import Authorization, Signed, check_window
from payments.core.header import Presented
from payments.core.offer import Offer
from payments.core.refusals import Reason, Refused
from payments.core.states import MAX_ATTEMPTS, State, VoidCause, backoff_s
from payments.models import Charge
from payments.ports import Standing
from payments.rows import Unit
from payments.transitions import FIRST_RING, StaleCharge, move, new_stamp, note, swap


class NoSettler(Exception):
    """No process that could hand anything over is alive: nothing is claimed (503 `unavailable`)."""


class NoRoom(Exception):
    """A limit of the payer or of the client's address stands against the claim, for so many seconds."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class ClaimConflict(Exception):
    """The claim would break a rule that the database holds; `charge` is the one in the way."""

    def __init__(self, charge: Charge) -> None:
        super().__init__(charge.reference)
        self.charge = charge


class AlreadyClaimed(ClaimConflict):
    """This (network, asset, payer, nonce) is on record: compare with `selectors.same_request`."""


class KeyTaken(ClaimConflict):
    """The payer's idempotency key is on record under another authorization."""


class RequestOpen(ClaimConflict):
    """The payer has an unreleased charge open for the same request."""


def offers(route: str, amount: int | None = None) -> list[Offer]:
    """What a 402 for `route` offers: its tiers, the minimum first, or `amount` (atomic units) alone."""
    network = networks.current()
    return [Offer(network.terms, each, network.pay_to) for each in amounts.offered(route, amount)]


def read(payment_signature: str) -> Presented:
    """Decodes PAYMENT-SIGNATURE: InvalidPaymentHeader, UnsupportedVersion (400); Refused (402)."""
    return header.read(payment_signature, networks.current().terms)


def check_signature(signed: Signed, known: Charge | None = None) -> None:
    """Refused: invalid_signature, smart_wallet_unsupported; LedgerUnavailable.

    `known` is the charge that holds this authorization: the bytes that it was claimed with need no new check.
    """
    if known is not None and selectors.same_signature(known, signed):
        return
    digest = signature.digest(signed.terms, signed.authorization)
    recovers = signature.signer(digest, signed.signature) == signed.authorization.payer
    if not networks.current().ledger.accepts_signature(signed, digest, recovers=recovers):
        raise Refused(Reason.INVALID_SIGNATURE, "The signature is not the payer's for this authorization.")


def pays_us(signed: Signed) -> bool:
    """Whether it is made out to this deployment. The payer's signatures for others may be public on the chain:
    such a one says nothing about who sends it."""
    return signed.authorization.pay_to == networks.current().pay_to.lower()


def check_offer(presented: Presented, offered: Sequence[Offer]) -> None:
    """Refused: recipient_mismatch, amount_mismatch; expired, window_too_long, not_yet_valid."""
    offer.check_match(presented, offered)
    check_window(presented.signed.authorization, clock.unix())


def check_funds(authorization: Authorization) -> Standing:
    """How the ledger has the payer, for `claim`. Refused: nonce_used, insufficient_funds; LedgerUnavailable."""
    standing = networks.current().ledger.standing(authorization.payer, authorization.nonce)
    if standing.nonce_used:
        raise Refused(Reason.NONCE_USED, "This authorization's nonce is used or cancelled: sign a new one.")
    if standing.balance < authorization.amount:
        raise _poor()
    return standing


def _poor() -> Refused:
    return Refused(Reason.INSUFFICIENT_FUNDS, "The payer's balance is less than this and what is under way.")


def check_settler() -> None:
    """NoSettler, where another process makes the settle calls and none is there to make them."""
    if networks.current().facilitator is None and not settler.alive():
        raise NoSettler


def queue_up(unit: Unit, payer: str) -> None:
    """Until the unit is written no other claim of this payer gets past here: no two take the last place or the
    same money. SQLite's transactions wait for one another anyway."""
    if connection.vendor == "postgresql":
        unit.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", payer)


def reserve(unit: Unit, authorization: Authorization, balance: int) -> None:
    """Refused, at the unit's end, where what is under way leaves too little of the balance (atomic units)."""
    unit.forbid(_poor, *selectors.promised_over(authorization.payer, balance - authorization.amount))


def check_room(unit: Unit, payer: str, client: str) -> None:
    """NoRoom, at the unit's end, where a limit stands; StaleCharge where it stood a moment ago."""

    def refused() -> Exception:
        seconds = selectors.retry_after(payer, client)
        return StaleCharge(payer) if seconds is None else NoRoom(seconds)

    unit.forbid(refused, *selectors.full(payer, client))


def claim(
    signed: Signed,
    *,
    reference: str,
    route: str,
    request_sha256: str,
    height: int,
    idempotency_key: str = "",
    client: str = "",
    lease_s: int = 0,
    unit: Unit | None = None,
) -> Charge:
    """Inserts the charge in CLAIMED, in the caller's `unit` with the caller's own rows, or alone.

    `reference` is the caller's opaque id, `request_sha256` hex, `client` a keyed hash of the client address.
    With `lease_s` the charge comes leased to the caller, attempt 1. At the unit's end it raises AlreadyClaimed,
    KeyTaken, RequestOpen; StaleCharge when it was something else, which may be gone by now; WrongDeployment
    when the database belongs to another network.
    """
    charge = _new(signed, height, lease_s)
    charge.reference, charge.route, charge.request_sha256 = reference, route, request_sha256
    charge.idempotency_key, charge.client = idempotency_key, client
    with nullcontext(unit) if unit else Unit() as writes:
        networks.remember(writes)
        writes.insert(charge, lambda: _conflict(signed, charge))
        note(writes, charge, "", "claimed", {})
    return charge


def _new(signed: Signed, height: int, lease_s: int) -> Charge:
    now, terms, authorization = clock.now(), signed.terms, signed.authorization
    return Charge(
        network=terms.network,
        chain=terms.chain,
        asset=terms.asset.lower(),
        payer=authorization.payer,
        pay_to=authorization.pay_to,
        amount=authorization.amount,
        valid_after=authorization.valid_after,
        valid_before=authorization.valid_before,
        nonce=authorization.nonce,
        signature="0x" + signed.signature.hex(),
        signature_sha256=selectors.signature_sha256(signed),
        claim_height=height,
        claimed_at=now,
        ring_at=now + FIRST_RING,
        stamp=new_stamp(),
        lease_until=now + timedelta(seconds=lease_s) if lease_s else None,
        attempts=1 if lease_s else 0,
    )


def _conflict(signed: Signed, charge: Charge) -> Exception:
    """What stood in the way of the claim."""
    if found := selectors.by_authorization(signed):
        return AlreadyClaimed(found)
    if found := selectors.by_key(signed, charge.idempotency_key):
        return KeyTaken(found)
    if (found := selectors.unfinished(signed, charge.request_sha256)) and found.released_at is None:
        return RequestOpen(found)
    return StaleCharge(charge.reference)


def lease(charge: Charge, seconds: int) -> bool:
    """Takes the charge for one step, by one compare-and-set that also counts the attempt.

    False: another lease is live, the row has changed since, or (CLAIMED only) three attempts are spent.
    """
    now = clock.now()
    live = charge.lease_until is not None and charge.lease_until > now
    if live or (charge.state == State.CLAIMED and charge.attempts >= MAX_ATTEMPTS):
        return False
    try:
        swap(charge, lease_until=now + timedelta(seconds=seconds), attempts=charge.attempts + 1)
    except StaleCharge:
        return False
    return True


def wait(charge: Charge, *, tried: bool = True, bell: bool = True) -> None:
    """Gives a leased charge back undecided; it is rung again after 2, 4, 8 ... 60 seconds.

    `tried=False`: this process could not do the work (it isn't the one that has the text), so the attempt that
    the lease counted is taken off again. `bell=False`: who waits looks again by itself, and however often it does,
    the bell rings when it would have. StaleCharge if the lease was lost.
    """
    pause = timedelta(seconds=backoff_s(charge.waits))
    rung: dict[str, Any] = {"waits": charge.waits + 1, "ring_at": clock.now() + pause} if bell else {}
    swap(charge, attempts=charge.attempts if tried else charge.attempts - 1, lease_until=None, **rung)


def seal(charge: Charge, sealed_sha256: str, unit: Unit | None = None) -> None:
    """CLAIMED -> SEALED, inside the caller's transaction, which stores the bytes. StaleCharge if lost."""
    move(charge, State.SEALED, "sealed", unit=unit, sealed_sha256=sealed_sha256, sealed_at=clock.now())


def void(charge: Charge, cause: VoidCause, unit: Unit | None = None) -> None:
    """CLAIMED -> VOID: nothing is handed over, the signature is erased, the idempotency key is free again.

    The charge stays watched until the authorization's expiry is proven. StaleCharge if lost.
    """
    closed: dict[str, Any] = {"signature": "", "closed_at": clock.now(), "ring_at": clock.at(charge.valid_before)}
    move(charge, State.VOID, cause, unit=unit, cause=cause, **closed)


def mark_handed_over(reference: str) -> bool:
    """Notes, once, that a released result reached its buyer (a 200 was written, or it was fetched by id)."""
    return rows.first(_HANDED_OVER, clock.now(), reference) is not None


_HANDED_OVER = (
    "UPDATE payments_charge SET handed_over_at = %s"
    " WHERE reference = %s AND released_at IS NOT NULL AND handed_over_at IS NULL RETURNING id"
)
