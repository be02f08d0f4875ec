from __future__ import annotations

import pytest

from payments.adapters import https
from payments.adapters.https import Reply
from tests.chain.raw_server import Authority, RawServer, reply


def post(url: str, **changes) -> Reply:
    return https.post(url, b"{}", **{"timeout_s": 5.0, "most_bytes": 1000} | changes)


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


def test_over_tls_with_the_authority_that_is_named(tmp_path):
    authority = Authority(tmp_path, "localhost")
    with RawServer(lambda request: reply(b"x"), tls=authority.context) as server:
        assert post(server.url, ca_file=authority.file) == Reply(200, b"x")
        assert post(server.url, ca_file=authority.file, repeat=True) == Reply(200, b"x")
        assert post(server.url, ca_file=authority.file, repeat=True) == Reply(200, b"x")
    assert [request.connection for request in server.requests] == [1, 2, 2]


def test_a_kept_connection_that_died_is_replaced_for_what_may_be_repeated(server):
    post(server.url, repeat=True)
    server.hang_up()
    assert post(server.url, repeat=True).status == 200
    assert [request.connection for request in server.requests] == [1, 2]
