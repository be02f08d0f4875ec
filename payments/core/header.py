"""Decodes PAYMENT-SIGNATURE, the x402 version 2 header, strictly.

Standard base64 with padding, strict JSON (`strict_json`), version 2, and the shapes of x402's
`PaymentPayload` for ERC-3009; unknown members are ignored. Hex is taken in any case and kept in lower case.
What doesn't decode raises InvalidPaymentHeader; what decodes but isn't on our terms raises Refused.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from payments.core import strict_json
from payments.core.authorization import Authorization, Signed
from payments.core.refusals import InvalidPaymentHeader, Reason, Refused, UnsupportedVersion
from payments.core.strict_json import NotStrict
from payments.core.terms import Terms

MAX_HEADER_BYTES: Final = 16_384
MAX_DEPTH: Final = 32
MAX_UINT256: Final = 2**256 - 1
VERSION: Final = 2
SCHEME: Final = "exact"
PAYMENT_IDENTIFIER: Final = "payment-identifier"

ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]{40}")
_NONCE: Final = re.compile(r"0x[0-9a-fA-F]{64}")
_BYTES: Final = re.compile(r"0x(?:[0-9a-fA-F]{2})+")
_DECIMAL: Final = re.compile(r"0|[1-9][0-9]{0,77}")
_PAYMENT_ID: Final = re.compile(r"[a-zA-Z0-9_-]{16,128}")

_Json = TypeVar("_Json", dict[str, Any], str, int)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The offer that the buyer says was taken: compared with ours, never trusted. Addresses in lower case."""

    scheme: str
    network: str
    amount: int
    asset: str
    pay_to: str


@dataclass(frozen=True, slots=True)
class Presented:
    """A decoded payment. `payment_id` is the payment-identifier extension's id, if the buyer gave one."""

    accepted: Accepted
    signed: Signed
    payment_id: str | None


def read(header: str, terms: Terms) -> Presented:
    """The header's payment. InvalidPaymentHeader (400); Refused: not our scheme, network or asset (402)."""
    envelope = _envelope(header)
    accepted = _accepted(_member(envelope, "accepted", dict))
    payload = _member(envelope, "payload", dict)
    payment_id = _payment_id(envelope)
    _check_terms(accepted, terms)
    return Presented(accepted, _signed(payload, terms), payment_id)


def _envelope(header: str) -> dict[str, Any]:
    if len(header) > MAX_HEADER_BYTES:
        raise InvalidPaymentHeader(f"PAYMENT-SIGNATURE is longer than {MAX_HEADER_BYTES} bytes.")
    try:
        value = strict_json.loads(_unbase64(header), MAX_DEPTH)
    except NotStrict:
        detail = f"PAYMENT-SIGNATURE must hold strict JSON in UTF-8, nested at most {MAX_DEPTH} levels deep."
        raise InvalidPaymentHeader(detail) from None
    if not isinstance(value, dict):
        raise InvalidPaymentHeader("PAYMENT-SIGNATURE must hold a JSON object.")
    version = value.get("x402Version")
    if type(version) is not int:
        raise InvalidPaymentHeader("x402Version must be the number 2.")
    if version != VERSION:
        raise UnsupportedVersion("Only x402 version 2 is supported.")
    return value


def _unbase64(header: str) -> bytes:
    try:
        raw = base64.b64decode(header.encode("ascii"), validate=True)
    except (UnicodeError, binascii.Error):
        raise InvalidPaymentHeader("PAYMENT-SIGNATURE must be standard base64 of UTF-8 JSON.") from None
    # Python takes stray bits in the last character: only the one canonical form is taken here.
    if base64.b64encode(raw).decode("ascii") != header:
        raise InvalidPaymentHeader("PAYMENT-SIGNATURE must be standard base64 with padding.")
    return raw


def _member(parent: dict[str, Any], name: str, kind: type[_Json]) -> _Json:
    value = parent.get(name)
    if type(value) is not kind:
        raise InvalidPaymentHeader(f"{name} is missing or of the wrong type.")
    return value


def _matched(parent: dict[str, Any], name: str, shape: re.Pattern[str]) -> str:
    value = _member(parent, name, str)
    if not shape.fullmatch(value):
        raise InvalidPaymentHeader(f"{name} has the wrong form.")
    return value


def _uint(parent: dict[str, Any], name: str) -> int:
    """A canonical decimal string that fits uint256."""
    value = int(_matched(parent, name, _DECIMAL))
    if value > MAX_UINT256:
        raise InvalidPaymentHeader(f"{name} doesn't fit 256 bits.")
    return value


def _hex(parent: dict[str, Any], name: str, shape: re.Pattern[str]) -> str:
    return _matched(parent, name, shape).lower()


def _accepted(value: dict[str, Any]) -> Accepted:
    _member(value, "maxTimeoutSeconds", int)
    return Accepted(
        scheme=_member(value, "scheme", str),
        network=_member(value, "network", str),
        amount=_uint(value, "amount"),
        asset=_member(value, "asset", str).lower(),
        pay_to=_member(value, "payTo", str).lower(),
    )


def _payment_id(envelope: dict[str, Any]) -> str | None:
    value: Any = envelope
    for name in ("extensions", PAYMENT_IDENTIFIER, "info"):
        if value.get(name) is None:
            return None
        value = _member(value, name, dict)
    return _matched(value, "id", _PAYMENT_ID) if value.get("id") is not None else None


def _check_terms(accepted: Accepted, terms: Terms) -> None:
    rules: tuple[tuple[str, str, Reason, str], ...] = (
        (accepted.scheme, SCHEME, Reason.PAYMENT_REQUIRED, "The scheme must be exact."),
        (accepted.network, terms.chain, Reason.NETWORK_MISMATCH, f"The network must be {terms.chain}."),
        (accepted.asset, terms.asset.lower(), Reason.ASSET_MISMATCH, f"The asset must be {terms.asset}."),
    )
    for given, wanted, reason, detail in rules:
        if given != wanted:
            raise Refused(reason, detail)


def _signed(payload: dict[str, Any], terms: Terms) -> Signed:
    fields = _member(payload, "authorization", dict)
    authorization = Authorization(
        payer=_hex(fields, "from", ADDRESS),
        pay_to=_hex(fields, "to", ADDRESS),
        amount=_uint(fields, "value"),
        valid_after=_uint(fields, "validAfter"),
        valid_before=_uint(fields, "validBefore"),
        nonce=_hex(fields, "nonce", _NONCE),
    )
    return Signed(terms, authorization, bytes.fromhex(_hex(payload, "signature", _BYTES)[2:]))
