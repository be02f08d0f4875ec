from __future__ import annotations

import json
from pathlib import Path

from verification.core.page.extract import extract
from verification.core.page.pagetext import PageText

SAMPLE = (Path(__file__).parents[3] / "conformance" / "sample_page.html").read_text(encoding="utf-8")


def test_a_page_survives_the_way_through_json() -> None:
    page = extract(SAMPLE)
    assert page.elements
    assert page.nosnippet
    assert page.regions
    assert page.robots_meta
    assert PageText.from_json(json.loads(json.dumps(page.to_json()))) == page


def test_plain_text_is_a_page_with_nothing_but_text() -> None:
    page = PageText("plain")
    assert PageText.from_json(page.to_json()) == page
    assert not (page.elements or page.regions or page.has_script or page.title)


def test_the_sample_page_reads_as_a_reader_sees_it() -> None:
    assert extract(SAMPLE).text.split("\n") == [
        "Timers",
        "",
        "The timer module schedules functions to be called at a later time. It holds about 10⁶ entries[¹] "
        "before it slows down.",
        "",
        "Since version 3.2 timers are not cancelled on exit.",
        "",
        "start(delay, callback)",
        "",
        "Calls callback once after delay milliseconds.",
        "",
        "stop()",
        "",
        "Cancels the timer.",
        "",
        "Name\tDefault",
        "delay\t1\u00a0ms",
        "limit",
        "import timers",
        "timers.start(10, f)",
        "History",
        "v2: added",
        "twice",
        "",
        "時 — always",
        "",
        "Search",
        "© Someone",
    ]
