from __future__ import annotations

import gzip
import itertools
import os
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from payments.adapters import https
from payments.adapters.https import Place, Reply, Unreachable
from tests.chain import raw_server
from tests.chain.raw_server import Authority, RawServer, hanging, reply, reset, streamed

LIMIT = 1000
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"


def post(url: str, body: bytes = b"{}", **changes) -> Reply:
    return https.post(url, body, **{"timeout_s": 5.0, "most_bytes": LIMIT} | changes)


def trouble(url: str, **changes) -> str:
    """The reason why there is no answer; fails if there is one."""
    with pytest.raises(Unreachable) as caught:
        post(url, **changes)
    assert str(caught.value) == caught.value.reason.value
    return caught.value.reason.value


@pytest.fixture
def server():
    with RawServer(lambda request: reply(b'{"ok":1}')) as running:
        yield running


def test_one_post_says_what_it_must_and_nothing_else(server):
    assert post(f"{server.url}/settle") == Reply(200, b'{"ok":1}')
    (request,) = server.requests
    assert request.head.decode().split("\r\n") == [
        "POST /settle HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        "User-Agent: QuoteProof",
        "Accept: application/json",
        "Accept-Encoding: identity",
        "Connection: close",
        "Content-Type: application/json",
        "Content-Length: 2",
    ]
    assert request.body == b"{}"


def test_a_get_has_no_body_and_its_headers_are_the_callers_to_add(server):
    https.get(f"{server.url}/supported?a=b", headers={"X-Key": "k"}, timeout_s=5, most_bytes=LIMIT)
    (request,) = server.requests
    assert (request.method, request.path, request.body) == ("GET", "/supported?a=b", b"")
    assert request.headers["x-key"] == "k"
    assert "content-type" not in request.headers


@pytest.mark.parametrize("status", [200, 202, 204, 301, 307, 400, 402, 429, 500, 503])
def test_every_status_is_an_answer_and_no_redirect_is_followed(server, status):
    body = b"" if status == 204 else b"x"
    server.answer = lambda request: reply(body, status=status, Location=f"{server.url}/elsewhere")
    assert post(server.url) == Reply(status, body)
    assert [request.path for request in server.requests] == ["/"]


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "https_proxy"])
def test_proxies_of_the_environment_are_not_used(server, monkeypatch, name):
    monkeypatch.setenv(name, "http://127.0.0.1:9/")
    assert post(server.url).status == 200


def test_cookies_are_neither_kept_nor_sent(server):
    server.answer = lambda request: reply(b"x", Set_Cookie="a=b; Path=/")
    for _ in range(2):
        post(server.url, repeat=True)
    assert not any("cookie" in request.headers for request in server.requests)


SIZES = {
    "announced": lambda body: reply(body),
    "in chunks": lambda body: streamed(CHUNKED + b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"),
    "to the end": lambda body: streamed(OK + b"\r\n" + body),
}


@pytest.mark.parametrize("kind", SIZES)
def test_a_body_up_to_the_limit_is_read_whole_and_one_byte_more_is_too_large(server, kind):
    server.answer = lambda request: SIZES[kind](b"x" * LIMIT)
    assert post(server.url).body == b"x" * LIMIT
    server.answer = lambda request: SIZES[kind](b"x" * (LIMIT + 1))
    assert trouble(server.url) == "too_large"


FLOODS = {
    "headers": streamed(OK, then=itertools.repeat(b"X-A: " + b"a" * 90 + b"\r\n")),
    "one header": streamed(OK + b"X-A: ", then=itertools.repeat(b"a" * 1000)),
    "hints": streamed(then=itertools.repeat(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 99)),
    "chunks": streamed(CHUNKED, then=itertools.repeat(b"1\r\nx\r\n" * 99)),
    "trailers": streamed(CHUNKED + b"0\r\n", then=itertools.repeat(b"X-A: abc\r\n" * 99)),
    "an announced body": hanging(OK + b"Content-Length: 1001\r\n\r\n"),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_is_no_answer_long_before_the_deadline(server, kind):
    server.answer = lambda request: FLOODS[kind]
    assert trouble(server.url) == "too_large"


SLOW = {
    "no answer": hanging(),
    "half a head": hanging(OK),
    "half a body": hanging(OK + b"Content-Length: 10\r\n\r\nab"),
    "half a chunk": hanging(CHUNKED + b"5\r\nab"),
    "a dripped head": streamed(OK, then=itertools.repeat(b"X: y\r\n"), every=0.05),
    "a dripped body": streamed(CHUNKED, then=itertools.repeat(b"1\r\nx\r\n"), every=0.05),
    "dripped hints": streamed(then=itertools.repeat(b"HTTP/1.1 103 Hint\r\n\r\n"), every=0.05),
}


@pytest.mark.parametrize("kind", SLOW)
@pytest.mark.parametrize("repeat", [False, True])
def test_one_deadline_ends_whatever_is_slow_and_nothing_is_sent_again(server, kind, repeat):
    server.answer = lambda request: SLOW[kind]
    assert trouble(server.url, timeout_s=0.3, repeat=repeat) == "timeout"
    assert len(server.requests) == 1


def test_the_deadline_holds_for_a_request_that_is_not_taken(server):
    server.before = lambda connection: time.sleep(0.6)
    assert trouble(server.url, body=bytes(20_000_000), timeout_s=0.3) == "timeout"


@pytest.mark.parametrize("sent", [b"", b"\x16", b"\x16\x03\x03\x00\x40"])
def test_the_deadline_holds_in_the_tls_handshake(server, sent):
    server.before = hanging(sent)
    assert trouble(server.url.replace("http:", "https:"), timeout_s=0.3) == "timeout"


def test_no_time_left_opens_no_connection(server):
    assert trouble(server.url, timeout_s=0) == "timeout"
    assert server.connections == 0


def test_a_resolver_that_hangs_keeps_to_the_deadline(monkeypatch):
    answered = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: answered.wait(10) and [])
    assert trouble("https://facilitator.example", timeout_s=0.3) == "timeout"
    answered.set()


def test_a_name_without_an_address_is_said_so(monkeypatch):
    def fail(*args, **kwargs):
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    assert trouble("https://facilitator.example") == "name_not_resolved"


def resolving(monkeypatch, *addresses: str) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in addresses]
    real = socket.getaddrinfo
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, *args, **kwargs: found if host == "localhost" else real(host, *args, **kwargs),
    )


def test_plain_http_never_leaves_the_machine_whatever_localhost_means(server, monkeypatch):
    resolving(monkeypatch, "127.0.0.1", "192.0.2.1")
    assert trouble(f"http://localhost:{server.port}") == "connection"
    assert server.connections == 0


@pytest.mark.parametrize("addresses", [("127.0.0.2", "127.0.0.1"), ("127.0.0.1", "127.0.0.2")])
def test_every_address_is_tried_in_turn(server, monkeypatch, addresses):
    resolving(monkeypatch, *addresses)
    assert post(f"http://localhost:{server.port}").status == 200


def test_over_tls_with_the_authority_that_is_named(tmp_path):
    authority = Authority(tmp_path, "localhost")
    with RawServer(lambda request: reply(b"x"), tls=authority.context) as server:
        assert post(server.url, ca_file=authority.file) == Reply(200, b"x")
        assert post(server.url, ca_file=authority.file, repeat=True) == Reply(200, b"x")
        assert post(server.url, ca_file=authority.file, repeat=True) == Reply(200, b"x")
    assert [request.connection for request in server.requests] == [1, 2, 2]


def test_a_certificate_of_a_stranger_or_for_another_name_is_refused_before_anything_is_sent(tmp_path):
    authority = Authority(tmp_path, "facilitator.example")
    with RawServer(lambda request: reply(b"x"), tls=authority.context) as server:
        assert trouble(server.url, ca_file=authority.file) == "tls"
        assert trouble(server.url) == "tls"
    assert server.requests == []


def test_a_body_cut_without_tls_goodbye_is_no_answer(tmp_path):
    authority = Authority(tmp_path, "localhost")
    cut = reset(OK + b"\r\n{}")
    with RawServer(lambda request: cut, tls=authority.context) as server:
        assert trouble(server.url, ca_file=authority.file) == "connection"


BROKEN = {
    "not HTTP": (b"Zanzibar\r\n\r\n", "protocol"),
    "blank lines": (streamed(then=itertools.repeat(b"\r\n" * 999)), "protocol"),
    "a reset": (reset(), "connection"),
    "half a body": (streamed(OK + b"Content-Length: 9\r\n\r\nab"), "protocol"),
    "a broken chunk": (streamed(CHUNKED + b"zz\r\n"), "protocol"),
    "two lengths": (streamed(OK + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"), "protocol"),
    "a negative length": (streamed(OK + b"Content-Length: -1\r\n\r\n"), "protocol"),
    "another protocol": (streamed(b"HTTP/1.1 101 Switching\r\nUpgrade: a\r\n\r\n"), "protocol"),
    "gzip": (reply(gzip.compress(b"x"), Content_Encoding="gzip"), "content_encoding"),
    "two codings": (reply(b"x", Content_Encoding="identity, br"), "content_encoding"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_broken_is_no_answer_and_is_named_in_our_words(server, kind):
    answer, reason = BROKEN[kind]
    server.answer = lambda request: answer
    assert trouble(server.url) == reason


def test_identity_is_no_coding(server):
    server.answer = lambda request: reply(b"x", Content_Encoding="identity")
    assert post(server.url).body == b"x"


def test_what_must_not_arrive_twice_goes_once_over_a_connection_of_its_own(server):
    post(server.url, repeat=True)
    server.answer = lambda request: raw_server.CLOSE
    assert trouble(server.url) == "connection"
    assert [request.connection for request in server.requests] == [1, 2]


def test_a_kept_connection_that_died_is_replaced_for_what_may_be_repeated(server):
    post(server.url, repeat=True)
    server.hang_up()
    assert post(server.url, repeat=True).status == 200
    assert [request.connection for request in server.requests] == [1, 2]


def dying(request: raw_server.Request) -> raw_server.Answer:
    """Ends a kept connection at its second request."""
    return raw_server.CLOSE if request.body == b"again" and request.connection == 1 else reply(b"x")


def test_a_kept_connection_that_dies_under_the_request_is_replaced_once(server):
    server.answer = dying
    post(server.url, repeat=True)
    assert post(server.url, b"again", repeat=True).body == b"x"
    server.answer = lambda request: raw_server.CLOSE
    assert trouble(server.url, repeat=True) == "connection"
    assert [request.connection for request in server.requests] == [1, 1, 2, 3]


def test_an_answer_that_breaks_off_is_not_asked_for_again(server):
    post(server.url, repeat=True)
    server.answer = lambda request: reset(OK + b"Content-Length: 9\r\n\r\nab")
    assert trouble(server.url, repeat=True) == "connection"
    assert len(server.requests) == 2


def test_a_kept_connection_that_speaks_unasked_is_dropped(server):
    spoken = threading.Event()

    def speak(connection: socket.socket) -> None:
        connection.sendall(reply(b"1"))
        time.sleep(0.1)
        connection.sendall(reply(b"stale"))
        spoken.set()
        connection.recv(1)

    server.answer = lambda request: speak if request.connection == 1 else reply(b"2")
    assert post(server.url, repeat=True).body == b"1"
    assert spoken.wait(5)
    assert post(server.url, repeat=True).body == b"2"


def test_an_answer_too_many_is_not_the_next_requests_answer(server):
    server.answer = lambda request: reply(b"1") + reply(b"stale") if request.connection == 1 else reply(b"2")
    assert [post(server.url, repeat=True).body for _ in range(3)] == [b"1", b"2", b"2"]


def test_threads_share_connections_and_each_has_its_own_answer(server):
    server.answer = lambda request: reply(request.body)
    bodies = [str(number).encode() for number in range(200)]
    with ThreadPoolExecutor(10) as threads:
        replies = list(threads.map(lambda body: post(server.url, body, repeat=True), bodies))
    assert [each.body for each in replies] == bodies
    assert server.connections <= 10


def test_a_forked_child_leaves_its_parents_connections_alone(server):
    post(server.url, repeat=True)
    child = os.fork()
    if not child:
        os._exit(0 if post(server.url, repeat=True).status == 200 else 1)
    assert os.waitpid(child, 0)[1] == 0
    post(server.url, repeat=True)
    assert [request.connection for request in server.requests] == [1, 2, 1]


PLACES = {
    "https://Facilitator.example": Place("https", "facilitator.example", None, "facilitator.example", "/"),
    "https://a.example:8443/x/y?k=v": Place("https", "a.example", 8443, "a.example:8443", "/x/y?k=v"),
    "http://127.1.2.3:80/": Place("http", "127.1.2.3", 80, "127.1.2.3:80", "/"),
    "http://localhost": Place("http", "localhost", None, "localhost", "/"),
    "http://[::1]:8545/": Place("http", "::1", 8545, "[::1]:8545", "/"),
    "https://[2001:db8::1]/": Place("https", "2001:db8::1", None, "[2001:db8::1]", "/"),
}


@pytest.mark.parametrize("url", PLACES)
def test_a_url_leads_to_one_place(url):
    assert https.place(url) == PLACES[url]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://127.0.0.1/",
        "http://192.0.2.1/",
        "http://facilitator.example/",
        "http://localhost.example/",
        "http://127.0.0.1.example/",
        "https://user:word@a.example/",
        "https://a.example/#x",
        "https://a.example/a b",
        "https://a.example/\r\nX: y",
        "https://a.example:0/",
        "https://a.example:65536/",
        "https://[1.2.3.4]/",
        "https://-a.example/",
        "https://ä.example/",
        "https:///",
        "HTTPS://a.example/\n",
    ],
)
def test_any_other_url_is_refused(url):
    with pytest.raises(ValueError):
        post(url)
