"""Which transaction was sent for which signature, kept in the database until its outcome is known.

Implements x402's `PendingSettlementStore`. What the package keys by is the signature, a bearer instrument: only
its SHA-256 is stored. An entry outlives every further call: it is dropped an hour after it was written, when no
authorization of that time can be executed any more (the package's own store forgets after five minutes).
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Final

from django.db import transaction

from payments import clock
from payments.core.authorization import MAX_REMAINING_S
from payments.models import PendingSettlement

KEPT_FOR: Final = timedelta(seconds=4 * MAX_REMAINING_S)


class Pending:
    """Safe for threads and processes. Keys are never stored as they are; transactions are 0x and 64 hex digits."""

    def get(self, key: str) -> str | None:
        return PendingSettlement.objects.filter(pk=_hashed(key)).values_list("transaction", flat=True).first()

    def set(self, key: str, tx_hash: str) -> None:
        """Committed when this returns: what was sent isn't forgotten by a process that dies right after it."""
        now = clock.now()
        with transaction.atomic(durable=True):
            PendingSettlement.objects.filter(stored_at__lt=now - KEPT_FOR).delete()
            values = {"transaction": tx_hash.lower(), "stored_at": now}
            PendingSettlement.objects.update_or_create(pk=_hashed(key), defaults=values)

    def delete(self, key: str) -> None:
        PendingSettlement.objects.filter(pk=_hashed(key)).delete()


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8")).hexdigest()
