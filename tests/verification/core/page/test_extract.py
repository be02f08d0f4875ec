"""One page, one text: what belongs to no single part of the extractor."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verification.core.page.extract import RULES, ExtractionUncertain, PageText, extract

SAMPLE = (Path(__file__).parents[3] / "conformance" / "sample_page.html").read_text(encoding="utf-8")


def test_the_rules_have_a_version() -> None:
    assert RULES == "static_html/1"


def test_the_title_is_the_pages_own() -> None:
    assert extract("<svg><title>icon</title></svg><p>x</p><title>The \n page</title>").title == "The page"
    assert extract("<p>x</p>").title == ""


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("<meta name=robots content=nosnippet>", ("nosnippet",)),
        ("<meta name=ROBOTS content='noindex, max-snippet:20'>", ("noindex, max-snippet:20",)),
        ("<meta name=quoteproof content=noai><meta name=robots content=noindex>", ("noai", "noindex")),
        ("<meta name=googlebot content=nosnippet>", ()),
        ("<meta property=robots content=nosnippet>", ()),
        ("<template><meta name=robots content=nosnippet></template>", ()),
        ("<noscript><meta name=robots content=nosnippet></noscript>", ()),
        ("<div hidden><meta name=robots content=nosnippet></div>", ("nosnippet",)),
        ("<meta name=robots>", ("",)),
    ],
)
def test_robots_metas_count_wherever_they_are_in_force(head: str, found: tuple[str, ...]) -> None:
    assert extract(f"{head}<p>text</p>").robots_meta == found


def test_scripts_are_counted() -> None:
    page = extract("<p>x</p><script src=a.js>ignored</script><script>12345</script><script type=x>67</script>")
    assert (page.has_script, page.inline_script_chars) == (True, 7)
    assert not extract("<p>x</p>").has_script


@pytest.mark.parametrize(
    ("html", "marked"),
    [
        ("<p>a <span data-nosnippet>secret</span> b</p>", ["secret"]),
        ("<div data-nosnippet=false><p>one</p><p>two</p></div><p>three</p>", ["one\n\ntwo"]),
        ("<p data-nosnippet></p><p>x</p>", []),
        ("<p data-nosnippet hidden>y</p><p>x</p>", []),
        ("<p data-nosnippet>a<b data-nosnippet>b</b></p>", ["ab", "b"]),
    ],
)
def test_nosnippet_ranges_are_exactly_what_the_elements_show(html: str, marked: list[str]) -> None:
    page = extract(html)
    assert [page.text[start:end] for start, end in page.nosnippet] == marked


@pytest.mark.parametrize(
    ("html", "regions"),
    [
        ("<main>a</main>", [("main", "a")]),
        ("<div role=main>a</div><div role=banner>b</div>", [("main", "a"), ("header", "b")]),
        ("<header>a</header><aside>b</aside>", [("header", "a"), ("aside", "b")]),
        ("<footer>a</footer>", [("footer", "a")]),
        ("<table><tr><td>a<td>b</table>", [("table", "a\tb")]),
        ("<p>x <code>y</code></p>", [("code", "y")]),
        ("<pre><code>a\nb</code></pre>", [("code", "a\nb")]),
        ("<main><table><tr><td><code>c</code></table></main>", [("main", "c"), ("table", "c"), ("code", "c")]),
        ("<form><input type=password>a</form>", []),
        ("<main></main>", []),
    ],
)
def test_regions(html: str, regions: list[tuple[str, str]]) -> None:
    page = extract(html)
    assert [(kind, page.text[start:end]) for start, end, kind in page.regions] == regions


def test_five_hundred_levels_are_read_and_one_more_is_not() -> None:
    inside = 500 - 2  # html and body count
    assert extract("<div>" * inside + "text").text == "text"
    with pytest.raises(ExtractionUncertain):
        extract("<div>" * (inside + 1) + "text")


def test_void_elements_that_the_parser_nests_do_not_count_as_levels() -> None:
    assert extract("<p>" + "a<wbr>" * 1_500).text == "a" * 1_500


def test_what_follows_in_the_same_paragraph_as_a_void_element_stays() -> None:
    assert extract("<p>a<wbr>b<source>c<track>d<image>e</p><p>f</p>").text == "abcde\n\nf"


@pytest.mark.parametrize(
    "tag", ["nav", "template", "noscript", "del", "div hidden", "div style=display:none", "svg><defs"]
)
def test_a_page_that_ends_inside_what_is_left_out_is_uncertain(tag: str) -> None:
    with pytest.raises(ExtractionUncertain):
        extract(f"<p>text</p><{tag}>more")


def test_a_hidden_paragraph_rule_does_not_hide_the_end_of_the_page() -> None:
    assert extract("<style>p:last-child{display:none}</style><p>a</p><p>b</p>").text == "a"


def test_text_that_stands_loose_in_a_table_is_set_apart() -> None:
    assert extract("<table>loose<tr><td>a</td>stray<td>b</td></tr></table>").text == "loose\na\nstray\tb"


def test_elements_without_a_closing_tag_in_the_head_are_read() -> None:
    assert extract("<title>T</title><main><p>a</p></main>").text == "a"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<math><mn>10</mn><mo>=</mo><mi>x</mi></math>", "10\n=\nx"),
        ("<svg><text>ab<tspan>c</tspan></text><text>d</text></svg>", "abc\nd"),
        ("<svg><text display=none>a</text><text visibility=hidden>b</text><text>c</text></svg>", "c"),
        ("<svg><desc>a</desc><foreignObject><p>b</p></foreignObject></svg>", "b"),
        ("<div style=display:flex><span>a</span><span>b</span></div>", "a\nb"),
        ("<span style=display:block>a</span>b", "a\nb"),
        ("<div style=display:inline>a</div><div style=display:inline>b</div>", "ab"),
        ("<p><span style=float:left>R</span>efunds</p>", "Refunds"),
        ("<p>10<span style=position:absolute>2</span></p>", "10\n2"),
        ("<select><option>a<option>b</select>", "a\nb"),
        ("<p>&notit; &amp; &nGt;&#128;</p>", "¬it; & ≫⃒€"),
        ("<div>a<nav>b</nav>c<div role=navigation>d</div>e<i role=navigation>f</i>g</div>", "a\nc\neg"),
        ("<math><semantics><mi>x</mi><mtext>y</mtext></semantics></math>", "x"),
        ("<math><maction><mi>z</mi><mi>w</mi></maction><mtd>v</mtd></math>", "z\nv"),
        ("<svg><style><![CDATA[p{display:none}]]></style></svg><p>a</p>b", "b"),
        ("<object>a</object><progress>b</progress><p popover>c</p>d", "d"),
    ],
)
def test_layout_that_tags_and_styles_ask_for(html: str, text: str) -> None:
    assert extract(html).text == text


def checked(page: PageText) -> None:
    assert page.text == page.text.strip(" \t\n")
    spans = [(mark.start, mark.end) for mark in page.elements]
    assert spans == sorted(spans, key=lambda span: span[0])
    for start, end in [*spans, *page.nosnippet, *((start, end) for start, end, _ in page.regions)]:
        assert 0 <= start <= end <= len(page.text)
    assert PageText.from_json(page.to_json()) == page


def mutated(seed: int) -> str:
    """The sample page, cut, with parts taken out, doubled and swapped, as a broken template would give it."""
    choice, html = random.Random(seed), SAMPLE
    for _ in range(choice.randint(1, 6)):
        first, second, third = sorted(choice.randrange(len(html) + 1) for _ in range(3))
        kind = choice.randrange(4)
        if kind == 0:
            html = html[:first] + html[second:]
        elif kind == 1:
            html = html[:second] + html[first:]
        elif kind == 2:
            html = html[:first] + html[second:third] + html[first:second] + html[third:]
        else:
            html = html[:third]
    return html[:20_000]


@settings(max_examples=150, deadline=None)
@given(st.integers(min_value=0))
def test_any_mutated_page_ends_in_a_text_or_in_uncertainty(seed: int) -> None:
    try:
        page = extract(mutated(seed))
    except ExtractionUncertain:
        return
    checked(page)


MARKUP = st.sampled_from(
    """
    <p> </p> <div/hidden> </div> <b > <style> </style> p{ } <!-- --> <table> <td> <svg> <math> <sup>1 <pre>
    <h2/id=x> <a/href=#x>#</a> &#0; \0 <wbr> <select> ' " <p/style=' display:none @media( :not( { \\ <nav> <form>
    ]]> \ud800 <input/type=password> <plaintext> <body> </body> </html> <tr> <li> <frameset> <br/> <div/> &amp
    &#x110000; =
    """.split()  # noqa: SIM905
)


@settings(max_examples=250, deadline=None)
@given(st.lists(st.one_of(MARKUP, st.text(max_size=3)), max_size=40))
def test_any_heap_of_markup_ends_in_a_text_or_in_uncertainty(parts: list[str]) -> None:
    try:
        page = extract("".join(parts))
    except ExtractionUncertain:
        return
    checked(page)
