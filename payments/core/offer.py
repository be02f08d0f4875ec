"""The offer of a 402 in x402 version 2: `PaymentRequirements`, `PaymentRequired`, what a payment must match.

Scheme `exact` with ERC-3009. Requirements are always rebuilt from our own terms; what a buyer echoes is only
compared. A resource's description stays within the 500 characters that facilitators accept.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from payments.core.header import SCHEME, VERSION, Presented
from payments.core.refusals import Reason, Refused
from payments.core.terms import SANDBOX, Terms

MAX_TIMEOUT_S: Final = 300
MAX_DESCRIPTION: Final = 500
SANDBOX_NOTICE: Final = "Sandbox, no real money."
SERVICE_NAME: Final = "QuoteProof"
TAGS: Final = ("quotes", "citations", "verification", "evidence")


@dataclass(frozen=True, slots=True)
class Offer:
    """One amount (atomic units) at which a route may be bought; `pay_to` is checksummed."""

    terms: Terms
    amount: int
    pay_to: str

    def requirements(self) -> dict[str, Any]:
        return {
            "scheme": SCHEME,
            "network": self.terms.chain,
            "amount": str(self.amount),
            "asset": self.terms.asset,
            "payTo": self.pay_to,
            "maxTimeoutSeconds": MAX_TIMEOUT_S,
            "extra": {"name": self.terms.token_name, "version": self.terms.token_version},
        }


def resource(terms: Terms, url: str, description: str) -> dict[str, Any]:
    """`resource` of a PaymentRequired; `url` is the public one, without query."""
    text = f"{SANDBOX_NOTICE} {description}" if terms.network == SANDBOX else description
    return {
        "url": url,
        "description": text[:MAX_DESCRIPTION],
        "mimeType": "application/json",
        "serviceName": SERVICE_NAME,
        "tags": list(TAGS),
    }


def payment_required(
    offers: Sequence[Offer], described: Mapping[str, Any], reason: Reason, extensions: Mapping[str, Any]
) -> dict[str, Any]:
    """The content of PAYMENT-REQUIRED; `described` comes from `resource()`, `extensions` from the caller."""
    content: dict[str, Any] = {
        "x402Version": VERSION,
        "error": reason.value,
        "resource": dict(described),
        "accepts": [offer.requirements() for offer in offers],
    }
    return content | {"extensions": dict(extensions)} if extensions else content


def payment_response(
    terms: Terms,
    transaction: str,
    payer: str,
    amount: int,
    *,
    extensions: Mapping[str, Any] | None = None,
    extra: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The content of PAYMENT-RESPONSE for a settled charge; `network` is the CAIP-2 id in the sandbox too."""
    content: dict[str, Any] = {
        "success": True,
        "transaction": transaction,
        "network": terms.chain,
        "payer": payer,
        "amount": str(amount),
    }
    optional = {"extensions": extensions, "extra": extra}
    return content | {name: dict(value) for name, value in optional.items() if value}


def encode(content: Mapping[str, Any]) -> str:
    """A header's value: standard base64 of compact UTF-8 JSON."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(text.encode("utf-8")).decode("ascii")


def check_match(presented: Presented, offers: Sequence[Offer]) -> None:
    """Refuses a payment that is none of our offers: recipient_mismatch, amount_mismatch."""
    accepted, authorization = presented.accepted, presented.signed.authorization
    pay_to = offers[0].pay_to.lower()
    if authorization.pay_to != pay_to or accepted.pay_to != pay_to:
        raise Refused(Reason.RECIPIENT_MISMATCH, f"The payment must go to {offers[0].pay_to}.")
    amounts = [offer.amount for offer in offers]
    if authorization.amount not in amounts or accepted.amount != authorization.amount:
        listed = ", ".join(map(str, amounts))
        raise Refused(Reason.AMOUNT_MISMATCH, f"The amount must be exactly one of those offered: {listed}.")
