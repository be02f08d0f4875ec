from __future__ import annotations

from quoteproof.presentation.claims import claims

PAYLOAD = {
    "iat": 1_796_034_030,
    "tool": {"name": "quoteproof", "version": "0.1.1"},
    "src": [{"url": "https://docs.x402.org/a"}],
    "res": {
        "verdicts": [
            {"index": 0, "source_index": 0, "status": "exact_match", "reason": "single_occurrence",
             "start": 3, "end": 9},
            {"index": 1, "source_index": 0, "status": "unknown", "reason": "html_absence_unverifiable"},
        ]
    },
    "pay": {"tier": "sandbox", "amount": "10000"},
}  # fmt: skip


def test_claims_are_told_in_words():
    told = claims(PAYLOAD)
    assert (told.contract, told.amount, told.sandbox) == ("quoteproof 0.1.1", "0.01", True)
    assert told.issued_at is not None and told.issued_at.text == "2026-11-30 10:20:30 UTC"


def test_each_verdict_keeps_its_number_its_page_and_its_offsets():
    first, second = claims(PAYLOAD).verdicts
    assert (first.number, first.page, first.verdict.word, first.start, first.end) == (1, 1, "Found", 3, 9)
    assert (second.number, second.verdict.word, second.start) == (2, "Undecided", None)


def test_a_payment_on_a_chain_is_no_sandbox_payment():
    assert not claims(PAYLOAD | {"pay": {"amount": "10000", "finality": "included"}}).sandbox
