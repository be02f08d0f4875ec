"""The work done again on bytes alone: no settings, no database."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quoteproof import again
from quoteproof.again import CannotRerun, NoAnswer, Source
from verification.core.page.pagetext import PageText

ROOT = Path(__file__).resolve().parents[2]
URL = "https://docs.python.org/3/library/a.html"
KNOWN: dict[str, Any] = {
    "url": URL,
    "final_url": URL,
    "fetched_at": "2026-06-01T00:00:00.000Z",
    "http_status": 200,
    "content_type": "text/html",
    "source_bytes": 1,
    "content_sha256": "0" * 64,
    "extraction": "static_html",
    "reason": None,
    "max_snippet": None,
}
WORDS = "Enough words to be more than a gate or a shell. " * 60


def read(meta: str = "", **known: Any) -> Source:
    page = PageText(WORDS, robots_meta=(meta,) if meta else ())
    return again.read(KNOWN | known, b"<p>", lambda html: page, 10_000)


@pytest.mark.parametrize(
    ("fetched", "reason"), [("2026-06-01", None), ("2026-07-01", "source_disallows_excerpts")]
)
def test_a_pages_controls_count_as_they_stood_when_it_was_fetched(fetched, reason):
    source = read("unavailable_after: 25 Jun 2026 15:00:00 UTC", fetched_at=f"{fetched}T00:00:00.000Z")
    assert source.reason == reason
    assert source.extraction == ("static_html" if reason is None else "unavailable")


@pytest.mark.parametrize(("recorded", "least"), [(None, 200), (100, 100), (300, 200), ("100", 200)])
def test_the_smallest_cap_of_an_excerpt_counts(recorded, least):
    assert read("max-snippet:200", max_snippet=recorded).max_snippet == least


@pytest.mark.parametrize("time", ["", "yesterday", "2026-06-01T00:00:00"])
def test_a_time_that_is_none_is_told(time):
    with pytest.raises(CannotRerun, match="time on record"):
        read(fetched_at=time)


def test_a_page_that_says_nothing_now_answers_nothing():
    body = b'{"quote":"Enough words","url":"%s"}' % URL.encode()
    unread = Source(**KNOWN | {"reason": "extraction_uncertain", "extraction": "unavailable"})
    with pytest.raises(NoAnswer, match="extraction_uncertain"):
        again.of_pages(again.PAGE, body, [unread], {})
    with pytest.raises(CannotRerun, match="none that this version takes"):
        again.of_pages(again.PAGE, b"{}", [unread], {})


def test_it_needs_no_settings():
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-W", "error", "-c", "import quoteproof.verify.recheck"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
