from __future__ import annotations

import json

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from receipts.core import jcs

WHOLE = st.integers(-jcs.MOST_INTEGER, jcs.MOST_INTEGER)
REAL = st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | WHOLE | REAL | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5)

# RFC 8785, appendix B, as the double's bits and its text.
NUMBERS = {
    "0000000000000000": "0",
    "8000000000000000": "0",
    "0000000000000001": "5e-324",
    "8000000000000001": "-5e-324",
    "7fefffffffffffff": "1.7976931348623157e+308",
    "4340000000000000": "9007199254740992",
    "4430000000000000": "295147905179352830000",
    "44b52d02c7e14af5": "9.999999999999997e+22",
    "44b52d02c7e14af6": "1e+23",
    "444b1ae4d6e2ef4f": "999999999999999900000",
    "444b1ae4d6e2ef50": "1e+21",
    "3eb0c6f7a0b5ed8c": "9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d": "0.000001",
    "41b3de4355555553": "333333333.3333332",
    "41b3de4355555554": "333333333.33333325",
    "becbf647612f3696": "-0.0000033333333333333333",
}


def of_bits(bits: str) -> float:
    return float.fromhex(_hex(int(bits, 16)))


def _hex(bits: int) -> str:
    sign, exponent, fraction = bits >> 63, bits >> 52 & 0x7FF, bits & (1 << 52) - 1
    lead, power = (1, exponent - 1023) if exponent else (0, -1022)
    return f"{'-' * sign}0x{lead}.{fraction:013x}p{power}"


@pytest.mark.parametrize(("bits", "text"), NUMBERS.items())
def test_numbers_are_written_as_the_standard_lists_them(bits, text):
    assert jcs.encode(of_bits(bits)) == text.encode()


@given(VALUES)
def test_every_value_has_the_bytes_that_another_implementation_gives(value):
    assert jcs.encode(value) == rfc8785.dumps(value)


@given(REAL)
def test_every_double_has_the_bytes_that_another_implementation_gives(value):
    assert jcs.encode(value) == rfc8785.dumps(value)
    assert float(jcs.encode(value)) == value


def test_names_are_sorted_by_utf_16_code_units():
    names = {"\U0001f600": 1, "\ufb33": 2, "\u20ac": 3, "1": 4, "\r": 5, "\u0080": 6, "\u00f6": 7}
    assert list(json.loads(jcs.encode(names))) == ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]


def test_control_characters_are_escaped_and_nothing_else():
    assert jcs.encode('\x00\x0b\n"\\/\x7f\u20ac') == '"\\u0000\\u000b\\n\\"\\\\/\x7f\u20ac"'.encode()


@pytest.mark.parametrize(
    "value", [2**53, -(2**53), float("inf"), float("nan"), "\ud800", {1: 2}, b"", {"\udc00": 1}]
)
def test_what_has_no_form_is_refused(value):
    with pytest.raises(jcs.NoForm):
        jcs.encode([value])
