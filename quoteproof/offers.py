"""The 402: what a request costs, how to pay it, and (after a refusal) why the last payment was not taken."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.http import HttpResponse

from payments import networks, services
from payments.core import amounts, offer
from payments.core.refusals import Reason
from quoteproof import contracts
from quoteproof.presentation.amounts import usdc
from quoteproof.problems import problem
from receipts import services as receipts
from receipts.core.offers import EXTENSION

OFFER_SECONDS = 300
VALID = "The request is valid."
UNSEEN = "POST a request here; it is checked before it is paid."
SANDBOX_HINT = (
    " This is the sandbox: any key signs, every new payer holds 100 test USDC, no real money moves "
    "(`manage.py sandbox_buyer --offer HEADER` makes the payment header)."
)


def payment_required(
    contract: contracts.Paid,
    *,
    amount: int | None = None,
    reason: Reason = Reason.PAYMENT_REQUIRED,
    detail: str = "",
    signed: bool = True,
    **members: Any,
) -> HttpResponse:
    """402 with the offer; `amount` (atomic units) quotes that amount alone. Nothing was charged."""
    content = _content(contract, amount, reason, signed=signed)
    response = problem(
        "payment_required",
        detail=_detail(contract, amount, detail or (VALID if signed else UNSEEN)),
        reason=reason.value,
        charged=False,
        contract_sha256=contract.published().sha256,
        amounts=[accepted["amount"] for accepted in content["accepts"]],
        **members,
    )
    response["PAYMENT-REQUIRED"] = offer.encode(content)
    return response


def _content(contract: contracts.Paid, amount: int | None, reason: Reason, *, signed: bool) -> dict[str, Any]:
    network = networks.current()
    url = settings.PUBLIC_URL + contract.path
    offered = services.offers(contract.path, amount)
    extensions = {"payment-identifier": _PAYMENT_IDENTIFIER, "bazaar": _bazaar(contract)}
    if signed:
        accepts = [each.requirements() for each in offered]
        until = int(time.time()) + OFFER_SECONDS
        extensions[EXTENSION] = receipts.sign_offers(accepts, resource_url=url, valid_until=until)
    described = offer.resource(network.terms, url, contract.description)
    return offer.payment_required(offered, described, reason, extensions)


def _detail(contract: contracts.Paid, amount: int | None, why: str) -> str:
    quoted = amounts.offered(contract.path, amount)
    price = " or ".join(f"US${usdc(value)}" for value in quoted)
    parts = [
        why,
        f"Pay {price} in USDC (x402 version 2, scheme exact): sign one of the offers in the "
        "PAYMENT-REQUIRED header and send the same request again with PAYMENT-SIGNATURE. Settled only for a "
        "published result.",
        amounts.warning(quoted),
    ]
    return " ".join(part for part in parts if part) + (SANDBOX_HINT if settings.SANDBOX else "")


_PAYMENT_IDENTIFIER = {
    "info": {"required": False},
    "schema": {
        "type": "object",
        "properties": {
            "required": {"type": "boolean"},
            "id": {"type": "string", "minLength": 16, "maxLength": 128, "pattern": "^[a-zA-Z0-9_-]+$"},
        },
        "required": ["required"],
    },
}


def _bazaar(contract: contracts.Paid) -> dict[str, Any]:
    """Short: header room is scarce, and the whole schemas are at `/v1/contracts/{name}`."""
    call = {"type": "http", "method": "POST", "bodyType": "json", "body": contract.example_input}
    members = {"type": {"const": "http"}, "method": {"const": "POST"}, "bodyType": {"const": "json"}}
    body = {"type": "object", "required": sorted(contract.example_input)}
    return {
        "info": {"input": call, "output": {"type": "json", "example": contract.example_output}},
        "schema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "input": {
                    "type": "object",
                    "properties": {**members, "body": body},
                    "required": ["type", "method", "bodyType", "body"],
                },
                "output": {"type": "object"},
            },
            "required": ["input"],
        },
    }
