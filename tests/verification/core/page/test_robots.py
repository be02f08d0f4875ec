from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verification.core.page import robots

OURS = b"User-agent: QuoteProof\n"


def decide(body: bytes, path: str = "/a", agent: str = robots.PRODUCT) -> robots.Decision:
    return robots.parse(body).decide(path, agent)


def allowed(body: bytes, path: str = "/a", agent: str = robots.PRODUCT) -> bool:
    return decide(body, path, agent).allowed


@pytest.mark.parametrize(
    "name", [b"QuoteProof", b"quoteproof", b"QUOTEPROOF", b"QuoteProof/0.1", b"QuoteProof bot", b"*"]
)
def test_a_group_is_ours_by_the_whole_product_token(name):
    assert not allowed(b"User-agent: %s\nDisallow: /\n" % name)


@pytest.mark.parametrize(
    "name", [b"Quote", b"QuoteProofBot", b"QuoteProof-News", b"Proof", b"", b"*Proof", b"7QuoteProof"]
)
def test_a_group_of_another_token_is_not_ours(name):
    assert allowed(b"User-agent: %s\nDisallow: /\n" % name)


@pytest.mark.parametrize("name", [b"dissallow", b"dissalow", b"disalow", b"diasllow", b"Disallaw"])
def test_a_misspelt_disallow_is_meant_as_one(name):
    assert not allowed(OURS + b"%s: /\n" % name)


@pytest.mark.parametrize("name", [b"user agent", b"UserAgent"])
def test_a_misspelt_user_agent_begins_a_group(name):
    assert not allowed(b"%s: QuoteProof\nDisallow: /\n" % name)


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b"\xef\xbb", b"\xef"])
def test_what_is_left_of_a_byte_order_mark_hides_no_group(mark):
    assert not allowed(mark + OURS + b"Disallow: /\n")
    assert allowed(b"x" + mark + OURS + b"Disallow: /\n")


def test_all_our_groups_are_combined():
    body = OURS + b"Disallow: /a\n\nUser-agent: other\nDisallow: /c\n\n" + OURS + b"Disallow: /b\n"
    assert [allowed(body, path) for path in ("/a", "/b", "/c")] == [False, False, True]


def test_all_groups_of_everyone_are_combined_where_none_is_ours():
    body = b"User-agent: *\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: *\nDisallow: /b\n"
    assert [allowed(body, path) for path in ("/a", "/b", "/c")] == [False, False, True]


def test_an_empty_disallow_in_our_group_never_falls_back_to_everyone():
    assert allowed(b"User-agent: *\nDisallow: /\n\n" + OURS + b"Disallow:\n")


def test_a_group_without_rules_allows_everything():
    assert allowed(b"User-agent: *")
    assert allowed(b"User-agent: *\nDisallow: /\n\n" + OURS)


@pytest.mark.parametrize("between", [b"Sitemap: https://a/b", b"Crawl-delay: 5", b"Host: a", b"???", b"", b"# x"])
def test_lines_that_are_no_rules_never_close_a_group(between):
    body = b"User-agent: x\n%s\n" % between + OURS + b"Disallow: /\n"
    assert not allowed(body)
    assert not allowed(b"User-agent: *\n%s\nDisallow: /\n" % between)


def test_a_rule_closes_the_list_of_agents_even_if_it_is_empty():
    body = b"User-agent: x\nDisallow:\nUser-agent: QuoteProof\nDisallow: /\n"
    assert allowed(body, agent="x")
    assert not allowed(body)


def test_rules_before_any_group_count_for_nobody():
    assert allowed(b"Disallow: /\nCrawl-delay: 5\nContent-Signal: ai-input=no\n" + OURS)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_a_byte_order_mark_and_every_line_end_are_read(bom, end):
    assert not allowed(bom + end.join([b"User-agent: QuoteProof", b"Disallow: /", b""]))


@pytest.mark.parametrize("space", ["\u2028", "\u0085", "\x0b", "\x0c"])
def test_no_other_character_ends_a_line(space):
    assert allowed(OURS + f"# a{space}Disallow: /\n".encode())


@pytest.mark.parametrize(
    "line", [b" disallow : /a ", b"DISALLOW:/a", b"Disallow: /a # why", b"disallow /a", b"disallow\t/a"]
)
def test_names_are_read_in_any_case_with_spaces_and_comments(line):
    assert not allowed(OURS + line)


@pytest.mark.parametrize(
    "line", [b"disallow", b"disallow /a /b", b"/a", b":", b": /a", b"Disallow /a: /a", b"\xff\xfe: /a"]
)
def test_a_line_that_is_no_rule_is_passed_over(line):
    assert allowed(OURS + line + b"\nAllow: /x")


LONGEST = [
    (b"Disallow: /a\nAllow: /a/b", "/a/b", True),
    (b"Disallow: /a/b\nAllow: /a", "/a/b", False),
    (b"Allow: /a\nDisallow: /a", "/a", True),
    (b"Disallow: /*.html\nAllow: /a", "/a.html", False),
    (b"Disallow: /a*\nAllow: /a", "/a", False),
    (b"Disallow: /a$\nAllow: /a", "/a", False),
    (b"Disallow: /", "/robots.txt", True),
    (b"Disallow: /dev", "/devices", False),
    (b"Disallow: /3.7/", "/3.10/", True),
    (b"Disallow: /A", "/a", True),
    (b"Disallow: a", "/a", True),
    (b"Disallow: *a", "/xa", False),
    (b"Disallow: *", "/a", False),
    (b"Disallow: /*/c", "/a/b/c", False),
    (b"Disallow: /a*b*c$", "/a1b2c", False),
    (b"Disallow: /a*b*c$", "/a1b2cd", True),
    (b"Disallow: /ab*ba$", "/aba", True),
    (b"Disallow: /a$b", "/a$b", False),
    (b"Disallow: /a$$", "/a$", False),
    (b"Disallow: /*?x", "/a?x=1", False),
    (b"Disallow: /?", "/a", True),
    (b"Disallow: $", "/a", True),
    (b"Disallow: /" + b"*" * 9000, "/a", False),
]


@pytest.mark.parametrize(("rules", "path", "may"), LONGEST)
def test_the_longest_pattern_decides_and_a_tie_allows(rules, path, may):
    assert allowed(OURS + rules, path) is may


SAME_PATHS = [
    (b"/foo/bar/\xe3\x83\x84", "/foo/bar/%E3%83%84"),
    (b"/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84"),
    (b"/foo/bar/%62%61%7A", "/foo/bar/baz"),
    (b"/foo/bar/baz", "/foo/%62ar/b%61z"),
    (b"/~joe", "/%7ejoe"),
    (b"/a%3Cb", "/a%3cb"),
    (b"/a<b", "/a%3Cb"),
    (b"/file-with-a-%2A.html", "/file-with-a-*.html"),
    (b"/foo-%24", "/foo-$"),
    (b"/bar?baz=https://foo.bar", "/bar?baz=https://foo.bar"),
    (b"/bar?baz=https%3A//foo.bar", "/bar?baz=https://foo.bar"),
    (b"/a&b", "/a%26b"),
    (b"/100%", "/100%"),
]
OTHER_PATHS = [
    (b"/a%2Fb", "/a/b"),
    (b"/a/b", "/a%2Fb"),
    (b"/a%3Fb", "/a?b"),
    (b"/a%2525", "/a%25"),
    (b"/a%2Ab", "/axb"),
]


@pytest.mark.parametrize(("pattern", "path"), SAME_PATHS)
def test_percent_encoding_makes_no_difference_to_one_path(pattern, path):
    assert not allowed(OURS + b"Disallow: " + pattern, path)


@pytest.mark.parametrize(("pattern", "path"), OTHER_PATHS)
def test_escaped_separators_and_wildcards_stay_what_they_are(pattern, path):
    assert allowed(OURS + b"Disallow: " + pattern, path)


def naive(pattern: str, path: str) -> bool:
    anchored = pattern.endswith("$")
    parts = (pattern[:-1] if anchored else pattern).split("*")
    return re.match(".*".join(map(re.escape, parts)) + (r"\Z" if anchored else ""), path) is not None


@given(
    st.lists(st.tuples(st.booleans(), st.text("/ab*$", min_size=1, max_size=6)), max_size=6),
    st.text("/ab", max_size=6),
)
@settings(max_examples=400)
def test_matches_as_a_plain_reading_of_the_rfc_does(rules, rest):
    body = OURS + b"".join(
        b"%s: %s\n" % (b"Allow" if allow else b"Disallow", rule.encode()) for allow, rule in rules
    )
    hits = [(len(rule), allow) for allow, rule in rules if naive(rule, "/" + rest)]
    assert allowed(body, "/" + rest) is (max(hits)[1] if hits else True)


@given(st.binary(max_size=200), st.text(max_size=20))
@settings(max_examples=200)
def test_no_file_makes_it_fail(body, path):
    assert decide(OURS + body, "/" + path).crawl_delay is None or decide(OURS + body, "/" + path).crawl_delay > 0


DELAYS = [
    (b"Crawl-delay: 5", 5.0),
    (b"crawl-delay:0.5", 0.5),
    (b"Crawl-delay: 2\nDisallow: /b\nCrawl-delay: 3\nCrawl-delay: 1", 3.0),
    (b"Crawl-delay: 4\nUser-agent: y\nDisallow: /b", 4.0),
    (b"Crawl-delay: 0", None),
    (b"Crawl-delay: -1", None),
    (b"Crawl-delay: soon", None),
    (b"Crawl-delay: inf", None),
    (b"Crawl-delay: 1e3", None),
    (b"Crawl-delay: " + b"9" * 400, robots.MAX_CRAWL_DELAY),
    (b"Disallow:\nUser-agent: x\nCrawl-delay: 9", None),
]


@pytest.mark.parametrize(("lines", "delay"), DELAYS)
def test_the_largest_crawl_delay_of_the_group_is_kept_to(lines, delay):
    assert decide(OURS + lines).crawl_delay == delay


def test_a_crawl_delay_for_everyone_does_not_hold_where_a_group_is_ours():
    assert decide(b"User-agent: *\nCrawl-delay: 9\nDisallow:\n\n" + OURS + b"Disallow:\n").crawl_delay is None


@pytest.mark.parametrize(
    "value", [b"ai-input=no", b"search=yes,ai-input=no", b"ai-train=no, AI-Input = No", b"/ ai-input=no"]
)
def test_a_content_signal_against_ai_input_denies(value):
    decision = decide(OURS + b"Allow: /\nContent-Signal: " + value)
    assert decision.allowed and decision.content_signal_denies
    assert decision.rule == "Content-Signal: " + value.decode()


@pytest.mark.parametrize(
    "value", [b"ai-input=yes", b"search=no", b"ai-train=no", b"ai-input=nope", b"x-ai-input=no", b""]
)
def test_other_content_signals_deny_nothing(value):
    assert not decide(OURS + b"Content-Signal: " + value).content_signal_denies


def test_a_content_signal_of_another_group_denies_nothing():
    body = b"User-agent: *\nContent-Signal: ai-input=no\nAllow: /\n\n" + OURS + b"Allow: /\n"
    assert not decide(body).content_signal_denies
    assert decide(body, agent="other").content_signal_denies


def test_the_rule_that_decided_is_shown_as_written():
    assert decide(OURS + b"Disallow: /a  # private\n").rule == "Disallow: /a"
    assert decide(OURS + b"Disallow: /a\nallow:/a/b", "/a/b").rule == "allow:/a/b"
    assert decide(OURS + b"Disallow: /b").rule is None
    assert decide(OURS + b"Disallow: /\xff\n", "/%FF").rule == "Disallow: /\ufffd"
    assert len(decide(OURS + b"Disallow: /" + b"*" * 999).rule) == 200


NOT_RULES = [
    (b"<!doctype html><p>Not here</p>", "text/plain"),
    (b"\xef\xbb\xbf \r\n<html>", None),
    (b"User-agent: *\n", "text/html; charset=utf-8"),
    (b"User-agent: *\n", "Application/XHTML+XML"),
    (b"User-agent: *\nAllow: /\0", "text/plain"),
    (b"\x1f\x8b\x08\x00", "text/plain"),
    ("User-agent: *".encode("utf-16"), "text/plain"),
]


@pytest.mark.parametrize(("body", "content_type"), NOT_RULES)
def test_html_and_binary_bodies_are_no_rules(body, content_type):
    assert not robots.is_rules(body, content_type)


@pytest.mark.parametrize(
    "body", [b"", b"# <html>\n", b"User-agent: *\r\nDisallow: /\t\x0c", "# é".encode(), b"\xe9"]
)
@pytest.mark.parametrize(
    "content_type", [None, "text/plain", "text/plain; charset=utf-8", "application/octet-stream"]
)
def test_any_plain_text_may_hold_rules(body, content_type):
    assert robots.is_rules(body, content_type)


REAL = {
    b"User-agent: *\nDisallow: /dev\nDisallow: /release\nDisallow: /2/\nDisallow: /3.7/\n": (
        "/3.7/a",
        "/3/dev",
        "/3.10/",
    ),
    b"User-Agent: *\nAllow: /dist/latest/\nAllow: /api/\nDisallow: /dist/\nDisallow: /docs/\n": (
        "/docs/a",
        "/api/",
        "/dist/latest/",
    ),
    b"User-agent: *\nSitemap: https://a/b.xml\nDisallow: /api/\nDisallow: /*/files/\n": (
        "/en-US/files/a",
        "/en-US/docs/",
        "/",
    ),
}


@pytest.mark.parametrize(("body", "paths"), REAL.items())
def test_files_of_the_shape_that_the_listed_hosts_have(body, paths):
    assert [allowed(body, path) for path in paths] == [False, True, True]
