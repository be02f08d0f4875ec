"""Decides the published contract `document`: its texts, schemas and limits, and so the hash that pins it.

It names the contract `quote` by its hash: each pair is answered as that one says.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from verification.core.contracts.document.output import OUTPUT_SCHEMA
from verification.core.contracts.document.request import INPUT_SCHEMA, MAX_PAIRS, THRESHOLD
from verification.core.contracts.limits import MAX_URLS
from verification.core.contracts.published import Contract
from verification.core.contracts.text_quote.document import page_contract, page_document

NAME: Final = "document"
VERSION: Final = "1.0.0"
_PAGE_ALONE: Final = frozenset({"name", "version", "scope", "cost", "success", "failure_policy"})


def contract(hosts: Sequence[str]) -> Contract:
    """The contract of `POST /v1/verify/document` for the configured hosts, in their order."""
    return _contract(tuple(hosts))


@lru_cache(maxsize=8)
def _contract(hosts: tuple[str, ...]) -> Contract:
    return Contract.of(document(hosts))


def document(hosts: Sequence[str]) -> dict[str, Any]:
    """The document whose canonical bytes are published."""
    page = page_document(hosts)
    shared = {name: member for name, member in page.items() if name not in _PAGE_ALONE}
    return {
        **shared,
        "name": NAME,
        "version": VERSION,
        "scope": "Textual fidelity of the quotes of one text · pages of supported hosts · not truth verification",
        "cost": "from $0.05 USDC per published success; buyer-chosen amount, USDC on Base.",
        "success": "A decisive answer to at least one pair: exact or fuzzy; none on a plain text. Pairs of which "
        "nothing can be decided remain explicit.",
        "failure_policy": "Invalid input, a match over the work budget and a check of which no pair is decided "
        "never settle. Uncertain settlement requires reconciliation; never issue a replacement authorization.",
        "input_schema": INPUT_SCHEMA,
        "output_schema": OUTPUT_SCHEMA,
        "limits": {"pairs": MAX_PAIRS, "urls": MAX_URLS, **page["limits"]},
        "pairs_as": {
            "contract": page_contract(hosts).reference(),
            "match": "fuzzy",
            "case_sensitive": False,
            "threshold": str(THRESHOLD),
        },
    }
