from __future__ import annotations

import pytest
import tinycss2

from verification.core.page.css.conditions import media_holds, supports_holds


def nodes(css: str) -> list:
    return tinycss2.parse_component_value_list(css, skip_comments=True)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "all",
        "screen",
        "only screen",
        "not print",
        "print, screen",
        "(min-width: 1280px)",
        "(max-width: 1280px)",
        "(min-width: 80em)",
        "(width: 1280px)",
        "(width >= 1000px)",
        "(1000px <= width)",
        "(1000px < width < 2000px)",
        "screen and (min-width: 600px) and (orientation: landscape)",
        "(min-width: 9000px) or (height: 720px)",
        "not all and (min-width: 9000px)",
        "not (min-width: 9000px)",
        "((min-width: 1px) and (not (max-width: 2px)))",
        "(prefers-color-scheme: light)",
        "(prefers-reduced-motion: no-preference)",
        "(hover)",
        "(any-hover: hover) and (pointer: fine)",
        "(color)",
        "(min-resolution: 96dpi)",
        "(max-resolution: 1dppx)",
        "(-webkit-min-device-pixel-ratio: 1)",
        "(aspect-ratio: 16/9)",
        "(min-aspect-ratio: 1/1)",
        "(scripting: enabled)",
        "(forced-colors: none)",
    ],
)
def test_media_that_hold_for_a_reader_at_a_screen(query: str) -> None:
    assert media_holds(nodes(query))


@pytest.mark.parametrize(
    "query",
    [
        "print",
        "speech",
        "not screen",
        "not all",
        "screen and (max-width: 600px)",
        "(max-width: 79.9em)",
        "(width < 1000px)",
        "(2000px > width > 1300px)",
        "(prefers-color-scheme: dark)",
        "(prefers-reduced-motion)",
        "(prefers-contrast)",
        "(orientation: portrait)",
        "(hover: none)",
        "(monochrome)",
        "(min-resolution: 2dppx)",
        "(scripting: none)",
        "(unknown: 1)",
        "not (unknown: 1)",
        "(min-width: red)",
        "screen and",
        "and",
        "only",
        "(min-width: 1px) and (max-width: 2px) or (width)",
        "(min-width: 1px) nor (width)",
        "(color) and (print)",
        "(min-aspect-ratio: 1/0)",
        "screen or (width)",
        "()",
        "[width]",
    ],
)
def test_media_that_do_not(query: str) -> None:
    assert not media_holds(nodes(query))


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(display: grid)", True),
        ("not (display: grid)", False),
        ("(display: grid) and (not (-ms-ime-align: auto))", True),
        ("(-moz-appearance: none)", False),
        ("(-moz-appearance: none) or (color: red)", True),
        ("(width: -moz-available)", False),
        ("selector(:has(a))", True),
        ("unknown()", False),
        ("display: grid", False),
        ("", False),
        ("(display: none)", True),
        ("(display: shown)", False),
        ("not (width: 1furlong)", True),
        ("(width: calc(1px + 1em))", True),
    ],
)
def test_supports(condition: str, holds: bool) -> None:
    assert supports_holds(nodes(condition)) is holds


def test_conditions_nested_beyond_reason_do_not_hold() -> None:
    assert supports_holds(nodes("(" * 10 + "(display: grid)" + ")" * 10))
    assert not supports_holds(nodes("(" * 100 + "(display: grid)" + ")" * 100))
