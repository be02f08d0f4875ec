"""What single elements do to the text of a page."""

from __future__ import annotations

import pytest

from verification.core.page.extract import extract


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<svg>raw<g>in g</g><text>shown <a>link</a></text>tail</svg>b", "shown link\nb"),
        ("<svg><a>raw</a><tspan>alone</tspan></svg>b", "b"),
        ("<svg><foreignObject>in html</foreignObject>raw</svg>b", "in html\nb"),
        ("<svg>raw<div>moved out</div></svg>b", "moved out\nb"),
        ("<math>raw<mrow>raw<mi>x</mi></mrow></math>b", "x\nb"),
        ("<math><mtext>in <b>words</b></mtext></math>b", "in\nwords\nb"),
        ("<math><mphantom><mi>x</mi></mphantom><mn>1</mn></math>b", "1\nb"),
        ("<select>raw<p>raw</p><option>one<b>two</b></select>b", "onetwo\nb"),
        ("<text>a</text> <mi>b</mi>", "a b"),
    ],
)
def test_text_that_no_browser_lays_out_is_left_out(html: str, text: str) -> None:
    assert extract(html).text == text


@pytest.mark.parametrize(
    ("display", "text"), [("inline", "a\n\nb"), ("inline-block", "a\n\nb"), ("contents", "ab"), ("none", "")]
)
def test_a_paragraph_stands_apart_whatever_its_style_makes_of_it(display: str, text: str) -> None:
    assert extract(f"<style>p{{display:{display}}}</style><p>a</p><p>b</p><i>.</i>").text.rstrip(".\n") == text


@pytest.mark.parametrize("void", ["wbr", "wbr hidden", "embed src=x", "embed style=visibility:hidden", "bgsound"])
def test_a_void_element_takes_nothing_of_what_follows_with_it(void: str) -> None:
    assert extract(f"<p>long<{void}>word</p><p>more").text == "longword\n\nmore"


@pytest.mark.parametrize(
    ("classes", "text"),
    [("h", "b"), ("x\nh\ty", "b"), ("x&nbsp;h", "a\n\nb"), ("x&#x2003;h", "a\n\nb"), ("x&#31;sr-only", "a\n\nb")],
)
def test_only_white_space_of_html_parts_the_names_of_classes(classes: str, text: str) -> None:
    assert extract(f"<style>.h{{display:none}}</style><p class='{classes}'>a</p><p>b").text == text
    assert extract(f"<style>[class~=h]{{display:none}}</style><p class='{classes}'>a</p><p>b").text == text
