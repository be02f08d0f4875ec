"""The x402 package's client pays our offers unchanged."""

from __future__ import annotations

from typing import Any

from eth_account import Account
from x402 import x402ClientSync
from x402.extensions.payment_identifier import (
    append_payment_identifier_to_extensions,
    declare_payment_identifier_extension,
)
from x402.http import encode_payment_signature_header
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact import register_exact_evm_client
from x402.schemas import PaymentRequired

from payments import services
from payments.adapters.signature import recovers
from payments.core.header import Presented
from payments.core.offer import payment_required, resource
from payments.core.refusals import Reason
from payments.core.terms import TERMS
from tests.payments.buyer import ROUTE

RESOURCE = resource(TERMS["sandbox"], "https://quotes.example/v1/verify/quotes", "Checks quotations.")
IDENTIFIER = {"payment-identifier": declare_payment_identifier_extension()}


def paid(extensions: dict[str, Any]) -> Presented:
    client = x402ClientSync()
    register_exact_evm_client(client, EthAccountSigner(Account.create()))
    content = payment_required(services.offers(ROUTE), RESOURCE, Reason.PAYMENT_REQUIRED, extensions)
    payload = client.create_payment_payload(PaymentRequired.model_validate(content))
    return services.read(encode_payment_signature_header(payload))


def test_it_takes_the_cheapest_tier_and_passes_the_door():
    presented = paid({})
    services.check_offer(presented, services.offers(ROUTE))
    assert recovers(presented.signed)
    assert presented.signed.authorization.amount == 10_000


def test_its_payment_identifier_is_read():
    extensions = append_payment_identifier_to_extensions(dict(IDENTIFIER), "pay_0123456789abcdef")
    assert paid(extensions).payment_id == "pay_0123456789abcdef"


def test_its_echo_of_the_bare_declaration_is_no_identifier():
    assert paid(IDENTIFIER).payment_id is None
