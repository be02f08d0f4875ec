from __future__ import annotations

import pytest
from lxml import etree

from verification.core.page.document import ExtractionUncertain, parse
from verification.core.page.extract import extract


def shape(html: str) -> str:
    return etree.tostring(parse(html).root, encoding="unicode")


@pytest.mark.parametrize(
    "swallowed",
    [
        "<script>",
        "<style>",
        "<textarea>",
        "<title>",
        "<xmp>",
        "<plaintext>",
        "<iframe>",
        "<noembed>",
        "<!--",
        "<p title='",
        '<p title="',
        "<p",
        "<script/>",
        "<style/>",
    ],
)
def test_a_page_whose_end_the_tokenizer_swallows_is_uncertain(swallowed: str) -> None:
    with pytest.raises(ExtractionUncertain):
        parse(f"<p>text</p>{swallowed} more text")


@pytest.mark.parametrize("complete", ["", "text", "<p>a", "<table><tr><td>a", "<html><body>a</body></html>\n"])
def test_a_page_that_merely_ends_early_is_parsed(complete: str) -> None:
    assert parse(complete).root.tag == "html"


def test_the_sentinel_is_gone_and_can_not_be_guessed() -> None:
    one, other = shape("<p>a"), shape("<p>a")
    assert one == other == "<html><body><p>a</p></body></html>"


def test_what_was_open_at_the_end_is_known() -> None:
    def tags(html: str) -> set[str]:
        return {element.tag for element in parse(html).open_at_end}

    assert tags("<main><div>a") == {"html", "body", "main", "div"}
    assert tags("<main><div>a</div></main></body></html>") == {"html", "body"}


@pytest.mark.parametrize(
    "html",
    [
        "<b hidden>a<p>hidden</p>b</b>",
        "<s><p>struck</p></s>",
        "<ul hidden><form>hidden</form></ul>",
        "<i>a<small style=opacity:0>b<p>hidden</p></small></i>",
        "<u style=visibility:hidden>a<p>hidden</p></u>",
        "<address data-nosnippet><ul><li>not to be quoted</ul></address>",
        "<menu hidden><dl><dd>hidden</dl></menu>" + "</x-y>" * 200,
        "<div><em hidden>hidden</div>hidden too",
        "<p><b hidden>hidden</p><p>hidden too</p>",
        "<p><s>struck</p><p>struck too</p>",
        "</x-y>" * 200 + "<a hidden><table><td>hidden</table></a>",
    ],
)
def test_a_page_is_uncertain_where_a_part_left_out_may_end_later_than_the_parser_says(html: str) -> None:
    with pytest.raises(ExtractionUncertain):
        extract(f"<p>text</p>{html}")


@pytest.mark.parametrize(
    "html",
    [
        "<b hidden>a</b><p>seen</p>",
        "<b hidden>a</b> <p>seen</p></b>",
        "<b>a<p>seen</p></b>",
        "<small hidden>a</small><p>seen</p></div></p>",
        "<div><b hidden>a</b></div><p>seen</p></div>",
        "<div><span hidden>a</div>seen",
    ],
)
def test_a_part_left_out_that_ends_for_sure_leaves_the_rest_to_be_read(html: str) -> None:
    assert extract(html).text.endswith("seen")


def test_text_after_the_end_of_the_page_is_read() -> None:
    assert "after" in shape("<html><body><p>a</p></body></html>after")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("<p>a\0b</p>", "<p>ab</p>"),
        ("<p>a\r\nb\rc</p>", "<p>a\nb\nc</p>"),
        ("<p>a\fb</p>", "<p>a b</p>"),
        ("\ufeff<p>a</p>", "<p>a</p>"),
        ("<p>a</br>b</BR >c</p>", "<p>a<br/>b<br/>c</p>"),
        ("<p>a<!-- b -->c<?d?>e</p>", "<p>ace</p>"),
    ],
)
def test_the_source_is_read_as_browsers_read_it(written: str, read: str) -> None:
    assert read in shape(written)


@pytest.mark.parametrize("tag", ["div", "p", "span", "a", "SPAN", "section"])
def test_html_elements_close_only_by_their_end_tag(tag: str) -> None:
    root = parse(f"<{tag} hidden/>secret</{tag}>").root
    (element,) = root.iter(tag.lower())
    assert element.text == "secret"


@pytest.mark.parametrize("tag", ["br", "img", "path", "use", "x-y", "wbr", "a:b"])
def test_void_and_foreign_elements_may_close_themselves(tag: str) -> None:
    (element,) = parse(f"<svg><{tag}/></svg>after").root.iter("svg")
    assert len(element) == 1
    assert element.tail == "after"


def test_an_xml_declaration_does_not_decide_the_encoding() -> None:
    assert "é" in shape("<?xml version='1.0' encoding='iso-8859-1'?><html><body>é</body></html>")
    assert "é" in shape("<meta charset=iso-8859-1><p>é</p>")


def test_lone_surrogates_are_uncertain() -> None:
    with pytest.raises(ExtractionUncertain):
        parse("<p>\ud800</p>")


def test_deeper_than_the_parser_goes_is_uncertain() -> None:
    with pytest.raises(ExtractionUncertain):
        parse("<div>" * 3_000 + "text")
