"""An answer, the request for it and the receipt of both, as tests hold them against each other."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from receipts.core import jcs, payload, signing
from receipts.core.jwk import PublicKey, SigningKey
from receipts.core.payload import RequestFact, ResultFact, TextFact, ToolFact, VerdictFact
from tests.receipts.examples import ISSUER, JTI, facts, sha256, signing_key

KEY = signing_key()
IAT = 1_796_000_000
QUOTES = {"urls": ["https://docs.python.org/3/"], "quotes": [{"source_index": 0, "quote": "fülle"}]}
TEXT = {"text": "Refunds are paid within 14 days.", "quote": "paid within 15 days", "threshold": 0.8}


@dataclass(frozen=True)
class Attested:
    """`answer` is the body as it was served, `request` the body as it was posted."""

    token: str
    answer: bytes
    request: bytes
    claims: dict[str, Any]


def quotes_answer() -> dict[str, Any]:
    row = {"quote_index": 0, "source_index": 0, "status": "exact_match", "reason": None, "occurrences": "1"}
    evidence = [{"start_char": 120, "end_char": 125, "context": {"text": "hülle und fülle\u000b"}}]
    return {"results": [row | {"evidence": evidence}], "sources": [], "summary": {"decisive": 1, "unknown": 0}}


def text_answer() -> dict[str, Any]:
    result = {
        "match": "fuzzy",
        "score": 0.947,
        "reason": None,
        "raw_start": 12,
        "raw_end": 31,
        "occurrences": None,
    }
    return {"result": result, "injection_flags": [], "advice": "", "check": "chk_a", "tier": "sandbox"}


def of_quotes(key: SigningKey = KEY, **more: Any) -> Attested:
    verdict = VerdictFact(0, 0, status="exact_match", start=120, end=125, unit="utf16", occurrences="1")
    return _attested("quoteproof", "/v1/verify/quotes", QUOTES, quotes_answer(), (verdict,), key, **more)


DOCUMENT = {
    "pairs": [
        {"url": "https://docs.python.org/3/", "quote": "fülle"},
        {"url": "https://docs.python.org/3/#a", "quote": "leere"},
    ]
}


def document_answer() -> dict[str, Any]:
    found = {"match": "exact", "score": 1, "reason": None, "raw_start": 120, "raw_end": 125, "occurrences": 1}
    nothing = dict.fromkeys(found) | {"reason": "html_absence_unverifiable"}
    rows = [{"pair_index": at, "source_index": 0, **row} for at, row in enumerate((found, nothing))]
    summary = {"decisive": 1, "unknown": 1}
    return {"results": rows, "sources": [], "summary": summary, "check": "chk_a", "tier": "sandbox"}


def of_document(key: SigningKey = KEY, **more: Any) -> Attested:
    hashes = [sha256(pair["quote"]) for pair in DOCUMENT["pairs"]]
    found = {"match": "exact", "score": "1.000", "start": 120, "end": 125, "unit": "code_point", "occurrences": 1}
    verdicts = (
        VerdictFact(0, 0, **found, quote_sha256=hashes[0]),
        VerdictFact(1, 0, reason="html_absence_unverifiable", quote_sha256=hashes[1]),
    )
    return _attested("document", "/v1/verify/document", DOCUMENT, document_answer(), verdicts, key, **more)


def of_text(key: SigningKey = KEY, **more: Any) -> Attested:
    verdict = VerdictFact(0, 0, match="fuzzy", score="0.947", start=12, end=31, unit="code_point")
    src = (TextFact(sha256(TEXT["text"]), 32, 32),)
    return _attested("text-quote", "/v1/verify/text-quote", TEXT, text_answer(), (verdict,), key, src=src, **more)


def _attested(
    tool: str,
    route: str,
    body: dict[str, Any],
    answer: dict[str, Any],
    verdicts: tuple[VerdictFact, ...],
    key: SigningKey,
    iat: int = IAT,
    prev: str | None = None,
    **changes: Any,
) -> Attested:
    digest = sha256(jcs.encode({"body": body, "route": route}).decode())
    said = facts(
        tool=ToolFact(tool, "1.0.0", sha256("contract")),
        req=RequestFact(digest, quote_sha256=sha256(body["quote"]) if "quote" in body else None),
        res=ResultFact(sha256(jcs.encode(answer).decode()), 1, len(verdicts) - 1, verdicts),
        **changes,
    )
    claims = payload.build(said, iss=ISSUER, jti=JTI, iat=iat, prev=prev)
    token = signing.sign(claims, key, typ=signing.RECEIPT_TYPE)
    served = answer | {"receipt": token} if tool != "quoteproof" else answer
    return Attested(token, jcs.encode(served), json.dumps(body).encode(), json.loads(claims))


def keys(*, key: SigningKey = KEY, **times: int) -> tuple[PublicKey, ...]:
    """Another key, and the one that signed, with its times."""
    return signing_key().public, PublicKey(key.public.kid, key.public.raw, **times)


def sign(claims: bytes | dict[str, Any], key: SigningKey = KEY) -> str:
    """A rightly signed receipt over whatever claims."""
    raw = claims if isinstance(claims, bytes) else jcs.encode(claims)
    return signing.sign(raw, key, typ=signing.RECEIPT_TYPE)
