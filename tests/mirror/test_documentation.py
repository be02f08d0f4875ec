"""docs.python.org and nodejs.org from Debian's packages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mirror.client import get
from tests.mirror.documentation import NODE, PYTHON, list_pages, serve
from tests.mirror.server import Mirror

pytestmark = pytest.mark.mirror


@pytest.mark.parametrize(
    ("url", "content_type", "words"),
    [
        ("https://docs.python.org/3/", "text/html", b"<title>3.11."),
        ("https://docs.python.org/3/library/json.html", "text/html", b"JSON encoder and decoder"),
        ("https://docs.python.org/3.11/library/json.html", "text/html", b"JSON encoder and decoder"),
        ("https://docs.python.org/3/_sources/library/json.rst.txt", "text/plain", b".. module:: json"),
        ("https://docs.python.org/3/whatsnew/changelog.html", "text/html", b"<title>Changelog"),
        ("https://docs.python.org/3/_static/pygments.css", "text/css", b".highlight"),
        ("https://nodejs.org/api/", "text/html", b"Node.js v"),
        ("https://nodejs.org/api/fs.html", "text/html", b"File system"),
        ("https://nodejs.org/api/path.md", "text/markdown", b"# Path"),
        ("https://nodejs.org/api/path.json", "application/json", b'"source": "doc/api/path.md"'),
        ("https://nodejs.org/docs/latest/api/fs.html", "text/html", b"File system"),
    ],
)
def test_pages_come_with_the_type_their_host_sends(
    mirror: Mirror, url: str, content_type: str, words: bytes
) -> None:
    reply = get(mirror, url)
    assert (reply.status, reply.headers["content-type"]) == (200, content_type)
    assert words in reply.body


def test_a_page_is_served_byte_for_byte(mirror: Mirror, mirror_documentation: Path) -> None:
    page = get(mirror, "https://docs.python.org/3/library/json.html").body
    assert page == (mirror_documentation / PYTHON / "library/json.html").read_bytes()


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/", "https://docs.python.org/3/"),
        ("/3", "https://docs.python.org/3/"),
        ("/library/json.html", "https://docs.python.org/3/library/json.html"),
        ("/genindex-A.html", "https://docs.python.org/3/genindex-A.html"),
        ("/3/library/json", "https://docs.python.org:/3/library/json.html"),
    ],
)
def test_old_addresses_are_sent_on(mirror: Mirror, path: str, location: str) -> None:
    reply = get(mirror, f"https://docs.python.org{path}")
    assert reply.status in (301, 302)
    assert reply.headers["location"] == location


@pytest.mark.parametrize(
    "path",
    ["/api/none.html", "/api/../../../copyright", "/api/%2e%2e/%2e%2e/nodejs-doc/copyright", "/api/%00", "/x"],
)
def test_what_is_not_there_or_outside_is_not_found(mirror: Mirror, path: str) -> None:
    assert get(mirror, f"https://nodejs.org{path}").status == 404


def test_the_pages_of_the_bar_are_listed_with_their_sizes(mirror_documentation: Path) -> None:
    pages = list_pages(mirror_documentation)
    python = [page for page in pages if page.url.startswith("https://docs.python.org/3/")]
    assert len(python) >= 380
    assert len(pages) - len(python) >= 38
    assert max(page.size for page in pages) <= 100_000
    assert all(page.path.stat().st_size == page.size for page in pages)


def test_every_listed_address_leads_to_its_file(mirror_documentation: Path) -> None:
    for page in list_pages(mirror_documentation)[::10]:
        host, _, path = page.url.removeprefix("https://").partition("/")
        answer = serve(host, f"/{path}", mirror_documentation)
        assert answer is not None
        assert answer.body == page.path.read_bytes()


def test_without_the_packages_the_pages_are_not_found(mirror: Mirror) -> None:
    mirror.documentation = None
    assert get(mirror, "https://nodejs.org/api/fs.html").status == 404
    assert get(mirror, "https://nodejs.org/robots.txt").status == 200


def test_node_and_python_do_not_mix(mirror_documentation: Path) -> None:
    assert (mirror_documentation / NODE / "fs.html").is_file()
    assert serve("docs.python.org", "/api/fs.html", mirror_documentation).status == 404
    assert serve("docs.x402.org", "/api/fs.html", mirror_documentation) is None
