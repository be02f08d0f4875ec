from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.contracts.faults import InvalidRequest
from verification.core.contracts.quoteproof.request import Quote, parse

HOSTS = ("docs.python.org", "nodejs.org")
URL = "https://docs.python.org/3/"
OTHER = "https://nodejs.org/api/"


def quote(source, text="x"):
    return {"source_index": source, "quote": text}


def body(urls, *quotes, **more) -> bytes:
    return json.dumps({"urls": urls, "quotes": quotes, **more}).encode()


def faults(sent: bytes) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequest) as caught:
        parse(sent, HOSTS)
    return [(fault.pointer, fault.reason) for fault in caught.value.faults]


def test_a_good_request_keeps_urls_and_quotes_as_sent():
    sent = body(["HTTPS://Docs.Python.org/3/#x", OTHER], quote(0, " a\u00a0b "), quote(1, "😀"))
    request = parse(sent, HOSTS)
    assert request.urls == ("HTTPS://Docs.Python.org/3/#x", OTHER)
    assert request.quotes == (Quote(0, " a\u00a0b "), Quote(1, "😀"))
    assert request.body == json.loads(sent)


@pytest.mark.parametrize("written", [b"0", b"0.0", b"-0", b"0e5"])
def test_an_integer_may_be_written_as_any_number(written):
    sent = b'{"urls":["%s"],"quotes":[{"source_index":%s,"quote":"x"}]}' % (URL.encode(), written)
    assert parse(sent, HOSTS).quotes == (Quote(0, "x"),)


@pytest.mark.parametrize(
    ("sent", "pointer", "reason"),
    [
        (b"{", "", "invalid_json"),
        (b"[]", "", "wrong_type"),
        (body([URL], quote(0), extra=1), "/extra", "unknown_field"),
        (body([URL], {**quote(0), "url": URL}), "/quotes/0/url", "unknown_field"),
        (body([URL], {"source_index": 0}), "/quotes/0/quote", "missing_field"),
        (body([URL], quote(True)), "/quotes/0/source_index", "wrong_type"),
        (body([URL], quote("0")), "/quotes/0/source_index", "wrong_type"),
        (body([URL], quote(0.5)), "/quotes/0/source_index", "wrong_type"),
        (body([URL], quote(-1)), "/quotes/0/source_index", "out_of_range"),
        (body([URL], quote(5)), "/quotes/0/source_index", "out_of_range"),
        (body([URL], quote(10**300)), "/quotes/0/source_index", "out_of_range"),
        (body([URL], quote(1)), "/quotes/0/source_index", "source_index_unknown"),
        (body([URL, OTHER], quote(0)), "/urls/1", "unused_url"),
        (body([], quote(0)), "/urls", "too_few"),
        (body([URL]), "/quotes", "too_few"),
        (body([URL], *[quote(0)] * 11), "/quotes", "too_many"),
        (body([f"{URL}{at}" for at in range(6)], *map(quote, range(5))), "/urls", "too_many"),
        (body([URL], quote(0, "")), "/quotes/0/quote", "too_short"),
        (body([URL], quote(0, " \u3000\n")), "/quotes/0/quote", "blank_quote"),
        (body([URL], quote(0, "a" * 513)), "/quotes/0/quote", "too_long"),
        (body([URL], quote(0, "😀" * 257)), "/quotes/0/quote", "too_long"),
        (body([URL + "a" * 500], quote(0)), "/urls/0", "too_long"),
        (body(["http://docs.python.org/3/"], quote(0)), "/urls/0", "invalid_url"),
        (body([URL + "?"], quote(0)), "/urls/0", "invalid_url"),
        (body(["https://example.com/"], quote(0)), "/urls/0", "unsupported_host"),
        (body([1], quote(0)), "/urls/0", "wrong_type"),
    ],
)
def test_one_fault_is_told_alone(sent, pointer, reason):
    assert faults(sent) == [(pointer, reason)]


@pytest.mark.parametrize("text", ["a" * 512, "😀" * 256, "\u200b", "\x1c", "\0"])
def test_quotes_at_the_limits_are_taken(text):
    assert parse(body([URL], quote(0, text)), HOSTS).quotes[0].text == text


@pytest.mark.parametrize("twin", [URL + "#top", "https://DOCS.python.org/3/", "https://docs.python.org:443/3/"])
def test_urls_that_differ_in_the_fragment_or_by_normalisation_are_the_same(twin):
    assert faults(body([URL, twin], quote(0), quote(1))) == [("/urls/1", "duplicate_url")]


def test_an_empty_path_is_a_slash_but_escapes_stay_distinct():
    assert faults(body([OTHER[:-5], OTHER[:-4]], quote(0), quote(1))) == [("/urls/1", "duplicate_url")]
    assert parse(body([URL + "a", URL + "%61"], quote(0), quote(1)), HOSTS)


def test_a_url_is_not_called_unused_while_a_quotes_source_is_in_doubt():
    assert faults(body([URL, OTHER], quote(0), quote("1"))) == [("/quotes/1/source_index", "wrong_type")]


def test_every_fault_is_listed_in_document_order():
    sent = (
        b'{"z":NaN,"quotes":[{"quote":"  ","source_index":0},{"source_index":9,"quote":"\\ud800"},7],'
        b'"urls":["https://docs.python.org/3/","ftp://x","https://docs.python.org/3/#a"],"urls":[]}'
    )
    assert faults(sent) == [
        ("/z", "non_finite_number"),
        ("/z", "unknown_field"),
        ("/quotes/0/quote", "blank_quote"),
        ("/quotes/1/source_index", "out_of_range"),
        ("/quotes/1/quote", "lone_surrogate"),
        ("/quotes/2", "wrong_type"),
        ("/urls/1", "invalid_url"),
        ("/urls/2", "duplicate_url"),
        ("/urls", "duplicate_key"),
    ]


def test_two_faults_of_one_value_are_both_told():
    assert faults(body([URL], quote(0, " " * 513))) == [
        ("/quotes/0/quote", "too_long"),
        ("/quotes/0/quote", "blank_quote"),
    ]


def test_no_fault_repeats_what_was_sent():
    sent = body(["https://evil.example/secret"], quote(0, " "), **{"x" * 200: 1})
    with pytest.raises(InvalidRequest) as caught:
        parse(sent, HOSTS)
    told = " ".join(fault.pointer + fault.detail for fault in caught.value.faults)
    assert "evil" not in told
    assert "xxx" not in told


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_body_makes_it_fail_in_another_way(sent):
    assert faults(sent)


@pytest.mark.parametrize("item", ['"",', f'"{URL}",', '{"quote":" "},', "[[[[[[[[[]]]]]]]]],"])
@pytest.mark.parametrize("name", ["urls", "quotes"])
def test_a_hostile_body_is_refused_within_a_bounded_time(item, name):
    sent = f'{{"{name}":[{item * (65_000 // len(item))}1]}}'.encode()
    started = time.process_time()
    assert len(faults(sent)) == 20
    assert time.process_time() - started < 1
