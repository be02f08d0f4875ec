from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verification.core.page import urls
from verification.core.page.urls import InvalidUrl, Target

HOSTS = ("docs.python.org", "nodejs.org")
BASE = Target("docs.python.org", "/3/library/json.html")

ACCEPTED = {
    "https://docs.python.org/3/": "https://docs.python.org/3/",
    "https://docs.python.org": "https://docs.python.org/",
    "https://docs.python.org:443": "https://docs.python.org/",
    "https://docs.python.org:443/3/": "https://docs.python.org/3/",
    "HTTPS://Docs.Python.ORG/3/Library/": "https://docs.python.org/3/Library/",
    "https://docs.python.org/3/#a": "https://docs.python.org/3/",
    "https://docs.python.org#a/b:c": "https://docs.python.org/",
    "https://docs.python.org/3/#:~:text=a,b": "https://docs.python.org/3/",
    "https://docs.python.org/%7Ea/%e3%83%84": "https://docs.python.org/%7Ea/%e3%83%84",
    "https://docs.python.org//a//b": "https://docs.python.org//a//b",
    "https://docs.python.org/a.b/..c/d../.e": "https://docs.python.org/a.b/..c/d../.e",
    "https://docs.python.org/a;b=c,d!$&'()*+~_-": "https://docs.python.org/a;b=c,d!$&'()*+~_-",
    "https://nodejs.org/api/fs.html#fsopen": "https://nodejs.org/api/fs.html",
}
INVALID = (
    "",
    "/3/",
    "docs.python.org/3/",
    "//docs.python.org/3/",
    "http://docs.python.org/3/",
    "ftp://docs.python.org/",
    "https:docs.python.org/3/",
    "https:/docs.python.org/3/",
    "https:///3/",
    "https://",
    "https://#a",
    "https://:443/",
    "https://docs.python.org:/3/",
    "https://docs.python.org:80/3/",
    "https://docs.python.org:8443/3/",
    "https://docs.python.org:0443/3/",
    "https://docs.python.org:443:443/3/",
    "https://docs.python.org:44 3/3/",
    "https://user@docs.python.org/3/",
    "https://user:pass@docs.python.org/3/",
    "https://docs.python.org@example.com/3/",
    "https://docs.python.org/@scope/",
    "https://docs.python.org/3/#a@b",
    "https://docs.python.org/3/?",
    "https://docs.python.org/3/?q=1",
    "https://docs.python.org?q",
    "https://docs.python.org/3/#a?b",
    "https://example.com\\@docs.python.org/",
    "https://docs.python.org\\3/",
    "https://docs.python.org/3/#a\\b",
    "https://docs.python.org/a b",
    " https://docs.python.org/",
    "https://docs.python.org/ ",
    "https://docs.python.org/\n",
    "https://docs.python.org/\ta",
    "https://docs.python.org/\x00",
    "https://docs.python.org/\x7f",
    "https://docs.python.org/é",
    "https://docs.python。org/",
    "https://docs.python.org/3/#é",
    "https://docs.python.org/100%",
    "https://docs.python.org/%g0",
    "https://docs.python.org/%4",
    "https://docs.python.org/3/#%",
    "https://docs.python.org/a%2fb",
    "https://docs.python.org/a%2Fb",
    "https://docs.python.org/a%5cb",
    "https://docs.python.org/a%5Cb",
    "https://docs.python.org/a%00b",
    "https://docs.python.org/3/#a%2Fb",
    "https://docs.python.org/a/../b",
    "https://docs.python.org/..",
    "https://docs.python.org/.",
    "https://docs.python.org/./a",
    "https://docs.python.org/a/.",
    "https://docs.python.org/a/%2e%2E/b",
    "https://docs.python.org/%2e/b",
    "https://docs.python.org/a/.%2e",
    'https://docs.python.org/"',
    "https://docs.python.org/<a>",
    "https://docs.python.org/{a}",
    "https://docs.python.org/a|b",
    "https://docs.python.org/a^b",
    "https://docs.python.org/a`b",
    "https://docs.python.org/[a]",
    "https://docs.python.org/3/#[a]",
    "https://docs.python.org/3/#a#b",
    "https://[::1/",
    "https://[::1]x/",
)
UNSUPPORTED = (
    "https://example.com/",
    "https://docs.python.org./3/",
    "https://python.org/",
    "https://evil-docs.python.org/",
    "https://docs.python.org.example.com/",
    "https://docs.python.orgx/",
    "https://docs%2Epython.org/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]:443/",
    "https://localhost/",
    "https://xn--docs-python.org/",
)


@pytest.mark.parametrize(("url", "fetched"), ACCEPTED.items())
def test_a_url_of_a_listed_host_is_fetched_without_its_fragment(url, fetched):
    assert urls.parse(url, HOSTS).url == fetched


@pytest.mark.parametrize("url", INVALID)
def test_a_url_that_breaks_a_rule_is_invalid(url):
    with pytest.raises(InvalidUrl) as caught:
        urls.parse(url, HOSTS)
    assert caught.value.reason == "invalid_url"


@pytest.mark.parametrize("url", UNSUPPORTED)
def test_a_url_of_another_host_is_unsupported(url):
    with pytest.raises(InvalidUrl) as caught:
        urls.parse(url, HOSTS)
    assert caught.value.reason == "unsupported_host"


def test_the_target_is_sent_as_it_was_written():
    assert urls.parse("https://docs.python.org/%7ea//%C3%A9;x", HOSTS) == Target(
        "docs.python.org", "/%7ea//%C3%A9;x"
    )


def test_two_spellings_of_a_url_have_one_key_but_escapes_stay_apart():
    same = ("https://nodejs.org", "https://NODEJS.org:443/#x", "HTTPS://nodejs.org/")
    assert len({urls.parse(url, HOSTS).url for url in same}) == 1
    assert urls.parse("https://nodejs.org/~a", HOSTS).url != urls.parse("https://nodejs.org/%7Ea", HOSTS).url


def test_a_refusal_never_repeats_what_was_sent():
    with pytest.raises(InvalidUrl) as caught:
        urls.parse("https://docs.python.org/SECRET?", HOSTS)
    assert "SECRET" not in f"{caught.value}{caught.value.detail}"


@given(st.text(alphabet=string.printable, max_size=40))
@settings(max_examples=300)
def test_whatever_is_accepted_leads_to_a_listed_host_by_a_plain_path(text):
    for url in (text, f"https://docs.python.org{text}", f"https://docs.python.org/{text}"):
        try:
            target = urls.parse(url, HOSTS)
        except InvalidUrl:
            continue
        assert target.host in HOSTS
        assert target.path.startswith("/")
        assert not set(target.path) & set("?#@\\ ")


REDIRECTS = {
    "https://nodejs.org/api/": "https://nodejs.org/api/",
    "https://nodejs.org": "https://nodejs.org/",
    "HTTPS://NodeJS.org:443/a#b": "https://nodejs.org/a",
    "/3.14/": "https://docs.python.org/3.14/",
    "csv.html": "https://docs.python.org/3/library/csv.html",
    "./csv.html": "https://docs.python.org/3/library/csv.html",
    "../tutorial/": "https://docs.python.org/3/tutorial/",
    "..": "https://docs.python.org/3/",
    "../..": "https://docs.python.org/",
    "../../../../a": "https://docs.python.org/a",
    ".": "https://docs.python.org/3/library/",
    "/a/b/../c/./d": "https://docs.python.org/a/c/d",
    "/a/..": "https://docs.python.org/",
    "#top": "https://docs.python.org/3/library/json.html",
    "a//b": "https://docs.python.org/3/library/a//b",
    "https://nodejs.org/a/../b": "https://nodejs.org/b",
}
REFUSED_LOCATIONS = (
    "//nodejs.org/",
    "/\\nodejs.org/",
    "\\\\nodejs.org/",
    "https://nodejs.org\\@example.com/",
    "http://nodejs.org/",
    "https:api",
    "https:/api",
    "https://example.com/",
    "https://nodejs.org./",
    "https://nodejs.org:8443/",
    "https://nodejs.org:/",
    "https://user@nodejs.org/",
    "https://169.254.169.254/latest/meta-data/",
    "javascript:alert(1)",
    "data:text/plain,a",
    "file:///etc/passwd",
    "/a b",
    " /a",
    "/a\t",
    "/é",
    "/%zz",
    "/a%2fb",
    "/a%5Cb",
    "/a/%2e%2e/b",
    "?q=1",
    "/a?",
    "/a?b#c",
    "/@a",
    "/a|b",
    "/a\\b/../c",
    "/a b/../c",
    "/a?b/../c",
    "/a|b/../c",
    "/%2e/../c",
    "%2e%2e/../c",
    ".%2E/..",
    "https://nodejs.org/a\\b/../c",
    "/" + "a" * 500,
)


@pytest.mark.parametrize(("location", "resolved"), REDIRECTS.items())
def test_a_redirect_is_resolved_by_rfc_3986(location, resolved):
    assert urls.resolve_redirect(BASE, location, HOSTS).url == resolved


@pytest.mark.parametrize("location", REFUSED_LOCATIONS)
def test_a_redirect_that_breaks_a_rule_or_leaves_the_list_is_unsupported(location):
    with pytest.raises(InvalidUrl) as caught:
        urls.resolve_redirect(BASE, location, HOSTS)
    assert caught.value.reason == "unsupported_redirect"


def test_a_redirect_leads_to_512_characters_and_not_one_more():
    room = 512 - len("https://docs.python.org/")
    assert urls.resolve_redirect(BASE, "/" + "a" * room, HOSTS)
    with pytest.raises(InvalidUrl):
        urls.resolve_redirect(BASE, "/" + "a" * (room + 1), HOSTS)


# RFC 3986, section 5.4, as far as its references hold no query and their base is a plain https URL.
NORMAL = {"g": "b/c/g", "./g": "b/c/g", "g/": "b/c/g/", "/g": "g", "#s": "b/c/d;p", "g#s": "b/c/g", ";x": "b/c/;x"}
NORMAL |= {"g;x": "b/c/g;x", ".": "b/c/", "./": "b/c/", "..": "b/", "../": "b/", "../g": "b/g", "../..": ""}
NORMAL |= {
    "../../": "",
    "../../g": "g",
    "../../../g": "g",
    "/./g": "g",
    "/../g": "g",
    "g.": "b/c/g.",
    ".g": "b/c/.g",
}
NORMAL |= {
    "g..": "b/c/g..",
    "..g": "b/c/..g",
    "./../g": "b/g",
    "./g/.": "b/c/g/",
    "g/./h": "b/c/g/h",
    "g/../h": "b/c/h",
}
NORMAL |= {"g;x=1/./y": "b/c/g;x=1/y", "g;x=1/../y": "b/c/y"}


@pytest.mark.parametrize(("reference", "path"), NORMAL.items())
def test_the_examples_of_rfc_3986_resolve(reference, path):
    base = Target("nodejs.org", "/b/c/d;p")
    assert urls.resolve_redirect(base, reference, HOSTS).url == f"https://nodejs.org/{path}"


def test_redirects_without_a_location_lead_nowhere_and_ones_with_two_are_refused():
    assert urls.follow(BASE, [], HOSTS) is None
    assert urls.follow(BASE, [""], HOSTS) is None
    assert urls.follow(BASE, ["/a", "/a"], HOSTS) == Target("docs.python.org", "/a")
    with pytest.raises(InvalidUrl):
        urls.follow(BASE, ["/a", "/b"], HOSTS)
