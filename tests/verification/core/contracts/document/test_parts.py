from __future__ import annotations

import random
from collections import defaultdict

import pytest

from tests.verification.core.contracts.quoteproof.pages import HOSTS
from verification.core.citations.found import Pair
from verification.core.contracts.canonical import canonical
from verification.core.contracts.document.parts import PAIR_BYTES, parted, plan
from verification.core.contracts.document.request import parse
from verification.core.contracts.limits import BODY_BYTES

A = "https://docs.python.org/3/a"


def found_at(url: str, quote: str, start: int = 0, end: int = 1) -> Pair:
    return Pair(url, quote, start, end, "same_sentence")


@pytest.mark.parametrize(
    ("url", "quote", "reason"),
    [
        ("https://example.org/", "said", "unsupported_host"),
        ("http://docs.python.org/3/", "said", "invalid_link"),
        ("https://docs.python.org/3/?q", "said", "invalid_link"),
        ("https://docs.python.org/" + "a" * 500, "said", "invalid_link"),
        (A, "", "blank_quote"),
        (A, "\u200b ", "blank_quote"),
        (A, "a" * 1_001, "too_long"),
        (A, "a" + " " * 7_000, "too_long"),
    ],
)
def test_what_the_contract_would_refuse_is_left_out_with_its_reason(url, quote, reason):
    planned = plan([found_at(url, quote, 3, 9)], HOSTS)
    assert planned.parts == 0 and not planned.pairs
    assert [(each.reason, each.start, each.end) for each in planned.left_out] == [(reason, 3, 9)]


def test_the_same_quote_on_the_same_page_is_bought_once():
    planned = plan([found_at(A, "x"), found_at(A + "#part", "x"), found_at(A, "y")], HOSTS)
    assert [each.pair.quote for each in planned.pairs] == ["x", "y"]
    assert [each.reason for each in planned.left_out] == ["duplicate"]


def test_what_is_chosen_makes_valid_requests():
    found = [found_at(f"{A}{number % 7}", f"quote {number}") for number in range(33)]
    planned = plan(found, HOSTS)
    assert [each.pair for each in planned.pairs] == found
    for part in range(planned.parts):
        pairs = [{"url": e.pair.url, "quote": e.pair.quote} for e in planned.pairs if e.part == part]
        parse(canonical({"pairs": pairs}), HOSTS)


def test_ten_of_the_longest_pairs_fit_a_body():
    pair = {"url": A, "quote": "a"}
    pair["quote"] += "a" * (PAIR_BYTES - len(canonical(pair)))
    assert len(canonical({"pairs": [pair] * 10})) <= BODY_BYTES


@pytest.mark.parametrize(
    ("pages", "parts"),
    [
        ("", []),
        ("aaa", [0, 0, 0]),
        ("abcdef", [0, 0, 0, 0, 0, 1]),
        ("abcabc", [0] * 6),
        ("a" * 11, [0] * 10 + [1]),
        ("aaaaabbbbbcdefghij", None),
    ],
)
def test_parts_follow_the_text_where_that_takes_no_more_of_them(pages, parts):
    found = parted(pages)
    assert found == parts or (parts is None and max(found) == 1)


def test_every_part_is_within_the_limits_and_few_are_more_than_they_must_be():
    chance, more = random.Random(7), 0
    for _ in range(400):
        pages = [
            chance.choice("abcdefghijklmnopqrst"[: chance.randint(1, 20)]) for _ in range(chance.randint(1, 60))
        ]
        calls = defaultdict(list)
        for page, part in zip(pages, parted(pages), strict=True):
            calls[part].append(page)
        assert all(len(each) <= 10 and len(set(each)) <= 5 for each in calls.values())
        assert sorted(calls) == list(range(len(calls)))
        more += len(calls) - max(-(-len(pages) // 10), -(-len(set(pages)) // 5))
    assert more <= 10


def test_of_very_many_pairs_the_order_of_the_text_decides():
    pages = [f"{number % 1_700}" for number in range(6_000)]
    calls = defaultdict(list)
    for page, part in zip(pages, parted(pages), strict=True):
        calls[part].append(page)
    assert all(len(each) <= 10 and len(set(each)) <= 5 for each in calls.values())
