from __future__ import annotations

import pytest

from verification.core.text import spans
from verification.core.text.scan import scanner
from verification.core.text.spans import Picker


def _picked(text: str, quote: str) -> str:
    scan = scanner(text, quote)
    found = scan.nearest(0, len(text), len(quote))
    assert found
    start, end = Picker(text, quote, scan).pick(0, len(text), *found)[-2:]
    return f"{text[:start]}[{text[start:end]}]{text[end:]}"


@pytest.mark.parametrize(
    ("text", "quote", "shown"),
    [
        ("pay within days", "pay within daysx", "[pay within days]"),
        ("bcd bcd", "xbcd", "[bcd] bcd"),
        ("abcd, bcd", "xbcd", "[abcd], bcd"),
        ("une\u0308 un", "unz", "une\u0308 [un]"),
        ("art of", "aart of", "[art of]"),
        ("said: no more", "sad: no more", "[said: no more]"),
    ],
)
def test_the_best_cut_of_equals_is_picked(text: str, quote: str, shown: str) -> None:
    assert _picked(text, quote) == shown


def test_a_text_that_repeats_itself_costs_few_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    text, quote = "abc" * 3_000, "abc" * 20 + "x" + "abc" * 20
    scan = scanner(text, quote)
    distance, ends = scan.nearest(0, len(text), 10) or (0, [])
    looks: list[int] = []
    starts = scan.starts
    monkeypatch.setattr(scan, "starts", lambda *asked: looks.append(1) or starts(*asked))
    rank = Picker(text, quote, scan).pick(0, len(text), distance, ends)
    assert (len(ends), rank) == (2_961, (1, 1, 0, 120))
    assert len(looks) < 70


def test_a_spent_budget_still_gives_a_span_at_the_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spans, "_BUDGET", 0)
    assert _picked("xabcd yabcd zabcd abcd wabcd vabcd", "-abcd").count("abcd]") == 1


def test_the_bound_of_a_stretch_is_never_worse_than_its_span() -> None:
    text, quote = "ab cd " * 40, "ab ce"
    scan = scanner(text, quote)
    distance, ends = scan.nearest(0, len(text), 2) or (0, [])
    for some in (ends, ends[:3], ends[30:]):
        picker = Picker(text, quote, scan)
        assert picker.bound(0, some) <= picker.pick(0, len(text), distance, some)
