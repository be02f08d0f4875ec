"""What a facilitator's `errorReason` means, in a closed list of our own words.

The list of x402 (section 9 of the specification), of its reference facilitators and of Coinbase's service; it
is an open one, so any other text is `facilitator_refused`. A word explains to operators; it decides nothing.
"""

from __future__ import annotations

from typing import Final

PENDING: Final = "settlement_pending"
"""Broadcast, not yet seen in a block: the one reason that isn't a refusal."""
REFUSED: Final = "facilitator_refused"

_EXACT: Final = "invalid_exact_evm_"
_KNOWN: Final = {
    "invalid_signature": (
        _EXACT + "payload_signature",
        _EXACT + "failed_to_verify_signature",
    ),
    "insufficient_funds": ("insufficient_funds", _EXACT + "insufficient_balance"),
    "outside_window": (
        _EXACT + "payload_authorization_valid_after",
        _EXACT + "payload_authorization_valid_before",
    ),
    "nonce_used": (_EXACT + "nonce_already_used",),
    "duplicate_settlement": ("duplicate_settlement",),
    "amount_mismatch": (
        _EXACT + "payload_authorization_value",
        _EXACT + "payload_authorization_value_mismatch",
        "amount_too_low",
    ),
    "recipient_mismatch": (_EXACT + "payload_recipient_mismatch", "self_send_not_allowed"),
    "network_mismatch": ("invalid_network", "network_mismatch", _EXACT + "failed_to_get_network_config"),
    "asset_mismatch": (
        "asset_not_deployed_contract",
        "missing_eip712_domain",
        _EXACT + "failed_to_get_asset_info",
        _EXACT + "token_name_mismatch",
        _EXACT + "token_version_mismatch",
        _EXACT + "eip3009_not_supported",
    ),
    "smart_wallet_unsupported": (
        _EXACT + "payload_undeployed_smart_wallet",
        "smart_wallet_deployment_failed",
        "eip6492_factory_not_allowed",
    ),
    "request_unsupported": (
        "invalid_payload",
        "invalid_payment_requirements",
        "invalid_scheme",
        "unsupported_scheme",
        "unsupported_payload_type",
        "invalid_x402_version",
        "invalid_bazaar_extension",
    ),
    "simulation_failed": (_EXACT + "transaction_simulation_failed",),
    "transaction_failed": (
        "transaction_failed",
        "invalid_transaction_state",
        "settle_exact_failed_onchain",
        _EXACT + "transfer_event_mismatch",
    ),
    "not_confirmed_in_time": ("settle_exact_evm_transaction_confirmation_timed_out",),
    "payer_blocked": (
        "kyt_risk_detected",
        "request_blocked_by_location",
        _EXACT + "payload_authorization_from_address_kyt",
        _EXACT + "payload_authorization_to_address_kyt",
    ),
    "facilitator_error": (
        "unexpected_verify_error",
        "unexpected_settle_error",
        "settle_exact_node_failure",
        "node_failure",
        "unknown_error",
    ),
}
_WORDS: Final = {reason: word for word, reasons in _KNOWN.items() for reason in reasons}
WORDS: Final = frozenset(_KNOWN) | {REFUSED}


def word(reason: str) -> str:
    """One of `WORDS` for what a facilitator gave as the reason of a refusal."""
    return _WORDS.get(reason, REFUSED)
