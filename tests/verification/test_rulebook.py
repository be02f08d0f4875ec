from __future__ import annotations

import gzip
import time

import pytest
from django.core.cache import cache

from tests.verification.server import HOST, ROBOTS, Server, cut, hanging, redirect, reply, streamed
from verification.adapters.faults import OutOfTime
from verification.core.contracts.limits import SUPPORTED_HOSTS
from verification.core.page.urls import Target
from verification.desk import Desk
from verification.lanes import Lanes
from verification.rulebook import RobotsUnavailable, Rulebook

FORBIDDING = reply(b"User-agent: *\nDisallow: /a\nCrawl-delay: 3\n")
OTHER = "nodejs.org"


def decide(server: Server, *targets: Target, keep: int = 0, seconds: float = 3.0) -> list[object]:
    """What one check hears of the targets, asked side by side: a decision or the kind of error."""
    deadline = time.monotonic() + seconds
    desk, heard = Desk(deadline), [None] * len(targets)
    book = Rulebook(server.network, desk, Lanes(2, deadline), hosts=SUPPORTED_HOSTS, deadline=deadline, keep=keep)

    def job(index: int, target: Target) -> None:
        try:
            heard[index] = book.decide(target)
        except (RobotsUnavailable, OutOfTime) as error:
            heard[index] = type(error)

    desk.run([lambda index=index, target=target: job(index, target) for index, target in enumerate(targets)])
    return heard


def page(path: str = "/a", host: str = HOST) -> Target:
    return Target(host, path)


def test_a_list_of_rules_is_obeyed(server):
    server.routes[ROBOTS] = FORBIDDING
    forbidden, allowed = decide(server, page("/a"), page("/b"))
    assert (forbidden.allowed, forbidden.rule, forbidden.crawl_delay) == (False, "Disallow: /a", 3.0)
    assert (allowed.allowed, allowed.rule) == (True, None)


def test_it_is_fetched_once_a_check_and_origin(server):
    server.routes[ROBOTS] = FORBIDDING
    decide(server, *(page(f"/{name}") for name in "abcde"), page("/a", OTHER))
    assert server.paths() == server.paths(OTHER) == ["/robots.txt"]


@pytest.mark.parametrize("status", [404, 410])
def test_where_it_is_missing_everything_is_allowed(server, status):
    server.routes[ROBOTS] = reply(b"User-agent: *\nDisallow: /\n", status=status)
    assert decide(server, page())[0].allowed


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_a_coded_list_is_read(server, coding):
    body = b"User-agent: *\nDisallow: /a\n"
    encoded = gzip.compress(body) if coding == "gzip" else body
    server.routes[ROBOTS] = reply(encoded, Content_Encoding=coding)
    assert not decide(server, page())[0].allowed


RULES = b"User-agent: *\nAllow: /\n"
UNAVAILABLE = {
    **{
        f"status {status}": reply(RULES, status=status)
        for status in (201, 204, 206, 300, 304, 400, 401, 403, 418, 429)
    },
    **{f"status {status}": reply(RULES, status=status) for status in (451, 500, 502, 503, 599, 999)},
    "off the list": redirect("https://example.com/robots.txt"),
    "to http": redirect("http://docs.python.org/robots.txt"),
    "to a port": redirect("https://docs.python.org:8443/robots.txt"),
    "two slashes": redirect("//nodejs.org/robots.txt"),
    "with a query": redirect("/robots.txt?x"),
    "no location": reply(status=301),
    "two locations": reply(status=301, Location="/a\r\nLocation: /b"),
    "loop": redirect("/robots.txt"),
    "too large": reply(RULES + b"#" * 16_384),
    "html by type": reply(RULES, type="text/html"),
    "html by body": reply(b"<!doctype html><title>Welcome</title>"),
    "binary": reply(RULES + b"\0"),
    "brotli": reply(RULES, Content_Encoding="br"),
    "stacked": reply(RULES, Content_Encoding="gzip, gzip"),
    "not gzip": reply(RULES, Content_Encoding="gzip"),
    "nothing": b"",
    "cut": cut(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nUser-agent"),
    "endless head": streamed(b"HTTP/1.1 200 OK\r\n", *[b"X: y\r\n" * 5000] * 9),
}


@pytest.mark.parametrize("kind", UNAVAILABLE)
def test_whatever_is_neither_rules_nor_missing_is_unavailable(server, kind):
    server.routes[ROBOTS] = UNAVAILABLE[kind]
    assert decide(server, page(), page("/b")) == [RobotsUnavailable, RobotsUnavailable]
    assert len(server.requests) <= 3


def test_nobody_listening_is_unavailable(authority):
    with Server(authority) as gone:
        pass
    assert decide(gone, page()) == [RobotsUnavailable]


def test_16384_bytes_are_still_read(server):
    server.routes[ROBOTS] = reply((b"User-agent: *\nDisallow: /a\n" + b"#" * 16_384)[:16_384])
    assert not decide(server, page())[0].allowed


def test_two_redirects_inside_the_list_are_followed_and_the_rules_are_the_first_origins(server):
    server.routes[ROBOTS] = redirect(f"https://{OTHER}/a", 308)
    server.routes[(OTHER, "/a")] = redirect("b", 307)
    server.routes[(OTHER, "/b")] = reply(b"User-agent: *\nDisallow: /a\n")
    assert [decision.allowed for decision in decide(server, page("/a"), page("/a", OTHER))] == [False, True]
    server.routes[(OTHER, "/b")] = redirect("/c")
    assert decide(server, page()) == [RobotsUnavailable]


def test_the_deadline_makes_all_who_wait_out_of_time(server):
    server.routes[ROBOTS] = hanging()
    started = time.monotonic()
    assert set(decide(server, page("/a"), page("/b"), seconds=0.5)) <= {OutOfTime, None}
    assert time.monotonic() - started < 0.8


@pytest.mark.django_db
@pytest.mark.parametrize("answer", [FORBIDDING, reply(status=404), reply(status=410)])
def test_answers_of_200_404_and_410_are_kept_in_the_shared_cache(server, answer):
    server.routes[ROBOTS] = answer
    first = decide(server, page(), keep=60)
    server.routes[ROBOTS] = reply(status=500)
    assert decide(server, page(), keep=60) == first
    assert len(server.requests) == 1


@pytest.mark.django_db
def test_other_answers_are_asked_for_again(server):
    for answer in (reply(status=500), reply(status=403), cut(b"HTTP/1.1"), redirect("https://example.com/")):
        server.routes[ROBOTS] = answer
        assert decide(server, page(), keep=60) == [RobotsUnavailable]
    assert len(server.requests) == 4


@pytest.mark.django_db
def test_nothing_is_kept_where_the_setting_says_so(server):
    decide(server, page(), keep=0)
    decide(server, page(), keep=0)
    assert len(server.requests) == 2


@pytest.mark.django_db
def test_what_the_cache_holds_is_per_origin_and_runs_out(server):
    server.routes[ROBOTS] = FORBIDDING
    decide(server, page(), keep=1)
    assert decide(server, page("/a", OTHER), keep=1)[0].allowed
    time.sleep(2.1)
    decide(server, page(), keep=1)
    assert server.paths() == ["/robots.txt"] * 2


@pytest.mark.django_db
def test_a_cache_that_fails_is_no_cache(server, monkeypatch, caplog):
    monkeypatch.setattr(cache, "get", lambda key: 1 // 0)
    server.routes[ROBOTS] = FORBIDDING
    assert not decide(server, page(), keep=60)[0].allowed
    assert "shared cache" in caplog.text
