"""The one process that holds the settler's key: its lease, and what it has broadcast and not seen included."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from payments.models.shapes import HASH, check, hexadecimal


class SettlerLease(models.Model):
    """Who settles: one row. Two processes with one key would take each other's account nonces."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    holder = models.CharField(max_length=32)
    until = models.DateTimeField()

    class Meta:
        constraints = (check("settler_one_row", Q(id=1)),)

    def __str__(self) -> str:
        return self.holder


class PendingSettlement(models.Model):
    """A transaction that was broadcast for one signature and whose receipt was not seen yet.

    `key` is the SHA-256 (hex) of what the facilitator keys it by: the signature itself is a bearer instrument.
    """

    key = models.CharField(max_length=64, primary_key=True)
    transaction = models.CharField(max_length=HASH)
    stored_at = models.DateTimeField()

    class Meta:
        constraints = (
            check("pending_key", hexadecimal("key", 64)),
            check("pending_transaction", hexadecimal("transaction", 64, "0x")),
        )

    def __str__(self) -> str:
        return self.transaction
