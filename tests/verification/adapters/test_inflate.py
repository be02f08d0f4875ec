from __future__ import annotations

import contextlib
import gzip
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verification.adapters.faults import Unreachable, UnsupportedCoding
from verification.adapters.inflate import decoder

TEXT = b"Waiting longer each time leaves room for the other clients. " * 40


def bare(data: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-15)
    return stream.compress(data) + stream.flush()


ENCODERS = {
    "": bytes,
    "identity": bytes,
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "Deflate": bare,
    "GZIP": gzip.compress,
}


def inflated(coding: str, *chunks: bytes, most: int = 1_000_000) -> bytes:
    stream = decoder([coding])
    body = b"".join(stream.feed(chunk, most) for chunk in chunks)
    stream.finish()
    return body


@pytest.mark.parametrize(("coding", "encode"), ENCODERS.items())
def test_what_was_encoded_comes_back_whole_or_byte_by_byte(coding, encode):
    encoded = encode(TEXT)
    assert inflated(coding, encoded) == TEXT
    assert inflated(coding, *(encoded[at : at + 1] for at in range(len(encoded)))) == TEXT


@pytest.mark.parametrize(
    "codings",
    [
        ["br"],
        ["zstd"],
        ["compress"],
        ["x-gzip"],
        ["gzip, gzip"],
        ["gzip", "deflate"],
        ["identity, gzip"],
        ["gzip;q=1"],
    ],
)
def test_any_other_or_stacked_coding_is_unsupported(codings):
    with pytest.raises(UnsupportedCoding):
        decoder(codings)


def test_a_gzip_body_may_have_several_members():
    assert inflated("gzip", gzip.compress(b"one, ") + gzip.compress(b"") + gzip.compress(b"two")) == b"one, two"


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_an_empty_body_is_empty_in_every_coding(coding):
    assert inflated(coding) == b""


@pytest.mark.parametrize("coding", ["gzip", "deflate", "Deflate"])
@pytest.mark.parametrize(
    "damage", [lambda body: body[:-1], lambda body: body[:1], lambda body: body + b"x", lambda body: body + b"\0"]
)
def test_a_body_cut_short_or_followed_by_something_is_a_fault(coding, damage):
    with pytest.raises(Unreachable):
        inflated(coding, damage(ENCODERS[coding](TEXT)))


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
@pytest.mark.parametrize("body", [TEXT, b"\x1f\x8b\x08\x00not", b"\xff" * 50])
def test_a_body_that_is_not_what_it_says_is_a_fault(coding, body):
    with pytest.raises(Unreachable):
        inflated(coding, body)


def test_a_second_chunk_after_the_end_is_a_fault():
    with pytest.raises(Unreachable):
        inflated("deflate", zlib.compress(TEXT), b"more")


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_a_bomb_yields_no_more_than_what_is_asked_for(coding):
    bomb = ENCODERS[coding](bytes(30_000_000))
    assert len(decoder([coding]).feed(bomb, 1001)) == 1001


@given(st.binary(max_size=3000), st.sampled_from(sorted(ENCODERS)), st.lists(st.integers(1, 700), max_size=8))
@settings(max_examples=150)
def test_any_chunks_give_the_same_body(data, coding, sizes):
    encoded, chunks = ENCODERS[coding](data), []
    for size in sizes:
        chunks.append(encoded[:size])
        encoded = encoded[size:]
    assert inflated(coding, *chunks, encoded) == data


@given(st.binary(max_size=200), st.sampled_from(["gzip", "deflate"]), st.integers(1, 50))
@settings(max_examples=200)
def test_no_body_makes_it_fail_otherwise_or_yield_too_much(data, coding, most):
    with contextlib.suppress(Unreachable):
        assert len(decoder([coding]).feed(data, most)) <= most
