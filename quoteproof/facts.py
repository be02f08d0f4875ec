"""Maps what verification and payments recorded to what a receipt attests."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import Any

from django.conf import settings

from payments.core.evidence import Inclusion
from payments.models import Charge
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
from verification.models import Check


def of(check: Check, charge: Charge, inclusion: Inclusion) -> Facts:
    """All that the receipt of a QuoteProof check says; its sealed result is what it is read from."""
    assert check.result is not None
    output = json.loads(bytes(check.result))
    return Facts(
        tool=ToolFact(check.contract, check.contract_version, check.contract_sha256),
        norm=NormFact("unicode-white-space", hashlib.sha256(output["normalization"].encode()).hexdigest()),
        req=RequestFact(charge.request_sha256),
        src=tuple(_source(source) for source in output["sources"]),
        res=ResultFact(
            check.result_sha256,
            output["summary"]["decisive"],
            output["summary"]["unknown"],
            tuple(_verdict(result) for result in output["results"]),
        ),
        pay=_payment(charge, inclusion),
    )


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
    common = {
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
