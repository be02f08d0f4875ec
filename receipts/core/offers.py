"""The x402 extension `offer-receipt` in JWS form: signed offers in a 402, a signed receipt after settling.

It says who offers what for how much, and that a payer was served; what was found, only our own receipt says.
Payloads are RFC 8785 JSON, the header is `alg` and a DID URL as `kid` (extension's specification 0.6).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from receipts.core import canonical, did, signing
from receipts.core.jwk import SigningKey

EXTENSION = "offer-receipt"
_VERSION = 1
_PAYLOAD_MAX = 2_048
_TERMS = ("scheme", "network", "asset", "payTo", "amount")


def signed_offers(
    accepts: Sequence[Mapping[str, Any]], *, resource_url: str, valid_until: int, key: SigningKey, issuer: str
) -> dict[str, Any]:
    """The extension's value for a 402: one signed offer for each member of `accepts`, in that order.

    `valid_until` is in unix seconds; `issuer` is the DID whose document publishes the key.
    """
    common = {"version": _VERSION, "resourceUrl": resource_url, "validUntil": valid_until}
    offers = []
    for index, terms in enumerate(accepts):
        payload = common | {name: terms[name] for name in _TERMS}
        offers.append({"acceptIndex": index} | _artifact(payload, key, issuer))
    return _extension("offers", "array", offers)


def signed_receipt(
    *,
    resource_url: str,
    network: str,
    payer: str,
    transaction: str,
    issued_at: int,
    key: SigningKey,
    issuer: str,
) -> dict[str, Any]:
    """The extension's value for a PAYMENT-RESPONSE; `issued_at` is in unix seconds."""
    payload = {
        "version": _VERSION,
        "resourceUrl": resource_url,
        "network": network,
        "payer": payer,
        "issuedAt": issued_at,
        "transaction": transaction,
    }
    return _extension("receipt", "object", _artifact(payload, key, issuer))


def _artifact(payload: Mapping[str, Any], key: SigningKey, issuer: str) -> dict[str, str]:
    encoded = canonical.encode(payload, most=_PAYLOAD_MAX)
    token = signing.sign(encoded, key, kid=did.key_id(issuer, key.public))
    return {"format": "jws", "signature": token}


def _extension(name: str, kind: str, value: Any) -> dict[str, Any]:
    # Header room is short: the schema names the one required member, the specification its inside.
    return {
        "info": {name: value},
        "schema": {"type": "object", "properties": {name: {"type": kind}}, "required": [name]},
    }
