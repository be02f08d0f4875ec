"""Facts that tests issue receipts from."""

from __future__ import annotations

import dataclasses
import hashlib
from datetime import UTC, datetime
from typing import Any

from receipts.core import jwk
from receipts.core.payload import (
    Facts,
    NormFact,
    PaymentFact,
    RequestFact,
    ResultFact,
    SandboxFact,
    SourceFact,
    ToolFact,
    VerdictFact,
)

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
JTI = "rcp_abcdefghijklmnopqrstuvwxyz"
CHECK = "chk_zyxwvutsrqponmlkjihgfedcba"
ISSUER = "https://quotes.example"
DELIVERY = {"info": {"receipt": {"format": "jws", "signature": "a.b.c"}}}
ADDRESS = "0x" + "Ab" * 20
BYTES32 = "0x" + "cd" * 32


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def signing_key() -> jwk.SigningKey:
    return jwk.parse_private_set(jwk.new_private_set()).signing


def source(**changes: Any) -> SourceFact:
    fact = SourceFact(
        url="https://docs.python.org/3/library/bisect.html#functions",
        final_url="https://docs.python.org/3/library/bisect.html",
        fetched_at="2026-11-30T11:59:58Z",
        extraction="static_html",
        http_status=200,
        content_type="text/html",
        content_sha256=sha256("body"),
        extraction_sha256=sha256("text"),
        extracted_chars=12_345,
        robots="allowed",
    )
    return dataclasses.replace(fact, **changes)


def verdict(index: int = 0, **changes: Any) -> VerdictFact:
    fact = VerdictFact(
        index=index,
        source_index=0,
        status="exact_match",
        reason="single_occurrence",
        start=120,
        end=180,
        unit="utf16",
        occurrences="1",
    )
    return dataclasses.replace(fact, **changes)


def result(answer: str = "answer", verdicts: tuple[VerdictFact, ...] | None = None) -> ResultFact:
    found = (verdict(),) if verdicts is None else verdicts
    return ResultFact(sha256(answer), decisive=len(found), unknown=0, verdicts=found)


SANDBOX = SandboxFact(
    network="eip155:84532",
    asset="0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    amount="10000",
    pay_to=ADDRESS,
    payer=ADDRESS,
    nonce=BYTES32,
    tx="sandbox:abcdefghijklmnopqrstuvwxyz",
)
ON_CHAIN = PaymentFact(
    network="eip155:8453",
    asset="0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    amount="10000",
    pay_to=ADDRESS,
    payer=ADDRESS,
    nonce=BYTES32,
    tx=BYTES32,
    log_index=7,
    block=12_345_678,
    finality="included",
)


def facts(**changes: Any) -> Facts:
    known = Facts(
        tool=ToolFact("quoteproof", "0.1.1", sha256("contract")),
        norm=NormFact("whitespace/1", sha256("normalisation")),
        req=RequestFact(sha256("request")),
        src=(source(),),
        res=result(),
        pay=SANDBOX,
    )
    return dataclasses.replace(known, **changes)
