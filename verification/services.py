"""Writes what was asked and found. Nothing here knows of payment; `quoteproof.flow` joins the two."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from verification.models import Check, Evidence, Source, SourceBody, Verdict
from verification.sources import Source as ReadSource

_QUICKLY: Final = 1
"""zlib's level: a buyer waits for it, and a better one saves little."""


class AlreadyDecided(Exception):
    """The check has its outcome: another worker was faster."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a check's work came to: a result to seal, or a report that says why there is none.

    `answer` is canonical JSON (RFC 8785), without the receipt that some contracts put into it later; so is
    `terms`: what of a request that isn't kept bears on its verdict.
    """

    decisive: bool
    answer: bytes
    reason: str = ""
    sources: tuple[ReadSource, ...] = ()
    shown_sources: tuple[Mapping[str, Any], ...] = ()
    results: tuple[Mapping[str, Any], ...] = ()
    quotes: tuple[str, ...] = ()
    terms: bytes | None = None
    fetched_at: datetime | None = None
    """When the last source was decided; None where nothing was fetched."""


def open_check(
    *,
    contract: str,
    contract_version: str,
    contract_sha256: str,
    route: str,
    request: bytes | None,
    request_sha256: str,
    now: datetime,
) -> Check:
    """The record of a request, in the caller's transaction: it is kept only with its charge."""
    return Check.objects.create(
        contract=contract,
        contract_version=contract_version,
        contract_sha256=contract_sha256,
        route=route,
        request=request,
        request_sha256=request_sha256,
        created_at=now,
    )


def store_outcome(
    check: Check, outcome: Outcome, *, result_sha256: str, now: datetime, keep_days: int
) -> list[Source]:
    """Stores what was found, once, in the caller's transaction: the sources, in order.

    AlreadyDecided on a second call for the check.
    """
    fields: dict[str, Any] = {
        "decided_at": now,
        "fetched_at": outcome.fetched_at or now,
        "refusal_reason": outcome.reason,
        "terms": outcome.terms,
    }
    if outcome.decisive:
        fields |= {"result": outcome.answer, "result_sha256": result_sha256}
    else:
        fields |= {"report": outcome.answer}
    if not Check.objects.filter(pk=check.pk, decided_at__isnull=True).update(**fields):
        raise AlreadyDecided(check.pk)
    for name, value in fields.items():
        setattr(check, name, value)
    reads = (*outcome.sources, *[None] * (len(outcome.shown_sources) - len(outcome.sources)))
    drop_after = now + timedelta(days=keep_days)
    sources = [
        _store_source(check.pk, index, shown, read, drop_after)
        for index, (shown, read) in enumerate(zip(outcome.shown_sources, reads, strict=True))
    ]
    for index, result in enumerate(outcome.results):
        _store_verdict(check.pk, index, result, outcome.quotes[index])
    return sources


def publish(check_id: str, now: datetime) -> None:
    """Marks the result as released; in the transaction that stores the payment's evidence. Safe twice."""
    Check.objects.filter(pk=check_id, published_at__isnull=True).update(published_at=now)


def drop_expired_bodies(now: datetime) -> int:
    """Deletes fetched bodies whose days are over; returns how many. Hashes and offsets stay."""
    return SourceBody.objects.filter(drop_after__lte=now).delete()[0]


def _store_source(
    check_id: str, index: int, shown: Mapping[str, Any], read: ReadSource | None, drop_after: datetime
) -> Source:
    row = Source.objects.create(
        owner_id=check_id,
        index=index,
        url=shown["url"],
        final_url=shown["final_url"],
        fetched_at=shown["fetched_at"],
        http_status=shown["http_status"],
        content_type=shown["content_type"],
        source_bytes=shown["source_bytes"],
        content_sha256=shown["content_sha256"] or "",
        extraction=shown["extraction"],
        extraction_rules=(read.rules or "") if read else "",
        extraction_sha256=shown["extraction_sha256"] or "",
        extracted_chars=shown["extracted_chars"],
        reason=shown["reason"] or "",
        robots_rule=((read.robots_rule or "") if read else "")[:600],
    )
    if read and read.body is not None and not read.noarchive:
        SourceBody.objects.create(source=row, body=zlib.compress(read.body, _QUICKLY), drop_after=drop_after)
    return row


def _store_verdict(check_id: str, index: int, result: Mapping[str, Any], quote: str) -> None:
    verdict = Verdict.objects.create(
        owner_id=check_id,
        index=index,
        source_index=result["source_index"],
        quote=quote.encode(),
        status=result["status"],
        reason=result["reason"],
        occurrences=result["occurrences"],
    )
    rows: Sequence[Mapping[str, Any]] = result["evidence"]
    Evidence.objects.bulk_create(_evidence(verdict, ordinal, row) for ordinal, row in enumerate(rows))


def _evidence(verdict: Verdict, ordinal: int, row: Mapping[str, Any]) -> Evidence:
    context = row["context"]
    return Evidence(
        verdict=verdict,
        ordinal=ordinal,
        start_char=row["start_char"],
        end_char=row["end_char"],
        anchor_fragment=row["anchor_fragment"] or "",
        context=context["text"].encode() if context else None,
        context_start=context["start_char"] if context else None,
        context_end=context["end_char"] if context else None,
    )
