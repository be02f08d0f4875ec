"""Decides the published contracts `text-quote` and `quote`: texts, schemas, limits, normalisation, hashes.

Their answers differ in the source alone, so that the schema of one is made from the other's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from verification.core.contracts.limits import BODY_BYTES, DEADLINE_MS, PREVIEW, REDIRECTS, ROBOTS_BYTES
from verification.core.contracts.published import Contract, schema
from verification.core.contracts.text_quote import limits
from verification.core.contracts.text_quote.request import PAGE_INPUT, TEXT_INPUT
from verification.core.text.injection import ruleset_sha256
from verification.core.text.injection_rules import RULESET
from verification.core.text.profile import PROFILE, PROFILE_SHA256, profile_document
from verification.core.text.whitespace import WHITE_SPACE_RANGES

TEXT_QUOTE: Final = "text-quote"
QUOTE: Final = "quote"
VERSION: Final = "1.0.0"
TEXT_OUTPUT: Final = schema("text-quote-output")
FETCHED: Final = schema("fetched-source")
PAGE_OUTPUT: Final = {**TEXT_OUTPUT, "$defs": {**TEXT_OUTPUT["$defs"], "source": FETCHED}}


def text_contract() -> Contract:
    """The contract of `POST /v1/verify/text-quote`."""
    return _text_contract()


def page_contract(hosts: Sequence[str]) -> Contract:
    """The contract of `POST /v1/verify/quote` for the configured hosts, in their order."""
    return _page_contract(tuple(hosts))


@lru_cache(maxsize=1)
def _text_contract() -> Contract:
    return Contract.of(text_document())


@lru_cache(maxsize=8)
def _page_contract(hosts: tuple[str, ...]) -> Contract:
    return Contract.of(page_document(hosts))


def text_document() -> dict[str, Any]:
    """The document whose canonical bytes are published."""
    return {
        "name": TEXT_QUOTE,
        "scope": "Textual fidelity of one quote · a text the caller supplies · not where the text came from, "
        "not truth verification",
        "cost": "from $0.005 USDC per published success; buyer-chosen amount, USDC on Base.",
        "success": "An answer: exact, fuzzy, none or passages. That a quote is not in the text is an answer.",
        "failure_policy": "Invalid input and a match over the work budget never settle. " + _UNCERTAIN,
        "input_schema": TEXT_INPUT,
        "output_schema": TEXT_OUTPUT,
        "limits": {"body_bytes": BODY_BYTES, "text_code_points": limits.TEXT, **_LIMITS},
        **_shared(),
    }


def page_document(hosts: Sequence[str]) -> dict[str, Any]:
    """The same for a page of a supported host."""
    return {
        "name": QUOTE,
        "scope": "Textual fidelity of one quote · one page of a supported host · not truth verification",
        "cost": "from $0.01 USDC per published success; buyer-chosen amount, USDC on Base.",
        "success": "A decisive answer: exact, fuzzy or passages; none on a plain text. HTML proves no absence, so "
        "a miss on a page of HTML is no success.",
        "failure_policy": "Invalid input, an unread page and a miss on HTML never settle. " + _UNCERTAIN,
        "input_schema": PAGE_INPUT,
        "output_schema": PAGE_OUTPUT,
        "limits": {
            "source_bytes": limits.PAGE_BYTES,
            "extracted_chars": limits.PAGE_UNITS,
            "robots_bytes": ROBOTS_BYTES,
            "redirects": REDIRECTS,
            "deadline_ms": DEADLINE_MS,
            **_LIMITS,
            "supported_hosts": list(hosts),
            "preview": PREVIEW,
        },
        **_shared(),
    }


_UNCERTAIN: Final = "Uncertain settlement requires reconciliation; never issue a replacement authorization."
_LIMITS: Final = {
    "quote_code_points": limits.QUOTE,
    "slice_code_points": limits.SLICE,
    "context_code_points": limits.CONTEXT,
}


def _shared() -> dict[str, Any]:
    return {
        "version": VERSION,
        "normalisation": {"id": PROFILE, "sha256": PROFILE_SHA256, "table": profile_document()},
        "injection_rules": {"id": RULESET, "sha256": ruleset_sha256()},
        "whitespace": list(WHITE_SPACE_RANGES),
    }
