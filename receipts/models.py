"""Issued receipts, the transparency log over them, the keys that sign both. All of it is append-only.

Triggers refuse every change but these, each once: naming a receipt's successor, giving a leaf its position,
writing down what became of a key.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Length
from django.db.models.lookups import Exact

from receipts import dispute_models  # noqa: F401 - tables of this app as well


def holds_bytes(name: str, field: str, length: int) -> models.CheckConstraint:
    return models.CheckConstraint(name=name, condition=Q(Exact(Length(field), Value(length))))


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


class LogLeaf(models.Model):
    """One entry of the log: the hash of what is attested. It waits without a position until it is sequenced."""

    class Kind(models.TextChoices):
        RECEIPT = "receipt", "a receipt's payload; subject is its jti"
        STATUS = "status", "a statement about a receipt; subject is its jti"
        KEY = "key", "what became of a key; subject is its kid"

    kind = models.CharField(max_length=10, choices=Kind.choices)
    subject = models.CharField(max_length=64)
    entry = models.BinaryField(help_text="SHA-256 of the payload: what the leaf is hashed from.")
    at = models.DateTimeField()
    position = models.BigIntegerField(null=True, help_text="Its index in the tree, from 0 without a gap.")

    class Meta:
        ordering = ("position", "id")
        indexes = (models.Index(fields=["id"], name="leaf_waiting", condition=Q(position__isnull=True)),)
        constraints = (
            models.UniqueConstraint(fields=["position"], name="leaf_one_at_a_position"),
            models.UniqueConstraint(fields=["subject"], name="leaf_one_a_receipt", condition=Q(kind="receipt")),
            models.CheckConstraint(name="leaf_kind_known", condition=Q(kind__in=("receipt", "status", "key"))),
            models.CheckConstraint(name="leaf_position_counts", condition=Q(position__gte=0)),
            holds_bytes("leaf_entry_is_a_hash", "entry", 32),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"


class LogTile(models.Model):
    """A full tile: 256 hashes, and the hash over them, one of the level above. Partial ones are computed."""

    level = models.PositiveSmallIntegerField()
    number = models.BigIntegerField()
    hashes = models.BinaryField()
    root = models.BinaryField()

    class Meta:
        ordering = ("level", "number")
        constraints = (
            models.UniqueConstraint(fields=["level", "number"], name="tile_once"),
            models.CheckConstraint(name="tile_number_counts", condition=Q(number__gte=0)),
            holds_bytes("tile_is_full", "hashes", 8_192),
            holds_bytes("tile_root_is_a_hash", "root", 32),
        )

    def __str__(self) -> str:
        return f"{self.level}/{self.number}"


class LogCheckpoint(models.Model):
    """What was signed of the log at one size; never two for the same size, and none for a smaller one later."""

    size = models.BigIntegerField(primary_key=True)
    root = models.BinaryField()
    note = models.BinaryField(help_text="The signed note, as served.")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-size",)
        constraints = (
            models.CheckConstraint(name="checkpoint_size_counts", condition=Q(size__gte=0)),
            holds_bytes("checkpoint_root_is_a_hash", "root", 32),
        )

    def __str__(self) -> str:
        return str(self.size)


class ReceiptKey(models.Model):
    """A public key that was ever published, and what became of it."""

    kid = models.CharField(primary_key=True, max_length=43, help_text="RFC 7638 thumbprint.")
    public = models.BinaryField(help_text="The 32 bytes of the Ed25519 public key.")
    published_at = models.DateTimeField()
    not_before = models.DateTimeField(null=True, help_text="When it was first seen signing.")
    retired_at = models.DateTimeField(null=True, help_text="Since when its private part is gone.")
    revoked_at = models.DateTimeField(null=True, help_text="Since when it may be in other hands.")

    class Meta:
        ordering = ("published_at", "kid")
        constraints = (holds_bytes("key_is_32_bytes", "public", 32),)

    def __str__(self) -> str:
        return self.kid
