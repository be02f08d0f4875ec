"""Disputes of a check's verdict, and what came of them.

Everything is append-only but the text that came with a dispute: that row goes when the dispute closes. Closing
fills the columns of the outcome, once, all together.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from verification.ids import new_id


def new_dispute_id() -> str:
    return new_id("dsp_")


class Outcome(models.TextChoices):
    """What staff decided."""

    VERDICT_UPHELD = "verdict_upheld", "the verdict stands"
    CORRECTED = "corrected", "a new result replaces the old one"
    REFUNDED = "refunded", "the charge is paid back"


_DECIDED = ("outcome", "outcome_reason", "decided_by", "closed_at")


class Dispute(models.Model):
    """What the holder of a check's id says is wrong with its published result. Open until `closed_at`."""

    id = models.CharField(primary_key=True, max_length=30, default=new_dispute_id, editable=False)
    check_id = models.CharField(max_length=40)
    receipt = models.ForeignKey(
        "receipts.Receipt", models.PROTECT, related_name="disputes", help_text="The current one at its opening."
    )
    quote_index = models.PositiveSmallIntegerField(null=True, help_text="Null: the whole result.")
    reason = models.BinaryField(help_text="UTF-8, 1 to 2000 characters.")
    client = models.CharField(max_length=64, help_text="A keyed hash of the client's address.")
    created_at = models.DateTimeField()
    outcome = models.CharField(max_length=20, null=True, choices=Outcome.choices)  # noqa: DJ001 - filled once
    outcome_reason = models.TextField(null=True)  # noqa: DJ001
    decided_by = models.CharField(max_length=150, null=True)  # noqa: DJ001
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at",)
        indexes = (
            models.Index(fields=["client", "created_at"], name="dispute_client"),
            models.Index(fields=["check_id"], name="dispute_by_check"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=["check_id"], condition=Q(closed_at__isnull=True), name="dispute_one_open_per_check"
            ),
            models.CheckConstraint(
                condition=Q(**{f"{name}__isnull": True for name in _DECIDED})
                | Q(**{f"{name}__isnull": False for name in _DECIDED}),
                name="dispute_open_or_decided",
            ),
            models.CheckConstraint(
                condition=Q(outcome__isnull=True) | (Q(outcome__in=Outcome.values) & ~Q(outcome_reason="")),
                name="dispute_outcome_has_reason",
            ),
        )

    def __str__(self) -> str:
        return self.id

    @property
    def state(self) -> str:
        return "closed" if self.closed_at else "open"

    @property
    def words(self) -> str:
        """The reason, as sent."""
        return bytes(self.reason).decode()


class DisputeText(models.Model):
    """The text that was compared, sent again with its dispute; its SHA-256 is the compared one's. UTF-8."""

    dispute = models.OneToOneField(Dispute, models.CASCADE, related_name="sent")
    text = models.BinaryField()
    quote = models.BinaryField(null=True, help_text="The quote that was compared with it, if that was sent too.")

    def __str__(self) -> str:
        return f"text of {self.dispute_id}"


class Correction(models.Model):
    """The result that replaces a check's earlier one: sealed like that, and attested by a receipt of its own."""

    dispute = models.OneToOneField(Dispute, models.PROTECT, related_name="correction")
    receipt = models.OneToOneField("receipts.Receipt", models.PROTECT, related_name="correction")
    check_id = models.CharField(max_length=40, db_index=True)
    contract_version = models.CharField(max_length=20)
    contract_sha256 = models.CharField(max_length=64)
    result = models.BinaryField(help_text="The answer: canonical JSON, without its receipt.")
    result_sha256 = models.CharField(max_length=64)
    units = models.PositiveIntegerField(
        null=True, help_text="UTF-16 code units of a single source's text, as it was read for this result."
    )
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("-id",)
        indexes = (models.Index(fields=["result_sha256"], name="correction_by_result"),)

    def __str__(self) -> str:
        return f"correction by {self.dispute_id}"
