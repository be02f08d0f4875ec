from __future__ import annotations

import json
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from receipts.core import canonical, payload, signing
from receipts.core.payload import Facts, FlagsFact, RequestFact, ResultFact, TextFact
from tests.receipts import examples

HASHES = st.text(alphabet="0123456789abcdef", min_size=64, max_size=64)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=80)
STATUSES = st.sampled_from(["exact_match", "whitespace_normalized_match", "absent", "ambiguous", "unknown"])


def built(facts: Facts, **more: Any) -> bytes:
    return payload.build(facts, iss=examples.ISSUER, jti=examples.JTI, iat=1_796_040_000, **more)


def claims(facts: Facts, **more: Any) -> dict[str, Any]:
    return json.loads(built(facts, **more))


@st.composite
def known_facts(draw: st.DrawFn) -> Facts:
    scores = st.sampled_from(["0.9", None])
    rows = st.builds(examples.verdict, status=STATUSES, start=st.integers(0, 200_000), score=scores)
    found = draw(st.lists(rows, min_size=1, max_size=10))
    unknown = sum(row.status == "unknown" for row in found)
    result = ResultFact(draw(HASHES), len(found) - unknown, unknown, tuple(found))
    source = examples.source(content_type=draw(st.none() | TEXTS))
    payment = draw(st.sampled_from([examples.SANDBOX, examples.ON_CHAIN]))
    return examples.facts(res=result, src=(source,), pay=payment)


@settings(max_examples=40)
@given(known_facts())
def test_the_payload_is_canonical_json_without_nulls_and_floats(facts):
    encoded = built(facts)

    def refuse(text: str) -> None:
        pytest.fail(f"a float: {text}")

    seen = json.loads(encoded, parse_float=refuse)
    assert rfc8785.dumps(seen) == encoded
    assert b":null" not in encoded.replace(json.dumps(seen["src"][0].get("content_type"))[1:-1].encode(), b"")


@settings(max_examples=40)
@given(known_facts(), known_facts())
def test_different_facts_never_give_the_same_payload(one, other):
    assert (built(one) == built(other)) == (one == other)


def test_the_claims_of_a_sandbox_receipt():
    seen = claims(examples.facts())
    assert set(seen) == {"v", "iss", "jti", "iat", "tool", "scope", "norm", "req", "src", "res", "pay"}
    assert seen["v"] == 1 and seen["iss"] == examples.ISSUER and seen["jti"] == examples.JTI
    assert seen["scope"] == "textual_quotation_not_truth"
    assert set(seen["tool"]) == {"name", "version", "contract_sha256"}
    assert seen["norm"] == {"id": "whitespace/1", "sha256": examples.sha256("normalisation")}
    assert seen["req"] == {"sha256": examples.sha256("request")}
    assert seen["pay"]["tier"] == "sandbox" and "block" not in seen["pay"]


def test_the_claims_name_each_source_and_each_verdict():
    seen = claims(examples.facts())
    assert set(seen["src"][0]) == {
        "url", "final_url", "fetched_at", "http_status", "content_type", "content_sha256",
        "extraction", "extraction_sha256", "extracted_chars", "robots",
    }  # fmt: skip
    assert seen["res"]["verdicts"] == [
        {"index": 0, "source_index": 0, "status": "exact_match", "reason": "single_occurrence",
         "start": 120, "end": 180, "unit": "utf16", "occurrences": "1"}
    ]  # fmt: skip


def test_a_payment_on_chain_is_named_whole_and_has_no_tier():
    assert set(claims(examples.facts(pay=examples.ON_CHAIN))["pay"]) == {
        "network", "asset", "amount", "pay_to", "payer", "nonce", "tx", "log_index", "block", "finality"
    }  # fmt: skip


def test_a_supplied_text_its_match_and_its_flags_are_named():
    request = RequestFact(examples.sha256("r"), examples.sha256("q"), "fuzzy", False, "0.9", (0, 40))
    row = examples.verdict(status=None, source_index=None, match="fuzzy", score="0.972", unit="code_point")
    text = TextFact(examples.sha256("text"), code_points=79, bytes=81)
    seen = claims(
        examples.facts(
            req=request,
            src=(text,),
            res=examples.result(verdicts=(row,)),
            flags=FlagsFact(examples.sha256("[]"), 0, "flags/1"),
        )
    )
    assert seen["req"]["slice"] == [0, 40] and seen["req"]["threshold"] == "0.9"
    assert seen["req"]["case_sensitive"] is False and seen["flags"]["count"] == 0
    assert seen["src"] == [{"kind": "supplied", "text_sha256": text.text_sha256, "code_points": 79, "bytes": 81}]
    assert seen["res"]["verdicts"][0]["match"] == "fuzzy" and seen["res"]["verdicts"][0]["score"] == "0.972"


def test_a_superseding_receipt_names_the_one_it_replaces():
    assert claims(examples.facts(), prev=examples.JTI)["prev"] == examples.JTI


@pytest.mark.parametrize("digest", ["", "A" * 64, "a" * 63, "g" * 64, "a" * 64 + "\n"])
def test_what_is_no_hash_is_refused(digest):
    with pytest.raises(payload.InvalidFacts, match="sha256"):
        built(examples.facts(req=RequestFact(digest)))


@pytest.mark.parametrize(("decisive", "unknown"), [(0, 0), (2, 0), (2, -1), (0, 2)])
def test_verdicts_that_do_not_add_up_are_refused(decisive, unknown):
    with pytest.raises(payload.InvalidFacts, match="add up"):
        ResultFact(examples.sha256("a"), decisive, unknown, (examples.verdict(),))


def test_a_score_that_is_no_string_is_refused():
    found = (examples.verdict(score=0.972),)
    with pytest.raises(canonical.NotCanonical, match="floats"):
        built(examples.facts(res=examples.result(verdicts=found)))


def longest_legal() -> Facts:
    """Five sources with addresses of 512 characters, ten quotes, every member at its longest."""
    url = "https://docs.python.org/" + "x" * 488
    source = examples.source(
        url=url, final_url=url, content_type="ÿ" * 80, extracted_chars=200_000,
        fetched_at="2026-11-30T11:59:58.123456Z", extraction="complete_plain_text",
        reason="html_absence_unverifiable", robots="unavailable",
    )  # fmt: skip
    row = examples.verdict(
        status="whitespace_normalized_match", reason="html_absence_unverifiable",
        start=199_000, end=200_000, occurrences="2_or_more",
    )  # fmt: skip
    return examples.facts(src=(source,) * 5, res=examples.result(verdicts=(row,) * 10), pay=examples.ON_CHAIN)


def test_the_longest_legal_receipt_is_a_token_that_verifiers_accept():
    encoded = built(longest_legal(), prev=examples.JTI)
    key = examples.signing_key()
    token = signing.sign(encoded, key, typ=signing.RECEIPT_TYPE)
    assert 12_000 < len(token) < signing.TOKEN_MAX
    assert signing.verify(token, {key.public.kid: key.public.verifier()}).payload == encoded


def test_a_payload_over_the_limit_is_refused():
    with pytest.raises(canonical.NotCanonical, match="over 12000"):
        built(examples.facts(src=(examples.source(url="https://docs.python.org/" + "x" * 12_000),)))


def test_the_longest_payload_makes_a_token_within_the_limit():
    token = signing.sign(b"x" * payload.PAYLOAD_MAX, examples.signing_key(), typ=signing.RECEIPT_TYPE)
    assert len(token) <= signing.TOKEN_MAX
