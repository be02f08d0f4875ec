"""Issued receipts. Rows are append-only: triggers refuse every change but naming a successor, once."""

from __future__ import annotations

from django.db import models


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
        indexes = (models.Index(fields=["check_id"], name="receipt_check"),)
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
