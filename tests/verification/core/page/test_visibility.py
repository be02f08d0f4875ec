"""What is seen of one element with one style. For whole pages: tests/conformance/html_kinds.py."""

from __future__ import annotations

import pytest
from lxml.etree import Element

from verification.core.page.css.cascade import Cascade
from verification.core.page.css.variables import Variables
from verification.core.page.extract import extract
from verification.core.page.scope import Scope
from verification.core.page.tags import INLINE, Kind
from verification.core.page.visibility import (
    display,
    hidden_box,
    hidden_by_class,
    inherit,
    text_size,
)

BLOCK = Kind("block")


def style_of(declarations: str) -> dict:
    element = Element("p", style=declarations)
    cascade = Cascade([], [declarations], 1_000)
    declared = cascade.declared(element, "p", list(element.items()))
    return dict(cascade.resolver.resolved(declared, Variables())[0])


def hides(declarations: str, shown_as: str = "block") -> bool:
    style = style_of(declarations)
    return hidden_box(style, shown_as, text_size(style, Scope()))


@pytest.mark.parametrize(
    "declarations",
    [
        "opacity: 0",
        "opacity: 0%",
        "opacity: .001",
        "opacity: calc(0)",
        "opacity: var(--o, 0)",
        "--o: 0%; opacity: var(--o)",
        "--h: 0; height: var(--h); overflow: hidden",
        "position: absolute; left: calc(-100vw - 10px)",
        "filter: blur(2px) opacity(0)",
        "position: absolute; clip: rect(0, 0, 0, 0)",
        "position: fixed; clip: rect(1px 1px 1px 1px)",
        "clip-path: inset(50%)",
        "clip-path: inset(0 100% 0 0)",
        "clip-path: inset(0 0 99.9% 99.9%)",
        "clip-path: inset(50% round 4px)",
        "clip-path: circle(0 at center)",
        "clip-path: ellipse(0 50%)",
        "clip-path: polygon(0 0, 0 0, 0 0)",
        "clip-path: polygon(0px 0px, 0px 9px, 0px 20px)",
        "clip-path: rect(0 0 0 0)",
        "clip-path: xywh(0 0 0 0)",
        "-webkit-clip-path: inset(100%)",
        "transform: scale(0)",
        "transform: rotate(3deg) scaleY(0)",
        "scale: 0",
        "height: 0; overflow: hidden",
        "block-size: 0; overflow: clip",
        "width: 1px; overflow-x: hidden",
        "max-width: 0; overflow: hidden",
        "height: .05em; overflow: hidden scroll",
        "position: absolute; left: -1000px",
        "position: absolute; right: -5000px",
        "position: relative; top: -70em",
        "position: fixed; inset: -2000px auto auto",
        "position: absolute; inset-inline-start: -100vw",
        "position: absolute; left: 300vw",
        "margin-left: -9999px",
        "margin: -200vh 0 0",
        "transform: translate(-9999px)",
        "transform: translate3d(0, -9999px, 0)",
        "translate: -9999px",
        "transform: matrix(1, 0, 0, 1, -9999, 0)",
        "transform: matrix(0, 0, 0, 0, 0, 0)",
        "transform: rotateX(-90deg)",
        "transform: rotateY(.25turn)",
        "scale: .01",
        "zoom: 1%",
        "content-visibility: hidden",
        "filter: opacity(.1%)",
        "height: 3px; overflow: hidden",
        "height: 0; overflow-x: hidden",
        "height: 0; overflow: hidden; padding-top: 56%",
        "position: absolute; right: 9999px",
        "position: relative; bottom: 9999px",
        "position: fixed; top: 100vh",
        "position: fixed; right: 100%",
        "text-indent: 100%; white-space: nowrap; overflow: hidden",
        "text-indent: 100vw; white-space: nowrap; overflow: clip",
        "clip-path: inset(9999px)",
        "clip-path: inset(0 0 0 9999px)",
        "clip-path: polygon(-10px 0, -20px 0, -20px 9px)",
    ],
)
def test_a_box_that_shows_nothing(declarations: str) -> None:
    assert hides(declarations)


@pytest.mark.parametrize(
    "declarations",
    [
        "",
        "opacity: .5",
        "opacity: calc(1)",
        "opacity: var(--o)",
        "filter: opacity(1)",
        "clip: rect(0, 0, 0, 0)",
        "position: absolute; clip: auto",
        "position: absolute; clip: rect(0, auto, auto, 0)",
        "position: absolute; clip: rect(0, 90px, 20px, 0)",
        "clip-path: none",
        "clip-path: url(#shape)",
        "clip-path: inset(10%)",
        "clip-path: inset(10px)",
        "clip-path: circle(50%)",
        "clip-path: polygon(0 0, 100% 0, 100% 100%)",
        "clip-path: path('M0 0')",
        "transform: scale(.5) rotate(0)",
        "transform: none",
        "height: 0",
        "height: 0; overflow: visible",
        "height: 0; overflow: hidden; padding-bottom: 56.25px",
        "height: 0; overflow: hidden; min-height: 2em",
        "height: auto; overflow: hidden",
        "height: 10%; overflow: hidden",
        "height: 30px; overflow: hidden",
        "height: var(--h); overflow: hidden",
        "height: min-content; overflow: hidden",
        "position: absolute; left: -999px",
        "position: absolute; left: 1000px",
        "position: absolute; left: 0; right: -9999px",
        "position: absolute; top: 5000px",
        "position: static; left: -9999px",
        "position: sticky; top: -9999px",
        "position: absolute; left: auto",
        "margin-left: -20px",
        "transform: translate(-50%, -50%)",
        "transform: matrix(1, 0, 0, 1, 0, 0)",
        "transform: rotateX(80deg) rotateZ(90deg)",
        "zoom: 0",
        "zoom: normal",
        "content-visibility: auto",
        "height: 0; overflow: hidden; padding-bottom: 56%",
        "height: 0; overflow-x: clip",
        "position: fixed; top: 100%; transform: translateY(-100%)",
        "position: fixed; left: 90%",
        "text-indent: 100%; overflow: hidden",
        "text-indent: 2em; white-space: nowrap; overflow: hidden",
        "clip-path: inset(0 900px 0 0)",
    ],
)
def test_a_box_that_is_seen(declarations: str) -> None:
    assert not hides(declarations)


def test_what_floats_has_a_size_though_it_is_in_line() -> None:
    assert hides("float: left; height: 0; overflow: hidden", "inline")
    assert not hides("float: none; height: 0; overflow: hidden", "inline")


@pytest.mark.parametrize("declaration", ["transform: scale(0)", "translate: -9999px", "scale: 0"])
def test_what_is_in_line_is_not_transformed(declaration: str) -> None:
    assert hides(declaration, "inline-block")
    assert not hides(declaration, "inline")


@pytest.mark.parametrize(
    "declarations", ["opacity: 0", "position: absolute; left: -9999px", "clip-path: inset(50%)"]
)
def test_what_has_no_box_has_none_to_be_hidden(declarations: str) -> None:
    assert not hides(declarations, "contents")


@pytest.mark.parametrize("shown_as", ["inline", "table", "table-row", "table-cell"])
def test_a_size_that_does_not_apply_hides_nothing(shown_as: str) -> None:
    assert not hides("height: 0; width: 0; overflow: hidden", shown_as)


@pytest.mark.parametrize(
    ("said", "kind", "shown_as"),
    [
        ("", BLOCK, "block"),
        ("display: none", BLOCK, "none"),
        ("display: inline", BLOCK, "inline"),
        ("display: initial", BLOCK, "inline"),
        ("display: unset", BLOCK, "inline"),
        ("display: revert", BLOCK, "block"),
        ("display: inherit", BLOCK, "block"),
        ("display: var(--x)", BLOCK, "inline"),
        ("display: table-column", BLOCK, "none"),
        ("display: table-column-group", INLINE, "none"),
        ("display: none; display: run-in", BLOCK, "none"),
        ("display: inline flex", INLINE, "inline-flex"),
        ("display: inline flow-root", INLINE, "inline-block"),
        ("display: block flow", INLINE, "block"),
        ("display: block grid", INLINE, "grid"),
        ("display: flow-root list-item", INLINE, "list-item"),
        ("position: absolute", INLINE, "block"),
        ("position: fixed; display: inline-flex", INLINE, "flex"),
        ("position: relative", INLINE, "inline"),
    ],
)
def test_the_computed_display(said: str, kind: Kind, shown_as: str) -> None:
    assert display(style_of(said), kind, "x", {}, Scope()) == shown_as


def test_what_stands_in_a_flex_container_is_a_block() -> None:
    assert display({}, INLINE, "b", {}, Scope(blockifies=True)) == "block"


@pytest.mark.parametrize(
    ("tag", "attributes", "shown"),
    [
        ("p", {"hidden": ""}, False),
        ("p", {"hidden": "hidden"}, False),
        ("p", {"hidden": "false"}, False),
        ("p", {"hidden": "until-found"}, True),
        ("p", {"hidden": " UNTIL-FOUND "}, True),
        ("dialog", {}, False),
        ("dialog", {"open": ""}, True),
        ("div", {"popover": ""}, False),
    ],
)
def test_attributes_that_hide(tag: str, attributes: dict, shown: bool) -> None:
    assert (display({}, BLOCK, tag, attributes, Scope()) != "none") is shown
    assert display({"display": "block"}, BLOCK, tag, attributes, Scope()) == "block"


def test_only_the_hidden_attribute_is_undone_by_revert() -> None:
    assert display({"display": "revert"}, BLOCK, "p", {"hidden": ""}, Scope()) == "block"
    assert display({"display": "revert-layer"}, BLOCK, "p", {"hidden": ""}, Scope()) == "none"
    assert display({"display": "revert"}, BLOCK, "dialog", {}, Scope()) == "none"


@pytest.mark.parametrize(
    ("classes", "hidden"),
    [
        ("sr-only", True),
        ("visually-hidden x", True),
        ("screen-reader-text", True),
        ("sr-only not-sr-only", False),
        ("sr-only md:not-sr-only", False),
        ("sr-only focus:not-sr-only", True),
        ("sr-only 2xl:not-sr-only", True),
        ("SR-ONLY", False),
        ("hidden", False),
    ],
)
def test_well_known_classes(classes: str, hidden: bool) -> None:
    assert hidden_by_class(frozenset(classes.split())) is hidden


@pytest.mark.parametrize(
    ("outer", "inner", "shown"),
    [
        ("visibility: hidden", "", False),
        ("visibility: collapse", "visibility: visible", True),
        ("visibility: hidden", "visibility: inherit", False),
        ("visibility: hidden", "visibility: initial", True),
        ("visibility: hidden", "visibility: nonsense", False),
        ("font-size: 0", "", False),
        ("font-size: 0", "font-size: 2em", False),
        ("font-size: 0", "font-size: 100%", False),
        ("font-size: 0", "font-size: larger", False),
        ("font-size: 0", "font-size: 1rem", True),
        ("font-size: 0", "font-size: small", True),
        ("font-size: 0", "font-size: initial", True),
        ("font-size: 0", "font: 12px serif", True),
        ("font-size: .9px", "", False),
        ("font: italic 0/0 a", "", False),
        ("text-indent: -9999px", "", False),
        ("text-indent: -9999px", "text-indent: 0", True),
        ("text-indent: -100em hanging", "", False),
        ("text-indent: -2em", "", True),
        ("opacity: 0", "opacity: 1", False),
    ],
)
def test_what_is_handed_down(outer: str, inner: str, shown: bool) -> None:
    html = f'<div style="{outer}"><p style="{inner}">text</p></div>'
    assert bool(extract(html).text) is shown


def test_a_text_indent_moves_blocks_only() -> None:
    assert extract("<p>a<b style='text-indent: -9999px'>b</b></p>").text == "ab"
    assert extract("<b style='text-indent: -9999px'>a<i style='display: inline-block'>b</i></b>").text == "a"


@pytest.mark.parametrize(
    ("said", "spaces"),
    [
        ("white-space: pre", "preserve"),
        ("white-space: break-spaces", "preserve"),
        ("white-space-collapse: preserve", "preserve"),
        ("white-space: pre-line", "lines"),
        ("white-space: nowrap", "collapse"),
        ("white-space: initial", "collapse"),
        ("white-space: bogus", "lines"),
        ("", "lines"),
    ],
)
def test_how_white_space_is_kept(said: str, spaces: str) -> None:
    assert inherit(style_of(said), "block", Scope(spaces="lines")).spaces == spaces


def test_contents_hands_the_layout_of_its_parent_down() -> None:
    flex = inherit(style_of("display: flex"), "flex", Scope())
    assert flex.blockifies
    assert inherit({}, "contents", flex).blockifies
    assert not inherit({}, "block", flex).blockifies
