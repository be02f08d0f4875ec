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

from eth_account import Account
from eth_account.messages import encode_typed_data

TYPES = {
    "TransferWithAuthorization": [
        {"name": "from", "type": "address"},
        {"name": "to", "type": "address"},
        {"name": "value", "type": "uint256"},
        {"name": "validAfter", "type": "uint256"},
        {"name": "validBefore", "type": "uint256"},
        {"name": "nonce", "type": "bytes32"},
    ]
}


def new_key() -> str:
    """A private key, 0x and 64 hex digits."""
    return "0x" + secrets.token_bytes(32).hex()


def address(private_key: str) -> str:
    return str(Account.from_key(private_key).address)


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
    signed = Account.sign_message(encode_typed_data(full_message=_typed(accepted, authorization)), private_key)
    payload: dict[str, Any] = {
        "x402Version": 2,
        "accepted": accepted,
        "payload": {
            "signature": "0x" + signed.signature.hex().removeprefix("0x"),
            "authorization": authorization,
        },
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


def _typed(accepted: Mapping[str, Any], authorization: Mapping[str, str]) -> dict[str, Any]:
    numbers = {name: int(authorization[name]) for name in ("value", "validAfter", "validBefore")}
    domain = {
        "name": accepted["extra"]["name"],
        "version": accepted["extra"]["version"],
        "chainId": int(accepted["network"].split(":")[1]),
        "verifyingContract": accepted["asset"],
    }
    message = {**authorization, **numbers, "nonce": bytes.fromhex(authorization["nonce"][2:])}
    return {"primaryType": "TransferWithAuthorization", "types": TYPES, "domain": domain, "message": message}
