from __future__ import annotations

import pytest
import tinycss2

from verification.core.page.css.shapes import (
    Move,
    clip_leaves_nothing,
    moves,
    path_leaves_nothing,
    scales_to_nothing,
)
from verification.core.page.css.values import Length, significant


def nodes(css: str) -> list:
    return significant(tinycss2.parse_component_value_list(css))


@pytest.mark.parametrize(
    ("css", "nothing"),
    [
        ("rect(0 0 0 0)", True),
        ("rect(0, 1px, 1px, 0)", True),
        ("rect(5px, 90px, 6px, 0)", True),
        ("rect(0, 90px, 20px, 0)", False),
        ("rect(auto, auto, auto, auto)", False),
        ("rect(0, 2em, 2em, 0)", False),
        ("auto", False),
        ("rect(0 0)", None),
        ("circle(0)", None),
        ("0", None),
    ],
)
def test_clip(css: str, nothing: bool | None) -> None:
    assert clip_leaves_nothing(nodes(css)) is nothing


@pytest.mark.parametrize(
    ("css", "nothing"),
    [
        ("inset(50%)", True),
        ("inset(40% 60%)", True),
        ("inset(40% 20%)", False),
        ("inset(1px 2px 3px 4px 5px)", False),
        ("inset(100% 0 0 0)", True),
        ("circle(0px)", True),
        ("circle(at 0 0)", False),
        ("ellipse(5px 0)", True),
        ("polygon(0 0, 9px 0, 20px 0)", True),
        ("polygon(0 0, 9px 0, 9px 9px)", False),
        ("polygon(0 0)", True),
        ("rect(1px 2px 1px 0)", True),
        ("rect(auto)", False),
        ("xywh(5px 5px 0 9px)", True),
        ("xywh(0 0 9px 9px)", False),
        ("path('M 0 0')", False),
        ("none", False),
        ("border-box", False),
        ("url(#a)", False),
        ("3px", None),
    ],
)
def test_clip_path(css: str, nothing: bool | None) -> None:
    assert path_leaves_nothing(nodes(css)) is nothing


@pytest.mark.parametrize(
    ("css", "move"),
    [
        ("none", Move()),
        ("translate(3px)", Move(right=Length(3))),
        ("translate(3px, -2em)", Move(Length(3), Length(texts=-2))),
        ("translateX(1px) translateX(2px) translateY(4px)", Move(Length(3), Length(4))),
        ("translate3d(1px, 2px, 3px)", Move(Length(1), Length(2))),
        ("translate(-50%, -100%)", Move()),
        ("scale(0)", Move(vanishes=True)),
        ("scale(1, 0)", Move(vanishes=True)),
        ("scale3d(1, 1, 0)", Move()),
        ("rotate(0)", Move()),
        ("5px -6px", Move(Length(5), Length(-6))),
        ("50%", Move()),
    ],
)
def test_moves(css: str, move: Move) -> None:
    assert moves(nodes(css)) == move


def test_scale() -> None:
    assert [scales_to_nothing(nodes(css)) for css in ("0", "1 0%", "1 1 0", "none", ".5")] == [
        True,
        True,
        False,
        False,
        False,
    ]
