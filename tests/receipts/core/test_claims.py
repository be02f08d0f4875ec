from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from receipts.core import claims, jcs, payload
from receipts.core.payload import FlagsFact, RequestFact
from tests.receipts.examples import ISSUER, JTI, NOW, ON_CHAIN, facts, sha256

WHOLE = facts(
    req=RequestFact(sha256("r"), sha256("q"), "fuzzy", False, "0.8", (0, 7)),
    flags=FlagsFact(sha256("flags"), 2, "rules/1"),
)
SANDBOX = json.loads(payload.build(WHOLE, iss=ISSUER, jti=JTI, iat=int(NOW.timestamp()), prev=JTI))
HASH = sha256("another")


def changed(place: str, value: Any) -> dict[str, Any]:
    """The claims with another value at a place; a `...` removes it."""
    said = copy.deepcopy(SANDBOX)
    *path, last = [int(part) if part.isdigit() else part for part in place.split("/")]
    inner = said
    for part in path:
        inner = inner[part]
    inner[last] = value
    if value is ...:
        del inner[last]
    return said


def refusal(payload: bytes) -> str:
    with pytest.raises(claims.InvalidClaims) as caught:
        claims.parse(payload)
    return str(caught.value)


@pytest.mark.parametrize("pay", [WHOLE.pay, ON_CHAIN], ids=["sandbox", "chain"])
@pytest.mark.parametrize("prev", [None, JTI])
def test_what_is_issued_is_read(pay, prev):
    issued = payload.build(facts(pay=pay), iss=ISSUER, jti=JTI, iat=1, prev=prev)
    assert claims.parse(issued) == json.loads(issued)


def test_the_issuer_and_the_reader_mean_the_same_version_and_scope():
    assert (claims.VERSION, claims.SCOPE) == (payload.VERSION, payload.SCOPE)


def test_claims_may_be_added():
    more = SANDBOX | {"x": {"y": ["z", 1, None, True]}, "log": {"origin": "quotes.example/log", "mmd": 60}}
    assert claims.parse(jcs.encode(more)) == more


REQUIRED = ["v", "iss", "jti", "iat", "tool", "scope", "norm", "req", "src", "res", "pay", "res/sha256", "pay/tx"]


@pytest.mark.parametrize("place", REQUIRED)
def test_a_claim_that_is_missing_is_named(place):
    assert refusal(jcs.encode(changed(place, ...))) == f"{place} is missing"


WRONG = [
    ("v", 2),
    ("v", "1"),
    ("v", True),
    ("iss", "ftp://x"),
    ("iss", "https://x\n"),
    ("iss", 7),
    ("jti", "chk_" + "a" * 26),
    ("iat", -1),
    ("iat", "1"),
    ("iat", True),
    ("scope", "truth"),
    ("tool", []),
    ("tool/name", 1),
    ("norm/sha256", "A" * 64),
    ("req/sha256", HASH[:-1]),
    ("req/slice", [1]),
    ("req/slice", [1, True]),
    ("req/case_sensitive", 1),
    ("src", {}),
    ("src/0", []),
    ("src/0/robots", "maybe"),
    ("src/0/http_status", "200"),
    ("res/decisive", -1),
    ("res/verdicts/0", 1),
    ("res/verdicts/0/index", None),
    ("res/verdicts/0/unit", "bytes"),
    ("res/verdicts/0/occurrences", None),
    ("pay", None),
    ("pay/amount", 10_000),
    ("pay/tier", "paid"),
    ("flags/count", "2"),
    ("log", {"origin": 1, "mmd": 60}),
    ("prev", ""),
]


@pytest.mark.parametrize(("place", "value"), WRONG)
def test_a_claim_of_another_type_is_named(place, value):
    assert place in refusal(jcs.encode(changed(place, value)))


def test_a_source_is_either_fetched_or_supplied():
    supplied = {"kind": "supplied", "text_sha256": HASH, "code_points": 3, "bytes": 3}
    assert claims.parse(jcs.encode(changed("src/0", supplied)))
    assert "src/0/bytes" in refusal(jcs.encode(changed("src/0", supplied | {"bytes": "3"})))


def test_a_payment_without_a_tier_needs_its_place_on_the_chain():
    assert refusal(jcs.encode(changed("pay/tier", ...))) == "pay/log_index is missing"


@pytest.mark.parametrize("count", [("res/decisive", 2), ("res/unknown", 1), ("res/verdicts", [])])
def test_counts_that_do_not_add_up_are_refused(count):
    assert "add up" in refusal(jcs.encode(changed(*count)))


@pytest.mark.parametrize("again", [{"indent": 1}, {"sort_keys": False}, {"separators": (", ", ":")}])
def test_another_spelling_of_good_claims_is_refused(again):
    turned = dict(reversed(SANDBOX.items())) if "sort_keys" in again else SANDBOX
    assert "canonical" in refusal(json.dumps(turned, **{"separators": (",", ":")} | again).encode())


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"\xff", b'{"v":1,"v":1}', b'{"n":9007199254740992}', b"[" * 9_000, b'{"n":NaN}', b"1" * 5_000],
    ids=range(8),
)
def test_what_is_no_strict_json_is_refused(text):
    assert refusal(text) == "not strict JSON"


def test_fractions_are_refused_wherever_they_stand():
    assert refusal(jcs.encode(SANDBOX | {"more": [{"n": 0.5}]})) == "a number with a fraction"


@given(st.binary(max_size=60))
def test_rubbish_is_refused_and_never_repeated(text):
    message = refusal(text)
    assert len(text) < 8 or text.decode("latin-1") not in message
