from __future__ import annotations

import pytest
import tinycss2

from verification.core.page.css.calc import calculated


def result(css: str) -> str:
    return str(calculated(tinycss2.parse_one_component_value(css)).serialize())


@pytest.mark.parametrize(
    ("css", "plain"),
    [
        ("calc(0)", 0),
        ("calc(1 - 1)", 0),
        ("calc(2 * (3px + 1px) / 4)", 2),
        ("calc(-100vw - 10px)", -1290),
        ("-webkit-calc(50% * 2)", 100),
        ("calc(-1 * 999em)", -999),
        ("min(3px, 2px, calc(1px))", 1),
        ("max(1%, 2%)", 2),
        ("clamp(1px, 9px, 5px)", 5),
        ("clamp(1px, 0px, 5px)", 1),
    ],
)
def test_what_can_be_told(css: str, plain: float) -> None:
    assert calculated(tinycss2.parse_one_component_value(css)).value == pytest.approx(plain)


@pytest.mark.parametrize(
    "css",
    [
        "3px",
        "var(--x)",
        "calc(100% - 10px)",
        "calc(1px * 1px)",
        "calc(1px / 0)",
        "calc(1px / 2px)",
        "calc()",
        "calc(1px +)",
        "calc(1px 2px)",
        "calc(var(--x))",
        "calc(1furlong)",
        "calc(1e300 * 1e300)",
        "clamp(1px, 2px)",
        "min(1px, 1%)",
        "sin(0)",
        "calc(" * 30 + "1" + ")" * 30,
    ],
)
def test_what_cannot_is_left_as_it_is(css: str) -> None:
    assert result(css) == tinycss2.parse_one_component_value(css).serialize()
