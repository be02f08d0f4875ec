"""The shared cases of text-v1 and its matching: what stands in a text, what nearly does, what doesn't."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verification.core.text.differences import differences
from verification.core.text.edited import edited
from verification.core.text.match import match
from verification.core.text.truncated import truncation

CASES = json.loads(Path(__file__).with_name("text.json").read_text(encoding="utf-8"))


def _cases(key: str) -> list[Any]:
    """Those that say something of `key`."""
    return [pytest.param(case, id=case["id"]) for case in CASES if key in case["expect"]]


@pytest.mark.parametrize("case", _cases("match"))
def test_a_quote_is_found_as_the_case_says(case: dict[str, Any]) -> None:
    found = match(case["text"], case["quote"])
    wanted = case["expect"]["match"]
    assert found.kind == wanted or (wanted == "not exact" and found.kind != "exact")
    assert (found.score == 1.0) == (found.kind == "exact")
    assert found.raw_exact <= (found.folds == ())


@pytest.mark.parametrize("case", _cases("if_fuzzy"))
def test_a_near_quote_has_its_differences_named(case: dict[str, Any]) -> None:
    found = match(case["text"], case["quote"])
    assert found.kind != "exact"
    assert found.span is None or differences(found.quote, found.text, found.span)


@pytest.mark.parametrize("case", _cases("occurrences"))
def test_a_repeated_quote_is_counted(case: dict[str, Any]) -> None:
    assert match(case["text"], case["quote"]).occurrences > 1


@pytest.mark.parametrize("case", _cases("truncated"))
def test_a_cut_word_is_told(case: dict[str, Any]) -> None:
    found = match(case["text"], case["quote"])
    assert found.span and bool(truncation(found.text, found.span)) == case["expect"]["truncated"]


@pytest.mark.parametrize("case", _cases("edited"))
def test_an_edited_quote_is_read_as_its_editor_meant_it(case: dict[str, Any]) -> None:
    found = match(case["text"], case["quote"])
    assert found.kind != "exact"
    assert edited(found.quote, found.text)
