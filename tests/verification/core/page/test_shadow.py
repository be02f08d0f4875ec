from __future__ import annotations

import pytest

from verification.core.page.extract import ExtractionUncertain, extract

ROOT = "<template shadowrootmode={}>{}</template>"


def text(content: str, root: str, tag: str = "div", mode: str = "open") -> str:
    return extract(f"<p>a</p><{tag}>{ROOT.format(mode, root)}{content}</{tag}><p>z</p>").text


def test_without_a_slot_nothing_of_the_host_is_shown() -> None:
    assert text("b<p>c</p>d", "<b>x</b>") == "a\n\nz"
    assert text("b", "", "x-y", "closed") == "a\n\nz"


def test_what_has_a_slot_is_shown() -> None:
    assert text("b<i>c</i>d", "<slot></slot>") == "a\n\nbcd\n\nz"
    assert text("b<i slot=n>c</i>d", "<slot name=n></slot>") == "a\n\nc\n\nz"
    assert text("b<i slot=n>c</i>d", "<slot></slot>") == "a\n\nbd\n\nz"


@pytest.mark.parametrize(("tag", "mode"), [("ul", "open"), ("div", "shut"), ("div", "''")])
def test_a_template_that_makes_no_root_is_one_as_any(tag: str, mode: str) -> None:
    assert text("b", "x", tag, mode) == "a\n\nb\n\nz"


def test_only_the_first_root_counts_and_none_inside_a_template() -> None:
    two = ROOT.format("open", "<slot></slot>") + ROOT.format("open", "x")
    assert extract(f"<div>{two}b</div>").text == "b"
    assert extract(f"<template><div>{ROOT.format('open', '')}b</div></template>c").text == "c"


def test_a_part_without_an_end_is_uncertain() -> None:
    with pytest.raises(ExtractionUncertain):
        extract(f"<div>{ROOT.format('open', '')}<x-y>c")
