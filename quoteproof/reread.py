"""A check's pages fetched again, as politely as for a check, beside what was read then. Nothing is stored."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass

from quoteproof import contracts, work
from verification.core.contracts.limits import DEADLINE_MS
from verification.models import Source as Row
from verification.sources import Source


@dataclass(frozen=True, slots=True)
class Page:
    """One page then and now; `number` counts from 1."""

    number: int
    then: Row
    now: Source

    @property
    def text(self) -> str | None:
        return self.now.page.text if self.now.page else None

    @property
    def same_bytes(self) -> bool:
        return bool(self.then.content_sha256) and self.now.content_sha256 == self.then.content_sha256

    @property
    def same_text(self) -> bool:
        if self.text is None:
            return False
        return hashlib.sha256(self.text.encode()).hexdigest() == self.then.extraction_sha256


def pages(route: str, rows: Sequence[Row]) -> list[Page]:
    """Each page of `rows`, in order, under the route's own limits.

    Takes as long as a check's reading may; not inside a transaction.
    """
    found = work.read_pages(
        [row.url for row in rows],
        time.monotonic() + DEADLINE_MS / 1000,
        large=contracts.BY_PATH[route].names_check,
    )
    return [Page(row.index + 1, row, now) for row, now in zip(rows, found, strict=True)]
