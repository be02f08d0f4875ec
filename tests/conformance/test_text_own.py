"""Quotes in eight languages, genuine and altered: every alteration must be seen, and named for what it is."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from verification.core.text.advice import Findings, advice
from verification.core.text.differences import Difference, differences
from verification.core.text.edited import Edited, edited
from verification.core.text.match import match
from verification.core.text.truncated import NOTHING_CUT, Truncation, truncation

CASES = json.loads(Path(__file__).with_name("text_own.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Outcome:
    match: str
    differences: tuple[Difference, ...] = ()
    edited: Edited | None = None
    truncation: Truncation = NOTHING_CUT


def _outcome(case: dict[str, Any]) -> Outcome:
    """What the parts say together, at a threshold that lets every alteration through."""
    found = match(case["text"], case["quote"], threshold=Decimal("0.8"))
    read = edited(found.quote, found.text) if found.kind != "exact" else None
    if found.span is None:
        return Outcome(found.kind, edited=read)
    told = differences(found.quote, found.text, found.span, raw_offset=found.offset)
    return Outcome(found.kind, told, read, truncation(found.text, found.span))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_quote_is_matched_and_its_change_named(case: dict[str, Any]) -> None:
    found = _outcome(case)
    assert found.match == case["match"] or (case["match"] == "not exact" and found.match != "exact")
    assert {one.kind for one in found.differences} == {case["kind"]} if "kind" in case else True
    assert all(one.confusable == case.get("confusable", False) for one in found.differences if "kind" in case)
    assert bool(found.edited) == case.get("edited", False)
    assert case.get("negation_in_gap", False) == (found.edited is not None and found.edited.negation_in_gap)
    assert bool(found.truncation) == case.get("truncated", False)


@pytest.mark.parametrize("case", [case for case in CASES if "kind" in case], ids=lambda case: case["id"])
def test_the_advice_names_the_change(case: dict[str, Any]) -> None:
    found = _outcome(case)
    said = advice(Findings("fuzzy", differences=found.differences))
    named = [side.text.strip()[:20] for one in found.differences for side in (one.quote, one.text) if side.text]
    assert case["kind"] in {"marker", "punctuation"} or any(name in said for name in named)
    assert "but not the same" in said


def test_eight_languages_and_every_kind_are_asked_about() -> None:
    languages = Counter(case["id"].partition("-")[0] for case in CASES)
    assert len(CASES) >= 100
    assert set(languages) == {"en", "de", "fr", "es", "it", "pt", "ru", "zh"}
    assert min(languages.values()) >= 12
    kinds = {case.get("kind") for case in CASES}
    assert kinds >= {"negation", "marker", "number", "unit", "modal", "order", "name", "word", "punctuation"}
