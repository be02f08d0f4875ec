"""The sandbox's ledger: test money of each payer, and where it went. Amounts are atomic units."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from payments.core.amounts import MAX_AMOUNT
from payments.models.shapes import ADDRESS, HASH, check, hexadecimal


class SandboxAccount(models.Model):
    """Test money of one payer. `clock` is the latest time (unix seconds) at which an expiry was read."""

    payer = models.CharField(max_length=ADDRESS, primary_key=True)
    balance = models.BigIntegerField()
    clock = models.BigIntegerField(default=0)

    class Meta:
        constraints = (
            check("sandbox_balance", Q(balance__gte=0)),
            check("sandbox_payer", hexadecimal("payer", 40, "0x")),
        )

    def __str__(self) -> str:
        return self.payer


class SandboxTransfer(models.Model):
    """The sandbox's ledger; append-only. A payer's nonce is spent once."""

    transaction = models.CharField(max_length=34, unique=True)
    asset = models.CharField(max_length=ADDRESS)
    payer = models.CharField(max_length=ADDRESS)
    pay_to = models.CharField(max_length=ADDRESS)
    amount = models.BigIntegerField()
    nonce = models.CharField(max_length=HASH)
    time = models.BigIntegerField(help_text="unix seconds")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["asset", "payer", "nonce"], name="payments_sandbox_nonce"),
            check("sandbox_amount", Q(amount__gte=1, amount__lte=MAX_AMOUNT)),
        )

    def __str__(self) -> str:
        return self.transaction
