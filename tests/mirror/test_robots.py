"""robots.txt of the eight hosts, and its overrides."""

from __future__ import annotations

import urllib.robotparser

import pytest

from tests.mirror.client import get
from tests.mirror.robots import HOSTS, ROBOTS
from tests.mirror.server import Mirror


@pytest.mark.parametrize("host", HOSTS)
def test_robots_txt_is_served_as_the_host_serves_it(mirror: Mirror, host: str) -> None:
    reply = get(mirror, f"https://{host}/robots.txt")
    assert (reply.status, reply.body) == (ROBOTS[host].status, ROBOTS[host].body)
    assert reply.status == 404 or reply.headers["content-type"].startswith("text/plain")


def test_github_sends_one_line_without_an_end() -> None:
    assert ROBOTS["docs.github.com"].body == b"User-agent: *"


@pytest.mark.parametrize(
    ("host", "allowed", "forbidden"),
    [
        ("docs.python.org", "/3/library/json.html", "/2/library/json.html"),
        ("docs.python.org", "/3.11/library/json.html", "/3.7/library/json.html"),
        ("docs.python.org", "/3.10/", "/dev/library/json.html"),
        ("nodejs.org", "/api/fs.html", "/docs/latest/api/fs.html"),
        ("nodejs.org", "/dist/latest/docs/api/fs.html", "/dist/v18.0.0/docs/api/fs.html"),
        ("developer.mozilla.org", "/en-US/docs/Web", "/api/v1/whoami"),
        ("docs.x402.org", "/core-concepts/retries", "/cdn-cgi/x"),
    ],
)
def test_the_rules_say_what_the_hosts_say(host: str, allowed: str, forbidden: str) -> None:
    rules = urllib.robotparser.RobotFileParser()
    rules.parse(filter(None, ROBOTS[host].body.decode().splitlines()))  # it ends a group at an empty line
    assert rules.can_fetch("QuoteProof", f"https://{host}{allowed}")
    assert not rules.can_fetch("QuoteProof", f"https://{host}{forbidden}")


def test_an_override_stands_for_one_host_until_the_reset(mirror: Mirror) -> None:
    mirror.robots_overrides["nodejs.org"] = (503, {"Retry-After": "60"}, b"later")
    reply = get(mirror, "https://nodejs.org/robots.txt")
    assert (reply.status, reply.headers["retry-after"], reply.body) == (503, "60", b"later")
    assert get(mirror, "https://docs.x402.org/robots.txt").status == 200
    mirror.reset()
    assert get(mirror, "https://nodejs.org/robots.txt").status == 200


def test_overrides_given_at_the_start_outlive_a_reset() -> None:
    with Mirror(robots_overrides={"docs.github.com": (500, {}, b"")}) as mirror:
        mirror.robots_overrides["nodejs.org"] = (500, {}, b"")
        mirror.reset()
        assert get(mirror, "https://docs.github.com/robots.txt").status == 500
        assert get(mirror, "https://nodejs.org/robots.txt").status == 200
