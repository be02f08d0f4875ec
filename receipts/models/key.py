"""Which keys were ever published. Their private parts are never here."""

from __future__ import annotations

from django.db import models

from receipts.models.shapes import holds_bytes


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
