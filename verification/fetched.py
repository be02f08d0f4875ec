"""A body as it was fetched, or as it was kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from verification.trail import bare_type

PLAIN_TYPES: Final = frozenset({"text/plain", "text/markdown", "text/x-markdown"})
HTML_TYPES: Final = frozenset({"text/html", "application/xhtml+xml"})


@dataclass(frozen=True, slots=True)
class Fetched:
    """A whole body and what its head said."""

    body: bytes
    content_type: str
    robots_tags: tuple[str, ...]

    @property
    def is_html(self) -> bool:
        return bare_type(self.content_type) in HTML_TYPES
