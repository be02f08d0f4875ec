from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payments.core import strict_json
from payments.core.strict_json import NotStrict

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=20,
)


@given(VALUES)
def test_what_json_writes_is_read_back(value):
    assert strict_json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")) == value


@given(st.binary(max_size=80))
def test_any_bytes_are_a_value_or_one_fault(body):
    try:
        strict_json.loads(body)
    except NotStrict as error:
        assert str(error) in ("not strict JSON", "nested too deep")


BAD = {
    "nothing": b"",
    "a byte order mark": b"\xef\xbb\xbf{}",
    "not UTF-8": b'"\xff"',
    "UTF-16": '{"a":1}'.encode("utf-16"),
    "a name twice": b'{"a":1,"a":1}',
    "a name twice, further in": b'[{"a":{"b":1,"b":2}}]',
    "NaN": b"[NaN]",
    "infinity": b"-Infinity",
    "past a double": b"1e999",
    "digits without end": b"9" * 5000,
    "two values": b"{} {}",
    "a comment": b"{}//",
    "brackets": b"[" * 30_000,
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_not_strict_is_refused(kind):
    with pytest.raises(NotStrict):
        strict_json.loads(BAD[kind])


def test_depth_is_bounded():
    assert strict_json.loads(b"[[1]]", max_depth=3) == [[1]]
    with pytest.raises(NotStrict):
        strict_json.loads(b'[{"a":[1]}]', max_depth=3)


def test_an_error_quotes_nothing():
    with pytest.raises(NotStrict) as caught:
        strict_json.loads(b'{"Zanzibar":')
    assert "Zanzibar" not in str(caught.value)
    assert caught.value.__suppress_context__
