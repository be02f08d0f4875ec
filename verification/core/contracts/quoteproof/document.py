"""Decides the published QuoteProof contract: its texts, schemas and limits, and so the hash that pins it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from verification.core.contracts import limits
from verification.core.contracts.published import Contract
from verification.core.contracts.quoteproof.answer import OUTPUT_SCHEMA
from verification.core.contracts.quoteproof.request import INPUT_SCHEMA
from verification.core.text.whitespace import WHITE_SPACE_RANGES

NAME: Final = "quoteproof"
VERSION: Final = "0.1.1"


def contract(hosts: Sequence[str]) -> Contract:
    """The contract as it stands for the configured hosts, in their order."""
    return _contract(tuple(hosts))


@lru_cache(maxsize=8)
def _contract(hosts: tuple[str, ...]) -> Contract:
    return Contract.of(document(hosts))


def document(hosts: Sequence[str]) -> dict[str, Any]:
    """The document whose canonical bytes are published."""
    return {
        "name": NAME,
        "version": VERSION,
        "scope": "Literal quotation fidelity · supported documentation hosts · not truth verification",
        "cost": "from $0.01 USDC per published success; buyer-chosen amount, USDC on Base.",
        "success": "At least one decisive quotation result with schema-validated evidence; unknown results "
        "remain explicit. Textual fidelity only, never claim truth.",
        "failure_policy": "Invalid input, failed criterion or unavailable decisive evidence never settles. "
        "Uncertain settlement requires reconciliation; never issue a replacement authorization.",
        "input_schema": INPUT_SCHEMA,
        "output_schema": OUTPUT_SCHEMA,
        "limits": published_limits(hosts),
        "whitespace": list(WHITE_SPACE_RANGES),
    }


def published_limits(hosts: Sequence[str]) -> dict[str, Any]:
    """The contract's limits: counts, bytes, milliseconds and words."""
    return {
        "urls": limits.MAX_URLS,
        "quotes": limits.MAX_QUOTES,
        "source_bytes": limits.SOURCE_BYTES,
        "robots_bytes": limits.ROBOTS_BYTES,
        "redirects": limits.REDIRECTS,
        "deadline_ms": limits.DEADLINE_MS,
        "context_words_per_source": limits.CONTEXT_WORDS_PER_SOURCE,
        "output_bytes": limits.OUTPUT_BYTES,
        "supported_hosts": list(hosts),
        "preview": limits.PREVIEW,
    }
