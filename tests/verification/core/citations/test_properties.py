from __future__ import annotations

import html
import json
from typing import Literal
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.citations.find import find
from verification.core.citations.found import Found
from verification.core.citations.rules import RULES
from verification.core.contracts.text_quote.request import parse_page
from verification.core.page.superscripts import SUPERSCRIPTS

FORMATS = st.sampled_from(("markdown", "html", "text"))
SIGNS = "\"'“”„‘’‚«»‹›「」『』《》[]()<>*_`>#|~\\&;:.,!?-—\n "
MARKUP = """> |- |1. |[^1]|[1]|[1]: |¹|【1】|https://a.org/x|http://a.org|[docs](https://b.org/y)|](https://c.org)|</a>|\n\n
<a href='https://d.org'>|<blockquote>|</blockquote>|<q>|</q>|<sup>1</sup>|<p>|<li id=n>|<a href='#n'>1</a>|&quot;
it is so|the words that were said|Source: |Sources|&amp;|它必须这样写明白|10"|users'"""
SIGNS = "\"'“”„‘’‚«»‹›「」『』《》[]()<>*_`>#|~\\&;:.,!?-—\n "
MARKUP = """> |- |1. |[^1]|[1]|[1]: |¹|【1】|https://a.org/x|http://a.org|[docs](https://b.org/y)|](https://c.org)|</a>|\n\n
|<a href='https://d.org'>|<blockquote>|</blockquote>|<q>|</q>|<sup>1</sup>|<p>|<li id=n>|<a href='#n'>1</a>|&quot;
|it is so|the words that were said|Source: |Sources|&amp;|它必须这样写明白|10"|users'"""
PIECES = st.sampled_from([*SIGNS, *MARKUP.split("|")])
RAISED = str.maketrans({raised: chr(code) for code, raised in SUPERSCRIPTS.items()})
DOCUMENTS = st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=80)


def spans(found: Found) -> list[tuple[int, int]]:
    return sorted({(pair.start, pair.end) for pair in found.pairs})


def is_subsequence(part: str, whole: str) -> bool:
    characters = iter(whole)
    return all(character in characters for character in part)


@given(DOCUMENTS, FORMATS)
def test_spans_lie_in_the_document_and_do_not_overlap(document: str, form: Literal["markdown"]) -> None:
    found = find(document, form)
    assert all(0 <= start < end <= len(document) for start, end in spans(found))
    assert all(first[1] <= second[0] for first, second in zip(spans(found), spans(found)[1:], strict=False))
    assert all(0 <= each.start <= each.end <= len(document) for each in found.skipped)


@given(DOCUMENTS, FORMATS)
def test_a_span_leads_back_to_its_quotation(document: str, form: Literal["markdown"]) -> None:
    for pair in find(document, form).pairs:
        written = document[pair.start : pair.end]
        read = written if form == "text" else html.unescape(written)
        assert is_subsequence("".join(pair.quote.translate(RAISED).split()), read.translate(RAISED))


@given(DOCUMENTS, FORMATS)
def test_a_pair_is_taken_by_the_route_but_for_its_host(document: str, form: Literal["markdown"]) -> None:
    for pair in find(document, form).pairs:
        body = json.dumps({"url": pair.url, "quote": pair.quote}).encode()
        assert parse_page(body, {urlsplit(pair.url).hostname or ""}).url == pair.url


@given(DOCUMENTS, FORMATS)
def test_the_same_document_gives_the_same(document: str, form: Literal["markdown"]) -> None:
    assert find(document, form) == find(document, form)


@given(DOCUMENTS, FORMATS)
def test_every_rule_and_reason_is_published(document: str, form: Literal["markdown"]) -> None:
    found = find(document, form)
    assert {pair.rule for pair in found.pairs} <= {rule.id for rule in RULES if rule.part == "pair"}
    assert {each.reason for each in found.skipped} <= {rule.id for rule in RULES if rule.part == "skipped"}


def test_ids_are_published_once() -> None:
    assert len({rule.id for rule in RULES}) == len(RULES)


@pytest.mark.parametrize("form", ["markdown", "html", "text"])
def test_an_empty_document_has_nothing(form: Literal["markdown"]) -> None:
    assert find("", form) == Found((), ())
