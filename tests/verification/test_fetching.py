from __future__ import annotations

import hashlib
import itertools
import threading
import time

import pytest

from tests.verification.server import HOST, ROBOTS, Server, cut, hanging, redirect, reply, streamed
from verification.adapters.faults import FetchError, OutOfTime, TooLarge, Unreachable, UnsupportedCoding
from verification.core.contracts.limits import SUPPORTED_HOSTS
from verification.core.page.urls import Target
from verification.desk import Desk
from verification.fetching import Fetched, Fetcher
from verification.trail import Facts, Trail, Unread

OTHER = "nodejs.org"
START = f"https://{HOST}/a"
LIMIT = 1000
Found = Fetched | str | type[FetchError]


def fetch(server: Server, *paths: str, seconds: float = 4.0) -> list[tuple[Found, Facts]]:
    """What one check finds at the paths, side by side: a body, the reason or the error, and the facts."""
    deadline = time.monotonic() + seconds
    desk, trails = Desk(deadline), [Trail(Target(HOST, path)) for path in paths]
    found: list[Found] = [OutOfTime] * len(paths)
    fetcher = Fetcher(
        server.network, desk, hosts=SUPPORTED_HOSTS, deadline=deadline, source_bytes=LIMIT, keep_robots=0
    )

    def job(index: int) -> None:
        try:
            found[index] = fetcher.fetch(Target(HOST, paths[index]), trails[index])
        except Unread as unread:
            found[index] = unread.reason
        except FetchError as error:
            found[index] = type(error)

    desk.run([lambda index=index: job(index) for index in range(len(paths))])
    return [(each, trail.facts) for each, trail in zip(found, trails, strict=True)]


def one(server: Server, answer=None, **options) -> tuple[Found, Facts]:
    if answer is not None:
        server.page("/a", answer)
    return fetch(server, "/a", **options)[0]


def test_a_page_comes_with_what_its_head_said(server):
    body = b"Hello.\n"
    found, facts = one(server, reply(body, type="text/plain; charset=utf-8", X_Robots_Tag="noindex"))
    assert found == Fetched(body, "text/plain; charset=utf-8", ("noindex",))
    digest = hashlib.sha256(body).hexdigest()
    assert facts == Facts(START, 200, "text/plain; charset=utf-8", len(body), digest, None)


@pytest.mark.parametrize("name", ["text/plain", "text/markdown", "text/x-markdown", "Text/Plain ;charset=x"])
def test_plain_types_are_plain(server, name):
    assert not one(server, reply(b"x", type=name))[0].is_html


@pytest.mark.parametrize("name", ["text/html", "application/xhtml+xml", "TEXT/HTML;charset=utf-8"])
def test_html_types_are_html(server, name):
    assert one(server, reply(b"x", type=name))[0].is_html


HEADS = {
    "no type": (reply(b"x", type=None), "unsupported_content_type"),
    "empty type": (reply(b"x", type=""), "unsupported_content_type"),
    "pdf": (reply(b"x", type="application/pdf"), "unsupported_content_type"),
    "json": (reply(b"x", type="application/json"), "unsupported_content_type"),
    "xml": (reply(b"x", type="text/xml"), "unsupported_content_type"),
    "two types": (reply(b"x", type="text/html\r\nContent-Type: text/plain"), "unsupported_content_type"),
    "html in a parameter": (reply(b"x", type="image/png; a=text/html"), "unsupported_content_type"),
    "nosnippet": (reply(b"x", X_Robots_Tag="nosnippet"), "source_disallows_excerpts"),
    "own nosnippet": (
        reply(b"x", X_Robots_Tag="noindex\r\nX-Robots-Tag: quoteproof: noai"),
        "source_disallows_excerpts",
    ),
    "brotli": (reply(b"x", Content_Encoding="br"), UnsupportedCoding),
    "stacked": (reply(b"x", Content_Encoding="gzip, br"), UnsupportedCoding),
    "too large": (reply(bytes(LIMIT + 1)), TooLarge),
    "cut": (cut(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\nx"), Unreachable),
    "nothing": (b"", Unreachable),
    **{
        f"{status}": (reply(b"x", status=status), "source_unavailable")
        for status in (201, 202, 203, 204, 205, 206)
    },
    **{
        f"{status}": (reply(b"x", status=status), "source_unavailable")
        for status in (300, 304, 305, 306, 400, 401)
    },
    **{
        f"{status}": (reply(b"x", status=status), "source_unavailable")
        for status in (403, 404, 410, 429, 500, 503)
    },
    "upgrade": (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", Unreachable),
}


@pytest.mark.parametrize("kind", HEADS)
def test_a_head_that_is_no_source_says_why_and_leaves_no_hash(server, kind):
    answer, reason = HEADS[kind]
    found, facts = one(server, answer)
    assert found == reason
    assert (facts.source_bytes, facts.content_sha256) == (None, None)


FIRST = [
    (reply(b"x", status=404, type="image/png", X_Robots_Tag="noai"), "source_unavailable"),
    (reply(b"x", type="image/png", X_Robots_Tag="noai", Content_Encoding="br"), "unsupported_content_type"),
    (reply(bytes(2000), X_Robots_Tag="noai", Content_Encoding="br"), "source_disallows_excerpts"),
    (reply(bytes(2000), Content_Encoding="br"), UnsupportedCoding),
]


@pytest.mark.parametrize(("answer", "reason"), FIRST)
def test_the_first_reason_in_the_contracts_order_is_told(server, answer, reason):
    assert one(server, answer)[0] == reason


@pytest.mark.parametrize(("status", "shown"), [(404, 404), (599, 599), (600, None), (999, None)])
def test_the_status_is_shown_where_it_is_one(server, status, shown):
    assert one(server, reply(b"x", status=status))[1].http_status == shown


LONG = "text/html; charset=utf-8; profile=" + "x" * 80
TYPES = {
    "text/html;a=b": "text/html;a=b",
    LONG: "text/html",
    "x" * 81: None,
    "x/y" + "; z" * 30: "x/y",
    None: None,
}


@pytest.mark.parametrize(("sent", "shown"), TYPES.items())
def test_the_content_type_is_shown_as_received_or_bare_or_not_at_all(server, sent, shown):
    assert one(server, reply(b"x", type=sent))[1].content_type == shown


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_two_redirects_are_followed(server, status):
    server.pages({"/a": redirect("b", status), "/b": redirect(f"https://{OTHER}/c#x", status)})
    server.page("/c", reply(b"there"), OTHER)
    found, facts = one(server)
    assert found.body == b"there"
    assert (facts.final_url, facts.http_status) == (f"https://{OTHER}/c", 200)
    assert (server.paths(), server.paths(OTHER)) == (["/robots.txt", "/a", "/b"], ["/robots.txt", "/c"])


@pytest.mark.parametrize("third", ["/d", "https://example.com/", "\\"])
def test_a_third_redirect_is_the_limit_wherever_it_leads(server, third):
    server.pages({"/a": redirect("/b"), "/b": redirect("/c"), "/c": redirect(third)})
    found, facts = one(server)
    assert found == "redirect_limit"
    assert (facts.final_url, facts.http_status) == (f"https://{HOST}/c", 302)
    assert server.paths()[-1] == "/c"


@pytest.mark.parametrize("answer", [reply(status=301), reply(status=301, Location="")])
def test_a_redirect_without_a_location_is_the_limit(server, answer):
    assert one(server, answer)[0] == "redirect_limit"


@pytest.mark.parametrize(
    "location", ["https://example.com/", "//nodejs.org/", "http://nodejs.org/", "/b?c", "/\\b", "/é"]
)
def test_an_unsupported_redirect_is_not_contacted_and_its_answer_is_shown(server, location):
    server.page("/a", redirect(location.encode().decode("latin-1")))
    found, facts = one(server)
    assert found == "unsupported_redirect"
    assert (facts.final_url, facts.http_status) == (START, 302)
    assert len(server.requests) == server.connections == 2


def test_two_different_locations_are_an_unsupported_redirect(server):
    assert one(server, reply(status=301, Location="/b\r\nLocation: /c"))[0] == "unsupported_redirect"


def test_robots_are_asked_again_for_each_target(server):
    server.routes[(OTHER, "/robots.txt")] = reply(b"User-agent: quoteproof\nDisallow: /b\n")
    server.page("/a", redirect(f"https://{OTHER}/b", 301))
    found, facts = one(server)
    assert (found, facts.robots_rule) == ("source_disallows_access", "Disallow: /b")
    assert (facts.final_url, facts.http_status) == (START, 301)
    assert server.paths(OTHER) == ["/robots.txt"]


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (reply(status=500), "robots_unavailable"),
        (reply(b"User-agent: *\nDisallow: /a\n"), "source_disallows_access"),
        (reply(b"User-agent: *\nContent-Signal: ai-input=no\n"), "source_disallows_access"),
    ],
)
def test_a_page_that_robots_keep_closed_is_never_asked_for(server, rules, reason):
    server.routes[ROBOTS] = rules
    found, facts = one(server, reply(b"x"))
    assert (found, facts.final_url, facts.http_status, facts.content_type) == (reason, START, None, None)
    assert server.paths() == ["/robots.txt"]


def test_an_interrupted_page_shows_what_its_head_said(server):
    found, facts = one(server, hanging(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nab"), seconds=0.5)
    assert found is OutOfTime
    assert (facts.http_status, facts.content_type, facts.source_bytes) == (200, "text/html", None)


def test_at_most_two_requests_at_once_go_to_one_host(server):
    inside, most, lock = [], [], threading.Lock()

    def page(connection) -> None:
        with lock:
            inside.append(1)
            most.append(len(inside))
        time.sleep(0.1)
        inside.pop()
        connection.sendall(reply(b"x"))

    server.pages({f"/{name}": page for name in "abcde"})
    assert all(isinstance(found, Fetched) for found, _ in fetch(server, *(f"/{name}" for name in "abcde")))
    assert max(most) == 2 and len(most) == 5


def gaps(server: Server) -> list[float]:
    at = [request.at for request in server.requests if request.path != "/robots.txt"]
    return [later - earlier for earlier, later in itertools.pairwise(at)]


@pytest.mark.django_db
def test_a_crawl_delay_is_kept_between_page_requests_and_robots_do_not_count(server):
    server.routes[ROBOTS] = reply(b"User-agent: *\nCrawl-delay: 0.4\n")
    server.pages({"/a": redirect("/b"), "/b": reply(b"b"), "/c": reply(b"c")})
    assert all(isinstance(found, Fetched) for found, _ in fetch(server, "/a", "/c"))
    assert len(gaps(server)) == 2 and min(gaps(server)) >= 0.4
    assert server.requests[1].at - server.requests[0].at < 0.3


@pytest.mark.django_db
def test_a_crawl_delay_is_kept_between_checks_too(server):
    server.routes[ROBOTS] = reply(b"User-agent: *\nCrawl-delay: 0.5\n")
    server.page("/a", reply(b"x"))
    fetch(server, "/a")
    fetch(server, "/a")
    assert gaps(server)[0] >= 0.5


@pytest.mark.django_db
def test_a_pause_that_does_not_fit_before_the_deadline_is_told_at_once(server):
    server.routes[ROBOTS] = reply(b"User-agent: *\nCrawl-delay: 60\n")
    server.pages({"/a": reply(b"x"), "/b": reply(b"x")})
    started = time.monotonic()
    kinds = {found if found is OutOfTime else type(found) for found, _ in fetch(server, "/a", "/b")}
    assert kinds == {OutOfTime, Fetched}
    assert time.monotonic() - started < 1.5


@pytest.mark.django_db
def test_a_request_that_fails_still_begins_the_pause(server):
    server.routes[ROBOTS] = reply(b"User-agent: *\nCrawl-delay: 0.4\n")
    server.pages({"/a": b"", "/b": streamed(b"HTTP/1.1")})
    assert [found for found, _ in fetch(server, "/a", "/b")] == [Unreachable, Unreachable]
    assert gaps(server)[0] >= 0.4
