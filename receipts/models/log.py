"""The transparency log: its leaves, its full tiles, its signed checkpoints."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from receipts.models.shapes import holds_bytes


class LogLeaf(models.Model):
    """One entry of the log: the hash of what is attested. It waits without a position until it is sequenced."""

    class Kind(models.TextChoices):
        RECEIPT = "receipt", "a receipt's payload; subject is its jti"
        STATUS = "status", "a statement about a receipt; subject is its jti"
        KEY = "key", "what became of a key; subject is its kid"
        ORIGIN = "origin", "the log goes on under another origin, its subject"

    kind = models.CharField(max_length=10, choices=Kind.choices)
    subject = models.CharField(max_length=300)
    entry = models.BinaryField(help_text="SHA-256 of the payload: what the leaf is hashed from.")
    at = models.DateTimeField()
    position = models.BigIntegerField(null=True, help_text="Its index in the tree, from 0 without a gap.")

    class Meta:
        ordering = ("position", "id")
        indexes = (
            models.Index(fields=["id"], name="leaf_waiting", condition=Q(position__isnull=True)),
            models.Index(fields=["position"], name="leaf_moves", condition=Q(kind="origin")),
        )
        constraints = (
            models.UniqueConstraint(fields=["position"], name="leaf_one_at_a_position"),
            models.UniqueConstraint(fields=["subject"], name="leaf_one_a_receipt", condition=Q(kind="receipt")),
            models.CheckConstraint(
                name="leaf_kind_known", condition=Q(kind__in=("receipt", "status", "key", "origin"))
            ),
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
