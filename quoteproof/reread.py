"""The pages of a check on record fetched again, as politely as for a check, for staff to compare; not stored."""

from __future__ import annotations

import time
from collections.abc import Sequence
from urllib.parse import urlsplit

from django.conf import settings

from quoteproof import again, contracts
from verification.core.contracts.limits import DEADLINE_MS, SOURCE_BYTES
from verification.core.contracts.text_quote import limits
from verification.models import Source as Row
from verification.sources import Source, read_sources


def pages(route: str, rows: Sequence[Row]) -> tuple[Source, ...]:
    """Each page of `rows` as it is now, in order, under the route's own limits.

    Takes as long as a check's reading may; not inside a transaction. A list of hosts that was narrowed since the
    check binds new checks only.
    """
    return tuple(
        read_sources(
            [row.url for row in rows],
            deadline=time.monotonic() + DEADLINE_MS / 1000,
            source_bytes=limits.PAGE_BYTES if contracts.BY_PATH[route].names_check else SOURCE_BYTES,
            max_chars=again.UNITS[route],
            hosts={*settings.HOSTS, *(urlsplit(row.url).hostname or "" for row in rows)},
        )
    )
