from __future__ import annotations

import gzip
import itertools
import time
import zlib
from dataclasses import replace

import pytest

from tests.verification.server import HOST, Authority, Server, cut, hanging, redirect, reply, streamed
from verification.adapters import http
from verification.adapters.faults import OutOfTime, TooLarge, Unreachable, UnsupportedCoding
from verification.adapters.pinned import Network
from verification.core.page.urls import Target

LIMIT = 100_000
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"


def fetch(
    server: Server, path: str = "/a", *, seconds: float = 3.0, network: Network | None = None, limit: int = LIMIT
) -> bytes:
    deadline = time.monotonic() + seconds
    with http.get(network or server.network, Target(HOST, path), accept="text/plain", deadline=deadline) as answer:
        return answer.read(limit)


def serving(server: Server, answer) -> Server:
    server.page("/a", answer)
    return server


def test_one_request_says_who_asks_and_nothing_else(server):
    fetch(serving(server, reply(b"x")))
    (request,) = server.requests
    assert request.head == (
        b"GET /a HTTP/1.1\r\nHost: docs.python.org\r\nUser-Agent: QuoteProof/0.1 (+https://bot.example/)\r\n"
        b"Accept: text/plain\r\nAccept-Encoding: identity\r\nConnection: close\r\n\r\n"
    )


def test_the_target_goes_out_exactly_as_it_is(server):
    path = "/a//b/%7e%C3%a9;c=d,(e)"
    server.page(path, reply(b"there"))
    assert fetch(server, path) == b"there"
    assert server.paths() == [path]


def test_cookies_are_neither_kept_nor_sent(server):
    serving(server, reply(b"x", Set_Cookie="a=b; Path=/"))
    for _ in range(2):
        fetch(server)
    assert not any(b"cookie" in request.head.lower() for request in server.requests)


@pytest.mark.parametrize("name", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "SSL_CERT_FILE"])
def test_the_environment_changes_nothing(server, monkeypatch, name):
    monkeypatch.setenv(name, "http://127.0.0.1:9/")
    assert fetch(serving(server, reply(b"straight"))) == b"straight"


def test_the_head_is_given_as_it_came(server):
    serving(server, reply(b"x", status=404, type="text/Plain; charset=\xe9", X_Robots_Tag="a\r\nX-Robots-Tag: b"))
    with http.get(server.network, Target(HOST, "/a"), accept="*/*", deadline=time.monotonic() + 3) as answer:
        assert answer.status == 404
        assert answer.header("content-type") == "text/Plain; charset=\xe9"
        assert answer.lines("x-robots-tag") == ["a", "b"]
        assert answer.header("x-robots-tag") == "a, b"
        assert answer.header("location") is None


def test_a_redirect_is_not_followed(server):
    serving(server, redirect("https://docs.python.org/b"))
    assert fetch(server) == b""
    assert server.paths() == ["/a"]


CODED = {"gzip": gzip.compress, "deflate": zlib.compress, "identity": bytes}


@pytest.mark.parametrize(("coding", "encode"), CODED.items())
@pytest.mark.parametrize("size", [0, 1, LIMIT])
def test_a_body_of_up_to_the_limit_is_read_whole(server, coding, encode, size):
    body = bytes(range(256)) * 391
    assert fetch(serving(server, reply(encode(body[:size]), Content_Encoding=coding))) == body[:size]


@pytest.mark.parametrize(("coding", "encode"), CODED.items())
def test_one_byte_more_is_too_large(server, coding, encode):
    with pytest.raises(TooLarge):
        fetch(serving(server, reply(encode(bytes(LIMIT + 1)), Content_Encoding=coding)))


def test_chunks_of_any_size_make_one_body(server):
    chunks = b"".join(b"%x;a=b\r\n%s\r\n" % (size, bytes(size)) for size in (1, 2, 3, 70_000, 29_994))
    assert fetch(serving(server, streamed(CHUNKED + chunks + b"0\r\nTrailer: x\r\n\r\n"))) == bytes(LIMIT)


def test_single_byte_chunks_up_to_the_limit_are_read(server):
    body = b"1\r\nx\r\n" * 20_000 + b"0\r\n\r\n"
    assert fetch(serving(server, streamed(CHUNKED + body)), seconds=12, limit=20_000) == b"x" * 20_000


def test_a_body_that_ends_with_a_closed_connection_is_whole(server):
    assert fetch(serving(server, streamed(OK + b"\r\n", b"to the end"))) == b"to the end"


def test_what_comes_after_the_announced_length_is_not_read(server):
    assert fetch(serving(server, streamed(OK + b"Content-Length: 2\r\n\r\nabcdef"))) == b"ab"


def test_a_content_length_over_the_limit_stops_before_the_body(server):
    started = time.monotonic()
    with pytest.raises(TooLarge):
        fetch(serving(server, hanging(OK + b"Content-Length: 100001\r\n\r\n")))
    assert time.monotonic() - started < 0.5


def test_a_content_length_of_a_compressed_body_does_not_count(server):
    body = gzip.compress(b"x", 0) * 5000
    assert len(body) > LIMIT
    assert fetch(serving(server, reply(body, Content_Encoding="gzip"))) == b"x" * 5000


ENDLESS = {
    "chunks": (CHUNKED, itertools.repeat(b"8000\r\n" + bytes(0x8000) + b"\r\n")),
    "bytes": (OK + b"\r\n", itertools.repeat(bytes(10_000))),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_body_without_end_stops_at_the_limit(server, kind):
    head, parts = ENDLESS[kind]
    started = time.monotonic()
    with pytest.raises(TooLarge):
        fetch(serving(server, streamed(head, then=parts)))
    assert time.monotonic() - started < 1


@pytest.mark.parametrize("coding", ["br", "zstd", "x-gzip", "gzip, gzip", "deflate, gzip", "none"])
def test_another_or_a_stacked_coding_is_unsupported(server, coding):
    with pytest.raises(UnsupportedCoding):
        fetch(serving(server, reply(b"x", Content_Encoding=coding)))


FAULTS = {
    "nothing": b"",
    "no status line": b"\r\n\r\n",
    "not http": b"SSH-2.0-OpenSSH\r\n\r\n",
    "http 0.9": b"<html>hello</html>",
    "http 2 preface": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "cut head": cut(OK),
    "bad status": b"HTTP/1.1 abc OK\r\n\r\n",
    "control in a header": OK + b"X: a\0b\r\n\r\n",
    "no colon": OK + b"nonsense\r\n\r\n",
    "space before the colon": OK + b"X : a\r\n\r\n",
    "two lengths": OK + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "negative length": OK + b"Content-Length: -1\r\n\r\nab",
    "no number": OK + b"Content-Length: two\r\n\r\nab",
    "short body": OK + b"Content-Length: 10\r\n\r\nab",
    "cut body": cut(OK + b"Content-Length: 10\r\n\r\nab"),
    "cut without length": cut(OK + b"\r\nab"),
    "cut chunks": CHUNKED + b"5\r\nab",
    "no last chunk": CHUNKED + b"2\r\nab\r\n",
    "bad chunk size": CHUNKED + b"zz\r\nab\r\n0\r\n\r\n",
    "huge chunk size": CHUNKED + b"f" * 40 + b"\r\nab",
    "other transfer coding": OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "damaged gzip": reply(b"\x1f\x8b\x08\0\0\0\0\0\0\0nonsense", Content_Encoding="gzip"),
    "not gzip at all": reply(b"plain", Content_Encoding="gzip"),
    "cut gzip": reply(gzip.compress(b"x" * 99)[:-3], Content_Encoding="gzip"),
    "rest after gzip": reply(gzip.compress(b"x") + b"rest", Content_Encoding="gzip"),
    "cut deflate": reply(zlib.compress(b"x" * 99)[:-3], Content_Encoding="deflate"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_of_the_protocol_makes_the_page_unreachable(server, kind):
    with pytest.raises(Unreachable):
        fetch(serving(server, FAULTS[kind]))


FLOODS = {
    "one endless header": (OK, itertools.repeat(b"X" * 8192)),
    "endless headers": (OK, itertools.repeat(b"X-Header: abc\r\n" * 500)),
    "early hints": (b"", itertools.repeat(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 200)),
    "continue": (b"", itertools.repeat(b"HTTP/1.1 100 Continue\r\n\r\n" * 200)),
    "chunk extensions": (CHUNKED, itertools.repeat(b"1;" + b"x" * 8000 + b"\r\na\r\n")),
    "one endless chunk extension": (CHUNKED + b"1;", itertools.repeat(b"x" * 8000)),
    "trailers": (CHUNKED + b"0\r\n", itertools.repeat(b"X-Trailer: abc\r\n" * 500)),
    "empty gzip members": (OK + b"Content-Encoding: gzip\r\n\r\n", itertools.repeat(gzip.compress(b"") * 300)),
    "blank lines": (b"", itertools.repeat(b"\r\n" * 4000)),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_ends_early_and_makes_the_page_unreachable(server, kind):
    head, parts = FLOODS[kind]
    started = time.process_time()
    with pytest.raises(Unreachable):
        fetch(serving(server, streamed(head, then=parts)), seconds=8)
    assert time.process_time() - started < 2


def drip(data: bytes):
    return streamed(then=(data[at : at + 1] for at in range(len(data))), every=0.1)


SLOW = {
    "no answer": hanging(),
    "half a head": hanging(OK),
    "half a body": hanging(OK + b"Content-Length: 10\r\n\r\nab"),
    "half a chunk": hanging(CHUNKED + b"5\r\nab"),
    "dripped head": drip(OK * 9),
    "dripped body": streamed(OK + b"Content-Length: 99\r\n\r\n", then=itertools.repeat(b"x", 99), every=0.1),
    "dripped chunks": streamed(CHUNKED, then=itertools.repeat(b"1\r\nx\r\n", 99), every=0.1),
    "dripped hints": streamed(then=itertools.repeat(b"HTTP/1.1 103 Early Hints\r\n\r\n", 99), every=0.1),
}


@pytest.mark.parametrize("kind", SLOW)
def test_the_deadline_holds_whatever_is_slow(server, kind):
    started = time.monotonic()
    with pytest.raises(OutOfTime):
        fetch(serving(server, SLOW[kind]), seconds=0.7)
    assert 0.65 < time.monotonic() - started < 1.0


@pytest.mark.parametrize("data", [b"", b"\x16\x03\x03\x00\x40", b"\x16"])
def test_the_deadline_holds_in_the_tls_handshake(server, data):
    server.before_tls = (
        hanging(data) if len(data) < 5 else streamed(data, then=itertools.repeat(b"\0", 60), every=0.1)
    )
    started = time.monotonic()
    with pytest.raises(OutOfTime):
        fetch(server, seconds=0.7)
    assert time.monotonic() - started < 1.0


def test_a_deadline_in_the_past_opens_no_connection(server):
    with pytest.raises(OutOfTime):
        fetch(server, seconds=-1)
    assert server.connections == 0


def test_a_server_that_does_not_speak_tls_is_unreachable(server):
    server.before_tls = streamed(b"HTTP/1.1 200 OK\r\n\r\n")
    with pytest.raises(Unreachable):
        fetch(server)


def test_a_certificate_for_another_name_is_refused_before_anything_is_asked(tmp_path):
    with Server(Authority(tmp_path, ("example.com",))) as server:
        with pytest.raises(Unreachable):
            fetch(serving(server, reply(b"x")))
        assert (server.connections, server.requests) == (1, [])


def test_a_certificate_of_an_unknown_authority_is_refused(server, tmp_path):
    stranger = Authority(tmp_path)
    with pytest.raises(Unreachable):
        fetch(server, network=replace(server.network, ca_file=str(stranger.file)))
    with pytest.raises(Unreachable):
        fetch(server, network=replace(server.network, ca_file=""))
    assert server.requests == []


def test_nobody_listening_is_unreachable_at_once(server):
    nobody = {(HOST, 443): ("127.0.0.1", 1)}
    started = time.monotonic()
    with pytest.raises(Unreachable):
        fetch(server, network=replace(server.network, overrides=nobody))
    assert time.monotonic() - started < 0.5


def test_a_loopback_address_is_taken_from_an_override_only(server):
    stub = replace(server.network, overrides={}, lookup=lambda host, port: ["127.0.0.1"])
    with pytest.raises(Unreachable):
        fetch(server, network=stub)
    assert server.connections == 0


def test_the_connection_ends_with_the_block(server):
    serving(server, hanging(OK + b"Content-Length: 5\r\n\r\n", seconds=5))
    with http.get(server.network, Target(HOST, "/a"), accept="*/*", deadline=time.monotonic() + 9) as answer:
        assert answer.status == 200
    server.before_tls = None
    started = time.monotonic()
    fetch(server, "/b")
    assert time.monotonic() - started < 1
