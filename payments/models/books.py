"""The books: every transfer that reached us, what explains those that pay no charge, and what was paid back.

Rows are copies of finalized transfers on the ledger; append-only. Amounts are atomic units.
"""

from __future__ import annotations

from typing import Any, Self

from django.db import models
from django.db.models import Q

from payments import clock
from payments.core.evidence import Finality, Inclusion, Moved
from payments.models.charge import Charge
from payments.models.shapes import ADDRESS, HASH, check, hexadecimal


class BooksRead(models.Model):
    """How far the books have been read for one pay-to address: block `height` and all before it."""

    pay_to = models.CharField(max_length=ADDRESS, primary_key=True)
    height = models.BigIntegerField()

    class Meta:
        constraints = (check("books_pay_to", hexadecimal("pay_to", 40, "0x")),)

    def __str__(self) -> str:
        return f"{self.pay_to} {self.height}"


class TransferRow(models.Model):
    """A finalized transfer and its place on the ledger."""

    chain = models.CharField(max_length=32)
    transaction = models.CharField(max_length=HASH)
    block_number = models.BigIntegerField()
    block_hash = models.CharField(max_length=HASH)
    block_time = models.BigIntegerField(help_text="unix seconds")
    log_index = models.IntegerField()
    payer = models.CharField(max_length=ADDRESS)
    pay_to = models.CharField(max_length=ADDRESS)
    amount = models.BigIntegerField()
    noted_at = models.DateTimeField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.transaction}:{self.log_index}"

    @classmethod
    def of(cls, chain: str, move: Moved, **more: Any) -> Self:
        """The copy of a transfer as the ledger shows it; not saved."""
        place, sent = move.place, move.transfer
        return cls(
            chain=chain,
            transaction=place.transaction,
            block_number=place.block_number,
            block_hash=place.block_hash,
            block_time=place.block_time,
            log_index=place.log_index,
            payer=sent.payer,
            pay_to=sent.pay_to,
            amount=sent.amount,
            noted_at=clock.now(),
            **more,
        )

    @property
    def place(self) -> Inclusion:
        return Inclusion(
            self.transaction,
            self.block_number,
            self.block_hash,
            self.block_time,
            self.log_index,
            Finality.FINALIZED,
        )


class Received(TransferRow):
    """A transfer to one of our pay-to addresses. A stranger may send any amount, nothing at all included."""

    class Meta:
        verbose_name_plural = "received"
        constraints = (
            models.UniqueConstraint(fields=["chain", "block_hash", "log_index"], name="payments_received_place"),
            check("received_amount", Q(amount__gte=0)),
        )


class Acknowledgement(models.Model):
    """Why a transfer that pays no charge is in order, in the operator's words."""

    received = models.OneToOneField(Received, models.PROTECT, related_name="acknowledgement")
    reason = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = (check("acknowledged_with_reason", ~Q(reason="")),)

    def __str__(self) -> str:
        return str(self.received)


class Refund(TransferRow):
    """A charge's amount, paid back to its payer. One transfer refunds one charge, and a charge once."""

    charge = models.OneToOneField(Charge, models.PROTECT, related_name="refund")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["chain", "transaction", "log_index"], name="payments_refund_place"),
            check("refund_amount", Q(amount__gte=1)),
        )
