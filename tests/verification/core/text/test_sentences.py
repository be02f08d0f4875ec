from __future__ import annotations

import random
import time
from itertools import pairwise

import pytest
from hypothesis import given

from tests.verification.core.text.samples import any_text
from verification.core.text.sentences import LONGEST, sentences


def _texts(raw: str, *, lines: bool = False) -> list[str]:
    return [raw[start:end] for start, end in sentences(raw, lines=lines)]


def test_stops_end_sentences_and_abbreviations_do_not() -> None:
    raw = "Mr. Smith pays 3.5 euros per item. Is it so? Yes, it is!  The end is near"
    assert _texts(raw) == ["Mr. Smith pays 3.5 euros per item.", "Is it so?", "Yes, it is!", "The end is near"]


def test_a_word_that_only_the_model_abbreviates_ends_a_sentence() -> None:
    assert _texts("Ships used the port. Nobody minded.") == ["Ships used the port.", "Nobody minded."]
    assert _texts("He saw approx. Ten of them.") == ["He saw approx. Ten of them."]


def test_stops_of_unspaced_scripts_need_no_space() -> None:
    raw = "服务公布其条款，买方可查阅。“买方不得取消！”退款将在十四天内支付到原来的银行卡上。"
    assert _texts(raw) == [
        "服务公布其条款，买方可查阅。",
        "“买方不得取消！”",
        "退款将在十四天内支付到原来的银行卡上。",
    ]


def test_empty_lines_and_list_items_end_sentences() -> None:
    raw = "A heading of the page\n\nThe first item of the list\n- the second item,\nruns on\n2. the third of them"
    assert _texts(raw) == [
        "A heading of the page",
        "The first item of the list",
        "- the second item,\nruns on",
        "2. the third of them",
    ]


def test_line_breaks_end_sentences_where_they_part_blocks() -> None:
    raw = "A heading of the page\nThe first paragraph of it"
    assert _texts(raw) == [raw]
    assert _texts(raw, lines=True) == raw.split("\n")


def test_a_long_sentence_is_cut_at_a_space() -> None:
    raw = "word " * 300
    parts = _texts(raw)
    assert all(len(part) <= LONGEST for part in parts)
    assert " ".join(parts) == raw.strip()
    assert _texts("退" * 1500) == ["退" * 600, "退" * 600, "退" * 300]


def test_nothing_has_no_sentence() -> None:
    assert sentences("") == []
    assert sentences(" \n ") == []


def test_crowded_stops_still_make_few_sentences() -> None:
    raw = "a! " * 5_000
    assert len(sentences(raw)) <= len(raw) // 20


@given(any_text)
def test_sentences_are_in_order_and_leave_out_white_space_only(raw: str) -> None:
    spans = sentences(raw)
    for (_, end), (start, _) in pairwise([(0, 0), *spans, (len(raw), len(raw))]):
        assert raw[end:start].strip() == ""
    assert all(raw[start:end].strip() == raw[start:end] != "" for start, end in spans)


_PATTERNS = [
    "?!",
    '."',
    ".)",
    "a.)",
    "a?!?!",
    "W.?",
    "'a….!",
    "!\u00a0",
    "?\n.",
    "。",
    "a. ",
    "\n\n",
    "a\n- ",
    "1. ",
    "…",
]


@pytest.mark.parametrize("pattern", _PATTERNS)
def test_hostile_text_stays_within_bounds(pattern: str) -> None:
    raw = pattern * (50_000 // len(pattern))
    started = time.process_time()
    sentences(raw)
    assert time.process_time() - started < 0.5


def test_noise_stays_within_bounds() -> None:
    choice = random.Random(7)
    raw = "".join(choice.choice("aA1.?!) \n;:…(-'\"") for _ in range(50_000))
    started = time.process_time()
    sentences(raw)
    assert time.process_time() - started < 0.5
