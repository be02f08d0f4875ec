from __future__ import annotations

import pytest

from verification.core.citations.addresses import LONGEST, bare, taken


@pytest.mark.parametrize(
    "text, urls",
    [
        ("see https://a.org/x.", ["https://a.org/x"]),
        ("(https://a.org/x_(y)), https://b.org/?", ["https://a.org/x_(y)", "https://b.org/"]),
        ("“https://a.org”，https://b.org。", ["https://a.org", "https://b.org"]),
        ("www.a.org/x but node.js, e.g./i.e. and a@b.org/x", ["https://www.a.org/x"]),
        ("in docs.python.org/3/ it says", ["https://docs.python.org/3/"]),
        ("http://a.org HTTPS://B.org", ["http://a.org", "HTTPS://B.org"]),
    ],
)
def test_addresses_written_out(text: str, urls: list[str]) -> None:
    assert [url for _, _, url in bare(text, 0, len(text))] == urls


@pytest.mark.parametrize(
    "written, url",
    [
        ("https://a.org/x?utm_source=chatgpt.com", "https://a.org/x"),
        ("https://a.org/x?utm_source=a&fbclid=b#c", "https://a.org/x#c"),
        ("https://a.org/Волга", "https://a.org/%D0%92%D0%BE%D0%BB%D0%B3%D0%B0"),
        ("https://a.org/x#:~:text=so%20it%20is", "https://a.org/x#:~:text=so%20it%20is"),
    ],
)
def test_addresses_as_the_routes_take_them(written: str, url: str) -> None:
    assert taken(written) == (url, "")


@pytest.mark.parametrize(
    "written, reason",
    [
        ("/wiki/X", "relative_link"),
        ("http://a.org", "not_https"),
        ("mailto:a@b.org", "unsupported_scheme"),
        ("javascript:alert(1)", "unsupported_scheme"),
        ("https://a.org/?q=1&utm_source=x", "link_with_query"),
        ("https://a.org:8443/", "invalid_link"),
        ("https://user@a.org/", "invalid_link"),
        ("https://localhost/", "invalid_link"),
        ("https://a.org/../b", "invalid_link"),
        ("https://a.org/" + "x" * LONGEST, "invalid_link"),
    ],
)
def test_addresses_that_no_route_takes(written: str, reason: str) -> None:
    assert taken(written)[1] == reason
