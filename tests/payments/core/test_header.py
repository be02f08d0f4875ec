from __future__ import annotations

import base64
import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payments.core.header import read
from payments.core.refusals import InvalidPaymentHeader, Refused, UnsupportedVersion
from payments.core.terms import TERMS
from tests.payments.buyer import Buyer, encoded, payload
from tests.payments.conftest import refused

TERMS_HERE = TERMS["sandbox"]
SIGNED = Buyer("0x" + "01" * 32).sign(valid_before=1_800_000_000)
PAYLOAD = payload(SIGNED)
ABSENT = object()


def changed(path: str, value: Any) -> str:
    content: dict[str, Any] = deepcopy(PAYLOAD)
    *parents, last = path.split(".")
    holder = content
    for name in parents:
        holder = holder.setdefault(name, {})
    holder[last] = value
    if value is ABSENT:
        del holder[last]
    return encoded(content)


def undecodable(header: str) -> None:
    with pytest.raises(InvalidPaymentHeader):
        read(header, TERMS_HERE)


def test_a_clients_header_is_read_whole():
    presented = read(encoded(PAYLOAD), TERMS_HERE)
    assert presented.signed == SIGNED
    assert (presented.accepted.amount, presented.accepted.pay_to) == (10_000, SIGNED.authorization.pay_to)
    assert presented.payment_id is None


def test_hex_may_come_in_any_case():
    upper = json.dumps(PAYLOAD).replace(SIGNED.authorization.nonce[2:], SIGNED.authorization.nonce[2:].upper())
    content = json.loads(upper)
    content["accepted"]["asset"] = TERMS_HERE.asset.lower()
    content["payload"]["authorization"]["from"] = Buyer("0x" + "01" * 32).address
    assert read(encoded(content), TERMS_HERE).signed == SIGNED


def test_members_we_do_not_know_are_ignored():
    content = {**PAYLOAD, "resource": {"url": "https://elsewhere.example/"}, "later": [1.5, None]}
    assert read(encoded(content), TERMS_HERE).signed == SIGNED


@pytest.mark.parametrize(
    "path",
    ["x402Version", "accepted", "payload", "accepted.scheme", "accepted.network", "accepted.amount",
     "accepted.asset", "accepted.payTo", "accepted.maxTimeoutSeconds", "payload.signature",
     "payload.authorization", "payload.authorization.from", "payload.authorization.to",
     "payload.authorization.value", "payload.authorization.validAfter", "payload.authorization.validBefore",
     "payload.authorization.nonce"],
)  # fmt: skip
@pytest.mark.parametrize("value", [ABSENT, None, True, 1.5, [], {"a": 1}])
def test_a_member_that_is_missing_or_of_another_type_does_not_decode(path: str, value: Any):
    undecodable(changed(path, value))


@pytest.mark.parametrize("version", [1, 3, 0, -2])
def test_another_version_is_named_as_such(version: int):
    with pytest.raises(UnsupportedVersion):
        read(changed("x402Version", version), TERMS_HERE)


@pytest.mark.parametrize(
    "value", ["010000", "+1", "-1", "1e4", "0x10", "1_0", " 1", "1 ", "١", "9" * 79, str(2**256)]
)
@pytest.mark.parametrize("name", ["value", "validAfter", "validBefore"])
def test_numbers_are_canonical_decimal_strings_of_256_bits(name: str, value: str):
    undecodable(changed(f"payload.authorization.{name}", value))


def test_the_largest_number_is_read():
    presented = read(changed("payload.authorization.value", str(2**256 - 1)), TERMS_HERE)
    assert presented.signed.authorization.amount == 2**256 - 1


@pytest.mark.parametrize("value", ["0x", "0x1", "1234", "0xzz", "0X12", "0x" + "1g" * 65, "0x12\n"])
def test_a_signature_is_whole_bytes_in_hex(value: str):
    undecodable(changed("payload.signature", value))


@pytest.mark.parametrize("size", [1, 64, 66, 400])
def test_signatures_of_other_lengths_decode_for_wallets_that_have_them(size: int):
    presented = read(changed("payload.signature", "0x" + "ab" * size), TERMS_HERE)
    assert len(presented.signed.signature) == size


@pytest.mark.parametrize(
    "value", ["0x" + "1" * 39, "0x" + "1" * 41, "1" * 42, "0x" + "g" * 40, "0x" + "1" * 40 + "\n"]
)
def test_addresses_are_twenty_bytes(value: str):
    undecodable(changed("payload.authorization.from", value))


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("accepted.scheme", "upto", "payment_required"),
        ("accepted.network", "eip155:8453", "network_mismatch"),
        ("accepted.network", "base-sepolia", "network_mismatch"),
        ("accepted.network", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "network_mismatch"),
        ("accepted.asset", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "asset_mismatch"),
    ],
)
def test_other_terms_are_refused_with_their_reason(path: str, value: str, reason: str):
    assert refused(read, changed(path, value), TERMS_HERE) == reason


def test_a_payment_for_another_network_needs_no_shape_of_ours():
    content = {**deepcopy(PAYLOAD), "payload": {"transaction": "AAAA"}}
    content["accepted"]["network"] = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
    assert refused(read, encoded(content), TERMS_HERE) == "network_mismatch"


@pytest.mark.parametrize("text", ["[]", "1", '"x"', "null", "", "{", '{"x402Version":2,}', "{'a':1}", "NaN"])
def test_what_is_no_json_object_does_not_decode(text: str):
    undecodable(base64.b64encode(text.encode()).decode())


def test_duplicate_keys_nan_and_deep_nesting_do_not_decode():
    whole = json.dumps(PAYLOAD)
    for text in (
        whole[:-1] + ', "x402Version": 2}',
        whole[:-1] + ', "extra": NaN}',
        whole[:-1] + ', "extra": -Infinity}',
        whole[:-1] + ', "extra": 1e999}',
        whole[:-1] + ', "extra": ' + "[" * 5000 + "]" * 5000 + "}",
        whole[:-1] + ', "extra": ' + "[" * 32 + "]" * 32 + "}",
        whole[:-1] + ', "extra": ' + "9" * 5000 + "}",
    ):
        undecodable(base64.b64encode(text.encode()).decode())


def test_thirty_two_levels_are_the_deepest():
    whole = json.dumps(PAYLOAD)[:-1]
    deep = whole + ', "extra": ' + "[" * 31 + "]" * 31 + "}"
    assert read(base64.b64encode(deep.encode()).decode(), TERMS_HERE).signed == SIGNED


def test_only_canonical_padded_standard_base64_decodes():
    good = encoded({**PAYLOAD, "pad": ">>>>>>~~~~~~"})
    assert "+" in good
    assert read(good, TERMS_HERE).signed == SIGNED
    inside = (good[:40] + "\n" + good[40:], good[:40] + "!" + good[40:], good.replace("+", "-"), good[:-1])
    for bad in (good + "=", good + "====", " " + good, good + "\n", "é" + good, *inside):
        undecodable(bad)


def test_stray_bits_in_the_last_character_do_not_decode():
    text = json.dumps(PAYLOAD)
    text += " " * ((1 - len(text.encode())) % 3)
    good = base64.b64encode(text.encode()).decode()
    assert good.endswith("==")
    last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    stray = good[:-3] + last[last.index(good[-3]) + 1] + "=="
    assert base64.b64decode(stray) == base64.b64decode(good)
    undecodable(stray)


def test_invalid_utf8_does_not_decode():
    undecodable(base64.b64encode(b'{"a":"\xff"}').decode())


def test_a_header_longer_than_sixteen_kilobytes_is_not_even_decoded():
    padded = changed("padding", "x" * 12_000)
    undecodable(padded)


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: base64.b64encode(raw).decode()))
def test_no_header_makes_anything_but_the_two_errors(header: str):
    with pytest.raises((InvalidPaymentHeader, Refused)):
        read(header, TERMS_HERE)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(["accepted", "payload", "extensions", "payload.authorization", "x402Version"]), JSON)
def test_no_content_makes_anything_but_the_two_errors(path: str, value: Any):
    try:
        read(changed(path, value), TERMS_HERE)
    except (InvalidPaymentHeader, Refused) as error:
        assert getattr(error, "detail", "")


def with_id(value: Any) -> str:
    return changed("extensions", {"payment-identifier": {"info": {"required": False, "id": value}, "schema": {}}})


@pytest.mark.parametrize("value", ["pay_" + "0" * 32, "a" * 16, "Z-_9" * 32])
def test_the_payment_identifier_is_read(value: str):
    assert read(with_id(value), TERMS_HERE).payment_id == value


@pytest.mark.parametrize("value", ["a" * 15, "a" * 129, "a" * 15 + " ", "ä" * 16, "a" * 16 + "\n", 7, ["a" * 16]])
def test_a_payment_identifier_of_another_form_does_not_decode(value: Any):
    undecodable(with_id(value))


@pytest.mark.parametrize(
    "extensions", [None, {}, {"payment-identifier": {"info": {"required": False}}}, {"bazaar": 1}]
)
def test_an_echo_without_an_id_is_no_id(extensions: Any):
    assert read(changed("extensions", extensions), TERMS_HERE).payment_id is None


@pytest.mark.parametrize(
    "extensions", [[], "x", {"payment-identifier": "x"}, {"payment-identifier": {"info": []}}]
)
def test_extensions_of_the_wrong_shape_do_not_decode(extensions: Any):
    undecodable(changed("extensions", extensions))


@pytest.mark.parametrize("path", ["payload.signature", "payload.authorization.nonce", "accepted.amount"])
def test_errors_never_repeat_what_was_sent(path: str):
    with pytest.raises(InvalidPaymentHeader) as caught:
        read(changed(path, "s3cret-s3cret"), TERMS_HERE)
    assert "s3cret" not in caught.value.detail + str(caught.value)
