"""A buyer with a key of its own: signs authorizations and writes PAYMENT-SIGNATURE as an x402 client does."""

from __future__ import annotations

import base64
import json
import secrets
import time
from dataclasses import dataclass, field, replace
from typing import Any

from eth_account import Account

from payments.core.authorization import Authorization, Signed
from payments.core.terms import SANDBOX, TERMS, Terms

PAY_TO = "0x" + "9a" * 20
ROUTE = "/v1/verify/quotes"
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


@dataclass
class Buyer:
    key: str = field(default_factory=lambda: "0x" + secrets.token_hex(32))
    terms: Terms = TERMS[SANDBOX]

    @property
    def address(self) -> str:
        return Account.from_key(self.key).address

    def authorization(self, **changes: Any) -> Authorization:
        plain = Authorization(
            payer=self.address.lower(),
            pay_to=PAY_TO,
            amount=10_000,
            valid_after=0,
            valid_before=int(time.time()) + 300,
            nonce="0x" + secrets.token_hex(32),
        )
        return replace(plain, **changes)

    def sign(self, authorization: Authorization | None = None, **changes: Any) -> Signed:
        wanted = authorization or self.authorization(**changes)
        made = Account.sign_typed_data(self.key, self.domain, TYPES, message(wanted))
        return Signed(self.terms, wanted, bytes(made.signature))

    @property
    def domain(self) -> dict[str, Any]:
        return {
            "name": self.terms.token_name,
            "version": self.terms.token_version,
            "chainId": self.terms.chain_id,
            "verifyingContract": self.terms.asset,
        }


def message(wanted: Authorization) -> dict[str, Any]:
    return {
        "from": wanted.payer,
        "to": wanted.pay_to,
        "value": wanted.amount,
        "validAfter": wanted.valid_after,
        "validBefore": wanted.valid_before,
        "nonce": bytes.fromhex(wanted.nonce[2:]),
    }


def payload(signed: Signed) -> dict[str, Any]:
    """The x402 `PaymentPayload` of an authorization, as JSON content."""
    wanted = signed.authorization
    return {
        "x402Version": 2,
        "accepted": {
            "scheme": "exact",
            "network": signed.terms.chain,
            "amount": str(wanted.amount),
            "asset": signed.terms.asset,
            "payTo": wanted.pay_to,
            "maxTimeoutSeconds": 300,
            "extra": {"name": signed.terms.token_name, "version": signed.terms.token_version},
        },
        "payload": {
            "signature": "0x" + signed.signature.hex(),
            "authorization": {
                "from": wanted.payer,
                "to": wanted.pay_to,
                "value": str(wanted.amount),
                "validAfter": str(wanted.valid_after),
                "validBefore": str(wanted.valid_before),
                "nonce": wanted.nonce,
            },
        },
    }


def encoded(content: Any) -> str:
    return base64.b64encode(json.dumps(content).encode()).decode()
