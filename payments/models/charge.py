"""Charges: what was authorised, how far its settlement has come, and by which evidence.

Amounts are atomic units; addresses, nonces and hashes are lower-case hex. Transitions, write-once columns and
append-only tables are held by the triggers of `payments/triggers.py`.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q

from payments.core.amounts import MAX_AMOUNT
from payments.core.authorization import Authorization
from payments.core.evidence import Finality, Inclusion
from payments.core.states import HANDED_OVER, OPEN, PAID, UNPAID, Disproof, State, VoidCause
from payments.models.shapes import ADDRESS, HASH, check, hexadecimal


class Deployment(models.Model):
    """What this database belongs to: one row, made with the first claim. Another network is refused."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    network = models.CharField(max_length=32)
    pay_to = models.CharField(max_length=ADDRESS)

    class Meta:
        constraints = (
            check("deployment_one_row", Q(id=1)),
            check("deployment_pay_to", hexadecimal("pay_to", 40, "0x")),
        )

    def __str__(self) -> str:
        return self.network


class Charge(models.Model):
    """One authorization, what it pays for, and how far its settlement has come.

    `reference` is the caller's opaque id. `signature` is a bearer instrument: it is erased as soon as nothing
    may be handed over any more, and never shown or logged. `ring_at` is when to look next (None: never).
    """

    companion: Any = None
    """What the caller keeps beside this object, to spare itself a look; not stored, not read here."""

    reference = models.CharField(max_length=64, unique=True)
    route = models.CharField(max_length=64)
    request_sha256 = models.CharField(max_length=64)
    idempotency_key = models.CharField(max_length=255, blank=True)
    client = models.CharField(max_length=64, blank=True, help_text="keyed hash of the client address")

    network = models.CharField(max_length=32)
    chain = models.CharField(max_length=32)
    asset = models.CharField(max_length=ADDRESS)
    payer = models.CharField(max_length=ADDRESS)
    pay_to = models.CharField(max_length=ADDRESS)
    amount = models.BigIntegerField()
    valid_after = models.BigIntegerField()
    valid_before = models.BigIntegerField()
    nonce = models.CharField(max_length=HASH)
    signature = models.TextField(blank=True)
    signature_sha256 = models.CharField(max_length=64)
    claim_height = models.BigIntegerField()

    state = models.CharField(max_length=12, default=State.CLAIMED)
    cause = models.CharField(max_length=20, blank=True)
    sealed_sha256 = models.CharField(max_length=64, blank=True)
    evidence = models.ForeignKey(
        "Evidence", models.PROTECT, null=True, blank=True, related_name="current_for", db_index=False
    )
    finality = models.CharField(max_length=10, blank=True)

    calls = models.IntegerField(default=0)
    called_at = models.DateTimeField(null=True)
    call_until = models.DateTimeField(null=True)
    call_answer = models.CharField(max_length=10, blank=True)

    stamp = models.CharField(max_length=32, help_text="random, new with every change that a step makes")
    lease_until = models.DateTimeField(null=True)
    attempts = models.IntegerField(default=0)
    waits = models.IntegerField(default=0)
    ring_at = models.DateTimeField(null=True)

    claimed_at = models.DateTimeField()
    sealed_at = models.DateTimeField(null=True)
    released_at = models.DateTimeField(null=True)
    handed_over_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True, help_text="when it became VOID or NOT_SETTLED")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["network", "asset", "payer", "nonce"], name="payments_charge_authorization"
            ),
            models.UniqueConstraint(
                fields=["network", "payer", "idempotency_key"],
                condition=~Q(idempotency_key="") & ~Q(state__in=UNPAID),
                name="payments_charge_key",
            ),
            models.UniqueConstraint(
                fields=["network", "payer", "request_sha256"],
                condition=Q(state__in=OPEN, released_at=None),
                name="payments_charge_open_request",
            ),
            check("charge_state", Q(state__in=list(State))),
            check(
                "charge_cause",
                Q(state=State.VOID, cause__in=list(VoidCause))
                | Q(state=State.NOT_SETTLED, cause__in=list(Disproof))
                | (~Q(state__in=UNPAID) & Q(cause="")),
            ),
            check("charge_amount", Q(amount__gte=1, amount__lte=MAX_AMOUNT)),
            check("charge_window", Q(valid_after__gte=0, valid_before__gt=F("valid_after"))),
            check("charge_payer", hexadecimal("payer", 40, "0x")),
            check("charge_pay_to", hexadecimal("pay_to", 40, "0x")),
            check("charge_asset", hexadecimal("asset", 40, "0x")),
            check("charge_nonce", hexadecimal("nonce", 64, "0x")),
            check("charge_request", hexadecimal("request_sha256", 64)),
            check("charge_signature_hash", hexadecimal("signature_sha256", 64)),
            check("charge_seal", Q(sealed_sha256="") | hexadecimal("sealed_sha256", 64)),
            check(
                "charge_sealed_before_settling",
                ~Q(state__in=[State.SEALED, *HANDED_OVER, State.NOT_SETTLED])
                | (~Q(sealed_sha256="") & Q(sealed_at__isnull=False)),
            ),
            check("charge_not_sealed", ~Q(state__in=[State.CLAIMED, State.VOID]) | Q(sealed_sha256="")),
            check(
                "charge_paid_by_evidence",
                Q(
                    state__in=PAID,
                    evidence__isnull=False,
                    released_at__isnull=False,
                    finality__in=list(Finality),
                )
                | (~Q(state__in=PAID) & Q(evidence__isnull=True, finality="")),
            ),
            check(
                "charge_released_when_paid",
                Q(released_at=None) | Q(state__in=[*PAID, State.UNCERTAIN, State.NOT_SETTLED]),
            ),
            check("charge_handed_over", Q(handed_over_at=None) | Q(released_at__isnull=False)),
            check(
                "charge_bearer",
                Q(state__in=OPEN) & ~Q(signature="") | Q(state__in=UNPAID, signature="") | Q(state__in=PAID),
            ),
            check("charge_rung", ~Q(state__in=OPEN) | Q(ring_at__isnull=False)),
            check(
                "charge_closed",
                Q(state__in=UNPAID, closed_at__isnull=False) | (~Q(state__in=UNPAID) & Q(closed_at=None)),
            ),
        )
        indexes = (
            models.Index(fields=["ring_at"], condition=Q(ring_at__isnull=False), name="payments_charge_due"),
            models.Index(fields=["payer", "request_sha256"], name="payments_charge_by_request"),
            models.Index(fields=["payer", "closed_at"], name="payments_charge_by_payer"),
            models.Index(fields=["client", "closed_at"], name="payments_charge_by_client"),
            models.Index(fields=["claimed_at", "id"], name="payments_charge_by_time"),
            models.Index(fields=["state", "claimed_at"], name="payments_charge_by_state"),
            models.Index(fields=["nonce"], name="payments_charge_by_nonce"),
        )

    def __str__(self) -> str:
        return f"{self.reference} {self.state}"

    @property
    def authorization(self) -> Authorization:
        return Authorization(self.payer, self.pay_to, self.amount, self.valid_after, self.valid_before, self.nonce)


class ChargeEvent(models.Model):
    """What happened to a charge, in order; append-only. `detail` holds facts, never a secret."""

    charge = models.ForeignKey(Charge, models.PROTECT, related_name="events")
    seq = models.IntegerField()
    from_state = models.CharField(max_length=12, blank=True)
    to_state = models.CharField(max_length=12)
    at = models.DateTimeField()
    cause = models.CharField(max_length=32)
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ("charge_id", "seq")
        constraints = (models.UniqueConstraint(fields=["charge", "seq"], name="payments_event_seq"),)

    def __str__(self) -> str:
        return f"{self.seq} {self.from_state}>{self.to_state} {self.cause}"


class Evidence(models.Model):
    """One transfer on a ledger that paid one charge; append-only."""

    charge = models.ForeignKey(Charge, models.PROTECT, related_name="evidence_rows")
    chain = models.CharField(max_length=32)
    transaction = models.CharField(max_length=66)
    block_number = models.BigIntegerField()
    block_hash = models.CharField(max_length=HASH)
    block_time = models.BigIntegerField()
    log_index = models.IntegerField()
    seen_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "evidence"
        constraints = (
            models.UniqueConstraint(fields=["chain", "block_hash", "log_index"], name="payments_evidence_place"),
            check("evidence_block_hash", hexadecimal("block_hash", 64, "0x")),
        )
        indexes = (models.Index(fields=["transaction"], name="payments_evidence_by_tx"),)

    def __str__(self) -> str:
        return f"{self.transaction}:{self.log_index}"

    def inclusion(self, finality: str) -> Inclusion:
        return Inclusion(
            self.transaction,
            self.block_number,
            self.block_hash,
            self.block_time,
            self.log_index,
            Finality(finality),
        )


class RefundDue(models.Model):
    """Money that came although the charge was VOID or NOT_SETTLED; append-only. Staff pay it back."""

    charge = models.OneToOneField(Charge, models.PROTECT, related_name="refund_due")
    evidence = models.ForeignKey(Evidence, models.PROTECT, related_name="+")
    found_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "refunds due"

    def __str__(self) -> str:
        return self.charge.reference
