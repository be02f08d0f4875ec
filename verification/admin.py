"""Read-only views for staff. Before a check is published no page shows what was found, this one included."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from verification.models import Check, Evidence, Source, Verdict

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin


class ReadOnly(Base):
    """No adding, changing or deleting."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def as_text(value: bytes | memoryview | None) -> str:
    return bytes(value).decode("utf-8", "backslashreplace") if value is not None else ""


@admin.register(Check)
class CheckAdmin(ReadOnly):
    list_display = ("id", "contract", "created_at", "published_at")
    list_filter = ("contract", "published_at")
    search_fields = ("id", "request_sha256", "result_sha256")
    fields = ("id", "contract", "contract_version", "contract_sha256", "route", "request_sha256", "created_at",
              "published_at", "asked", "answer")  # fmt: skip
    readonly_fields = ("asked", "answer")

    @admin.display(description="request")
    def asked(self, check: Check) -> str:
        return as_text(check.request)

    @admin.display(description="released answer")
    def answer(self, check: Check) -> str:
        return as_text(check.result) if check.published_at else "not released"


class Published(ReadOnly):
    """Rows of published checks only."""

    owner_path = "owner"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        published = {f"{self.owner_path}__published_at__isnull": False}
        return super().get_queryset(request).filter(**published)


@admin.register(Source)
class SourceAdmin(Published):
    list_display = ("owner", "index", "final_url", "http_status", "source_bytes", "reason")
    list_filter = ("reason", "extraction")
    search_fields = ("owner__id", "url", "final_url", "content_sha256", "extraction_sha256")


@admin.register(Verdict)
class VerdictAdmin(Published):
    list_display = ("owner", "index", "status", "reason", "occurrences")
    list_filter = ("status", "reason")
    search_fields = ("owner__id",)
    readonly_fields = ("words",)
    exclude = ("quote",)

    @admin.display(description="quote")
    def words(self, verdict: Verdict) -> str:
        return as_text(verdict.quote)


@admin.register(Evidence)
class EvidenceAdmin(Published):
    owner_path = "verdict__owner"
    list_display = ("verdict", "ordinal", "start_char", "end_char", "anchor_fragment")
    search_fields = ("verdict__owner__id",)
    readonly_fields = ("words",)
    exclude = ("context",)

    @admin.display(description="context")
    def words(self, evidence: Evidence) -> str:
        return as_text(evidence.context)
