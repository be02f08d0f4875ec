"""A sandbox buyer's wallet: signs an x402 version 2 offer (scheme `exact`, ERC-3009) as any x402 client would.

It is what the web form and `manage.py sandbox_buyer` pay with; it holds test money only and knows nothing of the
service but the offer it is shown.
"""

from __future__ import annotations

import base64
import json
import secrets
import time
from collections.abc import Mapping
from typing import Any

from payments.adapters import signature
from payments.core.authorization import Authorization
from payments.core.terms import Terms


def new_key() -> str:
    """A private key, 0x and 64 hex digits."""
    return "0x" + secrets.token_bytes(32).hex()


def address(private_key: str) -> str:
    """The checksummed address of the key."""
    return signature.checksum(signature.address(private_key))


def read_offer(payment_required: str) -> dict[str, Any]:
    """The content of a PAYMENT-REQUIRED header. ValueError when it is none."""
    offer = json.loads(base64.b64decode(payment_required, validate=True))
    if not isinstance(offer, dict) or offer.get("x402Version") != 2 or not offer.get("accepts"):
        raise ValueError("not a PAYMENT-REQUIRED header of x402 version 2")
    return offer


def pay(offer: Mapping[str, Any], private_key: str, *, tier: int = 0) -> str:
    """The PAYMENT-SIGNATURE header that takes the offer's `tier`th entry."""
    accepted = offer["accepts"][tier]
    authorization = _authorization(accepted, address(private_key))
    signed = signature.sign(signature.digest(_terms(accepted), _signed_fields(authorization)), private_key)
    payload: dict[str, Any] = {
        "x402Version": 2,
        "accepted": accepted,
        "payload": {"signature": "0x" + signed.hex(), "authorization": authorization},
        "resource": offer["resource"],
    }
    return base64.b64encode(json.dumps(payload, separators=(",", ":")).encode()).decode()


def _authorization(accepted: Mapping[str, Any], payer: str) -> dict[str, str]:
    return {
        "from": payer,
        "to": accepted["payTo"],
        "value": accepted["amount"],
        "validAfter": "0",
        "validBefore": str(int(time.time()) + int(accepted["maxTimeoutSeconds"])),
        "nonce": "0x" + secrets.token_bytes(32).hex(),
    }


def _signed_fields(wire: Mapping[str, str]) -> Authorization:
    return Authorization(
        payer=wire["from"],
        pay_to=wire["to"],
        amount=int(wire["value"]),
        valid_after=int(wire["validAfter"]),
        valid_before=int(wire["validBefore"]),
        nonce=wire["nonce"],
    )


def _terms(accepted: Mapping[str, Any]) -> Terms:
    chain, extra = accepted["network"], accepted["extra"]
    return Terms(chain, chain, int(chain.split(":")[1]), accepted["asset"], extra["name"], extra["version"])
