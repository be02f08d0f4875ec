from __future__ import annotations

import contextlib
import json
import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verification.core.contracts.quoteproof.pages import HOSTS, URL
from verification.core.contracts.faults import InvalidRequest
from verification.core.contracts.text_quote.request import parse_page, parse_text


def text(**changes) -> bytes:
    fields = {"text": "abcdef", "quote": "b"} | changes
    return json.dumps({name: value for name, value in fields.items() if value is not ...}).encode()


def page(**changes) -> bytes:
    fields = {"url": URL, "quote": "b"} | changes
    return json.dumps({name: value for name, value in fields.items() if value is not ...}).encode()


def parse_on_page(body: bytes):
    return parse_page(body, HOSTS)


def faults(sent: bytes, parse=parse_text) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequest) as caught:
        parse(sent)
    return [(fault.pointer, fault.reason) for fault in caught.value.faults]


def test_what_is_left_out_is_fuzzy_at_nine_tenths_whatever_the_case():
    request = parse_text(text())
    question = request.question
    assert (question.match, question.case_sensitive, question.threshold) == ("fuzzy", False, Decimal("0.9"))
    assert (request.text, question.quote, request.slice) == ("abcdef", "b", None)
    assert parse_on_page(page()).question == question


def test_what_is_given_is_kept_as_sent():
    sent = text(text=" Ab\u00a0", quote="b\u00a0", match="exact", case_sensitive=True, start=1, end=3)
    request = parse_text(sent)
    assert (request.text, request.slice, request.question.quote) == (" Ab\u00a0", (1, 3), "b\u00a0")
    assert (request.question.match, request.question.case_sensitive) == ("exact", True)
    assert request.body == json.loads(sent)


ROWS = [
    (b"{", "", "invalid_json"),
    (b"[]", "", "wrong_type"),
    (text(url=URL), "/url", "unknown_field"),
    (text(text=...), "/text", "missing_field"),
    (text(quote=...), "/quote", "missing_field"),
    (text(text=""), "/text", "too_short"),
    (text(quote=""), "/quote", "too_short"),
    (text(text=7), "/text", "wrong_type"),
    (text(quote=None), "/quote", "wrong_type"),
    (text(text="a" * 50_001), "/text", "too_long"),
    (text(quote="b" * 1_001), "/quote", "too_long"),
    (text(quote="ß" * 501), "/quote", "too_long"),
    (text(quote=" \u200b\n"), "/quote", "blank_quote"),
    (b'{"text":"\\ud83d","quote":"b"}', "/text", "lone_surrogate"),
    (b'{"text":"a","quote":"\\ude00b"}', "/quote", "lone_surrogate"),
    (text(start=1), "/start", "offset_pair"),
    (text(end=1), "/end", "offset_pair"),
    (text(start=-1, end=2), "/start", "out_of_range"),
    (text(start=0.5, end=2), "/start", "wrong_type"),
    (text(start=0, end="2"), "/end", "wrong_type"),
    (text(start=False, end=2), "/start", "wrong_type"),
    (text(start=2, end=2), "/start", "offset_out_of_range"),
    (text(start=3, end=2), "/start", "offset_out_of_range"),
    (text(start=0, end=7), "/end", "offset_out_of_range"),
    (text(text="a" * 2_000, start=0, end=1_001), "/end", "slice_too_long"),
    (text(match="passages", case_sensitive=True), "/case_sensitive", "not_with_passages"),
    (text(match="literal"), "/match", "out_of_range"),
    (text(match=1), "/match", "wrong_type"),
    (text(case_sensitive=0), "/case_sensitive", "wrong_type"),
    (text(threshold=0.4), "/threshold", "out_of_range"),
    (text(threshold=1.1), "/threshold", "out_of_range"),
    (text(threshold="0.9"), "/threshold", "wrong_type"),
    (text(threshold=True), "/threshold", "wrong_type"),
    (text(match="exact", threshold=7), "/threshold", "out_of_range"),
]


@pytest.mark.parametrize(("sent", "pointer", "reason"), ROWS, ids=lambda value: str(value)[:40])
def test_one_fault_is_told_alone(sent, pointer, reason):
    assert faults(sent) == [(pointer, reason)]


@pytest.mark.parametrize(
    ("sent", "pointer", "reason"),
    [
        (page(url=...), "/url", "missing_field"),
        (page(url="http://docs.python.org/3/"), "/url", "invalid_url"),
        (page(url=""), "/url", "invalid_url"),
        (page(url="https://example.org/"), "/url", "unsupported_host"),
        (page(url=URL + "a" * 500), "/url", "too_long"),
        (page(url=1), "/url", "wrong_type"),
        (page(text="abc"), "/text", "unknown_field"),
        (page(start=0, end=1)[:-1] + b"}", "/start", "unknown_field"),
        (page(quote="\u2060"), "/quote", "blank_quote"),
        (page(match="passages", case_sensitive=True), "/case_sensitive", "not_with_passages"),
        (page(threshold=0.49), "/threshold", "out_of_range"),
    ],
)
def test_the_rules_of_a_page_are_told(sent, pointer, reason):
    assert (pointer, reason) in faults(sent, parse_on_page)


def test_offsets_do_not_go_with_passages():
    found = faults(text(match="passages", start=0, end=1))
    assert found == [("/start", "not_with_passages"), ("/end", "not_with_passages")]


def test_every_fault_is_listed_in_document_order():
    sent = b'{"quote":"","start":5,"end":900,"match":"passages","text":"abc","url":1,"threshold":2}'
    assert faults(sent) == [
        ("/quote", "too_short"),
        ("/start", "not_with_passages"),
        ("/end", "offset_out_of_range"),
        ("/end", "not_with_passages"),
        ("/url", "unknown_field"),
        ("/threshold", "out_of_range"),
    ]


@pytest.mark.parametrize(
    "sent",
    [
        text(text="a" * 50_000),
        text(text="😀" * 10_000, start=9_999, end=10_000),
        text(quote="b" * 1_000),
        text(quote="b  " * 500 + "\u200b" * 900, text="b"),
        text(quote="ß" * 1_000, case_sensitive=True),
        text(start=0, end=6),
        text(text="a" * 1_000, start=0, end=1_000),
        text(text=" "),
        text(threshold=1),
        text(threshold=0.5),
    ],
    ids=lambda sent: f"{sent[:24]!r}{len(sent)}",
)
def test_what_lies_at_a_limit_is_taken(sent):
    assert parse_text(sent)


@pytest.mark.parametrize("written", [b"3", b"3.0", b"30e-1", b"0.3e1"])
def test_an_offset_may_be_written_as_any_whole_number(written):
    assert parse_text(b'{"text":"abcdef","quote":"b","start":1,"end":%s}' % written).slice == (1, 3)


@pytest.mark.parametrize("written", ["0.90", "0.9000000000000000000000000001", "9e-1", "1", "1.0", "0.5"])
def test_the_threshold_is_the_decimal_written(written):
    request = parse_text(f'{{"text":"a","quote":"a","threshold":{written}}}'.encode())
    assert request.question.threshold == Decimal(written)


@pytest.mark.parametrize(
    "written", ["0.49999999999999999999", "1.00000000000000000001", "5e-99999999999999999999"]
)
def test_a_threshold_past_a_bound_is_out_of_range_however_little(written):
    sent = f'{{"text":"a","quote":"a","threshold":{written}}}'.encode()
    assert faults(sent) == [("/threshold", "out_of_range")]


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_body_makes_it_fail_in_another_way(sent):
    assert faults(sent)
    assert faults(sent, parse_on_page)


def test_no_fault_repeats_what_was_sent():
    with pytest.raises(InvalidRequest) as caught:
        parse_text(text(text="secret" * 9_000, quote=" ", match="secret", start=10**9, end=1))
    assert "secret" not in " ".join(fault.pointer + fault.detail for fault in caught.value.faults)


@pytest.mark.parametrize(
    "sent",
    [
        b'{"text":"a","quote":"a","threshold":0.5' + b"0" * 65_000 + b"1}",
        text(quote="e\u0301" * 15_000),
        text(quote="\u200b" * 10_000),
        text(text="a" * 40_000, quote="a-\n" * 300),
    ],
    ids=["digits", "marks", "invisible", "breaks"],
)
def test_a_hostile_body_is_decided_within_a_bounded_time(sent):
    started = time.process_time()
    with contextlib.suppress(InvalidRequest):
        parse_text(sent)
    assert time.process_time() - started < 1
