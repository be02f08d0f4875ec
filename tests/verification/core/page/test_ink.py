"""Text that can't be told from what is behind it. Each of these was compared with Chromium's picture of it."""

from __future__ import annotations

import pytest

from verification.core.page.extract import extract

BLACK, WHITE = "background:#000", "color:#fff"


def sees(html: str) -> bool:
    return "secret" in extract(f"<!doctype html>{html}<p>z</p>").text


@pytest.mark.parametrize(
    "html",
    [
        "<p style='color:transparent'>secret",
        "<p style='color:rgb(0 0 0/0)'>secret",
        "<p style='color:oklch(0 0 0/0)'>secret",
        "<p style='-webkit-text-fill-color:#0000'>secret",
        f"<p style='{WHITE}'>secret",
        "<p style='color:Canvas'>secret",
        "<p style='all:unset;color:#fff'>secret",
        "<div style='display:contents;background:#000'><p style='color:#fff'>secret</div>",
        "<p style='background:inherit;color:#fff'>secret",
        "<div style='color:#fff'><p style='all:revert'>secret</div>",
        "<p style='color:#fffefe'>secret",
        f"<p style='{BLACK}'>secret",
        "<p style='background:currentcolor'>secret",
        "<p style='color:red;background-color:red'>secret",
        f"<div style='{WHITE}'><p><b>secret</b></div>",
        f"<div style='{WHITE}'><p style='color:inherit;background:none'>secret</div>",
        f"<div style='{BLACK}'><p style='background:transparent'>secret</div>",
        "<style>p{color:#fff!important}</style><p style='color:red'>secret",
        "<style>:root{--fg:#fff}p{color:var(--fg)}</style><p>secret",
        "<p><font color=white>secret</font>",
        "<p><font color=ffffff>secret</font>",
        "<table><tr><td bgcolor=black>secret</table>",
    ],
)
def test_text_without_a_contrast_is_not_seen(html: str) -> None:
    assert not sees(html)


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='{BLACK}'><p style='{WHITE}'>secret</div>",
        f"<div style='{WHITE}'><p style='color:initial'>secret</div>",
        f"<div style='{WHITE}'><p><a href=x>secret</a></div>",
        f"<div style='{WHITE}'><p><mark>secret</mark> <button>secret</button></div>",
        f"<p style='{WHITE};background:url(dark.png)'>secret",
        f"<div style='background-image:linear-gradient(red,blue)'><p style='{WHITE}'>secret</div>",
        f"<p style='{WHITE};background:rgb(0 0 0/.5)'>secret",
        f"<p style='{WHITE};text-shadow:0 0 2px #000'>secret",
        f"<p style='{WHITE};position:absolute'>secret",
        f"<p style='{WHITE};color:red'>secret",
        f"<p style='{WHITE};color:light-dark(red,blue)'>secret",
        "<p style='color:var(--not-known)'>secret",
        "<p style='color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text'>secret",
        "<p style='color:transparent;-webkit-text-stroke:1px red'>secret",
        f"<link rel=stylesheet href=x.css><p style='{WHITE}'>secret",
        f"<style>:root{{color-scheme:dark}}</style><p style='{WHITE}'>secret",
        "<style>body{background:#000;color:#fff}</style><p>secret",
        f"<body bgcolor=black><p style='{WHITE}'>secret",
        f"<body background=x.png><p style='{WHITE}'>secret",
        f"<svg><text y=20 style='{WHITE}'>secret</text></svg>",
        "<style>.x{color:#fff}</style><p>secret",
        "<p style='color:#eee'>secret",
        f"<div style='{WHITE}'><p><a href=x style='all:revert'>secret</a></div>",
    ],
)
def test_text_that_may_have_one_is(html: str) -> None:
    assert sees(html)


def test_a_linked_style_sheet_takes_no_declared_ground_away() -> None:
    assert not sees(f"<link rel=stylesheet href=x.css><p style='{BLACK};color:black'>secret")
