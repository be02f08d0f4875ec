from __future__ import annotations

import pytest

from payments.core.refusals import Reason
from payments.core.states import State, VoidCause
from quoteproof import checks
from quoteproof.presentation import words
from quoteproof.problems import KINDS
from verification.core.contracts.quoteproof.answer import OUTPUT_SCHEMA

RESULT = OUTPUT_SCHEMA["properties"]["results"]["items"]["properties"]
SOURCE = OUTPUT_SCHEMA["properties"]["sources"]["items"]["properties"]


def test_every_status_of_the_contract_has_its_word():
    assert set(words.VERDICTS) == set(RESULT["status"]["enum"])


def test_every_reason_of_the_contract_has_its_sentence():
    assert set(words.REASONS) == set(RESULT["reason"]["enum"])


def test_every_way_of_reading_has_its_words():
    assert list(words.EXTRACTIONS) == SOURCE["extraction"]["enum"]


@pytest.mark.parametrize("reason", [reason for reason in words.REASONS if reason != "single_occurrence"])
def test_every_reason_says_what_the_reader_can_do(reason):
    told = words.REASONS[reason]
    assert told.why.endswith((".", "?")) and told.remedy.endswith((".", "?"))


def test_no_two_verdicts_share_a_word_and_each_has_an_icon():
    assert len({verdict.word for verdict in words.VERDICTS.values()}) == len(words.VERDICTS)
    assert all(verdict.icon for verdict in words.VERDICTS.values())


def test_every_step_and_every_state_has_its_words():
    assert tuple(words.STEPS) == checks.STEPS
    assert list(words.EVENTS) == list(State)


def test_every_refusal_of_a_payment_has_its_sentence():
    assert list(words.REFUSALS) == list(Reason)


def test_every_state_of_a_check_has_a_headline():
    ended = {"not_charged", "not_settled"}
    assert set(words.STATES) == set(checks.STATES.values()) - ended
    assert set(words.ENDINGS) <= set(KINDS) and len(words.ENDINGS) == len(VoidCause) + 2


def test_a_check_that_ended_unpaid_is_headed_by_its_problem():
    assert "nothing was charged" in words.headline("not_charged", "no_decisive_result").title
    assert words.headline("working", None) is words.STATES["working"]
