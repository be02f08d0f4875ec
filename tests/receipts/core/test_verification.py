from __future__ import annotations

import dataclasses
import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from receipts.core import checkpoint, jcs, merkle, proof, signing, verification
from receipts.core.verification import NAMES, Report
from tests.browser import receipts_to_judge
from tests.receipts import attested
from tests.receipts.examples import ISSUER, signing_key

QUOTES, TEXT = attested.of_quotes(), attested.of_text()
KEYS = attested.keys()
OTHER = signing_key()


def failed(report: Report) -> list[str]:
    return [check.name for check in report.checks if check.ok is False]


def states(report: Report) -> dict[str, bool | None]:
    return {check.name: check.ok for check in report.checks}


def log_proof(token: str, key=attested.KEY, origin: str = "quotes.example/log") -> bytes:
    """That a log of two leaves, signed with `key`, holds the receipt as the second."""
    payload = signing.base64url.decode(token.split(".")[1])
    first, second = merkle.leaf_hash(b"\x01" * 32), merkle.leaf_hash(hashlib.sha256(payload).digest())
    root = hashlib.sha256(b"\x01" + first + second).digest()
    return proof.write(1, [first], checkpoint.sign(checkpoint.Checkpoint(origin, 2, root), key))


@pytest.mark.parametrize("case", [QUOTES, TEXT], ids=["quotes", "text"])
def test_a_sound_receipt_passes_every_check_that_can_be_made_offline(case):
    found = verification.verify(
        case.token, KEYS, result=case.answer, request=case.request, log_proof=log_proof(case.token)
    )
    assert states(found) == dict.fromkeys(NAMES, True) | {"status": None}
    assert found.valid and found.payload == case.claims and found.jti == case.claims["jti"]


def test_what_is_not_asked_is_null_and_spoils_nothing():
    found = verification.verify(TEXT.token, KEYS)
    assert [name for name, ok in states(found).items() if ok is None] == [
        "result",
        "request",
        "inclusion",
        "status",
    ]
    assert found.valid


def test_the_report_as_json_has_the_public_names():
    shown = json.loads(json.dumps(verification.verify(TEXT.token, KEYS).members()))
    assert list(shown) == ["valid", "jti", "status", "checks", "payload"]
    assert [check["name"] for check in shown["checks"]] == list(NAMES)
    assert all(list(check) == ["name", "ok", "detail"] for check in shown["checks"])


@pytest.mark.parametrize("at", range(0, len(TEXT.token), 7))
def test_any_other_character_in_the_token_fails_one_check_and_leaves_the_rest_open(at):
    other = "A" if TEXT.token[at] != "A" else "B"
    found = verification.verify(TEXT.token[:at] + other + TEXT.token[at + 1 :], KEYS, result=TEXT.answer)
    [name] = failed(found)
    assert name in NAMES[:5] and found.payload is None and not found.valid
    assert all(check.ok is None for check in found.checks[NAMES.index(name) + 1 :])


@given(st.text(max_size=40) | st.binary(max_size=40).map(lambda raw: raw.decode("latin-1")))
def test_rubbish_is_no_token(text):
    assert failed(verification.verify(text, KEYS)) == ["format"]


def test_a_key_that_is_not_published_is_named():
    assert failed(verification.verify(attested.of_text(OTHER).token, KEYS)) == ["key"]


@pytest.mark.parametrize("case", [QUOTES, TEXT], ids=["quotes", "text"])
def test_any_one_changed_byte_of_the_answer_is_a_misfit(case):
    for at, byte in enumerate(case.answer):
        changed = case.answer[:at] + bytes([byte ^ 1]) + case.answer[at + 1 :]
        assert failed(verification.verify(case.token, KEYS, result=changed)) == ["result"], at


@given(st.data())
def test_any_one_byte_of_the_answer_changed_to_any_other_is_a_misfit(data):
    at = data.draw(st.integers(0, len(QUOTES.answer) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != QUOTES.answer[at]))
    changed = QUOTES.answer[:at] + bytes([byte]) + QUOTES.answer[at + 1 :]
    assert failed(verification.verify(QUOTES.token, KEYS, result=changed)) == ["result"]


def test_another_spelling_of_the_same_escape_is_a_misfit_too():
    changed = QUOTES.answer.replace(b"\\u000b", b"\\u000B")
    assert json.loads(changed) == json.loads(QUOTES.answer) and changed != QUOTES.answer
    assert failed(verification.verify(QUOTES.token, KEYS, result=changed)) == ["result"]


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("case", [QUOTES, TEXT], ids=["quotes", "text"])
def test_an_answer_that_was_laid_out_anew_fits_by_its_values(case, indent):
    laid_out = json.dumps(json.loads(case.answer), indent=indent).encode()
    assert verification.verify(case.token, KEYS, result=laid_out).valid


def test_a_later_receipt_fits_the_answer_that_holds_the_earlier_one():
    later = attested.of_text(iat=attested.IAT + 60, prev="rcp_" + "b" * 26)
    assert verification.verify(later.token, KEYS, result=TEXT.answer).valid
    assert failed(verification.verify(TEXT.token, KEYS, result=later.answer)) == ["result"]


HELD = {
    "empty": "",
    "short": "a.b.c",
    "foreign key": attested.of_text(OTHER).token,
    "other": QUOTES.token,
    "number": 7,
    "null": None,
}


@pytest.mark.parametrize("held", HELD.values(), ids=HELD.keys())
def test_another_receipt_in_the_answer_is_a_misfit(held):
    answer = jcs.encode(json.loads(TEXT.answer) | {"receipt": held})
    found = verification.verify(TEXT.token, KEYS, result=answer)
    assert failed(found) == ([] if held is None else ["result"])


@pytest.mark.parametrize(
    ("name", "value"), [("text", "Refunds are paid within 15 days."), ("quote", "x"), ("threshold", 0.7)]
)
def test_any_changed_value_of_the_request_is_a_misfit_that_is_named_where_the_receipt_knows_it(name, value):
    changed = json.dumps(attested.TEXT | {name: value}).encode()
    found = verification.verify(TEXT.token, KEYS, result=TEXT.answer, request=changed)
    assert failed(found) == ["request"]
    detail = found.checks[NAMES.index("request")].detail
    assert detail.endswith(f"what differs: {name}") == (name != "threshold")


def test_a_request_may_come_with_its_route():
    whole = {"body": attested.QUOTES, "route": "/v1/verify/quotes"}
    assert verification.verify(QUOTES.token, KEYS, request=json.dumps(whole).encode()).valid
    elsewhere = json.dumps(whole | {"route": "/v1/verify/quote"}).encode()
    assert failed(verification.verify(QUOTES.token, KEYS, request=elsewhere)) == ["request"]


RUBBISH = [b"", b"\xff", b"[" * 100_000, b"{}", b"null", b'{"a":1,"a":1}', b"1e999", b'"\\ud800"']


@pytest.mark.parametrize("rubbish", RUBBISH, ids=range(len(RUBBISH)))
def test_an_answer_or_a_request_that_is_rubbish_is_a_misfit(rubbish):
    assert failed(verification.verify(TEXT.token, KEYS, result=rubbish, request=rubbish)) == ["result", "request"]


def test_a_receipt_whose_summary_does_not_agree_with_the_answer_is_a_misfit():
    claims = json.loads(json.dumps(TEXT.claims))
    claims["res"]["verdicts"][0]["score"] = "1.000"
    answer = jcs.encode(attested.text_answer())
    found = verification.verify(attested.sign(claims), KEYS, result=answer)
    assert failed(found) == ["result"]
    assert "score of verdict 0" in found.checks[NAMES.index("result")].detail


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ({"nbf": attested.IAT, "exp": attested.IAT}, []),
        ({"nbf": attested.IAT + 600, "exp": attested.IAT - 86_400}, []),
        ({"nbf": attested.IAT + 601}, ["key"]),
        ({"exp": attested.IAT - 86_401}, ["key"]),
        ({"revoked_at": attested.IAT + 10**6}, ["key"]),
    ],
)
def test_a_key_signs_within_its_times(times, expected):
    assert failed(verification.verify(TEXT.token, attested.keys(**times))) == expected


def test_the_log_under_another_key_vouches_for_what_a_lost_key_signed():
    keys = (*attested.keys(revoked_at=attested.IAT), OTHER.public)
    assert verification.verify(TEXT.token, keys, log_proof=log_proof(TEXT.token, OTHER)).valid
    by_itself = verification.verify(TEXT.token, keys, log_proof=log_proof(TEXT.token))
    assert failed(by_itself) == ["key", "inclusion"]


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        b"rubbish",
        log_proof(QUOTES.token),
        log_proof(TEXT.token, OTHER),
        log_proof(TEXT.token, origin="else.example/log"),
    ],
    ids=["empty", "rubbish", "of another receipt", "by an unknown key", "of another log"],
)
def test_a_proof_that_does_not_fit_is_named(wrong):
    assert failed(verification.verify(TEXT.token, KEYS, log_proof=wrong)) == ["inclusion"]


def test_the_log_that_the_receipt_names_is_the_one_that_counts():
    claims = TEXT.claims | {"log": {"origin": "log.example/1", "mmd": 60}}
    token = attested.sign(claims)
    assert verification.verify(token, KEYS, log_proof=log_proof(token, origin="log.example/1")).valid
    assert failed(verification.verify(token, KEYS, log_proof=log_proof(token))) == ["inclusion"]
    assert ISSUER == "https://quotes.example"


@pytest.mark.parametrize("status", ["valid", "finality_upgraded", "reorged", "refunded", "replacement", None])
def test_what_has_become_of_it_is_the_last_check(status):
    found = verification.verify(TEXT.token, KEYS).with_status(status)
    assert (found.status, found.valid) == (status, status in verification.GOOD)
    assert found.checks[-1].name == "status" and len(found.checks) == 10


@pytest.mark.parametrize("case", [QUOTES, TEXT], ids=["quotes", "text"])
@pytest.mark.parametrize(("name", "check"), receipts_to_judge.REFUSED_BY.items())
def test_each_confusion_is_refused_by_the_check_that_names_it(case, name, check):
    token = receipts_to_judge.confusions(case)[name]
    assert failed(verification.verify(token, receipts_to_judge.KEYS)) == [check]


def test_a_report_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        verification.verify(TEXT.token, KEYS).checks = ()
