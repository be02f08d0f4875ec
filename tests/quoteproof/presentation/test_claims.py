from __future__ import annotations

from quoteproof.presentation.claims import claims

PAYLOAD = {
    "iat": 1_796_034_030,
    "tool": {"name": "quoteproof", "version": "0.1.1"},
    "src": [{"url": "https://docs.x402.org/a"}],
    "res": {
        "verdicts": [
            {"index": 0, "source_index": 0, "status": "exact_match", "reason": "single_occurrence",
             "start": 3, "end": 9, "unit": "utf16"},
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
    assert (first.number, first.where, first.verdict.word) == (1, "on page 1", "Found")
    assert (first.start, first.end, first.unit) == (3, 9, "UTF-16 code units")
    assert (second.number, second.verdict.word, second.start) == (2, "Undecided", None)


def test_a_payment_on_a_chain_is_no_sandbox_payment():
    assert not claims(PAYLOAD | {"pay": {"amount": "10000", "finality": "included"}}).sandbox


def test_a_verdict_about_a_supplied_text_is_told_with_its_score_and_its_unit():
    verdict = {"index": 0, "source_index": 0, "match": "fuzzy", "score": "0.961", "start": 1, "end": 4,
               "unit": "code_point"}  # fmt: skip
    told = claims(PAYLOAD | {"src": [{"kind": "supplied"}], "res": {"verdicts": [verdict]}})
    [shown] = told.verdicts
    assert told.supplied and shown.where == "in the supplied text"
    assert (shown.verdict.word, shown.score, shown.unit) == ("Close match", "0.961", "code points")


def test_a_short_quote_that_is_not_found_is_told_as_such():
    verdict = {"index": 0, "source_index": 0, "match": "none", "reason": "short_quote"}
    [shown] = claims(PAYLOAD | {"res": {"verdicts": [verdict]}}).verdicts
    assert "too short" in shown.why and shown.score is None
