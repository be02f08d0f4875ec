from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from receipts.core import jcs, signing, statements, status, verification
from receipts.core.jwk import PublicKey
from receipts.core.statements import InvalidStatements
from receipts.core.status import Stated
from tests.browser.statements_to_judge import OTHER, answer, judged, stated, told
from tests.receipts import attested
from tests.receipts.attested import IAT, KEY
from tests.receipts.examples import signing_key

CASE, NEW = attested.of_text(), signing_key()
KEYS = (KEY.public, NEW.public)


def read(*tokens: str, keys: tuple[PublicKey, ...] = KEYS, **more: Any) -> str:
    return statements.read(answer(*tokens, **more), CASE.claims, keys)[0]


def test_the_newest_statement_is_what_has_become_of_it():
    found = statements.read(answer(stated("refunded", iat=IAT + 9), stated("reorged")), CASE.claims, KEYS)
    assert found == ("refunded", Stated("refunded"))


def test_a_replacement_names_its_receipt():
    found = statements.read(answer(stated("replacement", replacement=OTHER)), CASE.claims, KEYS)
    assert found == ("replacement", Stated("replacement", OTHER))


def test_without_a_statement_the_status_is_nobodys_word():
    assert statements.read(answer(), CASE.claims, KEYS) == ("valid", None)


def test_a_statement_that_was_made_again_by_another_key_is_in_order():
    assert read(stated("refunded", key=NEW, iat=IAT + 9), stated("refunded")) == "refunded"


def other(token: str) -> str:
    """The token with one character of its signature changed, whichever it was."""
    return f"{token[:-40]}{'B' if token[-40] == 'A' else 'A'}{token[-39:]}"


REFUSED: dict[str, Callable[[], bytes]] = {
    "a receipt in its place": lambda: answer(CASE.token, status="refunded"),
    "an unknown key": lambda: answer(stated("refunded", key=signing_key())),
    "another receipt's number": lambda: answer(stated("refunded", jti=OTHER)),
    "another receipt's hash": lambda: answer(stated("refunded", sha256="0" * 64)),
    "an older one on top": lambda: answer(stated("refunded"), stated("reorged", iat=IAT + 9)),
    "one that can't follow": lambda: answer(stated("reorged", iat=IAT + 9), stated("refunded")),
    "another word than the newest": lambda: answer(stated("refunded"), status="valid"),
    "an answer about another": lambda: answer(jti=OTHER),
    "a changed statement": lambda: answer(other(stated("refunded"))),
    "an unknown status": lambda: answer(signing.sign(told("lost"), KEY, typ=status.TYPE), status="lost"),
    "no canonical payload": lambda: answer(signing.sign(told("refunded") + b" ", KEY, typ=status.TYPE)),
    "a word that is no status": lambda: answer(status="\x1b[2J\ud800"),
    "no object": lambda: b"[]",
    "rubbish": lambda: b"{",
}


@pytest.mark.parametrize("made", REFUSED.values(), ids=REFUSED)
def test_what_does_not_hold_is_refused(made):
    with pytest.raises(InvalidStatements):
        statements.read(made(), CASE.claims, KEYS)


@pytest.mark.parametrize("times", [{"nbf": IAT + 601}, {"exp": IAT - 86_401}, {"revoked_at": IAT + 9}])
def test_a_key_states_within_its_times_and_never_once_it_is_lost(times):
    with pytest.raises(InvalidStatements):
        read(stated("refunded"), keys=attested.keys(**times))


def test_an_older_statement_of_a_lost_key_spoils_nothing():
    keys = (*attested.keys(revoked_at=IAT), NEW.public)
    assert read(stated("key_compromise", key=NEW), stated("finality_upgraded", finality="safe"), keys=keys)


@pytest.mark.parametrize(
    ("given", "ok", "known"),
    [
        (None, None, None),
        (answer(), None, None),
        (answer(stated("refunded")), False, "refunded"),
        (answer(status="reorged"), False, "reorged"),
        (answer(stated("finality_upgraded", finality="safe")), True, "finality_upgraded"),
        (answer(stated("refunded"), status="valid"), False, None),
    ],
    ids=range(6),
)
def test_the_last_check_is_made_of_it(given, ok, known):
    report = verification.verify(CASE.token, KEYS, status=given)
    assert (report.checks[-1].ok, report.status) == (ok, known)


def test_the_cases_that_a_browser_judges_alike_hold_both_outcomes():
    found = {each.by_python()[-1][1] for each in judged()}
    assert found == {True, False, None} and json.loads(jcs.encode(CASE.claims)) == CASE.claims
