from __future__ import annotations

import hashlib
import re
import time

import pytest

from tests.verification.server import HOST, ROBOTS, Server, cut, hanging, redirect, reply, streamed
from verification.core.page.urls import InvalidUrl
from verification.sources import Source, read_sources

WORDS = "Waiting longer each time leaves room for the other clients. "
HTML = "text/html; charset=utf-8"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@pytest.fixture(autouse=True)
def to_the_server(server: Server, settings):
    settings.FETCH_RESOLVE = server.overrides
    settings.FETCH_CA_FILE = str(server.authority.file)
    settings.ROBOTS_CACHE_S = 0


def read(*urls: str, seconds: float = 8.0, **limits) -> list[Source]:
    return read_sources(urls, deadline=time.monotonic() + seconds, **limits)


def one(server: Server, answer, path: str = "/a", **limits) -> Source:
    return read(server.page(path, answer), **limits)[0]


def html(body: str, head: str = "", **headers: str) -> bytes:
    return reply(f"<!doctype html><title>T</title>{head}<body>{body}".encode(), type=HTML, **headers)


PAGE = f"<main><h1 id=w>Waiting</h1><p>{WORDS * 5}</main>"


def test_plain_text_is_read_whole(server):
    body = "\ufeffa\r\nb \0 🙂".encode()
    source = one(server, reply(body))
    assert (source.reason, source.extraction, source.rules) == (None, "complete_plain_text", None)
    assert (source.page.text, source.body) == ("a\r\nb \0 🙂", body)
    assert (source.source_bytes, source.content_sha256) == (len(body), hashlib.sha256(body).hexdigest())
    assert (source.http_status, source.content_type) == (200, "text/plain")


def test_html_is_read_as_a_reader_sees_it(server):
    source = one(server, html(PAGE))
    assert (source.reason, source.extraction, source.rules) == (None, "static_html", "static_html/1")
    assert source.page.text.startswith("Waiting\n\nWaiting longer")
    assert (source.max_snippet, source.noarchive) == (None, False)


def test_the_url_is_shown_as_sent_and_the_final_one_without_fragment_in_lower_case(server):
    server.page("/a", reply(b"x"))
    (source,) = read(f"https://{HOST.upper()}:443/a#B")
    assert (source.url, source.final_url) == (f"https://{HOST.upper()}:443/a#B", f"https://{HOST}/a")


def test_the_moment_of_decision_is_utc_with_milliseconds(server):
    assert MOMENT.fullmatch(one(server, reply(b"x")).fetched_at)
    assert MOMENT.fullmatch(one(server, reply(status=404)).fetched_at)


def test_who_asks_and_where_to_read_about_it_is_said_to_robots_and_pages(server, settings):
    settings.BOT_URL = "https://quoteproof.example/guide"
    one(server, reply(b"x"))
    agents = {line for request in server.requests for line in request.head.split(b"\r\n") if b"User-Agent" in line}
    assert agents == {b"User-Agent: QuoteProof/0.1 (+https://quoteproof.example/guide)"}


def test_html_is_what_is_asked_for_first_and_markdown_not_at_all(server):
    one(server, reply(b"x"))
    accept = next(line for line in server.requests[1].head.split(b"\r\n") if line.startswith(b"Accept:"))
    assert accept == b"Accept: text/html, application/xhtml+xml, text/plain;q=0.9, */*;q=0.1"


SCRIPT = "<script>" + "let a = 1;" * 400 + "</script>"
UNREAD = {
    "robots_unavailable": [],
    "source_disallows_access": [],
    "redirect_limit": [reply(status=302), redirect("/a")],
    "unsupported_redirect": [redirect("https://example.com/"), redirect("http://nodejs.org/")],
    "source_unavailable": [
        reply(status=404),
        b"",
        cut(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nab"),
        reply(b"x", Content_Encoding="gzip"),
    ],
    "unsupported_content_type": [reply(b"x", type="application/pdf"), reply(b"x", type=None)],
    "source_disallows_excerpts": [
        reply(b"x", X_Robots_Tag="nosnippet"),
        reply(b"x", X_Robots_Tag="max-snippet:0"),
    ],
    "unsupported_encoding": [reply(b"x", Content_Encoding="br")],
    "source_too_large": [
        reply(bytes(100_001)),
        streamed(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", bytes(200_000)),
    ],
}
CLOSED = {
    "robots_unavailable": reply(status=503),
    "source_disallows_access": reply(b"User-agent: QuoteProof\nDisallow: /\n"),
}


@pytest.mark.parametrize("reason", UNREAD)
def test_a_source_that_is_not_received_says_why_and_has_no_hash(server, reason):
    server.routes[ROBOTS] = CLOSED.get(reason, reply(status=404))
    for answer in UNREAD[reason] or [reply(b"x")]:
        source = one(server, answer)
        assert (source.reason, source.extraction, source.page, source.body) == (reason, "unavailable", None, None)
        assert (source.source_bytes, source.content_sha256) == (None, None)


RECEIVED = {
    "unsupported_encoding": [
        reply(b"\xff", type="text/plain"),
        reply(b"x", type="text/html; charset=utf-7"),
        reply(b"<meta charset=hz-gb-2312>x", type="text/html"),
        reply(b"\xff\xfea", type="text/html"),
    ],
    "source_disallows_excerpts": [
        html(PAGE, "<meta name=robots content='noindex, NoSnippet'>"),
        html(PAGE, "<meta name=QuoteProof content=noai>"),
        html(PAGE, "<meta name=robots content='unavailable_after: 25 Jun 2010 15:00:00 PST'>"),
        html(PAGE + "<meta name=robots content='max-snippet:0'>"),
    ],
    "source_unavailable": [
        reply(b"Please enable JavaScript to see this.", type="text/plain"),
        reply(b"<title>Just a moment...</title><p>Wait.", type="text/html"),
        html("<form><p>Sign in</p><input type=password></form>"),
        html("<p id=cf-chl-widget>Checking"),
    ],
    "extraction_uncertain": [html(SCRIPT), html(f"<p>Loading{SCRIPT}"), html("<!-- never closed " + PAGE)],
    "empty_source": [html(""), reply(b""), reply(" \r\n\t\u00a0\u2028".encode())],
}


@pytest.mark.parametrize("reason", RECEIVED)
def test_a_source_that_is_received_but_not_read_keeps_its_hash_and_loses_its_body(server, reason):
    for answer in RECEIVED[reason]:
        source = one(server, answer)
        assert (source.reason, source.extraction, source.page, source.body) == (reason, "unavailable", None, None)
        body = answer.partition(b"\r\n\r\n")[2]
        assert (source.source_bytes, source.content_sha256) == (len(body), hashlib.sha256(body).hexdigest())


def test_robots_of_a_meta_element_inside_noscript_or_of_another_bot_refuse_nothing(server):
    head = "<noscript><meta name=robots content=nosnippet></noscript><meta name=googlebot content=nosnippet>"
    assert one(server, html(PAGE, head)).reason is None


def test_caps_and_noarchive_of_head_and_page_hold_together(server):
    source = one(
        server, html(PAGE, "<meta name=robots content='max-snippet:50'>", X_Robots_Tag="max-snippet:90, noarchive")
    )
    assert (source.reason, source.max_snippet, source.noarchive, source.body) == (None, 50, True, None)
    assert source.content_sha256 is not None


def test_a_text_over_its_limit_is_too_large_and_keeps_the_hash(server):
    body = "🙂".encode() * 10
    assert one(server, reply(body), max_chars=20).reason is None
    source = one(server, reply(body), max_chars=19)
    assert (source.reason, source.source_bytes) == ("source_too_large", 40)


def test_another_contracts_limit_may_be_higher(server):
    assert len(one(server, reply(b"x" * 150_000), source_bytes=2_000_000).page.text) == 150_000


def test_sources_come_in_the_order_asked_for_and_robots_once(server):
    urls = [server.page(f"/{name}", reply(name.encode())) for name in "edcba"]
    assert [source.page.text for source in read(*urls)] == list("edcba")
    assert server.paths().count("/robots.txt") == 1


def test_the_rule_of_robots_is_told(server):
    server.routes[ROBOTS] = reply(b"User-agent: *\nDisallow: /\nAllow: /a\n")
    assert one(server, reply(b"x")).robots_rule == "Allow: /a"
    assert one(server, reply(b"x"), "/b").robots_rule == "Disallow: /"


@pytest.mark.parametrize("slow", [hanging(), hanging(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nab")])
def test_the_deadline_cuts_short_what_is_not_decided_and_nothing_else(server, slow):
    urls = [server.page("/fast", reply(b"x")), server.page("/slow", slow), server.page("/gone", reply(status=410))]
    started = time.monotonic()
    sources = read(*urls, seconds=1.0)
    assert 0.9 < time.monotonic() - started < 1.3
    assert [source.reason for source in sources] == [None, "deadline_exceeded", "source_unavailable"]
    assert (sources[1].source_bytes, sources[1].page) == (None, None)


def test_robots_that_hang_cost_the_whole_origin_and_no_other(server):
    server.routes[ROBOTS] = hanging()
    other = server.page("/a", reply(b"x"), "nodejs.org")
    sources = read(f"https://{HOST}/a", f"https://{HOST}/b", other, seconds=1.0)
    assert [source.reason for source in sources] == ["deadline_exceeded", "deadline_exceeded", None]


def test_a_deadline_in_the_past_is_every_sources_reason(server):
    (source,) = read(f"https://{HOST}/a", seconds=-1)
    assert (source.reason, source.final_url, source.http_status) == (
        "deadline_exceeded",
        f"https://{HOST}/a",
        None,
    )
    assert server.connections == 0


def test_a_late_answer_changes_nothing_in_what_was_told(server):
    sources = read(server.page("/a", streamed(then=iter([reply(b"late")]), every=0.6)), seconds=0.4)
    time.sleep(0.5)
    assert sources[0].reason == "deadline_exceeded"


@pytest.mark.django_db
def test_robots_are_kept_for_the_next_check(server, settings):
    settings.ROBOTS_CACHE_S = 60
    server.routes[ROBOTS] = reply(b"User-agent: *\nDisallow: /b\n")
    assert one(server, reply(b"x")).reason is None
    server.routes[ROBOTS] = reply(status=500)
    assert one(server, reply(b"x")).reason is None
    assert one(server, reply(b"x"), "/b").reason == "source_disallows_access"


@pytest.mark.django_db
def test_a_crawl_delay_that_does_not_fit_is_the_deadline(server):
    server.routes[ROBOTS] = reply(b"User-agent: *\nCrawl-delay: 100\n")
    server.pages({"/a": reply(b"x"), "/b": reply(b"x")})
    reasons = {source.reason for source in read(f"https://{HOST}/a", f"https://{HOST}/b")}
    assert reasons == {None, "deadline_exceeded"}


def test_urls_that_were_never_checked_are_refused_before_anything_is_sent(server):
    for url in ("https://example.com/", f"https://{HOST}/?q"):
        with pytest.raises(InvalidUrl):
            read(f"https://{HOST}/a", url)
    assert server.connections == 0


def test_a_narrower_list_of_hosts_holds_for_urls_and_redirects(server):
    with pytest.raises(InvalidUrl):
        read("https://nodejs.org/a", hosts=(HOST,))
    assert one(server, redirect("https://nodejs.org/a"), hosts=(HOST,)).reason == "unsupported_redirect"
