from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verification.core.page.excerpts import Controls, controls

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
OPEN = Controls(refuses=False, max_snippet=None, noarchive=False)


def of_header(*lines: str) -> Controls:
    return controls(lines, (), NOW)


def of_meta(*contents: str) -> Controls:
    return controls((), contents, NOW)


REFUSALS = [
    "nosnippet",
    "NoSnippet",
    " nosnippet ",
    "noindex, nosnippet",
    "noai",
    "max-snippet:0",
    "max-snippet: 0",
    "Max-Snippet:0",
]
HARMLESS = [
    "",
    ",",
    "all",
    "none",
    "noindex",
    "nofollow",
    "noindex,nofollow",
    "noimageindex",
    "notranslate",
    "indexifembedded",
]
HARMLESS += [
    "max-image-preview:none",
    "max-video-preview:0",
    "max-snippet",
    "max-snippet:",
    "max-snippet:x",
    "max-snippet:-2",
]
HARMLESS += [
    "max-snippet:1.5",
    "nosnippets",
    "no snippet",
    "nosnippet=1",
    "x-noai",
    "max-snippet:-1",
    "unavailable_after",
    "unavailable_after:",
]


@pytest.mark.parametrize("text", REFUSALS)
def test_these_refuse_excerpts_in_a_header_and_in_a_meta_element(text):
    assert of_header(text).refuses
    assert of_meta(text).refuses
    assert of_header("quoteproof: " + text).refuses
    assert of_header("QuoteProof:" + text).refuses


@pytest.mark.parametrize("text", HARMLESS)
def test_these_refuse_nothing(text):
    assert of_header(text) == OPEN
    assert of_meta(text) == OPEN


@pytest.mark.parametrize("text", REFUSALS)
@pytest.mark.parametrize("bot", ["googlebot", "otherbot", "quoteproofbot", "google-extended", "bot.v2"])
def test_rules_for_another_bot_are_passed_over_for_the_rest_of_their_line(bot, text):
    assert of_header(f"{bot}: {text}") == OPEN
    assert of_header(f"{bot}: noindex, {text}, noarchive") == OPEN


@pytest.mark.parametrize(
    "line", ["googlebot: noindex, quoteproof: nosnippet", "googlebot: max-snippet:5, *: noai"]
)
def test_a_line_that_a_proxy_joined_is_read_bot_by_bot(line):
    assert of_header(line).refuses


def test_every_header_line_counts_and_starts_for_every_bot():
    assert of_header("googlebot: noindex", "nosnippet").refuses
    assert of_header("noindex", "otherbot: nosnippet", "quoteproof: noarchive") == Controls(False, None, True)


def test_a_bot_name_inside_a_meta_element_does_not_parse():
    assert of_meta("googlebot: nosnippet") == OPEN
    assert of_meta("quoteproof: nosnippet") == OPEN


@pytest.mark.parametrize(
    ("lines", "metas", "cap"),
    [
        (["max-snippet:50"], [], 50),
        (["max-snippet: 50"], ["max-snippet:20"], 20),
        (["max-snippet:-1"], ["max-snippet:70"], 70),
        (["max-snippet:-1"], [], None),
        (["googlebot: max-snippet:5, quoteproof: max-snippet:9"], [], 9),
        (["max-snippet:30, max-snippet:10"], ["max-snippet:x"], 10),
        (["otherbot: max-snippet:1"], [], None),
    ],
)
def test_the_smallest_cap_holds(lines, metas, cap):
    assert controls(lines, metas, NOW) == Controls(False, cap, False)


def test_noarchive_is_told_and_refuses_nothing():
    assert of_header("noarchive") == of_meta("NOARCHIVE, noindex") == Controls(False, None, True)


PAST = [
    "25 Jun 2010 15:00:00 PST",
    "25 June 2010 15:00:00 +0200",
    "Fri, 25 Jun 2010 15:00:00 GMT",
    "Friday, 25-Jun-10 15:00:00 PST",
    "25-Aug-2007 15:00:00 EST",
    "25 Jun 2010 15:00",
    "25 Jun 2010",
    "Friday, 25-Jun-10",
    "2010-06-25",
    "2010-06-25T15:00:00Z",
    "2010-06-25T15:00:00.123+02:00",
    "2010-06-25 15:00:00 UTC",
    "Mon, 30 Nov 2026 11:59:59 GMT",
    "30 Nov 2026 13:30:00 +0200",
    "2026-11-30T13:59:59+02:00",
]
FUTURE = [
    "25 Jun 2099 15:00:00 PST",
    "Thu, 25 Jun 2099 15:00:00 GMT",
    "Thursday, 25-Jun-27 15:00:00 GMT",
    "2099-06-25",
    "2026-11-30T12:00:01Z",
    "Mon, 30 Nov 2026 12:00:01 GMT",
    "30 Nov 2026 05:00:00 PST",
    "2026-11-30T05:00:00-08:00",
]


@pytest.mark.parametrize("date", PAST)
def test_a_past_date_refuses_and_what_follows_it_is_still_read(date):
    assert of_header(f"unavailable_after: {date}").refuses
    assert of_meta(f"noindex, unavailable_after:{date}").refuses
    assert of_header(f"quoteproof: unavailable_after: {date}, noarchive") == Controls(True, None, True)
    assert of_header(f"googlebot: unavailable_after: {date}, nosnippet") == OPEN


@pytest.mark.parametrize("date", FUTURE)
def test_a_date_to_come_refuses_nothing_and_what_follows_it_is_still_read(date):
    assert of_header(f"unavailable_after: {date}") == OPEN
    assert of_header(f"unavailable_after: {date}, max-snippet:7, noarchive") == Controls(False, 7, True)
    assert of_meta(f"unavailable_after: {date},nosnippet").refuses


@pytest.mark.parametrize(
    "date", ["never", "31-31-31", "99 Jun 2010 15:00:00 GMT", "2010-13-01", "25 Foo 2010", "0"]
)
def test_a_date_that_does_not_parse_is_ignored(date):
    assert of_header(f"unavailable_after: {date}, noarchive") == Controls(False, None, True)


@given(st.lists(st.text("noaisnippetmax-:, 0123456789JunGMT_unavailable_after*", max_size=60), max_size=3))
@settings(max_examples=300)
def test_no_text_makes_it_fail(lines):
    assert controls(lines, lines, NOW).max_snippet is None or controls(lines, lines, NOW).max_snippet >= 0


@given(st.lists(st.sampled_from([*REFUSALS, *HARMLESS, "max-snippet:9"]), max_size=5))
def test_more_controls_never_open_what_fewer_closed(texts):
    for count in range(len(texts)):
        assert of_header(*texts).refuses >= of_header(*texts[:count]).refuses
