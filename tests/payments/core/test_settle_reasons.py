from __future__ import annotations

import pytest
from x402.mechanisms.evm import constants

from payments.core import settle_reasons

WORDS = {
    "invalid_exact_evm_payload_signature": "invalid_signature",
    "insufficient_funds": "insufficient_funds",
    "invalid_exact_evm_insufficient_balance": "insufficient_funds",
    "invalid_exact_evm_payload_authorization_valid_before": "outside_window",
    "invalid_exact_evm_nonce_already_used": "nonce_used",
    "settle_exact_failed_onchain": "transaction_failed",
    "settle_exact_evm_transaction_confirmation_timed_out": "not_confirmed_in_time",
    "unexpected_settle_error": "facilitator_error",
}


@pytest.mark.parametrize(("reason", "word"), WORDS.items())
def test_known_reasons_have_a_word(reason, word):
    assert settle_reasons.word(reason) == word


def test_every_reason_of_the_reference_facilitator_for_our_scheme_has_a_word():
    reasons = {value for name, value in vars(constants).items() if name.startswith("ERR_")}
    ours = {reason for reason in reasons if not any(other in reason for other in ("permit2", "upto", "erc20"))}
    assert len(ours) > 20
    unknown = {reason for reason in ours if settle_reasons.word(reason) == settle_reasons.REFUSED}
    assert unknown == {settle_reasons.PENDING}


@pytest.mark.parametrize("reason", ["", "Zanzibar", "invalid_signature", "settlement_pending", "nonce_used\n"])
def test_any_other_text_is_a_plain_refusal(reason):
    assert settle_reasons.word(reason) == "facilitator_refused"


def test_every_word_fits_a_log_and_none_is_two_things():
    known = [reason for reasons in settle_reasons._KNOWN.values() for reason in reasons]
    assert len(known) == len(set(known)) == len(settle_reasons._WORDS)
    assert all(word.replace("_", "").isalpha() and word.islower() for word in settle_reasons.WORDS)
