"""Why a payment is turned away at the door, in the closed vocabulary that buyers see.

A header that doesn't decode is a fault of the request (400); a payment that decodes but can't be taken is
refused with one of `Reason` and a fresh offer (402). Neither leaves a row. Texts never repeat what was sent.
"""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """The members `reason` of a 402 problem, and `PaymentRequired.error`."""

    PAYMENT_REQUIRED = "payment_required"
    INVALID_SIGNATURE = "invalid_signature"
    INSUFFICIENT_FUNDS = "insufficient_funds"
    AMOUNT_MISMATCH = "amount_mismatch"
    RECIPIENT_MISMATCH = "recipient_mismatch"
    ASSET_MISMATCH = "asset_mismatch"
    NETWORK_MISMATCH = "network_mismatch"
    EXPIRED = "expired"
    NOT_YET_VALID = "not_yet_valid"
    WINDOW_TOO_LONG = "window_too_long"
    NONCE_USED = "nonce_used"
    SMART_WALLET_UNSUPPORTED = "smart_wallet_unsupported"


class InvalidPaymentHeader(ValueError):
    """PAYMENT-SIGNATURE doesn't decode to an x402 version 2 payment (400 `invalid_payment_header`)."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class UnsupportedVersion(InvalidPaymentHeader):
    """PAYMENT-SIGNATURE holds another version of x402 (400 `unsupported_x402_version`)."""


class Refused(Exception):
    """The payment can't be taken (402); `detail` says what the buyer can do about it."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.detail = detail
