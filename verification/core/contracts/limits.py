"""The numbers and hosts of the published QuoteProof contract, version 0.1.1 (bytes, milliseconds, words)."""

from __future__ import annotations

from typing import Final

SUPPORTED_HOSTS: Final = (
    "developers.cloudflare.com",
    "docs.payai.network",
    "docs.x402.org",
    "docs.python.org",
    "nodejs.org",
    "developer.mozilla.org",
    "docs.github.com",
    "www.typescriptlang.org",
)
MAX_URLS: Final = 5
MAX_QUOTES: Final = 10
SOURCE_BYTES: Final = 100_000
SOURCE_UNITS: Final = 200_000  # UTF-16 code units of extracted text
ROBOTS_BYTES: Final = 16_384
REDIRECTS: Final = 2
DEADLINE_MS: Final = 12_000
CONTEXT_WORDS_PER_SOURCE: Final = 200
OUTPUT_BYTES: Final = 14_000
BODY_BYTES: Final = 65_536
PREVIEW: Final = "Disabled: a verdict is the paid result."
