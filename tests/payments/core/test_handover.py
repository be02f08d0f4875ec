from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from payments.core.handover import call_lease, may_call_again

NOW = datetime(2026, 11, 30, tzinfo=UTC)
LATER = int(NOW.timestamp()) + 300
OVER = NOW - timedelta(seconds=1)


@pytest.mark.parametrize("answer", ["", "refused", "unknown"])
def test_a_failed_or_lost_answer_allows_a_further_call_when_its_lease_is_over(answer: str):
    assert may_call_again(answer, OVER, LATER, NOW)
    assert may_call_again(answer, NOW, LATER, NOW)


@pytest.mark.parametrize("answer", ["settled", "pending"])
def test_an_answer_for_good_allows_no_further_call_ever(answer: str):
    assert not may_call_again(answer, OVER, LATER, NOW)


def test_no_call_while_another_may_be_in_flight():
    assert not may_call_again("refused", NOW + timedelta(seconds=1), LATER, NOW)


def test_no_call_in_the_last_thirty_seconds():
    assert may_call_again("", OVER, int(NOW.timestamp()) + 30, NOW)
    assert not may_call_again("", OVER, int(NOW.timestamp()) + 29, NOW)


def test_a_charge_that_was_paid_without_a_call_may_be_called_for():
    assert may_call_again("", None, LATER, NOW)


def test_a_call_is_leased_for_its_timeout_and_ten_seconds():
    assert call_lease(20) == timedelta(seconds=30)
