"""What was asked, fetched and found. Requests, quotes, contexts and results are bytes: JSON may hold U+0000."""

from __future__ import annotations

from django.db import models

from verification.expressions import HostOf
from verification.ids import new_id


def new_check_id() -> str:
    return new_id("chk_")


class Check(models.Model):
    """One paid request. Whether it is paid, and how far, is the charge's to say (payments)."""

    id = models.CharField(primary_key=True, max_length=30, default=new_check_id, editable=False)
    contract = models.CharField(max_length=40)
    contract_version = models.CharField(max_length=20)
    contract_sha256 = models.CharField(max_length=64)
    route = models.CharField(max_length=60)
    request = models.BinaryField(
        null=True, help_text="The body as canonical JSON; null where it holds a supplied text."
    )
    request_sha256 = models.CharField(max_length=64, db_index=True)
    terms = models.BinaryField(
        null=True, help_text="How a single quote was compared, and its hash, for the receipt: canonical JSON."
    )
    created_at = models.DateTimeField()
    fetched_at = models.DateTimeField(null=True, help_text="When the last source was decided.")
    decided_at = models.DateTimeField(null=True, help_text="When the result or the report was stored.")
    result = models.BinaryField(null=True, help_text="The sealed answer: canonical JSON, without its receipt.")
    result_sha256 = models.CharField(max_length=64, blank=True)
    report = models.BinaryField(null=True, help_text="What a 422 shows instead of a result: canonical JSON.")
    refusal_reason = models.CharField(max_length=60, blank=True)
    published_at = models.DateTimeField(null=True, db_index=True, help_text="When the result was released.")

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["result_sha256"], name="check_by_result"),
            models.Index(fields=["contract_sha256"], name="check_by_contract"),
            models.Index(
                fields=["created_at"], condition=models.Q(decided_at__isnull=True), name="check_undecided"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(published_at__isnull=True) | models.Q(result__isnull=False),
                name="check_published_has_result",
            ),
            models.CheckConstraint(
                condition=models.Q(result__isnull=True) | models.Q(report__isnull=True),
                name="check_result_or_report",
            ),
        ]

    def __str__(self) -> str:
        return self.id


class Source(models.Model):
    """One page or file as it was read for a check; offsets and hashes stay when its body is dropped."""

    owner = models.ForeignKey(Check, on_delete=models.PROTECT, related_name="sources")
    index = models.PositiveSmallIntegerField()
    url = models.CharField(max_length=512)
    final_url = models.CharField(max_length=512)
    fetched_at = models.CharField(max_length=32)
    http_status = models.PositiveSmallIntegerField(null=True)
    content_type = models.CharField(max_length=80, null=True)  # noqa: DJ001 - null and "" differ in the answer
    source_bytes = models.PositiveIntegerField(null=True)
    content_sha256 = models.CharField(max_length=64, blank=True)
    extraction = models.CharField(max_length=30)
    extraction_rules = models.CharField(max_length=30, blank=True)
    extraction_sha256 = models.CharField(max_length=64, blank=True)
    extracted_chars = models.PositiveIntegerField(null=True, help_text="UTF-16 code units.")
    reason = models.CharField(max_length=40, blank=True, help_text="Why it was not read; empty when it was.")
    robots_rule = models.CharField(max_length=600, blank=True)
    max_snippet = models.PositiveIntegerField(
        null=True, help_text="UTF-16 code units of the text that an answer may show in all; null for no cap."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "index"], name="source_once_per_check")]
        indexes = [
            models.Index(fields=["url"], name="source_by_url"),
            models.Index(fields=["final_url"], name="source_by_final_url"),
            models.Index(HostOf("url"), name="source_by_host"),
            models.Index(fields=["content_sha256"], name="source_by_content"),
            models.Index(fields=["extraction_sha256"], name="source_by_extraction"),
            models.Index(fields=["owner"], condition=~models.Q(reason=""), name="source_unread"),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id} source {self.index}"


class SourceBody(models.Model):
    """The fetched bytes, compressed (zlib), until `drop_after`; a table of its own because these rows go."""

    source = models.OneToOneField(Source, on_delete=models.CASCADE, related_name="stored_body")
    body = models.BinaryField()
    drop_after = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"body of {self.source}"


class Verdict(models.Model):
    """What was found for one quote."""

    owner = models.ForeignKey(Check, on_delete=models.PROTECT, related_name="verdicts")
    index = models.PositiveSmallIntegerField()
    source_index = models.PositiveSmallIntegerField()
    quote = models.BinaryField(help_text="UTF-8.")
    status = models.CharField(max_length=40)
    reason = models.CharField(max_length=40)
    occurrences = models.CharField(max_length=10)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "index"], name="verdict_once_per_quote")]

    def __str__(self) -> str:
        return f"{self.owner_id} quote {self.index}: {self.status}"


class Evidence(models.Model):
    """One occurrence of a quote: UTF-16 code units of the source's extracted text, end exclusive."""

    verdict = models.ForeignKey(Verdict, on_delete=models.PROTECT, related_name="evidence")
    ordinal = models.PositiveSmallIntegerField()
    start_char = models.PositiveIntegerField()
    end_char = models.PositiveIntegerField()
    anchor_fragment = models.CharField(max_length=361, blank=True)
    context = models.BinaryField(null=True, help_text="UTF-8.")
    context_start = models.PositiveIntegerField(null=True)
    context_end = models.PositiveIntegerField(null=True)

    class Meta:
        verbose_name_plural = "evidence"
        constraints = [
            models.UniqueConstraint(fields=["verdict", "ordinal"], name="evidence_once_per_occurrence"),
            models.CheckConstraint(
                condition=models.Q(start_char__lt=models.F("end_char")), name="evidence_span_not_empty"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} at {self.start_char}"


# -- politeness ------------------------------------------------------------------------------------
class OriginSlot(models.Model):
    """When the last page request to an origin with a Crawl-delay ended, or will have ended at the latest."""

    origin = models.CharField(primary_key=True, max_length=255)
    busy_until = models.DateTimeField(help_text="By the database's clock.")
    holder = models.CharField(max_length=32, blank=True, help_text="Who sends a request now; empty: nobody.")

    def __str__(self) -> str:
        return self.origin
