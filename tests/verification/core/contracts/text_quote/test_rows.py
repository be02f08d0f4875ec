from __future__ import annotations

import json

from tests.verification.core.contracts.quoteproof.pages import plain
from tests.verification.core.contracts.text_quote.asking import TEXT, of_text, on_page, result
from verification.core.contracts.text_quote import rows
from verification.core.contracts.text_quote.subject import sha256

SMILING = "😀 " * 200


def terms(**more) -> dict:
    request = of_text("within 14 days", **more)
    return json.loads(rows.terms(request.question, request.slice))


def test_a_supplied_text_is_kept_as_hash_and_lengths():
    text = "né 😀"
    row = rows.supplied_source(text, result("né", text)["source"])
    assert (row["extraction"], row["extraction_sha256"]) == ("supplied", sha256(text))
    assert (row["source_bytes"], row["extracted_chars"]) == (8, 5)
    assert text not in json.dumps(row, ensure_ascii=False)


def test_a_fetched_source_counts_utf_16_units_too():
    source = on_page(plain("days 😀"), "days")["result"]["source"]
    assert rows.fetched_source("days 😀", source)["extracted_chars"] == 7
    assert rows.fetched_source(None, source)["extracted_chars"] is None


def test_evidence_stands_at_its_utf_16_offsets():
    text = SMILING + TEXT + SMILING
    row = rows.verdict(result("within 14 days", text))
    [evidence] = row["evidence"]
    units = text.encode("utf-16-le")
    assert units[2 * evidence["start_char"] : 2 * evidence["end_char"]].decode("utf-16-le") == "within 14 days"
    context = evidence["context"]
    assert units[2 * context["start_char"] : 2 * context["end_char"]].decode("utf-16-le") == context["text"]
    assert (row["status"], row["reason"], row["occurrences"]) == ("exact", "", "1")


def test_what_has_no_place_has_no_evidence():
    assert rows.verdict(result("nothing of the kind"))["evidence"] == []
    assert rows.verdict(result("refunds", match="passages"))["occurrences"] == ""
    assert rows.verdict(result("no 15"))["reason"] in ("", "short_quote")


def test_terms_hold_how_it_was_compared_and_the_quotes_hash_alone():
    assert terms(threshold=0.75, start=0, end=30) == {
        "quote_sha256": sha256("within 14 days"),
        "match": "fuzzy",
        "case_sensitive": False,
        "threshold": "0.75",
        "slice": [0, 30],
    }


def test_an_ignored_threshold_is_no_term_and_a_long_one_is_short():
    assert terms(match="exact", threshold=0.75)["threshold"] is None
    assert terms(threshold=1)["threshold"] == "1"
    assert len(rows.terms(of_text("x", threshold=float("0.5" + "0" * 5_000 + "1")).question, None)) < 200
