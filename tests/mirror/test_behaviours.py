"""The pages that misbehave, as they come over the wire."""

from __future__ import annotations

import gzip
import http.client
import time
import zlib

import pytest

from tests.mirror.behaviours import BEHAVIOURS, FORBIDDEN, HOST, PAGE, ROOT
from tests.mirror.client import Reply, connect, get
from tests.mirror.server import SLOW, Mirror

BASE = f"https://{HOST}{ROOT}"
UNFINISHED = ("endless.html", "reset.html", "cut.html", "drip.html", "slow.html")


def ask(mirror: Mirror, name: str) -> Reply:
    return get(mirror, BASE + name)


@pytest.mark.parametrize("path", [path for path in BEHAVIOURS if not path.endswith(UNFINISHED)])
def test_what_is_finished_comes_as_the_table_says(mirror: Mirror, path: str) -> None:
    reply, answer = get(mirror, f"https://{HOST}{path}"), BEHAVIOURS[path].answer
    assert (reply.status, reply.body) == (answer.status, answer.body)
    assert reply.headers.items() >= {name.lower(): value for name, value in answer.headers}.items()


def test_every_behaviour_says_what_it_is_for() -> None:
    assert all(behaviour.note for behaviour in BEHAVIOURS.values())
    assert all(path.startswith(ROOT) for path in BEHAVIOURS if path != FORBIDDEN)


@pytest.mark.parametrize(
    ("name", "decode"),
    [
        ("gzip.html", gzip.decompress),
        ("deflate.html", zlib.decompress),
        ("deflate-raw.html", lambda body: zlib.decompress(body, -zlib.MAX_WBITS)),
    ],
)
def test_coded_bodies_decode_to_the_page(mirror: Mirror, name: str, decode: object) -> None:
    assert decode(ask(mirror, name).body) == PAGE.encode()


def test_sizes_are_on_either_side_of_the_limit(mirror: Mirror) -> None:
    assert len(ask(mirror, "limit.html").body) == 100_000
    assert len(ask(mirror, "large.html").body) == 100_001
    assert len(ask(mirror, "bomb.html").body) < 100_000


def test_several_lines_of_one_header_stay_several(mirror: Mirror) -> None:
    with connect(mirror, HOST) as connection:
        connection.sendall(f"HEAD {ROOT}own-nosnippet.html HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        assert connection.recv(4096).count(b"X-Robots-Tag: ") == 2


def test_an_endless_page_goes_on_past_the_limit(mirror: Mirror) -> None:
    with connect(mirror, HOST) as connection:
        connection.sendall(f"GET {ROOT}endless.html HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        response = http.client.HTTPResponse(connection)
        response.begin()
        assert len(response.read(150_000)) == 150_000
        response.close()


def test_a_cut_page_ends_before_its_length(mirror: Mirror) -> None:
    with pytest.raises(http.client.IncompleteRead):
        ask(mirror, "cut.html")


def test_a_reset_page_has_no_answer(mirror: Mirror) -> None:
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
        ask(mirror, "reset.html")


def test_a_dripping_page_takes_its_time(mirror: Mirror) -> None:
    with connect(mirror, HOST) as connection:
        connection.sendall(f"GET {ROOT}drip.html HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        started, received = time.monotonic(), 0
        while time.monotonic() - started < 0.9:
            received += len(connection.recv(4096))
    assert 0 < received < 600


def test_a_delay_holds_up_the_answer_and_nobody_else(mirror: Mirror) -> None:
    mirror.delays[(HOST, f"{ROOT}slow.html")] = 0.4
    started = time.monotonic()
    assert ask(mirror, "page.html").status == 200
    assert time.monotonic() - started < 0.4
    assert ask(mirror, "slow.html").body == PAGE.encode()
    assert time.monotonic() - started >= 0.4


def test_the_slow_page_outlasts_a_deadline_by_default(mirror: Mirror) -> None:
    assert mirror.delays == SLOW
    assert min(SLOW.values()) > 12
