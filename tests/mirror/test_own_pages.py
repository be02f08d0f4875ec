"""Our own pages in the shape of six hosts."""

from __future__ import annotations

import pytest

from tests.mirror.client import get
from tests.mirror.own_pages import PAGES, serve, urls
from tests.mirror.robots import HOSTS
from tests.mirror.server import Mirror

GENERATORS = {
    "https://developers.cloudflare.com/queues/best-practices/retry-budgets/": b'class="sl-heading-wrapper',
    "https://docs.x402.org/core-concepts/retries": b'content="Mintlify"',
    "https://docs.payai.network/facilitators/settlement": b"self.__next_f",
    "https://docs.payai.network/dashboard": b'id="__NEXT_DATA__"',
    "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Repeated_requests": b"<mdn-compat-table-lazy",
    "https://docs.github.com/en/actions/how-tos/rerun-failed-jobs": b'id="__NEXT_DATA__"',
    "https://www.typescriptlang.org/docs/handbook/results.html": b"twoslash",
}


@pytest.mark.parametrize("url", urls())
def test_every_page_is_served_whole_and_fits_the_limit(mirror: Mirror, url: str) -> None:
    reply = get(mirror, url)
    assert reply.status == 200
    assert 100 < len(reply.body) < 100_000
    assert reply.headers["content-type"].partition(";")[0] in ("text/html", "text/markdown", "text/plain")
    reply.body.decode()


@pytest.mark.parametrize(("url", "mark"), GENERATORS.items())
def test_pages_have_the_shape_of_their_generator(mirror: Mirror, url: str, mark: bytes) -> None:
    reply = get(mirror, url)
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert mark in reply.body


def test_six_hosts_have_pages() -> None:
    assert {folder.name for folder in PAGES.iterdir()} == set(HOSTS) - {"docs.python.org", "nodejs.org"}


@pytest.mark.parametrize(
    ("url", "content_type"),
    [
        ("https://developers.cloudflare.com/llms.txt", "text/plain"),
        ("https://docs.github.com/llms.txt", "text/markdown; charset=utf-8"),
        ("https://docs.x402.org/llms.txt", "text/plain; charset=utf-8"),
        ("https://docs.x402.org/core-concepts/retries.md", "text/markdown; charset=utf-8"),
    ],
)
def test_text_variants_have_the_type_their_host_sends(mirror: Mirror, url: str, content_type: str) -> None:
    assert get(mirror, url).headers["content-type"] == content_type


def test_what_is_only_kept_from_indexes_says_so(mirror: Mirror) -> None:
    assert "noindex" in get(mirror, "https://docs.x402.org/llms.txt").headers["x-robots-tag"]
    deprecated = "https://docs.github.com/en/actions/how-tos/deprecated-set-output"
    assert get(mirror, deprecated).headers["x-robots-tag"] == "noindex"


@pytest.mark.parametrize(
    ("url", "status", "location"),
    [
        ("https://developers.cloudflare.com/queues/best-practices/retry-budgets", 307, "retry-budgets/"),
        ("https://developer.mozilla.org/docs/Web/HTTP", 302, "https://developer.mozilla.org/en-US/docs/Web/HTTP"),
        ("https://docs.github.com/actions/how-tos", 302, "https://docs.github.com/en/actions/how-tos"),
    ],
)
def test_short_addresses_are_sent_on(mirror: Mirror, url: str, status: int, location: str) -> None:
    reply = get(mirror, url)
    assert reply.status == status
    assert reply.headers["location"].endswith(location)


@pytest.mark.parametrize("path", ["/nowhere", "/../docs.x402.org/llms.txt", "/llms.txt/", "/queues", "/%00"])
def test_nothing_else_is_found(path: str) -> None:
    assert serve("developers.cloudflare.com", path) is None
