from __future__ import annotations

import json

import pytest
from eth_utils import to_checksum_address
from x402.mechanisms.evm.types import ExactEIP3009Payload
from x402.schemas import PaymentPayload, PaymentRequirements

from payments.adapters import facilitator
from payments.adapters.facilitator import Remote
from payments.core import settle_reasons
from payments.core.authorization import Signed
from payments.core.terms import TERMS
from payments.ports import Answer, Verdict
from tests.chain.fake_facilitator import FAULTS, INVENTED, WORDS, FakeFacilitator
from tests.chain.raw_server import Authority, RawServer, reply
from tests.payments.buyer import PAY_TO, Buyer

HERE = TERMS["eip155:84532"]
MOVED = "0x" + "ab" * 32
SETTLED = Answer(Verdict.SETTLED, transaction=MOVED)
NOT_MOVED = Answer(Verdict.SETTLED, transaction=INVENTED)
PENDING = Answer(Verdict.PENDING, transaction=MOVED)


def refused(reason: str) -> Answer:
    return Answer(Verdict.REFUSED, reason)


def unknown(reason: str) -> Answer:
    return Answer(Verdict.UNKNOWN, reason)


EXPECTED = {
    "true, moved": SETTLED,
    "true, wrong transaction, moved": NOT_MOVED,
    "true, not moved": NOT_MOVED,
    "true, reverted": NOT_MOVED,
    "true, two transfers in one transaction": SETTLED,
    "pending, moved": PENDING,
    "pending, not moved": Answer(Verdict.PENDING, transaction=INVENTED),
    "500 pending, moved": PENDING,
    "500 pending, not moved": Answer(Verdict.PENDING, transaction=INVENTED),
    "pending with a rubbish transaction, moved": Answer(Verdict.PENDING),
    "202 of its own, moved": unknown("not_an_answer"),
    "202 of its own, not moved": unknown("not_an_answer"),
    "nonce used, by this very call": refused("nonce_used"),
    "failed without a transaction, moved": refused("transaction_failed"),
    "failed without a transaction, not moved": refused("transaction_failed"),
    "a reason of its own, moved": refused("facilitator_refused"),
    "402 page, not moved": unknown("not_json"),
    "403 page, not moved": unknown("unauthorized"),
    "429 page, not moved": unknown("rate_limited"),
    "503 page, moved": unknown("server_error"),
    "503 page, not moved": unknown("server_error"),
    "200 page, moved": unknown("not_json"),
    "no answer, moved": unknown("timeout"),
    "no answer, not moved": unknown("timeout"),
    "half an answer and silence, moved": unknown("timeout"),
    "reset in the body, moved": unknown("connection"),
    "reset before an answer, moved": unknown("connection"),
    "gone without a word, not moved": unknown("connection"),
    "redirected": unknown("redirected"),
    "gzip bomb, moved": unknown("content_encoding"),
    "dripping without end, moved": unknown("timeout"),
    "headers without end, moved": unknown("too_large"),
    "hints without end, not moved": unknown("too_large"),
    "huge, moved": unknown("too_large"),
    "bytes without end, moved": unknown("too_large"),
    "not HTTP, moved": unknown("protocol"),
    "success as text, moved": unknown("not_an_answer"),
    "success as a number, not moved": unknown("not_an_answer"),
    "success left out, moved": unknown("not_an_answer"),
    "true with a reason, not moved": unknown("contradiction"),
    "true with 500, moved": unknown("contradiction"),
    "true on another network, moved": unknown("wrong_network"),
    "true on no network, moved": unknown("wrong_network"),
    "refused on another network, not moved": unknown("wrong_network"),
    "true with half a transaction, moved": unknown("wrong_transaction"),
    "true with a list of transactions, moved": unknown("wrong_transaction"),
    "refused for no reason, moved": unknown("not_an_answer"),
    "refused for a list of reasons, moved": unknown("not_an_answer"),
    "a name twice, moved": unknown("not_json"),
    "NaN, moved": unknown("not_json"),
    "not UTF-8, moved": unknown("not_json"),
    "a list, moved": unknown("not_an_answer"),
    "nothing, moved": unknown("not_json"),
    "null, not moved": unknown("not_an_answer"),
    "nested deep, not moved": unknown("not_json"),
}


@pytest.fixture
def signed() -> Signed:
    return Buyer(terms=HERE).sign()


def faked(*script) -> FakeFacilitator:
    return FakeFacilitator(HERE, lambda signed: MOVED, *script)


def test_every_fault_has_its_answer_here():
    assert list(EXPECTED) == list(FAULTS)


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_a_hint_in_our_own_words_after_one_post(fault, signed):
    with faked(FAULTS[fault][0]) as fake:
        answer = Remote(fake.url, HERE, timeout_s=1).settle(signed)
        assert answer == EXPECTED[fault]
        assert [(request.method, request.path) for request in fake.requests] == [("POST", "/settle")]
    assert WORDS not in repr(answer)


REQUIREMENTS = {
    "scheme": "exact",
    "network": "eip155:84532",
    "amount": "10000",
    "asset": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    "payTo": to_checksum_address(PAY_TO),
    "maxTimeoutSeconds": 300,
    "extra": {"name": "USDC", "version": "2"},
}


def test_what_goes_out_is_the_request_of_x402_and_no_more(signed):
    with faked() as fake:
        Remote(fake.url, HERE).settle(signed)
    content = json.loads(fake.requests[0].body)
    payment = content["paymentPayload"]
    fields = payment["payload"]["authorization"]
    assert set(content) == {"x402Version", "paymentPayload", "paymentRequirements"}
    assert content["paymentRequirements"] == payment["accepted"] == REQUIREMENTS
    assert fields["to"] == REQUIREMENTS["payTo"]
    assert (fields["nonce"], fields["validAfter"]) == (signed.authorization.nonce, "0")
    assert fields["validBefore"] == str(signed.authorization.valid_before)


def test_the_x402_package_reads_the_request_as_its_own(signed):
    content = facilitator.request(signed)
    payment = PaymentPayload.model_validate(content["paymentPayload"])
    assert payment.accepted == PaymentRequirements.model_validate(content["paymentRequirements"])
    given = ExactEIP3009Payload.from_dict(payment.payload)
    assert bytes.fromhex(given.signature[2:]) == signed.signature
    assert given.authorization.from_address.lower() == signed.authorization.payer


def test_over_tls(tmp_path, signed):
    authority = Authority(tmp_path, "localhost")
    with FakeFacilitator(HERE, lambda signed: MOVED, tls=authority.context) as fake:
        assert Remote(fake.url, HERE, ca_file=authority.file).settle(signed) == SETTLED
        assert Remote(fake.url, HERE).settle(signed) == unknown("tls")
    assert len(fake.handed) == 1


def test_nobody_listening_is_no_answer(signed):
    assert Remote("http://127.0.0.1:1", HERE, timeout_s=2).settle(signed) == unknown("connection")


@pytest.mark.parametrize(
    "url", ["http://facilitator.example", "ftp://127.0.0.1", "https://", "https://a@b.example", ""]
)
def test_an_url_that_may_not_be_used_is_refused_at_the_start(url):
    with pytest.raises(ValueError):
        Remote(url, HERE)


def test_a_slash_at_the_end_of_the_url_is_one_too_many(signed):
    with faked() as fake:
        assert Remote(f"{fake.url}/", HERE).settle(signed) == SETTLED


@pytest.mark.parametrize("success", [False, None])
@pytest.mark.parametrize("network", ["", HERE.chain, None])
def test_a_pending_one_may_leave_out_what_it_does_not_know(success, network):
    content = {"success": success, "errorReason": "settlement_pending", "network": network, "transaction": MOVED}
    body = json.dumps({name: value for name, value in content.items() if value is not None}).encode()
    assert facilitator.read(500, body, HERE.chain) == PENDING


PENDING_ONE = {"success": False, "errorReason": "settlement_pending", "transaction": MOVED}


@pytest.mark.parametrize("success", ["false", 0, 1, None, [], {}, "settlement_pending"])
def test_a_failure_says_false_and_nothing_like_it(success):
    body = json.dumps(PENDING_ONE | {"success": success}).encode()
    assert facilitator.read(200, body, HERE.chain) == unknown("not_an_answer")


def test_a_refusal_without_a_verdict_is_no_answer():
    assert facilitator.read(400, b'{"errorReason": "transaction_failed"}', HERE.chain) == unknown("not_an_answer")


@pytest.mark.parametrize("transaction", [MOVED + "0", MOVED + "\n", MOVED[2:], "0X" + MOVED[2:], 1, None, {}])
def test_only_a_transaction_hash_is_a_transaction(transaction):
    body = json.dumps(PENDING_ONE | {"transaction": transaction}).encode()
    assert facilitator.read(200, body, HERE.chain) == Answer(Verdict.PENDING)
    body = json.dumps({"success": True, "network": HERE.chain, "transaction": transaction}).encode()
    assert facilitator.read(200, body, HERE.chain) == unknown("wrong_transaction")


def test_a_transaction_is_kept_in_lower_case():
    body = json.dumps({"success": True, "network": HERE.chain, "transaction": "0x" + "AB" * 32}).encode()
    assert facilitator.read(200, body, HERE.chain) == SETTLED


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_says_nothing_whatever_its_body_says(status):
    body = json.dumps({"success": False, "errorReason": "settlement_pending", "transaction": MOVED}).encode()
    assert facilitator.read(status, body, HERE.chain) == unknown("redirected")


KIND = {"x402Version": 2, "scheme": "exact", "network": HERE.chain}
SUPPORTED = {
    "listed": (200, {"kinds": [{"x402Version": 1}, KIND | {"extra": {}}]}, True),
    "another status": (500, {"kinds": [KIND]}, False),
    "redirected": (307, {"kinds": [KIND]}, False),
    "none": (200, {"kinds": []}, False),
    "another version": (200, {"kinds": [KIND | {"x402Version": 1}]}, False),
    "version as text": (200, {"kinds": [KIND | {"x402Version": "2"}]}, False),
    "version as a float": (200, {"kinds": [KIND | {"x402Version": 2.0}]}, False),
    "another scheme": (200, {"kinds": [KIND | {"scheme": "upto"}]}, False),
    "another network": (200, {"kinds": [KIND | {"network": "eip155:8453"}]}, False),
    "no list": (200, {"kinds": KIND}, False),
    "no objects": (200, {"kinds": [None, 2, "exact", [KIND]]}, False),
    "a list": (200, [KIND], False),
}


@pytest.mark.parametrize("case", SUPPORTED)
def test_supported_is_what_is_listed_and_nothing_else(case):
    status, content, supported = SUPPORTED[case]
    with RawServer(lambda request: reply(json.dumps(content).encode(), status=status)) as server:
        assert Remote(server.url, HERE).supports() is supported
    assert [(request.method, request.path) for request in server.requests] == [("GET", "/supported")]


def test_nothing_is_supported_where_nobody_answers_or_none_can_read_it():
    assert not Remote("http://127.0.0.1:1", HERE).supports()
    with RawServer(lambda request: reply(b"<html>")) as server:
        assert not Remote(server.url, HERE).supports()


def test_a_fake_one_says_what_it_supports():
    with faked() as fake:
        assert Remote(fake.url, HERE).supports()
        assert not Remote(fake.url, TERMS["eip155:8453"]).supports()


def test_reasons_come_out_as_one_of_our_words():
    assert settle_reasons.word("invalid_exact_evm_payload_signature") == "invalid_signature"
    assert settle_reasons.word(WORDS) == "facilitator_refused"
    assert settle_reasons.word("settlement_pending") == "facilitator_refused"


def test_no_address_is_written_as_it_came_in(signed):
    assert signed.authorization.pay_to == PAY_TO
    assert PAY_TO not in json.dumps(facilitator.request(signed))
