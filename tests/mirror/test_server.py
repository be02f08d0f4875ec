"""The server: names, log, many connections at once, and its end."""

from __future__ import annotations

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from quoteproof.settings import _resolve_overrides
from tests.mirror.behaviours import HOST, ROOT
from tests.mirror.client import connect, get
from tests.mirror.robots import HOSTS
from tests.mirror.server import Mirror

PAGE = f"https://{HOST}{ROOT}page.html"


def test_the_printed_rules_are_what_the_settings_make_of_them(
    mirror: Mirror, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUOTEPROOF_FETCH_RESOLVE", mirror.resolve)
    assert _resolve_overrides() == mirror.overrides
    assert set(mirror.overrides) == {(host, 443) for host in HOSTS}


def test_the_fixture_points_the_settings_to_the_mirror(mirror: Mirror, settings: object) -> None:
    assert settings.FETCH_RESOLVE[(HOST, 443)] == ("127.0.0.1", mirror.port)
    assert str(mirror.ca_file) == settings.FETCH_CA_FILE


def test_requests_are_logged_in_order_until_the_reset(mirror: Mirror) -> None:
    before = time.monotonic()
    get(mirror, PAGE)
    get(mirror, "https://nodejs.org/robots.txt?x=1")
    assert mirror.paths("nodejs.org") == ["/robots.txt?x=1"]
    assert [request.host for request in mirror.log] == [HOST, "nodejs.org"]
    assert ("Host", HOST) in mirror.log[0].headers
    assert before <= mirror.log[0].at <= mirror.log[1].at
    mirror.reset()
    assert mirror.log == []


def test_a_host_that_is_not_the_mirrors_is_refused(mirror: Mirror) -> None:
    with connect(mirror, HOST) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: example.com\r\n\r\n")
        assert connection.recv(4096).startswith(b"HTTP/1.1 421 ")


def test_a_connection_serves_several_requests(mirror: Mirror) -> None:
    with connect(mirror, HOST) as connection:
        for _ in range(3):
            connection.sendall(f"HEAD {ROOT}page.html HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
            assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")


def test_head_has_no_body(mirror: Mirror) -> None:
    reply = get(mirror, PAGE, "HEAD")
    assert (reply.status, reply.body) == (200, b"")
    assert int(reply.headers["content-length"]) > 1000


def test_many_clients_are_served_at_once(mirror: Mirror) -> None:
    with ThreadPoolExecutor(24) as pool:
        replies = list(pool.map(lambda _: get(mirror, PAGE).status, range(96)))
    assert replies == [200] * 96


def test_a_client_that_never_shakes_hands_holds_up_nobody(mirror: Mirror) -> None:
    with socket.create_connection(("127.0.0.1", mirror.port)):
        assert get(mirror, PAGE).status == 200


def test_plain_http_gets_no_answer(mirror: Mirror) -> None:
    with socket.create_connection(("127.0.0.1", mirror.port), timeout=10) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n\r\n")
        try:
            received = connection.recv(4096)
        except ConnectionResetError:
            received = b""
    assert b"HTTP/1.1" not in received


def test_stopping_ends_idle_slow_dripping_and_endless_connections_and_all_threads() -> None:
    before = set(threading.enumerate())
    mirror = Mirror().start()
    raw = socket.create_connection(("127.0.0.1", mirror.port))
    open_ones = [connect(mirror, HOST) for _ in range(4)]
    for connection, name in zip(open_ones, ("slow", "drip", "endless"), strict=False):
        connection.sendall(f"GET {ROOT}{name}.html HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
    started = time.monotonic()
    mirror.stop()
    assert time.monotonic() - started < 5
    assert not set(threading.enumerate()) - before
    for connection in (raw, *open_ones):
        connection.close()


def test_a_stopped_mirror_answers_no_more() -> None:
    with Mirror() as mirror:
        port = mirror.port
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)


def test_a_taken_port_is_an_error_at_the_start(mirror: Mirror) -> None:
    with pytest.raises(OSError, match="in use"):
        Mirror(port=mirror.port).start()
