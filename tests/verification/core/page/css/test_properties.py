from __future__ import annotations

from typing import Any

import pytest
import tinycss2

from verification.core.page.css.properties import UNKNOWN, longhands
from verification.core.page.css.values import Length

SIDES = ("top", "right", "bottom", "left")


def said(declaration: str) -> dict[str, Any]:
    node = tinycss2.parse_one_declaration(declaration, skip_comments=True)
    return dict(longhands(node.lower_name, node.value))


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("display: none", {"display": "none"}),
        ("DISPLAY: NONE", {"display": "none"}),
        ("display: block flow-root", {"display": "flow-root"}),
        ("display: inline-block", {"display": "inline-block"}),
        ("opacity: 20%", {"opacity": 0.2}),
        ("font: 0/0 a", {"font-size": Length()}),
        ("font: bold 12px/1 serif", {"font-size": Length(12)}),
        ("font: 700 medium serif", {"font-size": Length(16)}),
        ("font: caption", {"font-size": Length(16)}),
        ("overflow: hidden", {"overflow-x": "hidden", "overflow-y": "hidden"}),
        ("overflow: clip auto", {"overflow-x": "clip", "overflow-y": "auto"}),
        ("inset: 1px", dict.fromkeys(("top", "right", "bottom", "left"), Length(1))),
        ("inset: 1px 2px", {"top": Length(1), "right": Length(2), "bottom": Length(1), "left": Length(2)}),
        ("inset: 1px 2px 3px", {"top": Length(1), "right": Length(2), "bottom": Length(3), "left": Length(2)}),
        ("inset: 0 0 0 auto", {"top": Length(), "right": Length(), "bottom": Length(), "left": "auto"}),
        ("inset-inline: 1px 2px", {"left": Length(1), "right": Length(2)}),
        ("inset-block-end: 3px", {"bottom": Length(3)}),
        ("margin-block: auto 4px", {"margin-top": "auto", "margin-bottom": Length(4)}),
        ("padding: 0 1px", {f"padding-{side}": Length(side in ("left", "right")) for side in SIDES}),
        ("max-block-size: 5px", {"max-height": Length(5)}),
        ("width: fit-content", {"width": "auto"}),
        ("vertical-align: super", {"vertical-align": "super"}),
        ("vertical-align: 3px", {"vertical-align": "baseline"}),
        ("display: inherit", {"display": "inherit"}),
        ("overflow: unset", {"overflow-x": "unset", "overflow-y": "unset"}),
        ("inset: env(a)", dict.fromkeys(("top", "right", "bottom", "left"), UNKNOWN)),
        ("left: calc(1px + 2em)", {"left": UNKNOWN}),
        ("left: calc(1px + 2px)", {"left": Length(3)}),
        ("clip: rect(0 0 0 0)", {"clip": True}),
        ("clip: auto", {"clip": False}),
    ],
)
def test_a_declaration_as_the_longhands_it_sets(declaration: str, expected: dict[str, Any]) -> None:
    assert said(declaration) == expected


@pytest.mark.parametrize(
    "declaration",
    [
        "border: red",
        "display: nothing",
        "display: none none",
        "display: block block",
        "display: flex grid",
        "visibility: none",
        "opacity: 1px",
        "opacity: 0 0",
        "font-size: -1px",
        "font-size: 12",
        "font: bold",
        "width: -1px",
        "width: 1px 2px",
        "height: 3",
        "overflow: hidden none",
        "inset: 1px 2px 3px 4px 5px",
        "inset: 1px red",
        "position: middle",
        "clip: circle(0)",
        "clip: rect(0 0 0)",
        "clip-path: 12px",
        "white-space: everywhere",
        "text-indent: 1px 2px",
    ],
)
def test_an_invalid_or_unrelated_declaration_says_nothing(declaration: str) -> None:
    assert said(declaration) == {}
