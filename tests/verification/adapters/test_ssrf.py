"""Nothing a buyer or a server says opens a socket off the list: counted where Python opens sockets."""

from __future__ import annotations

import sys
import threading
import time
from dataclasses import replace

import pytest

from tests.verification.server import HOST, ROBOTS, Server, redirect, reply
from verification.core.page.urls import InvalidUrl
from verification.sources import Source, read_sources

OTHER = "nodejs.org"
_WATCHED = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname")
_seen: list[object] | None = None  # None: another module's test is running


def _watch(event: str, arguments: tuple) -> None:
    if event not in _WATCHED or _seen is None or threading.current_thread().name not in ("source", "resolver"):
        return
    _seen.append(arguments[1] if event == "socket.connect" else arguments[:2])
    if event == "socket.connect" and not arguments[1][0].startswith("127."):
        raise ConnectionRefusedError("no test leaves this machine")


sys.addaudithook(_watch)


@pytest.fixture(autouse=True)
def sockets(settings):
    """Where the threads that fetch have connected to, and what they have looked up."""
    global _seen
    settings.ROBOTS_CACHE_S = 0
    _seen = []
    yield _seen
    _seen = None


def read(url: str, network) -> Source:
    (source,) = read_sources([url], deadline=time.monotonic() + 9.0, network=network)
    return source


URLS = [
    "http://docs.python.org/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://0/",
    "https://0.0.0.0/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://017700000001/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[fe80::1%25eth0]/",
    "https://localhost/",
    "https://localhost.localdomain/",
    "https://metadata.google.internal/",
    "https://docs.python.org.evil.example/",
    "https://docs.python.org./",
    "https://evil.example\\@docs.python.org/",
    "https://docs.python.org\\.evil.example/",
    "https://docs.python.org@127.0.0.1/",
    "https://127.0.0.1#@docs.python.org/",
    "https://127.0.0.1/?@docs.python.org/",
    "https://user:pass@docs.python.org/",
    "https://docs.python.org:22/",
    "https://docs.python.org:8443/",
    "https://docs.python.org:443@127.0.0.1/",
    "https://docs.python.org:443:22/",
    "https://docs。python.org/",
    "https://docs.python.org%00.evil.example/",
    "https://docs.python.org%2f@127.0.0.1/",
    "https://docs.python.org\t.evil.example/",
    "https://docs.python.org\r\nHost: evil.example/",
    "https:/\\127.0.0.1/",
    "https:127.0.0.1",
    "//127.0.0.1/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_INFO",
    "ftp://docs.python.org/",
    "unix:///var/run/docker.sock",
]


@pytest.mark.parametrize("url", URLS)
def test_a_url_off_the_list_opens_nothing(url, server, sockets):
    with pytest.raises(InvalidUrl):
        read(url, server.network)
    assert sockets == [] and server.connections == 0


ANSWERS = [
    [address] for address in ("0.0.0.0", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.8.8.8")
]
ANSWERS += [
    [address] for address in ("168.63.129.16", "169.254.169.254", "172.16.0.1", "192.0.0.192", "192.168.1.1")
]
ANSWERS += [
    [address]
    for address in ("198.18.0.1", "192.88.99.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255")
]
ANSWERS += [
    [address] for address in ("::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8")
]
ANSWERS += [
    [address] for address in ("64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001::7f00:1")
]
ANSWERS += [
    [address]
    for address in ("2001:db8::1", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%lo")
]
ANSWERS += [[address] for address in ("fec0::1", "ff02::1", "100::1", "not an address", "127.1", "")]
ANSWERS += [
    ["8.8.8.8", "127.0.0.1"],
    ["10.0.0.1", "8.8.8.8"],
    ["2606:4700::1111", "::1"],
    ["8.8.8.8", "64:ff9b::1"],
    [],
]


@pytest.mark.parametrize("addresses", ANSWERS, ids=" ".join)
def test_a_resolver_answer_with_one_address_that_is_not_public_opens_nothing(addresses, server, sockets):
    network = replace(server.network, overrides={}, lookup=lambda host, port: addresses)
    assert read(f"https://{HOST}/a", network).reason == "robots_unavailable"
    assert sockets == []


@pytest.mark.parametrize("addresses", ANSWERS[:12], ids=" ".join)
def test_the_resolver_is_asked_again_and_checked_at_every_hop(addresses, server, sockets):
    here = {(HOST, 443): ("127.0.0.1", server.port)}
    network = replace(server.network, overrides=here, lookup=lambda host, port: addresses)
    url = server.page("/a", redirect(f"https://{OTHER}/b"))
    assert read(url, network).reason == "robots_unavailable"
    assert set(sockets) == {("127.0.0.1", server.port)} and server.paths() == ["/robots.txt", "/a"]


def test_a_name_that_is_bound_anew_is_refused_and_the_vetted_address_is_what_is_connected_to(server, sockets):
    answers = iter([["1.1.1.1"], ["127.0.0.1"]])
    network = replace(server.network, overrides={}, lookup=lambda host, port: next(answers))
    for _ in range(2):
        assert read(f"https://{HOST}/a", network).reason == "robots_unavailable"
    assert sockets == [("1.1.1.1", 443)]


LOCATIONS = [url for url in URLS if url.isascii() and "\r" not in url] + [
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "/\t/evil.example/",
    "\\\\evil.example\\",
    "https://evil.example/",
    "https://evil.example:443/",
    "HTTPS://EVIL.EXAMPLE/",
    "https://nodejs.org:8443/",
    "https://nodejs.org@evil.example/",
    "https://nodejs.org.evil.example/",
    "javascript:alert(1)",
    "data:text/plain,x",
    "view-source:https://nodejs.org/",
    "blob:https://nodejs.org/x",
    "ws://nodejs.org/",
    "https://nodejs.org/%2e%2e/",
    "https://nodejs.org/?u=https://evil.example/",
]


@pytest.mark.parametrize("location", LOCATIONS)
def test_a_redirect_off_the_list_opens_nothing_there(location, server, sockets):
    url = server.page("/a", redirect(location))
    assert read(url, server.network).reason in ("unsupported_redirect", "source_unavailable")
    assert set(sockets) == {("127.0.0.1", server.port)} and server.paths() == ["/robots.txt", "/a"]


@pytest.mark.parametrize("location", LOCATIONS)
def test_a_redirect_of_robots_off_the_list_opens_nothing_there(location, server, sockets):
    server.routes[ROBOTS] = redirect(location)
    assert read(server.page("/a", reply(b"x")), server.network).reason == "robots_unavailable"
    assert set(sockets) == {("127.0.0.1", server.port)} and server.connections == 1


def test_the_table_is_long():
    assert len(URLS) + len(ANSWERS) + len(LOCATIONS) >= 130


def test_the_watch_sees_a_socket(server: Server, sockets):
    assert read(server.page("/a", reply(b"x")), server.network).reason is None
    assert sockets == [("127.0.0.1", server.port)] * 2
