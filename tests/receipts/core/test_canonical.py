from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from receipts.core import canonical

SAFE = 2**53 - 1
SCALARS = st.none() | st.booleans() | st.integers(-SAFE, SAFE) | st.text(st.characters(codec="utf-8"), max_size=8)
KEYS = st.text(st.characters(codec="utf-8"), max_size=5)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=5)


@given(OBJECTS)
def test_reading_the_bytes_gives_back_the_value(value):
    assert json.loads(canonical.encode(value, most=10_000)) == value


@given(OBJECTS)
def test_the_bytes_do_not_depend_on_the_order_of_members(value):
    backwards = dict(reversed(value.items()))
    assert canonical.encode(backwards, most=10_000) == canonical.encode(value, most=10_000)


@given(OBJECTS, st.floats(), KEYS)
def test_a_float_is_refused_however_deep_it_stands(value, number, key):
    for nested in (number, [number], {"a": [{"b": (number,)}]}):
        with pytest.raises(canonical.NotCanonical, match="floats"):
            canonical.encode(value | {key: nested}, most=10_000)


def test_members_are_ordered_by_utf_16_code_units():
    encoded = canonical.encode({"\ufb33": 1, "\U0001f600": 2, "a": 3}, most=100)
    assert encoded == '{"a":3,"\U0001f600":2,"\ufb33":1}'.encode()


@pytest.mark.parametrize("value", [SAFE + 1, -SAFE - 1, "\ud800", {1: 2}, b"bytes", {"\udfff": 1}])
def test_what_two_readers_could_read_differently_is_refused(value):
    with pytest.raises(canonical.NotCanonical):
        canonical.encode({"value": value}, most=100)


def test_the_largest_safe_integers_are_kept():
    assert canonical.encode({"a": SAFE, "b": -SAFE}, most=100) == b'{"a":9007199254740991,"b":-9007199254740991}'


def test_a_value_may_be_as_long_as_the_limit_and_no_longer():
    assert len(canonical.encode({"a": "b" * 92}, most=100)) == 100
    with pytest.raises(canonical.NotCanonical, match="101 bytes"):
        canonical.encode({"a": "b" * 93}, most=100)
