"""Issued receipts, and the signed statements on what has become of them."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q


class Receipt(models.Model):
    """One signed receipt. Its identity is `jti`; the check's id is kept here and never shown with it."""

    jti = models.CharField(primary_key=True, max_length=30)
    check_id = models.CharField(max_length=40)
    token = models.BinaryField(help_text="The compact JWS, ASCII.")
    payload = models.BinaryField(help_text="What is signed: canonical JSON.")
    payload_sha256 = models.CharField(max_length=64)
    result_sha256 = models.CharField(max_length=64, help_text="Of the answer that it attests.")
    transaction = models.CharField(max_length=100, help_text="What settled the charge, as its answer names it.")
    delivery = models.BinaryField(help_text="The x402 receipt that PAYMENT-RESPONSE carries: canonical JSON.")
    issued_at = models.DateTimeField()
    superseded_by = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="predecessors")

    class Meta:
        ordering = ("-issued_at",)
        indexes = (
            models.Index(fields=["check_id"], name="receipt_check"),
            models.Index(fields=["payload_sha256"], name="receipt_by_payload"),
            models.Index(fields=["result_sha256"], name="receipt_by_result"),
            models.Index(fields=["transaction"], name="receipt_by_transaction"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=["check_id"],
                condition=models.Q(superseded_by__isnull=True),
                name="receipt_one_current_per_check",
            ),
            models.CheckConstraint(
                condition=models.Q(superseded_by__isnull=True) | ~models.Q(superseded_by=models.F("jti")),
                name="receipt_not_its_own_successor",
            ),
        )

    def __str__(self) -> str:
        return self.jti

    @property
    def compact(self) -> str:
        """The token as text."""
        return bytes(self.token).decode("ascii")


class Statement(models.Model):
    """One signed statement on what has become of a receipt; the newest of a receipt counts."""

    class Status(models.TextChoices):
        FINALITY_UPGRADED = "finality_upgraded", "its payment is more final than it says"
        REORGED = "reorged", "the ledger doesn't hold its payment at present"
        REFUNDED = "refunded", "its charge was paid back"
        REPLACEMENT = "replacement", "another receipt took its place"
        KEY_COMPROMISE = "key_compromise", "its key may be in other hands"

    receipt = models.ForeignKey("receipts.Receipt", models.PROTECT, related_name="statements")
    seq = models.PositiveSmallIntegerField(help_text="From 1, for each receipt.")
    status = models.CharField(max_length=20, choices=Status.choices)
    replacement = models.ForeignKey("receipts.Receipt", models.PROTECT, null=True, related_name="+")
    finality = models.CharField(max_length=10, blank=True)
    token = models.BinaryField(help_text="The compact JWS, ASCII.")
    payload = models.BinaryField(help_text="What is signed: canonical JSON.")
    payload_sha256 = models.CharField(max_length=64)
    stated_at = models.DateTimeField()

    class Meta:
        ordering = ("-seq",)
        indexes = (models.Index(fields=["payload_sha256"], name="statement_by_payload"),)
        constraints = (
            models.UniqueConstraint(fields=["receipt", "seq"], name="statement_in_order"),
            models.CheckConstraint(
                condition=Q(status="replacement", replacement__isnull=False)
                | (~Q(status="replacement") & Q(replacement__isnull=True)),
                name="statement_names_its_replacement",
            ),
            models.CheckConstraint(
                condition=Q(status="finality_upgraded", finality__in=("included", "safe", "finalized"))
                | (~Q(status="finality_upgraded") & Q(finality="")),
                name="statement_names_its_finality",
            ),
            models.CheckConstraint(
                condition=Q(replacement__isnull=True) | ~Q(replacement=F("receipt")),
                name="statement_replacement_is_another",
            ),
        )

    def __str__(self) -> str:
        return f"{self.receipt_id} {self.status}"

    @property
    def compact(self) -> str:
        """The token as text."""
        return bytes(self.token).decode("ascii")
