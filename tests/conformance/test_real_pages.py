"""The measure itself: it must be able to fail."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.conformance import real_pages
from tests.conformance.alterations import altered
from tests.conformance.real_pages import Tally, compare, pages, report, sentences


def test_sentences_have_five_words_on_one_line_and_an_end() -> None:
    text = "Too short. One two three four five. No end here at all\nOne two three\nfour five six. "
    text += "Is this one long enough?"
    assert list(sentences(text)) == ["One two three four five.", "Is this one long enough?"]
    assert not list(sentences("word " * 200 + "end."))
    assert not list(sentences("one two three four " + "\U0001f600" * 260 + "."))


def test_alterations_change_a_word_a_number_and_a_negation() -> None:
    forms = list(altered("It does not hold 14 items at once.", ["other"], random.Random(1)))
    assert "It does not hold 15 items at once." in forms
    assert "It does hold 14 items at once." in forms
    assert any("other" in form for form in forms)
    assert "It can not hold all of them." in list(altered("It can hold all of them.", ["other"], random.Random(1)))


def test_a_missed_and_a_wrongly_found_sentence_fail_the_measure() -> None:
    tally = Tally(sentences=30_000)
    assert tally.passes
    tally.missed = [("page", "sentence")] * 151
    assert not tally.passes
    tally.missed, tally.altered_found = [], [("page", "sentence")]
    assert not tally.passes
    assert "found though altered in page: sentence" in report(tally)
    assert not Tally(sentences=19_999).passes


def test_a_text_is_compared_sentence_by_sentence() -> None:
    tally = Tally()
    shown = "This one is on the page. That one is not there now."
    compare(tally, "page", shown, "This one is on\nthe page. That one isn't. This one is not on the page.")
    assert (tally.sentences, tally.missed) == (2, [("page", "That one is not there now.")])
    assert ("page", "This one is not on the page.") in tally.altered_found


def test_pages_are_those_of_both_packages_up_to_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {"python3.11/html/a/b.html": 100_000, "nodejs/api/c.html": 1, "nodejs/api/d.html": 100_001}
    for name, size in sizes.items():
        page = tmp_path / "usr/share/doc" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_bytes(b"x" * size)
    assert [page.name for page in pages(tmp_path)] == ["b.html", "c.html"]


def test_without_chromium_the_command_says_what_brings_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(real_pages, "unpack", lambda: tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert real_pages.main() == 2
    assert "apt-get install chromium" in capsys.readouterr().err
