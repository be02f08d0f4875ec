"""What is known of a source so far, so that one cut short by the deadline still shows it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Final

from verification.adapters.http import Answer
from verification.core.page.urls import Target

_SHOWN_CONTENT_TYPE: Final = 80  # characters
_STATUSES: Final = range(100, 600)


class Unread(Exception):
    """The source can't be read, for one of the contract's reasons."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Facts:
    """`final_url`, `http_status` and `content_type` are those of the last response to a page request.

    `source_bytes` and `content_sha256`, after content decoding, once the whole body was received.
    """

    final_url: str
    http_status: int | None = None
    content_type: str | None = None
    source_bytes: int | None = None
    content_sha256: str | None = None
    robots_rule: str | None = None


class Trail:
    """The facts of one source; the job's thread replaces them, any thread may read them."""

    def __init__(self, target: Target) -> None:
        self.facts = Facts(target.url)

    def ruled(self, rule: str | None) -> None:
        self.facts = replace(self.facts, robots_rule=rule)

    def answered(self, target: Target, answer: Answer) -> None:
        self.facts = replace(
            self.facts,
            final_url=target.url,
            http_status=answer.status if answer.status in _STATUSES else None,
            content_type=_shown(answer.header("content-type")),
        )

    def received(self, body: bytes) -> None:
        digest = hashlib.sha256(body).hexdigest()
        self.facts = replace(self.facts, source_bytes=len(body), content_sha256=digest)


def bare_type(content_type: str | None) -> str:
    """The media type without its parameters, in lower case."""
    return (content_type or "").partition(";")[0].strip().lower()


def _shown(content_type: str | None) -> str | None:
    """As received; the bare type where that is too long, or nothing."""
    for value in (content_type, bare_type(content_type)):
        if value and len(value) <= _SHOWN_CONTENT_TYPE:
            return value
    return None
