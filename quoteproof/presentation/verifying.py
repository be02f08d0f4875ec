"""The words for the ten checks of a receipt (`receipts/core/verification.py`), as people read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from quoteproof.presentation import one_quote_words, words
from receipts.core.verification import Check, Report

CHECKS: Final = {
    "format": "It has the form of a signed token",
    "algorithm": "It is signed in the one way that is accepted, Ed25519",
    "type": "It is a receipt, not something else that the service signed",
    "key": "It names a key that this service has published, and was made while that key was in use",
    "signature": "The signature fits: not a letter was changed",
    "claims": "What it says can be read in one way only",
    "result": "The answer is the one that it attests",
    "request": "The request is the one that it attests",
    "inclusion": "The public log holds it",
    "status": "It still stands",
}
STATUSES: Final = {
    "valid": "On record, and nothing has become of it since",
    "finality_upgraded": "On record; its payment is more final by now than the receipt says",
    "replacement": "Another receipt took its place",
    "reorged": "The chain dropped the block that held its payment",
    "refunded": "The payment was given back",
    "key_compromise": "Its key may have been in other hands",
}
WITHDRAWN: Final = {
    "replacement": "another receipt took its place",
    "refunded": "the payment was given back",
    "reorged": "the chain dropped the block that held its payment",
}
"""What a receipt may be withdrawn for that is genuine all the same."""
VERDICTS: Final = words.VERDICTS | one_quote_words.VERDICTS


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a check ended, in a word; `icon` and `tone` are those of verdicts."""

    word: str
    icon: str
    tone: str


OUTCOMES: Final = {
    True: Outcome("Passed", "check", "found"),
    False: Outcome("Failed", "cross", "absent"),
    None: Outcome("Not checked", "question", "unknown"),
}


WITHDRAWN_OUTCOME: Final = Outcome("Withdrawn", "question", "unknown")


@dataclass(frozen=True, slots=True)
class Line:
    """One check, for the template."""

    name: str
    asks: str
    outcome: Outcome
    detail: str


def withdrawn(report: Report) -> str:
    """What has become of a receipt that is genuine all the same, or nothing."""
    return WITHDRAWN.get(report.status or "", "") if failed(report) == ["status"] else ""


def failed(report: Report) -> list[str]:
    return [each.name for each in report.checks if each.ok is False]


def title(report: Report) -> str:
    """What came out, in one line: a genuine receipt that was withdrawn is told from a forged one."""
    if report.valid:
        return "Valid"
    if what := withdrawn(report):
        return f"Genuine, but withdrawn: {what}"
    return f"Not valid: {', '.join(failed(report))}"


def lines(report: Report) -> list[Line]:
    """The checks in their order."""
    return [Line(each.name, CHECKS[each.name], _outcome(each, report), _detail(each)) for each in report.checks]


def _outcome(check: Check, report: Report) -> Outcome:
    return WITHDRAWN_OUTCOME if check.name == "status" and withdrawn(report) else OUTCOMES[check.ok]


def told() -> dict[str, Any]:
    """What the browser's own check is told with, for the template `receipts/words.html`."""
    return {
        "checks": CHECKS,
        "statuses": STATUSES,
        "withdrawals": WITHDRAWN,
        "outcomes": {outcome.tone: outcome for outcome in OUTCOMES.values()} | {"withdrawn": WITHDRAWN_OUTCOME},
        "verdicts": VERDICTS.values(),
    }


def _detail(check: Check) -> str:
    return STATUSES.get(check.detail, check.detail) if check.name == "status" else check.detail
