"""What the extractor reads of pages, real ones and made ones, against what Chromium shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conformance import laid_out_pages, real_pages, styled_pages
from tests.conformance.chromium import Chromium
from verification.core.page.extract import ExtractionUncertain, extract
from verification.core.text.whitespace import normalise

pytestmark = pytest.mark.browser

WORD = re.compile(r"w\d+w")


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_what_style_sheets_hide_is_what_chromium_hides(browser: Chromium, first: int) -> None:
    for seed in range(first, first + 100):
        html = styled_pages.Maker(seed).page()
        shown = WORD.findall(browser.text(html))
        try:
            assert WORD.findall(extract(html).text) == shown, seed
        except ExtractionUncertain:
            assert not shown, seed


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_where_words_part_is_where_they_part_in_chromium(browser: Chromium, first: int) -> None:
    for seed in range(first, first + 100):
        html = laid_out_pages.Maker(seed).page()
        assert normalise(extract(html).text) == normalise(browser.text(html)), seed


@pytest.mark.parametrize(
    "html",
    [
        "<p>a<p hidden style='display:revert'>b<p hidden style='display:inherit'>c<p hidden style='all:unset'>d",
        "<dialog style='display:revert'>a</dialog><dialog open>b</dialog><p popover>c</p>d",
        "<div hidden/>a</div><p/>b<span/>c</span>",
        "a</br>b<!-- -- --!>c<!-->d",
        "<svg><text>ab<tspan>c</tspan></text><text>d</text></svg>",
        "<div style='height:0;overflow:hidden'></div>a<meter>b</meter><progress>c</progress>",
        "<title>t</title><main>a<section>b</section></main>",
        "<body><p>a</p></body></html>b",
        "<select><option>a<option>b</select><button>c </button>d",
    ],
)
def test_markup_that_parsers_and_browsers_read_differently(browser: Chromium, html: str) -> None:
    page = f"<!doctype html>{html}"
    assert normalise(extract(page).text) == normalise(browser.text(page))


@pytest.mark.long
@pytest.mark.mirror
@pytest.mark.timeout(900)
def test_sentences_of_real_pages_are_found_and_altered_ones_are_not(
    browser: Chromium, mirror_documentation: Path
) -> None:
    tally = real_pages.measure(mirror_documentation, browser)
    assert tally.passes, real_pages.report(tally)
    assert not tally.uncertain
    assert tally.pages > 400
