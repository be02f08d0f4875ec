"""The part of `/checks/{id}` that is about the quotes of a text: what its report is made from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from quoteproof import contracts
from quoteproof.presentation.document import DocumentReport, document_report, undecided_report
from verification.models import Check


def of_check(
    check: Check, answer: Mapping[str, Any] | None, problem: Mapping[str, Any], robots_rules: Sequence[str]
) -> DocumentReport:
    """The report of a check: by its answer, or by the problem where no pair was decided."""
    body = bytes(check.request or b"{}")
    pairs = json.loads(body)["pairs"]
    if answer is not None:
        terms = json.loads(bytes(check.terms or b"{}"))
        return document_report(answer, pairs, terms=terms, robots_rules=robots_rules)
    named = [pair.source_index for pair in contracts.DOCUMENT.parse_stored(body).pairs]
    asked = list(zip(pairs, named, strict=True))
    return undecided_report(problem["reason"], problem["report"]["sources"], asked, robots_rules=robots_rules)
