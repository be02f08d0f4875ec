"""Which keys were ever published and what became of each: for `/.well-known/jwks.json`, on every machine alike.

The key files hold what signs; the table holds the public parts for ever. `register` brings what this process's
own key set says into the table, and is all that writes a key's beginning and end, so that whatever a crash cut
short is made up for the next time. Every change is a leaf of the log.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

import structlog
from django.db import transaction
from django.db.models import Q

from payments import rows
from receipts import compromise, log
from receipts.adapters import keys
from receipts.core import jcs, jwk
from receipts.core.jwk import KeySet, PublicKey
from receipts.models import LogLeaf, ReceiptKey

AHEAD = timedelta(hours=24)
"""For how long the next key is published before it signs: whoever keeps a copy of the set has it by then."""
_registered: KeySet | None = None
logger = structlog.get_logger()


class Declined(Exception):
    """What was asked for can't be done with these keys; the message says why."""


class Part(StrEnum):
    """What a key does, as this process sees it."""

    SIGNS = "signs"
    NEXT = "next"
    RETIRED = "retired"
    REVOKED = "revoked"
    ELSEWHERE = "elsewhere"
    """Neither retired nor in this process's own set: of another machine, or lost."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A published key; since when it is."""

    key: PublicKey
    part: Part
    published_at: datetime


def register(now: datetime) -> None:
    """Writes down which keys this process publishes, signs with and has retired. Safe twice; asks the database
    nothing while the keys are the same."""
    global _registered
    own = keys.current()
    if own is _registered:
        return
    with transaction.atomic():
        known = set(ReceiptKey.objects.values_list("kid", flat=True))
        for key in own.published:
            if key.kid not in known and rows.insert(ReceiptKey(kid=key.kid, public=key.raw, published_at=now)):
                _put_down(key.kid, "published", now)
        _become("not_before", "current", own.signing.public, now)
        for key in own.retired:
            _become("retired_at", "retired", key, now)
        transaction.on_commit(lambda: _remember(own))
    if ReceiptKey.objects.filter(kid=own.signing.public.kid, retired_at__isnull=False).exists():
        logger.error("signing_key_is_retired", kid=own.signing.public.kid)


def published() -> tuple[PublicKey, ...]:
    """Every key that receipts were or will be signed with, this process's own first, each with its times."""
    known = {row.kid: _public(row) for row in ReceiptKey.objects.all()}
    own = {key.kid: known.pop(key.kid, key) for key in keys.current().published}
    return (*own.values(), *known.values())


def jwks() -> dict[str, list[dict[str, object]]]:
    """The body of `/.well-known/jwks.json`."""
    return jwk.jwks(published())


def listed() -> list[Listed]:
    """Every published key, the oldest first."""
    own = keys.current()
    return [Listed(_public(row), _part(row, own), row.published_at) for row in ReceiptKey.objects.all()]


def rotate(now: datetime, *, early: bool = False) -> None:
    """The next key signs from now on, a new one is next. Running processes notice it within seconds.

    Declined; ImproperlyConfigured. `early`: even if the next key isn't published for a day yet.
    """
    keys.forget()
    register(now)
    due = keys.current().next
    if due is not None and not early:
        _check_published(due, now)

    def rotated(text: str) -> str:
        if not early and jwk.parse_private_set(text).next != due:
            raise Declined("The keys were changed at this moment: look at the list, then rotate again.")
        return jwk.rotated(text)

    try:
        keys.change(rotated)
    except jwk.InvalidKeySet as error:
        raise Declined(f"The key file: {error}.") from None
    register(now)


def revoke(kid: str, now: datetime) -> int:
    """Says of a key that it may be in other hands, and of each receipt that it signed: such a receipt counts only
    with the log's word from then on. Returns how many statements were made. Safe twice: a run that broke off is
    gone on with.

    Declined for a key that was never published, and for one that signs: that is rotated out first.
    """
    row = ReceiptKey.objects.filter(kid=kid).first()
    if row is None:
        raise Declined("No such key was published.")
    own = keys.current()
    if own.signing.public.kid == kid:
        raise Declined("It is the key that signs: rotate first (receipt_keys rotate --now).")
    if own.next is not None and own.next.kid == kid:
        keys.change(lambda text: jwk.withdrawn(text, kid))
        register(now)
    with transaction.atomic():
        _become("revoked_at", "revoked", _public(row), now)
    return compromise.state_all(kid, now)


def _check_published(key: PublicKey, now: datetime) -> None:
    """`register` has just written the key down if it wasn't."""
    due = ReceiptKey.objects.get(kid=key.kid).published_at + AHEAD
    if now < due:
        text = f"The next key signs once it was published for 24 hours, from {due:%Y-%m-%d %H:%M} UTC on"
        raise Declined(f"{text}; --now doesn't wait.")


def _become(column: str, event: str, key: PublicKey, now: datetime) -> None:
    """Sets the moment once. Two processes may try: one of them puts the leaf down."""
    still = Q(kid=key.kid, **{f"{column}__isnull": True})
    if ReceiptKey.objects.filter(still).update(**{column: now}):
        _put_down(key.kid, event, now)


def _put_down(kid: str, event: str, now: datetime) -> None:
    log.append(LogLeaf.Kind.KEY, kid, hashlib.sha256(statement(kid, event, int(now.timestamp()))).digest(), now)


def statement(kid: str, event: str, at: int) -> bytes:
    """What a leaf about a key is the hash of: anyone can make it from the published set. `at` is unix seconds."""
    return jcs.encode({"v": 1, "kid": kid, "event": event, "at": at})


def _public(row: ReceiptKey) -> PublicKey:
    return PublicKey(
        row.kid,
        bytes(row.public),
        iat=_seconds(row.published_at),
        nbf=_seconds(row.not_before),
        exp=_seconds(row.retired_at),
        revoked_at=_seconds(row.revoked_at),
    )


def _seconds(moment: datetime | None) -> int | None:
    return None if moment is None else int(moment.timestamp())


def _part(row: ReceiptKey, own: KeySet) -> Part:
    if row.revoked_at is not None:
        return Part.REVOKED
    if row.kid == own.signing.public.kid:
        return Part.SIGNS
    if row.retired_at is not None:
        return Part.RETIRED
    return Part.NEXT if any(row.kid == key.kid for key in own.published) else Part.ELSEWHERE


def _remember(own: KeySet) -> None:
    global _registered
    _registered = own
