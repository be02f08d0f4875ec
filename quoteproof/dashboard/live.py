"""The pages of a check read again, as politely as for a check, beside what was read then. Stores nothing."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from quoteproof import reread
from quoteproof.dashboard.records import Records
from verification.models import Source
from verification.sources import Source as ReadSource


@dataclass(frozen=True, slots=True)
class Now:
    """One page then and now. `sha256` is empty where its body didn't come."""

    number: int
    then: Source
    final_url: str
    http_status: int | None
    fetched_at: str
    reason: str
    sha256: str
    same_bytes: bool
    same_text: bool


def pages(records: Records) -> list[Now]:
    """Each page of the check, in order. Takes as long as a check's reading may; not inside a transaction."""
    found = reread.pages(records.check.route, records.sources)
    return [_compared(row, page) for row, page in zip(records.sources, found, strict=True)]


def _compared(row: Source, page: ReadSource) -> Now:
    text = page.page.text if page.page else None
    return Now(
        number=row.index + 1,
        then=row,
        final_url=page.final_url,
        http_status=page.http_status,
        fetched_at=page.fetched_at,
        reason=page.reason or "",
        sha256=page.content_sha256 or "",
        same_bytes=bool(row.content_sha256) and page.content_sha256 == row.content_sha256,
        same_text=text is not None and hashlib.sha256(text.encode()).hexdigest() == row.extraction_sha256,
    )
