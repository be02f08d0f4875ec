from __future__ import annotations

import pytest
import tinycss2

from verification.core.page.css.values import Length, arguments, computed, length, number


def node(css: str):
    return tinycss2.parse_one_component_value(css)


@pytest.mark.parametrize(
    ("css", "pixels"),
    [
        ("0", 0),
        ("12px", 12),
        ("-3PX", -3),
        ("1in", 96),
        ("72pt", 96),
        ("2.54cm", 96),
        ("25.4mm", 96),
        ("101.6q", 96),
        ("6pc", 96),
        ("2rem", 32),
        ("10vw", 128),
        ("10vh", 72),
        ("10dvh", 72),
        ("10vmin", 72),
        ("10svmax", 128),
    ],
)
def test_lengths_in_pixels(css: str, pixels: float) -> None:
    assert length(node(css)).pixels == pytest.approx(pixels)


def test_lengths_that_depend_on_the_text_and_the_box() -> None:
    assert length(node("2em")).resolve(10, 500) == 20
    assert length(node("2ch")).resolve(10, 500) == 10
    assert length(node("50%")).resolve(10, 500) == 250
    assert Length(1, 2, 3).resolve(10, 100) == 24


@pytest.mark.parametrize("css", ["1", "1fr", "auto", "red", "'0'", "calc(1px)", "90deg", "1furlong"])
def test_what_is_no_length(css: str) -> None:
    assert length(node(css)) is None


def test_numbers_and_shares() -> None:
    assert (number(node(".5")), number(node("50%")), number(node("1px"))) == (0.5, 0.5, None)


def test_arguments_with_and_without_commas() -> None:
    spaced, listed = node("rect(1px 2px)"), node("rect( 1px,/* c */2px )")
    assert [length(part) for part in arguments(spaced.arguments)] == [Length(1), Length(2)]
    assert [length(part) for part in arguments(listed.arguments)] == [Length(1), Length(2)]


@pytest.mark.parametrize(("css", "known"), [("var(--x)", False), ("1px", True), ("CALC(1px)", False)])
def test_functions_whose_result_is_not_known(css: str, known: bool) -> None:
    assert computed([node(css)]) is not known
