"""markdown-it-py is the second opinion on what a reader of Markdown sees."""

from __future__ import annotations

import html
import re

import pytest
from markdown_it import MarkdownIt

from tests.conformance.citations.corpus import answers
from verification.core.citations.markdown import read

_RENDERER = MarkdownIt("commonmark").enable("table")
# Not CommonMark: footnotes, alerts, a definition right behind a paragraph's line, `[1][2]` as two references.
OWN = {"en-note-callout", "en-mail-quoting", "en-reference-links", "en-numbered-defs", "de-i-perplexity"}
COMMON = [
    answer
    for answer in answers("answers")
    if answer.format == "markdown" and answer.name not in OWN and "[^" not in answer.document
]


def letters(text: str) -> str:
    return "".join(re.findall(r"\w", text))


@pytest.mark.parametrize("answer", COMMON, ids=lambda answer: answer.name)
def test_a_reader_sees_the_same(answer) -> None:
    rendered = _RENDERER.render(re.sub(r"<(/?)sup>", "", answer.document))
    seen = html.unescape(re.sub(r"<[^>]*>", "", rendered))
    read_here = read(re.sub(r"<(/?)sup>", "", answer.document)).text
    assert letters(read_here.replace("python", "")) == letters(seen.replace("python", ""))


@pytest.mark.parametrize(
    "document, seen",
    [
        ("**bold** *it* _it_ ~~no~~ snake_case_name 2 * 3 * 4", "bold it it no snake_case_name 2 * 3 * 4"),
        (r"\"a\" \*b\* \[c\] c:\d", '"a" *b* [c] c:\\d'),
        ("&amp; &quot;x&quot; &nosuch; &#8220;", '& "x" &nosuch; “'),
        ("`a*b*` ``c`d`` `open", "a*b* c`d `open"),
        ('[a](https://x.org/a_(b) "t") ![i](j) <https://y.org>', "a  https://y.org"),
        ("**「文」**的", "「文」的"),
        ("a<br>b <b>c</b> <!-- d --> 1 < 2 <3", "a\nb c  1 < 2 <3"),
        ("x<sup>12</sup>", "x¹²"),
    ],
)
def test_inline_signs(document: str, seen: str) -> None:
    assert read(document).text == seen


def test_links_lead_where_their_definitions_say() -> None:
    reading = read("[a][L] [b][] [l] [c](<https://c.org/x y>)\n\n[l]: https://l.org\n[B]: https://b.org 'title'")
    links = [f"{reading.text[each.start : each.end]} {each.url}" for each in reading.anchors]
    assert links == ["a https://l.org", "b https://b.org", "l https://l.org", "c https://c.org/x y"]


def test_two_numbers_in_brackets_are_two_references() -> None:
    reading = read("x [1][2]\n\n[1]: https://one.org\n[2]: https://two.org")
    assert [each.url for each in reading.anchors] == ["https://one.org", "https://two.org"]


def test_blocks_and_their_kinds() -> None:
    document = "# T #\n\n> q\n> r\n\n- a\n  b\n\n```\nc\n```\n\n| x |\n|---|\n| y |\n\nS\n===\n"
    reading = read(document)
    kinds = [(b.kind, b.quoted, reading.text[b.start : b.end].strip("\x1f ")) for b in reading.blocks]
    assert kinds == [
        ("heading", False, "T"),
        ("prose", True, "q\nr"),
        ("prose", False, "a\nb"),
        ("code", False, "c"),
        ("row", False, "x"),
        ("row", False, "y"),
        ("heading", False, "S"),
    ]


def test_a_span_leads_back_to_the_document() -> None:
    document = "> The **first**\n> line &amp; more"
    reading = read(document)
    start = reading.text.index("first")
    start, end = reading.raw_span(start, reading.text.index("more") + 4)
    assert document[start:end] == "first**\n> line &amp; more"
