"""One HTTP answer of the mirror, and how it is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Headers = tuple[tuple[str, str], ...]
# whole: as it should be. drip: a few bytes at a time. cut: the connection ends in the middle of the body.
# endless: chunked, and never done. reset: the connection ends without an answer.
Manner = Literal["whole", "drip", "cut", "endless", "reset"]

HTML = "text/html; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
MARKDOWN = "text/markdown; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers in order (Content-Length is added), body bytes and manner."""

    status: int = 200
    headers: Headers = ()
    body: bytes = b""
    manner: Manner = "whole"


def typed(content_type: str, body: bytes | str, *headers: tuple[str, str], status: int = 200) -> Answer:
    """An answer of `content_type`; a text is sent in UTF-8."""
    data = body.encode() if isinstance(body, str) else body
    return Answer(status, (("Content-Type", content_type), *headers), data)


def redirect(location: str, status: int = 301) -> Answer:
    """A redirect to `location`, which may be anything a server could write there."""
    return Answer(status, (("Location", location), ("Content-Type", "text/html")), b"<p>Moved.</p>\n")


def not_found(what: str = "Not Found") -> Answer:
    """The 404 page."""
    return typed(HTML, f"<!DOCTYPE html><title>404</title><h1>{what}</h1>\n", status=404)
