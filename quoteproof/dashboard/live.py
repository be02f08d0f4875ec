"""The pages of a check read again, as politely as for a check, beside what was read then. Stores nothing."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from quoteproof import again, contracts
from quoteproof.dashboard.records import Records
from verification.core.contracts.limits import DEADLINE_MS, SOURCE_BYTES
from verification.core.contracts.text_quote import limits
from verification.models import Source
from verification.sources import Source as ReadSource
from verification.sources import read_sources


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
    route, rows = records.check.route, records.sources
    found = read_sources(
        [row.url for row in rows],
        deadline=time.monotonic() + DEADLINE_MS / 1000,
        source_bytes=limits.PAGE_BYTES if contracts.BY_PATH[route].names_check else SOURCE_BYTES,
        max_chars=again.UNITS[route],
        hosts={*settings.HOSTS, *(urlsplit(row.url).hostname or "" for row in rows)},
    )
    return [_compared(row, page) for row, page in zip(rows, found, strict=True)]


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
