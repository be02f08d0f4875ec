from __future__ import annotations

from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verification.core.page.anchors import anchor_fragment
from verification.core.page.extract import extract
from verification.core.page.pagetext import PageText


def anchor(html: str, quote: str = "the match") -> str | None:
    page = extract(html)
    start = page.text.index(quote)
    return anchor_fragment(page, start, start + len(quote))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p id=p>the match</p>", "#p"),
        ("<div id=d><p>the match</p></div>", "#d"),
        ("<h2 id=h>Title</h2><p>the match</p>", "#h"),
        ("<div id=d><h2 id=h>Title</h2><p>the match</p></div>", "#h"),
        ("<h2 id=h>Title</h2><div id=d><p>the match</p></div>", "#d"),
        ("<h2 id=h>Title</h2><p id=p>other</p><p>the match</p>", "#h"),
        ("<h2 id=h>Title</h2><p>the match</p><h2 id=g>Next</h2>", "#h"),
        ("<section id=s><p>the match</p></section>", "#s"),
        ("<section id=s><h2>Title</h2><p>the match</p></section>", "#s"),
        ("<dl><dt id=t>Term<dd>the match<dt id=u>Other</dl>", "#t"),
        ("<h2><span id=s></span>Title <a id=a></a></h2><p>the match</p>", "#s"),
        ("<h2>Title<span><a class=mark href=#m id=m>#</a></span></h2><p>the match</p>", "#m"),
        ("<h2>the match<a id=a></a></h2>", "#a"),
        ("<p>the match <a id=a></a>and more</p>", "#a"),
        ("<p><a id=a></a>x</p><p>the match</p>", "#a"),
        ("<p>x</p><p>the match</p><p id=late>y</p>", None),
        ("<section><p>the match</p><h3 id=late>y</h3></section>", None),
        ("<h1 id=top>T</h1><section><p>the match</p><h3 id=late>y</h3></section>", "#top"),
        ("<h2 id=h>Title</h2><h2 id=x>A</h2><h2 id=x>B</h2><p>the match</p>", "#h"),
        ("<h2 id=h>T</h2><h3 id=''>U</h3><p>the match</p>", "#h"),
        ("<h2 id=h>T</h2><h3 id=g hidden>U</h3><p>the match</p>", "#h"),
        ("<nav><h2 id=n>N</h2></nav><h2 id=h>T</h2><p>the match</p>", "#h"),
        ("<p>the match</p>", None),
    ],
)
def test_the_nearest_element_is_named(html: str, expected: str | None) -> None:
    assert anchor(f"<body>{html}") == expected


def test_a_match_across_paragraphs_needs_an_element_round_both() -> None:
    assert anchor("<div id=d><p id=a>the</p><p id=b>match</p></div>", "the\n\nmatch") == "#d"


def test_a_heading_holding_the_match_is_the_nearest() -> None:
    assert anchor("<h2 id=a>One</h2><h2 id=b>the match</h2>") == "#b"


@pytest.mark.parametrize(
    ("name", "fragment"),
    [
        ("a:~:text=b", "#a:%7E:text=b"),
        ("100%", "#100%25"),
        ("é x", "#%C3%A9%20x"),
        ("!$&'()*+,;=:@/?-._", "#!$&'()*+,;=:@/?-._"),
        ("a#b", "#a%23b"),
        ('"<>[]', "#%22%3C%3E%5B%5D"),
    ],
)
def test_ids_are_percent_encoded(name: str, fragment: str) -> None:
    quoted = name.replace("&", "&amp;").replace('"', "&quot;")
    assert anchor(f'<p id="{quoted}">the match</p>') == fragment
    assert unquote(fragment[1:]) == name


@pytest.mark.parametrize(("letter", "most"), [("i", 120), ("é", 60)])  # 360 characters, encoded
def test_long_ids_are_no_anchors(letter: str, most: int) -> None:
    html = "<h1 id=top>T</h1><p id='{}'>the match</p>"
    assert anchor(html.format(letter * most)) is not None
    assert anchor(html.format(letter * (most + 1))) is None


def test_plain_text_has_none() -> None:
    assert anchor_fragment(PageText("the match"), 0, 9) is None


@settings(max_examples=60)
@given(st.lists(st.sampled_from(["<h2 id=%d>T</h2>", "<p id=%d>p</p>", "<div id=%d>", "</div>", "<p>x</p>"])))
def test_any_anchor_is_an_id_of_the_page_that_starts_no_later_than_the_match(parts: list[str]) -> None:
    html = "".join(part % number if "%" in part else part for number, part in enumerate(parts))
    page = extract(html + "<p>the match</p>")
    start = page.text.rindex("the match")
    found = anchor_fragment(page, start, start + 9)
    starts = {mark.id: mark.start for mark in page.elements if mark.id}
    assert found is None if not starts else starts[(found or "#")[1:]] <= start
