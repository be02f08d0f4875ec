"""From URLs to texts: every source of a check, side by side, by one deadline.

A source that can't be read carries the first reason that applies, in the contract's order: robots, redirect,
status, content type, X-Robots-Tag, content coding, size, charset, parser, meta controls, gate, shell or empty.
The deadline cuts short whatever isn't decided yet, and only that.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal

from django.conf import settings

from verification import reading
from verification.adapters.faults import OutOfTime, TooLarge, Unreachable, UnsupportedCoding
from verification.adapters.pinned import Network
from verification.core.contracts.limits import SOURCE_BYTES, SOURCE_UNITS
from verification.core.page import urls
from verification.core.page.pagetext import RULES, PageText
from verification.core.page.urls import Target
from verification.desk import Desk
from verification.fetching import Fetcher
from verification.trail import Trail, Unread

_REASONS: Final[dict[type[Exception], str]] = {
    Unreachable: "source_unavailable",
    OutOfTime: "deadline_exceeded",
    TooLarge: "source_too_large",
    UnsupportedCoding: "unsupported_encoding",
}


@dataclass(frozen=True, slots=True)
class Source:
    """One URL as it was read (`reason` None, `page` set) or as far as it went.

    `fetched_at`: when it was decided, RFC 3339 UTC. `source_bytes`, `content_sha256`: after content decoding.
    `body`: only of a source that was read and may be stored. `max_snippet`: UTF-16 units of page text that an
    answer may show in all. `rules`: the version of the extraction.
    """

    url: str
    final_url: str
    fetched_at: str
    extraction: Literal["complete_plain_text", "static_html", "unavailable"]
    http_status: int | None = None
    content_type: str | None = None
    source_bytes: int | None = None
    content_sha256: str | None = None
    reason: str | None = None
    page: PageText | None = None
    body: bytes | None = None
    max_snippet: int | None = None
    noarchive: bool = False
    rules: str | None = None
    robots_rule: str | None = None


def read_sources(
    addresses: Sequence[str],
    *,
    deadline: float,
    source_bytes: int = SOURCE_BYTES,
    max_chars: int = SOURCE_UNITS,
    hosts: Collection[str] | None = None,
    network: Network | None = None,
) -> list[Source]:
    """One source for each URL, in order, by `deadline` (seconds of `time.monotonic`) at the latest.

    `source_bytes`: the limit of a body after content decoding; `max_chars`: of its text in UTF-16 units; `hosts`:
    the supported ones. Raises InvalidUrl: URLs are checked before they come here.
    """
    hosts = settings.HOSTS if hosts is None else hosts
    targets = [urls.parse(url, hosts) for url in addresses]
    desk = Desk(deadline)
    fetcher = Fetcher(
        network or configured_network(),
        desk,
        hosts=hosts,
        deadline=deadline,
        source_bytes=source_bytes,
        keep_robots=settings.ROBOTS_CACHE_S,
    )
    jobs = [
        _Job(url, target, fetcher, deadline, max_chars) for url, target in zip(addresses, targets, strict=True)
    ]
    desk.run([job.run for job in jobs])
    return [job.source or job.unread("deadline_exceeded") for job in jobs]


class _Job:
    """One source, in a thread of its own. `source` is set once, when it is decided."""

    def __init__(self, url: str, target: Target, fetcher: Fetcher, deadline: float, max_chars: int) -> None:
        self.source: Source | None = None
        self._url = url
        self._target = target
        self._fetcher = fetcher
        self._deadline = deadline
        self._max_chars = max_chars
        self._trail = Trail(target)

    def run(self) -> None:
        try:
            self.source = self._read()
        except Unread as unread:
            self.source = self.unread(unread.reason)
        except tuple(_REASONS) as error:
            self.source = self.unread(_REASONS[type(error)])

    def unread(self, reason: str) -> Source:
        """With what is known so far; also called from outside, when the deadline has come."""
        return self._source(extraction="unavailable", reason=reason)

    def _read(self) -> Source:
        fetched = self._fetcher.fetch(self._target, self._trail)
        page, controls = reading.read(fetched, deadline=self._deadline, max_chars=self._max_chars)
        return self._source(
            extraction="static_html" if fetched.is_html else "complete_plain_text",
            page=page,
            body=None if controls.noarchive else fetched.body,
            max_snippet=controls.max_snippet,
            noarchive=controls.noarchive,
            rules=RULES if fetched.is_html else None,
        )

    def _source(self, **decided: Any) -> Source:
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return Source(url=self._url, fetched_at=now, **asdict(self._trail.facts), **decided)


def configured_network() -> Network:
    """As the settings say."""
    return Network(f"QuoteProof/0.1 (+{settings.BOT_URL})", settings.FETCH_RESOLVE, settings.FETCH_CA_FILE)
