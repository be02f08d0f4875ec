from __future__ import annotations

import pytest

from verification.core.citations.html import read
from verification.core.citations.soup import DEEPEST, parsed


@pytest.mark.parametrize(
    "document, seen",
    [
        ("<p>a <b>c</b>&amp;d</p>", "a c&d"),
        ("a\n  b<br>c", "a b\nc"),
        ("10<sup>2</sup>", "10²"),
        ("a<script>'<b>'</script>b<style>p</style>", "ab"),
        ("a<span hidden>b</span><i style='display: none'>c</i>d", "ad"),
        ("a<!-- <b> -->b<!doctype html>c<?x?>d", "abcd"),
        ("1 < 2 <3 <", "1 < 2 <3 <"),
        ("<!-- never ends", "<!-- never ends"),
        ("<a href='x>y'>z</a>", "z"),
    ],
)
def test_what_a_reader_sees(document: str, seen: str) -> None:
    assert read(document).text == seen


def test_blocks_of_a_block_quotation_and_its_caption() -> None:
    reading = read(
        "<figure><blockquote cite='https://c.org'><p>one<p>two</blockquote><figcaption>by F</figcaption></figure>x"
    )
    blocks = [(b.kind, b.quoted, b.group, b.cite, reading.text[b.start : b.end]) for b in reading.blocks]
    assert blocks == [
        ("prose", True, 1, "https://c.org", "one"),
        ("prose", True, 1, "https://c.org", "two"),
        ("caption", False, 1, "", "by F"),
        ("prose", False, 0, "", "x"),
    ]


def test_rows_and_numbered_items() -> None:
    reading = read("<table><tr><td>a<td>b</table><ol start=3><li id=n>c<li>d</ol>")
    assert [(b.kind, b.label, b.names) for b in reading.blocks] == [
        ("row", "", ()),
        ("prose", "3", ("n",)),
        ("prose", "4", ()),
    ]
    assert reading.text[reading.blocks[0].start : reading.blocks[0].end] == "a\x1fb"


def test_links_and_quotation_elements() -> None:
    reading = read("<p><a href=' https://a.org '>a</a> <q cite='https://q.org'>b</q> <a name='n'>c</a>")
    assert [(each.start, each.end, each.url) for each in reading.anchors] == [(0, 1, "https://a.org")]
    assert [(each.start, each.end, each.url) for each in reading.quoted] == [(2, 3, "https://q.org")]


def test_each_string_of_the_tree_is_known_by_its_place() -> None:
    document = "<p>a&amp;b<i>c</i><!-- x -->d"
    soup, strings = parsed(document)
    assert [document[start:end] for start, end in strings] == ["a&amp;b", "c", "d"]
    assert soup.i is not None and soup.i.get_text() == "c"


def test_elements_nested_too_deep_are_part_of_their_parents() -> None:
    soup, strings = parsed("<b>" * 10_000 + "x" + "</b>" * 10_000 + "<i>y</i>")
    assert len(soup.find_all("b")) == DEEPEST
    assert len(strings) == 2
