from __future__ import annotations

import json
import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verification.core.contracts.faults import Finding, InvalidRequest
from verification.core.contracts.strict_json import loads, read

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
TOKENS = [*'{}[],:"', "1", "-", ".5", "e9", "true", "nul", " ", "\\", '"a"', "\x1f", "é"]
NOT_JSON = [b"", b" ", b"{", b"nul", b"[1,]", b'{"a":1,}', b"{'a':1}", b"01", b"+1", b".5", b"nan", b"[] []"]
NOT_JSON += [b'"\\x"', b'"\n"', b"\xff", b"\xef\xbb\xbf{}", '{"a":1}'.encode("utf-16"), b"{1:2}", b'{"a"}']


def depth(value) -> int:
    inner = value if isinstance(value, list) else value.values() if isinstance(value, dict) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


def faults(body: bytes) -> list[tuple[str, str]]:
    return [(fault.pointer, fault.reason) for fault in read(body).faults()]


@given(VALUES.filter(lambda value: depth(value) <= 8), st.sampled_from([None, 1]), st.booleans())
def test_good_json_reads_as_the_standard_library_reads_it(value, indent, ascii_only):
    body = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode()
    assert loads(body) == value


@given(
    st.lists(
        st.sampled_from([*'{}[],:"', "1", "-", ".5", "e9", "true", "nul", " ", "\\", '"a"', "\x1f", "é"]),
        max_size=12,
    )
)
@settings(max_examples=400)
def test_what_the_standard_library_refuses_is_invalid_json(pieces):
    body = "".join(pieces).encode()
    try:
        json.loads(body.decode())
        refused = False
    except ValueError:
        refused = True
    assert (("", "invalid_json") in faults(body)) == refused


@pytest.mark.parametrize("body", NOT_JSON)
def test_a_body_that_is_not_json_has_one_fault_for_the_whole(body):
    assert faults(body) == [("", "invalid_json")]


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1E400", b"9" * 400])
def test_a_number_past_the_doubles_is_not_finite(number):
    assert faults(b'{"a":[1,' + number + b"]}") == [("/a/1", "non_finite_number")]


def test_a_number_of_sixty_thousand_digits_costs_little():
    started = time.process_time()
    assert faults(b"9" * 60_000) == [("", "non_finite_number")]
    assert time.process_time() - started < 0.5


def test_names_given_twice_are_told_wherever_they_stand():
    body = b'{"a":1,"b":{"c":1,"\\u0063":2},"a":3}'
    assert faults(body) == [("/b/c", "duplicate_key"), ("/a", "duplicate_key")]


def test_half_a_surrogate_pair_is_told_in_texts_and_in_names():
    body = b'{"a":"\\ud83d","b":"\\ude00\\ud83d","c":"\\ud83d\\ude00","d":{"\\udc00":1}}'
    assert faults(body) == [("/a", "lone_surrogate"), ("/b", "lone_surrogate"), ("/d", "lone_surrogate")]


@pytest.mark.parametrize(("levels", "expected"), [(8, []), (9, [("/0/0/0/0/0/0/0/0", "too_deep")])])
def test_eight_levels_are_read_and_a_ninth_is_too_deep(levels, expected):
    assert faults(b"[" * levels + b"]" * levels) == expected


def test_what_follows_a_part_that_is_too_deep_is_still_judged():
    body = b'{"a":' + b"[" * 9 + b"]" * 9 + b',"b":NaN}'
    assert faults(body) == [("/a/0/0/0/0/0/0/0", "too_deep"), ("/b", "non_finite_number")]


@pytest.mark.parametrize("body", [b"[" * 60_000, b'{"a":' * 12_000, b"[" * 30_000 + b"]" * 30_000])
def test_bottomless_nesting_is_too_deep_and_nothing_else(body):
    assert [reason for _, reason in faults(body)] == ["too_deep"]


def test_faults_before_the_end_of_a_torn_body_come_first():
    assert faults(b'{"a":1,"a":2') == [("/a", "duplicate_key"), ("", "invalid_json")]


def test_rules_of_a_contract_fall_into_place_between_the_faults_of_the_json():
    document = read(b'{"a":NaN,"b":2,"c":{"d":1,"d":2}}')
    more = [Finding(("b",), "wrong_type", ""), Finding(("c", "x"), "missing_field", "")]
    found = [(fault.pointer, fault.reason) for fault in document.faults(more)]
    assert found == [
        ("/a", "non_finite_number"),
        ("/b", "wrong_type"),
        ("/c/x", "missing_field"),
        ("/c/d", "duplicate_key"),
    ]


def test_at_most_twenty_faults_are_listed():
    assert faults(b"[" + b"NaN," * 99 + b"1]") == [(f"/{at}", "non_finite_number") for at in range(20)]


def test_loads_raises_what_was_found():
    with pytest.raises(InvalidRequest) as caught:
        loads(b'{"a":NaN}')
    assert [fault.reason for fault in caught.value.faults] == ["non_finite_number"]


@pytest.mark.parametrize("written", ["0.90", "1.0", "5E-1", "0.8999999999999999999"])
def test_a_decimal_remembers_how_it_was_written(written):
    number = loads(written.encode())
    assert (number, number.written) == (float(written), written)
    assert math.isfinite(number)


@pytest.mark.parametrize("filler", [b"1,", b"[],", b"{},", b"NaN,", b'"",'])
def test_the_largest_hostile_body_is_read_within_a_bounded_time(filler):
    body = b"[" + filler * (65_000 // len(filler)) + b"1]"
    started = time.process_time()
    read(body).faults()
    assert time.process_time() - started < 1
