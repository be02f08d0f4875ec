"""Keeps the pause that an origin asks for (Crawl-delay) between two page requests, over all workers and machines.

One row an origin and the database's clock: a request is claimed before it is sent and released when it is over,
and the next one waits for its pause from then on. A holder that dies is taken for done when its time is over.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models.functions import Now

from verification.models import OriginSlot

_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Turn:
    """Either a claim to release, or the seconds after which to ask again (never before them is it of use)."""

    holder: str
    wait: float

    @property
    def granted(self) -> bool:
        return bool(self.holder)


def claim(origin: str, *, pause: float, hold: float) -> Turn:
    """Asks to send one page request that takes at most `hold` seconds, `pause` seconds after the last one."""
    with transaction.atomic():
        OriginSlot.objects.get_or_create(origin=origin, defaults={"busy_until": _LONG_AGO})
        slots = OriginSlot.objects.filter(pk=origin)
        slot = slots.select_for_update().annotate(now=Now()).get()
        if slot.holder and slot.busy_until > slot.now:
            return Turn("", pause)
        wait = (slot.busy_until - slot.now).total_seconds() + pause
        if wait > 0:
            return Turn("", wait)
        turn = Turn(secrets.token_hex(16), 0.0)
        slots.update(busy_until=slot.now + timedelta(seconds=hold), holder=turn.holder)
        return turn


def release(origin: str, turn: Turn) -> None:
    """The request is over: the pause begins."""
    OriginSlot.objects.filter(origin=origin, holder=turn.holder).update(busy_until=Now(), holder="")
