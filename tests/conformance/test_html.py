"""The published HTML samples, and more of the same kinds: what of a page can be quoted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conformance.html_kinds import KINDS
from verification.core.page.extract import extract
from verification.core.text import literal
from verification.core.text.whitespace import collapse

CASES = json.loads(Path(__file__).with_name("html.json").read_text(encoding="utf-8"))


def status(body: str, quote: str) -> str:
    """The verdict on a quote as the contract words it, for an HTML page."""
    found = literal.find(collapse(extract(body).text), quote)
    if found.count != 1:
        return "ambiguous" if found.count else "unknown"
    return "exact_match" if found.verbatim else "whitespace_normalized_match"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_published_sample(case: dict) -> None:
    assert status(case["body"], case["quote"]) == case["expect"]["status"]


@pytest.mark.parametrize(("name", "body", "quote", "expected"), KINDS, ids=[kind[0] for kind in KINDS])
def test_more_of_the_kind(name: str, body: str, quote: str, expected: str) -> None:
    page = f"<!doctype html><title>T</title><main><p>Words before.</p>{body}<p>Words after.</p></main>"
    assert status(page, quote) == expected
