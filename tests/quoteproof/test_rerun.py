"""The work of a check done again on its own bytes: the same answer to the byte, or words that say why not."""

from __future__ import annotations

import zlib
from typing import Any

import pytest

from quoteproof import again, rerun
from quoteproof.again import CannotRerun
from quoteproof.rerun import SentAgain
from tests.mirror.behaviours import CHINESE, CURLY, HOST, ONCE, ROOT, TWICE
from tests.quoteproof import disputed
from tests.quoteproof.disputed import TEXT, page_check, quotes_check, text_check
from verification.models import Check

pytestmark = pytest.mark.django_db
SITE = f"https://{HOST}{ROOT}"
READ = [
    ("page.html", ONCE),
    ("plain.txt", CHINESE),
    ("crlf.txt", ONCE),
    ("gzip.html", ONCE),
    ("windows-1252.html", CURLY),
    ("utf-16.html", CURLY),
    ("page.xhtml", ONCE),
    ("max-snippet.html", ONCE),
]
NEAR = ONCE.replace("small", "smaller")


def done_again(check: Check, sent: SentAgain | None = None) -> bytes:
    return rerun.rerun(check, sent).answer


def result(check: Check) -> bytes:
    return bytes(check.result or b"")


@pytest.mark.parametrize(("page", "quote"), READ)
def test_quotes_on_pages_give_the_same_answer(mirror, page, quote):
    check = quotes_check(SITE + page, quote, TWICE, "No page of the mirror holds this sentence.")
    mirror.reset()
    assert done_again(check) == result(check) and mirror.log == []


@pytest.mark.parametrize(("page", "quote"), [*READ, ("page.html", NEAR), ("plain.txt", "Nothing of the kind.")])
def test_a_quote_on_a_page_gives_the_same_answer(mirror, page, quote):
    check = page_check(SITE + page, quote)
    assert done_again(check) == result(check)


def test_a_source_that_was_not_read_stays_so(mirror):
    asked = {"urls": [SITE + "plain.txt", SITE + "nowhere.html"]}
    quotes = [{"source_index": at, "quote": ONCE} for at in range(2)]
    check = disputed.published(disputed.Buyer(), asked | {"quotes": quotes})
    made = rerun.rerun(check)
    assert made.answer == result(check) and made.undecided == {1}


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"match": "exact"},
        {"match": "passages"},
        {"case_sensitive": True},
        {"threshold": 0.55},
        {"start": 13, "end": 44},
    ],
)
@pytest.mark.parametrize("quote", ["paid within 15 days of purchase", "PAID within 14 days", "no such thing"])
def test_a_supplied_text_gives_the_same_answer(quote, more):
    if more.get("case_sensitive") and more.get("match") == "passages":
        return
    check = text_check({"text": TEXT, "quote": quote, **more})
    assert done_again(check, SentAgain(TEXT, quote)) == result(check)


@pytest.mark.parametrize(
    ("quote", "known"),
    [
        ("paid within 14 days", True),
        ("paid within 15 days of purchase", True),
        ("within 14 or 15 days of purchase, to the card", True),
        ("Nothing of the kind", False),
        ("PAID WITHIN 14 DAYS", False),
    ],
)
def test_the_quote_is_known_where_the_answer_and_the_text_tell_it(quote, known):
    check = text_check({"text": TEXT, "quote": quote, "threshold": 0.5})
    assert rerun.compared_quote(check, TEXT) == (quote if known else None)


def test_bytes_that_are_gone_can_not_be_read(mirror):
    check = page_check(SITE + "page.html", ONCE)
    check.sources.get().stored_body.delete()
    with pytest.raises(CannotRerun, match="not kept any more"):
        rerun.rerun(check)


@pytest.mark.parametrize(
    "other", [b"no zlib", *map(zlib.compress, (b"", b"<p>Another page.", ONCE.encode() * 90_000))]
)
def test_other_bytes_are_not_read(mirror, other):
    check = page_check(SITE + "page.html", ONCE)
    body = check.sources.get().stored_body
    body.body = other
    body.save()
    with pytest.raises(CannotRerun, match="not those that were hashed"):
        rerun.rerun(check)


def test_a_page_that_decides_nothing_now_says_so(mirror, monkeypatch):
    check = page_check(SITE + "page.html", ONCE)

    def unread(*_: Any, **__: Any) -> Any:
        raise again.Unread("extraction_uncertain")

    monkeypatch.setattr(again.reading, "read_as_of", unread)
    with pytest.raises(CannotRerun, match="no decisive result now: extraction_uncertain"):
        rerun.rerun(check)


def test_a_machine_that_can_not_extract_now_says_nothing_against_the_page(mirror, monkeypatch):
    check = page_check(SITE + "page.html", ONCE)

    def unavailable(*_: Any, **__: Any) -> Any:
        raise rerun.ExtractorUnavailable

    monkeypatch.setattr(rerun.extractor, "read", unavailable)
    with pytest.raises(CannotRerun, match="could not be read: try again"):
        rerun.rerun(check)


def test_each_stored_page_is_read_once(mirror, monkeypatch):
    check, calls = quotes_check(SITE + "page.html", ONCE), list[str]()
    reading = rerun.extractor.read
    monkeypatch.setattr(rerun.extractor, "read", lambda html, **more: calls.append(html) or reading(html, **more))
    pages = rerun.Pages(check)
    assert pages.all() == pages.all() and rerun.rerun(check, None, pages).answer == result(check)
    assert len(calls) == 1


def test_a_text_that_is_not_at_hand_says_so():
    with pytest.raises(CannotRerun, match="not kept"):
        rerun.rerun(text_check())
