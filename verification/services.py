"""Writes what was asked and found. Nothing here knows of payment; `quoteproof.flow` joins the two."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from django.db.models import Model

from verification.models import Check, Evidence, Source, SourceBody, Verdict
from verification.sources import Source as ReadSource

_MOST_UNITS: Final = 2**31 - 1
"""What a column holds: more than any text has."""
_QUICKLY: Final = 1
"""zlib's level: a buyer waits for it, and a better one saves little."""


class AlreadyOpen(Exception):
    """There is a check of this id."""


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


class Writes(Protocol):
    """Takes the rows of one transaction, and writes all of them or none."""

    def insert(self, row: Model, otherwise: Exception) -> None:
        """A new row; `otherwise` is raised where there is one that must be unique."""
        ...

    def update(
        self, row: Model, changes: Mapping[str, Any], otherwise: Exception | None = None, **known: Any
    ) -> None:
        """Changes the row if its columns are still as `known`; else raises `otherwise`, if there is one."""
        ...


def open_check(
    writes: Writes,
    *,
    contract: str,
    contract_version: str,
    contract_sha256: str,
    route: str,
    request: bytes | None,
    request_sha256: str,
    now: datetime,
) -> Check:
    """The record of a request: it is kept only with its charge."""
    check = Check(
        contract=contract,
        contract_version=contract_version,
        contract_sha256=contract_sha256,
        route=route,
        request=request,
        request_sha256=request_sha256,
        created_at=now,
    )
    writes.insert(check, AlreadyOpen(check.pk))
    return check


def store_outcome(
    writes: Writes, check: Check, outcome: Outcome, *, result_sha256: str, now: datetime, keep_days: int
) -> list[Source]:
    """Stores what was found, once: the sources, in order. AlreadyDecided where it is stored already."""
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
    again = AlreadyDecided(check.pk)
    writes.update(check, fields, again, decided_at=None)
    reads = (*outcome.sources, *[None] * (len(outcome.shown_sources) - len(outcome.sources)))
    drop_after, sources = now + timedelta(days=keep_days), []
    for index, (shown, read) in enumerate(zip(outcome.shown_sources, reads, strict=True)):
        sources.append(source := _source(check, index, shown, read))
        writes.insert(source, again)
        if read and read.body is not None and not read.noarchive:
            body = zlib.compress(read.body, _QUICKLY)
            writes.insert(SourceBody(source=source, body=body, drop_after=drop_after), again)
    for index, result in enumerate(outcome.results):
        writes.insert(verdict := _verdict(check, index, result, outcome.quotes[index]), again)
        for ordinal, row in enumerate(result["evidence"]):
            writes.insert(_evidence(verdict, ordinal, row), again)
    return sources


def publish(writes: Writes, check: Check, now: datetime) -> None:
    """Marks the result as released; in the transaction that stores the payment's evidence. Safe twice."""
    if check.published_at is None:
        writes.update(check, {"published_at": now}, published_at=None)


def drop_expired_bodies(now: datetime) -> int:
    """Deletes fetched bodies whose days are over; returns how many. Hashes and offsets stay."""
    return SourceBody.objects.filter(drop_after__lte=now).delete()[0]


def _source(check: Check, index: int, shown: Mapping[str, Any], read: ReadSource | None) -> Source:
    return Source(
        owner=check,
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
        max_snippet=None if read is None or read.max_snippet is None else min(read.max_snippet, _MOST_UNITS),
    )


def _verdict(check: Check, index: int, result: Mapping[str, Any], quote: str) -> Verdict:
    return Verdict(
        owner=check,
        index=index,
        source_index=result["source_index"],
        quote=quote.encode(),
        status=result["status"],
        reason=result["reason"],
        occurrences=result["occurrences"],
    )


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
