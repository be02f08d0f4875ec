from __future__ import annotations

import pytest

from verification.core.page.extract import extract


@pytest.mark.parametrize(
    "link",
    [
        "<a class=headerlink href=#t>¶</a>",
        "<a class='x headerlink' href=/p.html#t>#</a>",
        "<a class=headerlink href=#t>\uf0c1</a>",
        "<a class=headerlink href=#t></a>",
        "<a href=#t>¶</a>",
        "<a href='#t'> # </a>",
        "<a href=#t><span>§</span></a>",
        "<a id=own href=#own>#</a>",
        "<span><a href='?x#t'>#</a></span>",
    ],
)
def test_a_permalink_in_its_heading_is_no_text(link: str) -> None:
    assert extract(f"<h2 id=t>Title{link}</h2>").text == "Title"
    assert extract(f"<dl><dt id=t>{link}Title</dl>").text == "Title"


@pytest.mark.parametrize(
    "html",
    [
        "<section id=t><h2>Title<a href=#t>#</a></h2></section>",
        "<h2>Title<b id=t></b><a href=#t>#</a></h2>",
        "<h2><a name=t></a>Title<a href=#t>#</a></h2>",
        "<div><a id=t></a><h2>Title<a href=#t>#</a></h2></div>",
        "<div><h2 id=t>Title</h2><a href=#t>#</a></div>",
        "<div><a href=#t>§</a><h2 id=t>Title</h2></div>",
        "<table><caption id=t>Title<a href=#t>¶</a></caption></table>",
        "<figure><figcaption id=t>Title<a href=#t>¶</a></figcaption></figure>",
    ],
)
def test_a_permalink_knows_its_heading_wherever_that_has_its_id(html: str) -> None:
    assert extract(html).text == "Title"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<h2 id=t>Title<a class=headerlink href=#t>Link</a></h2>", "TitleLink"),
        ("<h2 id=t>Title <a href=#other>#</a></h2>", "Title #"),
        ("<h2 id=t>Title <a href=/other>#</a></h2>", "Title #"),
        ("<h2 id=t>Title <a href=#t>##</a></h2>", "Title ##"),
        ("<h2 id=t>Title <b>#</b></h2>", "Title #"),
        ("<p id=t>See <a href=#t>§</a> 3</p>", "See § 3"),
        ("<h2 id=t><a href=#t>Title</a></h2>", "Title"),
    ],
)
def test_other_links_stay(html: str, text: str) -> None:
    assert extract(html).text == text


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td class=linenos>1\n2</td><td>code</td></table>",
        "<table><tr><th class='x lineno'>1</th><td>code</td></table>",
        "<table><tr><td class=gutter><pre class=lineno>1\n2</pre></td><td>code</td></table>",
        "<pre><span class=lineno>1 </span>code</pre>",
        "<pre><code><span class=ln>1:</span>code</code></pre>",
        "<code><b class=line-numbers> 12 | </b>code</code>",
        "<pre><span class=linenos> 1</span>code</pre>",
    ],
)
def test_line_numbers_are_no_text(html: str) -> None:
    assert extract(html).text.strip() == "code"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<pre class=line-numbers><code>a = 1</code></pre>", "a = 1"),
        ("<p>The <b class=ln>12</b> apostles</p>", "The 12 apostles"),
        ("<p>The <b class=lineno>12</b> apostles</p>", "The 12 apostles"),
        ("<table><tr><td class=ln>12<td>b</table>", "12\tb"),
        ("<pre><span class=ln>ln</span>(2)</pre>", "ln(2)"),
        ("<table><tr><td class=linenos>Line<td>b</table>", "Line\tb"),
    ],
)
def test_what_only_looks_like_line_numbers_stays(html: str, text: str) -> None:
    assert extract(html).text == text


@pytest.mark.parametrize("role", ["navigation", "Navigation", "doc-toc navigation"])
def test_navigation_is_no_text(role: str) -> None:
    assert extract(f"<div role='{role}'>Menu</div><p>text</p>").text == "text"
    assert extract("<nav>Menu</nav><div role=menu>text</div>").text == "text"


def test_thousands_of_permalinks_are_told_apart_in_one_pass() -> None:
    assert extract("<h2 id=t>" + "<a href=#t>#</a>" * 3_000 + "</h2>").text == ""
