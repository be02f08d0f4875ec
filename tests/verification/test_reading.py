from __future__ import annotations

import time

import pytest

from verification import reading
from verification.adapters.faults import OutOfTime
from verification.core.page.excerpts import Controls
from verification.core.page.pagetext import PageText
from verification.fetching import Fetched
from verification.trail import Unread

ROOM = "<p>" + "Enough words to be more than a gate or a shell. " * 60


def read(
    body: bytes | str, content_type: str = "text/html", *tags: str, max_chars: int = 200_000, seconds: float = 9
):
    encoded = body.encode() if isinstance(body, str) else body
    fetched = Fetched(encoded, content_type, tags)
    return reading.read(fetched, deadline=time.monotonic() + seconds, max_chars=max_chars)


def reason(*arguments, **options) -> str:
    with pytest.raises(Unread) as caught:
        read(*arguments, **options)
    return caught.value.reason


def test_plain_text_has_its_text_and_nothing_else():
    assert read("a\n<b>", "text/markdown") == (PageText("a\n<b>"), Controls(False, None, False))


def test_html_is_decoded_by_what_it_declares_and_read_in_the_helper():
    page, controls = read(b"<meta charset=windows-1251><title>T</title><p>\xcf\xf0\xe8\xe2\xe5\xf2")
    assert (page.text, page.title, controls.refuses) == ("Привет", "T", False)


IN_ORDER = [
    (b"\xff" + ROOM.encode(), "unsupported_encoding"),
    ("<meta name=robots content=nosnippet><!-- " + ROOM, "extraction_uncertain"),
    ("<meta name=robots content=nosnippet>" + "a" * 99, "source_too_large"),
    ("<meta name=robots content=nosnippet><title>Just a moment</title><p>Wait", "source_disallows_excerpts"),
    ("<title>Just a moment</title>", "source_unavailable"),
    ("<script>1</script>", "extraction_uncertain"),
    ("", "empty_source"),
]


@pytest.mark.parametrize(("body", "first"), IN_ORDER)
def test_the_first_reason_in_the_contracts_order_is_told(body, first):
    assert reason(body, max_chars=90) == first


def test_the_length_of_the_text_is_counted_in_utf_16():
    assert read("🙂🙂", "text/plain", max_chars=4)
    assert reason("🙂🙂", "text/plain", max_chars=3) == "source_too_large"


def test_controls_of_the_head_and_of_the_page_are_taken_together():
    body = "<meta name=robots content='max-snippet:30, noarchive'>" + ROOM
    assert read(body, "text/html", "max-snippet:20")[1] == Controls(False, 20, True)


def test_an_extractor_without_memory_costs_the_source(settings):
    settings.EXTRACT_MEMORY_MB = 1
    page = ROOM * 600  # more than fits into what the helper has free already
    assert reason(page, max_chars=len(page)) == "html_runtime_unavailable"


def test_an_extraction_that_the_deadline_interrupts_is_out_of_time():
    with pytest.raises(OutOfTime):
        read(ROOM, seconds=0)
