"""Maps what verification and payments recorded to what a receipt attests."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.conf import settings

from payments.core.evidence import Inclusion
from payments.models import Charge
from quoteproof.case import Case
from receipts.core.payload import (
    Facts,
    FlagsFact,
    NormFact,
    PaymentFact,
    RequestFact,
    ResultFact,
    SandboxFact,
    SourceFact,
    TextFact,
    ToolFact,
    VerdictFact,
)
from verification.core.contracts import canonical
from verification.core.text.injection_rules import RULESET
from verification.core.text.profile import PROFILE, PROFILE_SHA256
from verification.models import Source


def of(case: Case, charge: Charge, inclusion: Inclusion) -> Facts:
    """All that the receipt of a check says; its sealed result is what it is read from."""
    check = case.check
    assert check.result is not None
    output = json.loads(bytes(check.result))
    said = _quotes if check.terms is None else _pairs if "results" in output else _one_quote
    return Facts(
        tool=ToolFact(check.contract, check.contract_version, check.contract_sha256),
        pay=_payment(charge, inclusion),
        **said(case, output),
    )


def _quotes(case: Case, output: dict[str, Any]) -> dict[str, Any]:
    """What the QuoteProof contract's output says."""
    check, summary = case.check, output["summary"]
    verdicts = tuple(_verdict(result) for result in output["results"])
    return {
        "norm": NormFact("unicode-white-space", hashlib.sha256(output["normalization"].encode()).hexdigest()),
        "req": RequestFact(check.request_sha256),
        "src": tuple(_source(source) for source in output["sources"]),
        "res": ResultFact(check.result_sha256, summary["decisive"], summary["unknown"], verdicts),
    }


def _one_quote(case: Case, output: dict[str, Any]) -> dict[str, Any]:
    """What the answer about one quote says, on a supplied text or on a page."""
    check = case.check
    terms = json.loads(bytes(check.terms or b"{}"))
    flags = output["injection_flags"]
    return {
        "norm": NormFact(PROFILE, PROFILE_SHA256),
        "req": RequestFact(check.request_sha256, **terms | {"slice": terms["slice"] and tuple(terms["slice"])}),
        "src": (_one_source(case.sources[0], output["result"]["source"]),),
        "res": ResultFact(check.result_sha256, 1, 0, (_one_verdict(output["result"]),)),
        "flags": FlagsFact(canonical.sha256(flags), len(flags), RULESET),
    }


def _pairs(case: Case, output: dict[str, Any]) -> dict[str, Any]:
    """What the answer about the quotes of a text says: each quote's hash stands with what was found of it."""
    check, summary, flags = case.check, output["summary"], output["injection_flags"]
    asked = json.loads(bytes(check.request or b"{}"))["pairs"]
    verdicts = tuple(_pair(result, pair["quote"]) for result, pair in zip(output["results"], asked, strict=True))
    return {
        "norm": NormFact(PROFILE, PROFILE_SHA256),
        "req": RequestFact(check.request_sha256, **json.loads(bytes(check.terms or b"{}"))),
        "src": tuple(_source(source) for source in output["sources"]),
        "res": ResultFact(check.result_sha256, summary["decisive"], summary["unknown"], verdicts),
        "flags": FlagsFact(canonical.sha256(flags), len(flags), RULESET),
    }


def delivery(charge: Charge, inclusion: Inclusion, now: datetime) -> dict[str, Any]:
    """The arguments of `receipts.services.sign_delivery`."""
    return {
        "resource_url": settings.PUBLIC_URL + charge.route,
        "network": charge.chain,
        "payer": charge.payer,
        "transaction_id": inclusion.transaction,
        "now": now,
    }


def _source(source: dict[str, Any]) -> SourceFact:
    names = ("url", "final_url", "fetched_at", "extraction", "http_status", "content_type", "content_sha256",
             "extraction_sha256", "extracted_chars", "reason")  # fmt: skip
    return SourceFact(**{name: source[name] for name in names})


def _one_source(row: Source, source: dict[str, Any]) -> SourceFact | TextFact:
    if source["kind"] == "supplied":
        return TextFact(source["text_sha256"], source["code_points"], row.source_bytes or 0)
    return _source({**source, "extracted_chars": row.extracted_chars})


def _pair(result: dict[str, Any], quote: str) -> VerdictFact:
    return replace(
        _one_verdict(result),
        index=result["pair_index"],
        source_index=result["source_index"],
        quote_sha256=hashlib.sha256(quote.encode()).hexdigest(),
    )


def _one_verdict(result: dict[str, Any]) -> VerdictFact:
    found = result["match"] in ("exact", "fuzzy")
    return VerdictFact(
        index=0,
        source_index=0,
        match=result["match"],
        reason=result["reason"],
        score=None if result["score"] is None else f"{result['score']:.3f}",
        start=result["raw_start"] if found else None,
        end=result["raw_end"] if found else None,
        unit="code_point" if found else None,
        occurrences=result["occurrences"],
    )


def _verdict(result: dict[str, Any]) -> VerdictFact:
    first = result["evidence"][0] if result["evidence"] else None
    return VerdictFact(
        index=result["quote_index"],
        source_index=result["source_index"],
        status=result["status"],
        reason=result["reason"],
        start=first and first["start_char"],
        end=first and first["end_char"],
        unit="utf16" if first else None,
        occurrences=result["occurrences"],
    )


def _payment(charge: Charge, inclusion: Inclusion) -> SandboxFact | PaymentFact:
    common: dict[str, Any] = {
        "network": charge.chain,
        "asset": charge.asset,
        "amount": str(charge.amount),
        "pay_to": charge.pay_to,
        "payer": charge.payer,
        "nonce": charge.nonce,
        "tx": inclusion.transaction,
    }
    if charge.network == "sandbox":
        return SandboxFact(**common)
    return PaymentFact(
        **common,
        log_index=inclusion.log_index,
        block=inclusion.block_number,
        finality=inclusion.finality.value,
    )
