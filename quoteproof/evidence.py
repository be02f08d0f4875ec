"""Decides what the evidence file of a released check holds: all that a stranger needs to check it offline.

What was asked and answered, what each source was when it was read, the receipt with its place in the log, and the
public keys. `python -m quoteproof.verify --evidence` holds these against each other. The bytes that were fetched
are other people's pages: staff alone get them, to do the work again (`--recheck`).
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from payments.models import Charge
from quoteproof import checks, contracts, rerun
from quoteproof.again import CannotRerun
from receipts import keyring, log
from receipts import selectors as receipts
from verification.core.contracts.canonical import canonical
from verification.models import Check, Source

FORMAT: Final = "quoteproof-evidence/1"
_FIELDS: Final = (
    *("index", "url", "final_url", "fetched_at", "http_status", "content_type", "source_bytes", "content_sha256"),
    *(
        "extraction",
        "extraction_rules",
        "extraction_sha256",
        "extracted_chars",
        "reason",
        "robots_rule",
        "max_snippet",
    ),
)


def document(check: Check, charge: Charge, *, bodies: bool = False) -> bytes:
    """The file of a released check, canonical JSON; `bodies`: with what was fetched, as far as it is kept."""
    current = receipts.current(check.pk)
    assert current is not None, "a released check has a receipt"
    told = checks.body(check, charge, current)
    proof, head = log.proof_of(current.jti), log.head()
    kept = check.request if contracts.BY_PATH[check.route].keeps_request else None
    attested = json.loads(bytes(current.payload))["src"]
    sources = zip(check.sources.order_by("index"), attested, _shown(told["result"]), strict=True)
    return canonical(
        {
            "format": FORMAT,
            "check": check.pk,
            "route": check.route,
            "contract": told["contract"],
            "created_at": told["created_at"],
            "request": None if kept is None else json.loads(bytes(kept)),
            "request_sha256": check.request_sha256,
            "result": told["result"],
            "result_sha256": told["result_sha256"],
            "sources": [_source(row, said | shown, with_body=bodies) for row, said, shown in sources],
            "receipt": told["receipt"]["token"],
            "status": told["receipt"]["status"],
            "history": told["history"],
            "proof": proof.decode() if proof else None,
            "checkpoint": bytes(head.note).decode() if head else None,
            "keys": keyring.jwks(),
        }
    )


def _shown(answer: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The sources as an answer shows them: a corrected one has read the same bytes otherwise than is on record."""
    return answer["sources"] if "sources" in answer else [answer["result"]["source"]]


def _source(row: Source, shown: Mapping[str, Any], *, with_body: bool) -> dict[str, Any]:
    """What is known of a source, by the answer and its receipt before its row; what is not is null."""
    known = {name: shown.get(name, getattr(row, name)) for name in _FIELDS}
    known = {name: None if value == "" else value for name, value in known.items()}
    return known | ({"body": _body(row)} if with_body else {})


def _body(row: Source) -> str | None:
    """The fetched bytes in base64; None once they were dropped, where they were never kept, or are others now."""
    try:
        return base64.b64encode(rerun.stored_body(row)).decode("ascii")
    except CannotRerun:
        return None
