from __future__ import annotations

import hashlib

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from verification.core.contracts.canonical import canonical, plainly, request_sha256, sha256
from verification.core.contracts.faults import InvalidRequest
from verification.core.contracts.strict_json import loads


def test_members_are_sorted_by_utf16_and_texts_are_written_plainly():
    assert canonical({"\ufb33": 1, "😀": 2, "a": "€\n"}) == '{"a":"€\\n","😀":2,"\ufb33":1}'.encode()


WORDS = st.text(st.characters(exclude_categories=["Cs"])) | st.text(
    '\x00\x08\x1f"\\/\x7f\u2028\ud7ff\ue000\U00010000 a'
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
)
VALUES = st.recursive(
    LEAVES | WORDS,
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(WORDS | st.text("aZ_~\0"), inner),
)


@given(VALUES)
def test_every_value_has_the_bytes_of_rfc_8785(value):
    assert canonical(value) == rfc8785.dumps(value)


@given(
    st.floats(1e-5, 1e17) | st.integers(0, 1000).map(lambda thousandths: thousandths / 1000),
    st.sampled_from([1, -1]),
)
def test_every_fraction_has_the_bytes_of_rfc_8785(size, sign):
    assert canonical([size * sign]) == rfc8785.dumps([size * sign])


def test_what_holds_a_fraction_is_not_written_plainly():
    assert plainly({"a": [1, None, "b"]}) == b'{"a":[1,null,"b"]}'
    assert plainly({"a": [0.5]}) is None and plainly([1.0]) is None


@pytest.mark.parametrize(
    "value", [2**53, -(2**53), [{"a": 2**53}], float("nan"), "\ud800", {"\udfff": 1}, {1: 2}, b"a"]
)
def test_what_has_no_canonical_form_is_refused_as_ever(value):
    with pytest.raises(ValueError):
        rfc8785.dumps(value)
    with pytest.raises(ValueError):
        canonical(value)


@pytest.mark.parametrize("written", [b"1", b"1.0", b"10e-1"])
def test_a_number_counts_by_its_value(written):
    assert canonical(loads(written)) == b"1"


def test_a_hash_is_taken_of_the_canonical_bytes():
    assert sha256({"b": 1, "a": 2}) == hashlib.sha256(b'{"a":2,"b":1}').hexdigest()


def test_a_request_hash_covers_body_and_route():
    expected = hashlib.sha256(b'{"body":{"a":"\\u0000"},"route":"/v1/verify/quotes"}').hexdigest()
    assert request_sha256({"a": "\0"}, "/v1/verify/quotes") == expected


def test_the_same_body_on_another_route_is_another_request():
    assert request_sha256({}, "/v1/verify/quotes") != request_sha256({}, "/v1/verify/quote")


def test_white_space_and_order_of_a_body_do_not_change_its_hash():
    bodies = [loads(body) for body in (b'{"a":1,"b":[2]}', b' {"b": [2.0],\n "a": 1}')]
    assert len({request_sha256(body, "/") for body in bodies}) == 1


def test_a_body_without_canonical_form_is_a_fault_of_the_request():
    with pytest.raises(InvalidRequest) as caught:
        request_sha256({"a": 2**53}, "/")
    assert [(fault.pointer, fault.reason) for fault in caught.value.faults] == [("", "out_of_range")]
