from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.text.units import Utf8Index, Utf16Index, utf8_length, utf16_length

ANY_TEXT = st.text(alphabet=st.characters(), max_size=40).map(lambda text: text * 15)


def test_an_emoji_is_two_utf16_units_and_four_bytes():
    assert (utf16_length("a😀"), utf8_length("a😀")) == (3, 5)


def test_a_lone_surrogate_counts_as_one_unit_and_three_bytes():
    assert (utf16_length("\ud800"), utf8_length("\ud800")) == (1, 3)


@given(ANY_TEXT, st.data())
def test_the_utf16_index_counts_the_units_before_an_offset(text, data):
    at = data.draw(st.integers(0, len(text)))
    assert Utf16Index(text).at(at) == len(text[:at].encode("utf-16-le", "surrogatepass")) // 2


@given(ANY_TEXT, st.data())
def test_the_utf8_index_counts_the_bytes_before_an_offset(text, data):
    at = data.draw(st.integers(0, len(text)))
    assert Utf8Index(text).at(at) == len(text[:at].encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("text", ["abc", "a😀c"])
@pytest.mark.parametrize("beyond", [-1, 4])
def test_an_offset_outside_the_text_is_refused(text, beyond):
    with pytest.raises(IndexError):
        Utf16Index(text).at(beyond)


@pytest.mark.parametrize("length", [255, 256, 257, 512])
def test_both_ends_of_a_block_are_right(length):
    index = Utf16Index("😀" * length)
    assert [index.at(0), index.at(length - 1), index.at(length)] == [0, 2 * length - 2, 2 * length]
