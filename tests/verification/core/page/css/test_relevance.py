from __future__ import annotations

import pytest
from lxml.etree import Element

from tests.verification.core.page.css.test_properties import said
from verification.core.page.css.cascade import Cascade
from verification.core.page.css.relevance import may_hide_box, relevant_everywhere
from verification.core.page.scope import Scope
from verification.core.page.visibility import hidden_box, text_size

HIDING = [
    "opacity: 0",
    "filter: opacity(0)",
    "clip: rect(0 0 0 0)",
    "clip-path: inset(50%)",
    "transform: scale(0)",
    "transform: translateY(-9999px)",
    "translate: -100vw",
    "scale: 0 1",
    "left: -1000px",
    "left: -63em",
    "left: 300%",
    "top: -200%",
    "margin-left: -9999px",
    "height: 1px",
    "max-width: .05em",
]


@pytest.mark.parametrize("declaration", HIDING)
def test_what_may_hide_a_box(declaration: str) -> None:
    assert may_hide_box(said(declaration))


@pytest.mark.parametrize("declaration", HIDING)
@pytest.mark.parametrize("beside", ["", "position: absolute", "overflow: hidden"])
def test_nothing_hides_a_box_without_a_value_that_may(declaration: str, beside: str) -> None:
    inline = f"{declaration}; {beside}"
    style = Cascade([], [inline], 100).declared(Element("p"), "p", [("style", inline)])
    if hidden_box(style, "block", text_size(style, Scope())):
        assert may_hide_box(style)
    assert not may_hide_box(said(beside)) if beside else True


@pytest.mark.parametrize(
    "declaration",
    ["opacity: .5", "clip: auto", "left: -20px", "margin: 0 auto", "height: 20px", "width: 100%", "padding: 0"],
)
def test_what_hides_no_box(declaration: str) -> None:
    assert not may_hide_box(said(declaration))


def test_inherited_properties_count_once_a_value_on_the_page_may_hide() -> None:
    always = {"display", "position"}
    assert relevant_everywhere([said("visibility: visible"), said("font-size: 9px")]) == always
    assert relevant_everywhere([said("visibility: collapse")]) == always | {"visibility"}
    assert relevant_everywhere([said("font: 0/0 a")]) == always | {"font-size"}
    assert relevant_everywhere([said("white-space: pre")]) == always | {"white-space"}
    assert relevant_everywhere([said("text-indent: -9999px")]) == always | {"text-indent"}
    assert relevant_everywhere([said("vertical-align: sub")]) == always | {"vertical-align"}
    assert relevant_everywhere([said("text-transform: uppercase")]) == always | {"text-transform"}
    assert relevant_everywhere([said("text-transform: none")]) == always
